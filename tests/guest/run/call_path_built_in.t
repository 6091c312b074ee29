#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Accesses have the driver's function also if the driver is built into the
# kernel or accesses registers directly: IBS's MSRs, through the kernel's
# functions for them; IMC's LDBAR and pages of counters; the PMCU. The kernel's
# other accesses have none. Boots six guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use BootTest;
use File::Basename qw(basename);
use File::Path qw(make_path);
use Test::More;

# [machine, the guest's command, registers written, the functions that may write
# them: of Linux 6.12, and of hisi_pmcu]
my @cases = (
    ['epyc', 'perf record -q -e ibs_op// -c 100000 -o /tmp/x -a true', 'cpu0\.IBS_OP_CTL',
        [qw(perf_ibs_handle_irq perf_ibs_start perf_ibs_stop)]],
    ['power9', 'perf stat -e thread_imc/CPM_CS_PCYC_USER/ true', 'cpu\d\.LDBAR',
        [qw(thread_imc_event_add thread_imc_event_del thread_imc_mem_alloc trace_imc_mem_alloc)]],
    ['kunpeng', 'echo 3 >/sys/devices/hisi_pmcu_sccl3/user_events; pmcu-record -e hisi_pmcu_sccl3/nr_sample=1,sample_period_ms=1/', 'pmcu0\.FSM_CFG',
        ['pmcu_hw_trigger']],
);

for my $case (@cases) {
    my ($machine, $run, $register, $functions) = @$case;
    my $module = $machine eq 'kunpeng' ? ' [hisi_pmcu]' : '';
    my $file = spew("$scratch/$machine.scn", "machine $machine\ncpus 2\nstep driver\n    run $run\n");
    system "'$pmulab' run --results '$scratch/results' '$file' >'$scratch/tap' 2>&1";
    is($?, 0, "$machine: the run passes") or diag(slurp("$scratch/tap"));
    my @text = `'$pmulab' trace '$scratch/results/$machine/$machine/trace.pmt'`;
    my @found = grep { / W $register / } @text;
    ok(@found > 0, "$machine: the driver makes accesses");
    my %named = map { /  by (\w+)\+0x[0-9a-f]+\Q$module\E$/ ? ($1 => 1) : ('nobody' => 1) } @found;
    is_deeply([sort keys %named], $functions, "$machine: their functions") or diag(@found);
    is(scalar(grep { /  by 0x/ } @text), 0, "$machine: no function is unnamed");
}

# In a cache without the kernel's symbols, the first run has the same trace as
# the next one, with names.
my $cache = "$scratch/cache/pmulab";
my $made = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
make_path($cache);
for my $entry (grep { !m{/(lock|warm-[^/]*)$} } glob "$made/*") {
    my $copy = "$cache/" . basename($entry);
    if ($entry !~ m{/guest-arm64-[0-9a-f]+$}) {
        symlink $entry, $copy;
        next;
    }
    mkdir $copy;
    symlink $_, "$copy/" . basename($_) for grep { !m{/functions$} } glob "$entry/*";
}
$ENV{XDG_CACHE_HOME} = "$scratch/cache";
my @traces;
for my $symbols ('without symbols', 'with symbols') {
    system "'$pmulab' run --cold --results '$scratch/$symbols' '$scratch/kunpeng.scn' >'$scratch/tap' 2>&1";
    is($?, 0, "$symbols: the run passes") or diag(slurp("$scratch/tap"));
    push @traces, slurp("$scratch/$symbols/kunpeng/kunpeng/trace.pmt");
    like(slurp("$scratch/$symbols/kunpeng/kunpeng/trace.pmt.names"), qr/pmcu_hw_trigger/, "$symbols: there are names");
}
ok($traces[0] eq $traces[1], 'one trace');
done_testing();
