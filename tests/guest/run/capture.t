#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Two observers of one driver: Linux's tracer in the guest, started by the
# script of `pmulab capture --how`, and the plugin. Imported, the tracer's
# capture has the plugin's accesses, one by one, on each CPU. The tracer cannot
# see the local APIC's registers, which are in memory that the kernel mapped at
# boot. Linux reads counters that count, and lint finds that for each kind of
# counter. Two boots.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use BootTest;
use Test::More;

# "R imc0.PMON_BOX_CTL 0x00010000" of each CPU, from the text of `pmulab trace`.
sub accesses {
    my %of;
    for (@_) {
        my (undef, $cpu, undef, $access) = split ' ', $_, 4;
        next if /^#/ || $access !~ /^([RW]) (.*?) +(0x\S+)/;
        push @{$of{$cpu}}, "$1 $2 $3";
    }
    return \%of;
}

sub check {
    my ($machine, $variant, $command, $wanted, $broken) = @_;
    my $share = "$scratch/$machine";
    mkdir $share or die "$share: $!";
    system "'$pmulab' capture --how $machine --config variant=$variant >'$share/record.sh'";
    is($?, 0, "$machine: a script that records");
    spew("$share/load.sh", "$command\n");
    my ($status, $out) = boot($machine, '--share', $share, '--trace', "$share/t.pmt", '--',
        'cd /mnt/share && sh record.sh sh load.sh');
    is($status, 0, "$machine: it runs in a guest") or diag($out);

    # The capture names the CPU, so neither machine nor variant is an option.
    my $seen = `'$pmulab' trace --as ftrace '$share/capture.txt' 2>&1`;
    is($?, 0, "$machine: its capture is read") or diag($seen);
    like($seen, qr/^# machine=$machine .*variant=$variant /, "$machine: ... as $variant");
    like($seen, $wanted, "$machine: ... with the driver's function");
    my $captured = accesses(split /\n/, $seen);
    my $traced = accesses(`'$pmulab' trace --kind read,write '$share/t.pmt'`);
    is_deeply([sort keys %$captured], [0, 1], "$machine: accesses by both CPUs");
    for my $cpu (0, 1) {
        my $part = join "\n", @{$captured->{$cpu} // []}, '';
        my @plugin = @{$traced->{$cpu} // []};
        my $whole = join "\n", '', (grep { !/apic/ } @plugin), '';
        my $n = () = $part =~ /\n/g;
        ok($n > 20, "$machine: CPU $cpu: $n accesses");
        ok(index($whole, "\n$part") >= 0, "$machine: CPU $cpu: the same as the plugin's, in the same order")
            or diag("captured:\n${part}traced:$whole");
        ok(scalar(grep { /^[RW] cpu$cpu\.apic/ } @plugin), "$machine: CPU $cpu: the tracer lacks only the APIC's");
    }

    # The way back: the plugin's trace as Linux's tracer writes it.
    system "'$pmulab' trace --ftrace '$share/back.txt' '$share/t.pmt'";
    my $back = accesses(`'$pmulab' trace --as ftrace '$share/back.txt'`);
    is_deeply($back, {map { my $c = $_; $c => [grep { !/apic/ } @{$traced->{$c}}] } keys %$traced},
        "$machine: the plugin's trace as ftrace and back");
    my $lint = `'$pmulab' lint --as ftrace '$share/capture.txt'`;
    is(join(' ', sort map { /^(\w+): .* by \w+\+0x/ ? $1 : () } split /\n/, $lint), join(' ', @$broken),
        "$machine: the rules that the stock driver breaks") or diag($lint);
    is($? >> 8, @$broken ? 1 : 0, "$machine: ... decide the exit status");
}

check('snbep', 'snbep',
    'perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_3/clockticks/,uncore_cbox_0/event=0/,cycles -I 100 sleep 0.4;'
        . ' perf stat -a -e cycles,instructions sleep 0.1',
    qr/W imc0\.PMON_BOX_CTL +0x00010100 frz_en=1 frz=1  by snbep_uncore_pci_disable_box\+0x/, [('unfrozen') x 3]);
check('epyc', 'zen4',
    'perf record -R -o /tmp/p -e ibs_op//,ibs_fetch// -c 1000003 -a sleep 0.3;'
        . ' { perf report --header-only -i /tmp/p; perf report -D -i /tmp/p; } >/mnt/share/perf.txt 2>/dev/null; cp /tmp/p /mnt/share/perf.data;'
        . ' perf stat -a -e cycles,instructions,amd_umc_0/umc_mem_clk/ sleep 0.1',
    qr/W cpu0\.IBS_OP_CTL .* by perf_ibs_start\+0x/, []);

# The same samples as perf recorded them. perf sorts them by time.
my $dump = slurp("$scratch/epyc/perf.txt");
my $samples = () = $dump =~ /: PERF_RECORD_SAMPLE\(/g;
my $text = `'$pmulab' trace --as perf '$scratch/epyc/perf.txt'`;
is($?, 0, 'the dump of perf is read');
my $ctls = () = $text =~ / R cpu\d+\.IBS_(?:OP|FETCH)_CTL /g;
ok($samples > 10 && $ctls == $samples, "perf: $samples samples");
my ($perf, $plugin) = map { accesses(split /\n/, $_) } $text,
    scalar `'$pmulab' trace --kind read '$scratch/epyc/t.pmt'`;
for my $cpu (0, 1) {
    my @rips = map { [grep { /IBS_OP_RIP/ } @{$_->{$cpu}}] } $perf, $plugin;
    is_deeply($rips[0], $rips[1], "perf: CPU $cpu: the ops that the plugin sampled");
}

# The file itself has the same samples, and also the registers that perf leaves
# out, because they are not valid.
$text = `'$pmulab' trace --as perf '$scratch/epyc/perf.data'`;
is($?, 0, 'perf.data is read');
$ctls = () = $text =~ / R cpu\d+\.IBS_(?:OP|FETCH)_CTL /g;
is($ctls, $samples, 'perf.data: as many samples');
my $file = accesses(split /\n/, $text);
for my $cpu (0, 1) {
    my @rest = @{$file->{$cpu}};
    my @missing;
    for my $wanted (@{$perf->{$cpu}}) {
        shift @rest while @rest && $rest[0] ne $wanted;
        push @missing, $wanted if !@rest;
        shift @rest;
    }
    is_deeply(\@missing, [], "perf.data: CPU $cpu: all registers that perf prints, in the same order");
    ok(@{$file->{$cpu}} > @{$perf->{$cpu}}, "perf.data: CPU $cpu: ... and those that it leaves out");
}
done_testing();
