#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# A hostile guest on each machine: tests/guest/inside/hostile writes random
# values to all registers that pmulab answers, and reads them, on all CPUs,
# while the machine's driver counts. QEMU and the guest survive and end
# normally, and the oracle confirms each read of a counter.
#
# HOSTILE_SECONDS (4): the host's time per machine. HOSTILE_SEED (1): the random
# seed. HOSTILE_ONLY: rows of @machines, separated by commas, or "all".
# HOSTILE_WAYS=host or icount: only one way to keep time. HOSTILE_TRACE: keeps
# the last trace in this file. Fetches the tools into the cache.
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
my @trace   = $ENV{HOSTILE_TRACE} ? ('--trace', abs_path($ENV{HOSTILE_TRACE})) : ();
my @only    = split /,/, $ENV{HOSTILE_ONLY} // '';
my $CPUS    = 2;

# The limit of a driver's turn, in guest time: spurious interrupts leave it
# little.
my $TURN_S = 5;

# The limit for a guest to boot, and to end, on a busy host.
my $PATIENCE_S = 600;

# ---- registers, from their descriptions ----

# Offsets or numbers of a block's registers, by name.
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

# Numbers of the MSRs of a machine's blocks. `pmulab describe` has the beginning
# of each instance.
sub msrs {
    my ($machine, @blocks) = @_;
    my %all;
    for my $block (@blocks) {
        my $text = `$pmulab describe $machine.$block` =~ s/\n\s+/ /gr;
        my ($base, $stride) = $text =~ /register number is ([0-9A-F]+)(?: \+ ([0-9A-F]+) an? \w+)?/;
        my $n = defined $stride ? 1 + ($text =~ /instances: +\S+ to (?:s1\.)?[a-z-]+(\d+)/ ? $1 : 0) : 1;
        for my $offset (values %{{registers("$machine.$block")}}) {
            $all{hex($base // 0) + hex($stride // 0) * $_ + $offset} = 1 for 0 .. $n - 1;
        }
    }
    return keys %all;
}

# MSRs of a Xeon: those of boxes, and of cores.
sub xeon {
    my @blocks = @_;
    return sub { list('MSRS', msrs('snbep', @blocks, 'core')) . list('APIC_REGISTERS') };
}

# Other generations' blocks share some of these numbers. Missing MSRs do no
# harm.
sub of_epyc {
    my @blocks = qw(ibs ibs-fam10h ibs-zen6 core umc l3 df);
    my %apic   = registers('epyc.apic');
    return list('MSRS', msrs('epyc', @blocks)) . list('APIC_REGISTERS', values %apic);
}

# Writes to PMCEID are undefined instructions.
sub of_kunpeng {
    my %core = registers('kunpeng.cpu');
    my %pmcu = registers('kunpeng.pmcu');
    my @core = map { $core{$_} } grep { !/^PMCEID/ } keys %core;
    my %uncore = map { $_ => 1 } map { my %at = registers("kunpeng.$_"); values %at } qw(ddrc hha l3c ddrc2 sllc pa cpa uc);
    my $each = '#define SYSTEM_REGISTERS(R) ' . join(' ', map { "R($_)" } numbers(@core)) . "\n";
    return $each . list('UNCORE_REGISTERS', keys %uncore) . list('PMCU_REGISTERS', values %pmcu)
        . join '', map { list("PMCU_$_", $pmcu{$_}) } sort keys %pmcu;
}

sub of_power {
    my ($machine) = @_;
    return sub {
        my %core = registers("$machine.core");
        return list('SCOMS', values %core) . join '', map { list("SCOM_$_", $core{$_}) } qw(PDBAR TRACE_IMC);
    };
}

# ---- machines ----

my $xeon_work  = 'perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_3/clockticks/,cycles sleep 0.01';
my $epyc_work  = 'perf record -q -a -e ibs_op// -e ibs_fetch// -c 100000 -o /dev/null sleep 0.01';
my $arm_work   = 'perf stat -a -e instructions,cycles,branches,r4005 sleep 0.01';
my $power_work = 'perf stat -a -e core_imc/CPM_INST/ sleep 0.01; perf stat -e thread_imc/CPM_INST/ /bin/true';
my @amd        = ('MSRs', 'the APIC');
my @functions  = ('MSRs', 'configuration space');
my @hisilicon  = ('system registers', 'the PMCUs', 'uncore PMUs');
my @two        = ('--sockets', 2);

# A name, which begins with the machine's; its guest's architecture; the
# module's definitions; the kinds of registers; the driver's work; options.
my @machines = (
    ['snbep', 'amd64', xeon(qw(cbo pcu ubox-msr package)), \@functions,
        'perf stat -a -e uncore_imc_0/cas_count_read/,uncore_imc_3/clockticks/,uncore_cbox_0/event=0x1/ sleep 0.01'],
    ['epyc', 'amd64', \&of_epyc, \@amd, $epyc_work],
    ['kunpeng', 'arm64', \&of_kunpeng, \@hisilicon, $arm_work],
    ['power9', 'ppc64el', of_power('power9'), ['LDBAR', 'SCOMs'], $power_work],
    ['snbep/ivt', 'amd64', xeon(qw(cbo-ivt pcu-ivt ubox-msr-ivt package)), \@functions, $xeon_work, '--config=variant=ivt', @two],
    ['snbep/hsx', 'amd64', xeon(qw(cbo-hsx sbo-hsx pcu-hsx ubox-msr-hsx package)), \@functions, $xeon_work, '--config=variant=hsx'],
    ['snbep/skx', 'amd64', xeon(qw(cha pcu-skx ubox-msr-skx iio irp iio-free iio-clock package-skx)), \@functions, $xeon_work,
        '--config=variant=skx', @two],
    ['snbep/icx', 'amd64', xeon('package-skx'), [@functions, 'windows'], $xeon_work, '--config=variant=icx', @two],
    ['snbep/spr', 'amd64', xeon(qw(irp-spr mdf-spr package-skx)), [@functions, 'windows'], $xeon_work, '--config=variant=spr', @two],
    (map { ["epyc/$_", 'amd64', \&of_epyc, \@amd, $epyc_work, "--config=variant=$_", @two] } qw(zen2 zen3 zen5 zen6)),
    ['kunpeng/hip09', 'arm64', \&of_kunpeng, \@hisilicon, $arm_work, '--config=uncore=hip09'],
    ['kunpeng/acpi', 'arm64', \&of_kunpeng, \@hisilicon, $arm_work, '--config=tables=acpi'],
    ['power10', 'ppc64el', of_power('power10'), ['LDBAR', 'SCOMs'], $power_work],
);

# Modules by their architecture and registers.
my %built;

sub build {
    my ($name, $arch, $registers) = @_;
    my $of = $arch . $registers->();
    return $built{$of} if $built{$of};
    my $file   = $name =~ tr/a-z0-9/-/cr;
    my $folder = "$scratch/$file";
    mkdir $folder or die "$folder: $!";
    copy($_, $folder) or die "$_: $!" for glob "$source/*";
    spew("$folder/registers.h", $registers->());
    my $out = `$pmulab module --arch $arch -o $scratch/$file.ko $folder 2>&1`;
    is($?, 0, "$name: the module is built") or diag($out);
    return $built{$of} = "$scratch/$file.ko";
}

# Makes the guest end after $seconds of work. Returns its start time, or undef.
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

# Like boot, with a verdict on reads at its end.
sub start_live {
    my @args = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    open STDIN,  '<', '/dev/null'    or die $!;
    open STDOUT, '>', "$scratch/out" or die $!;
    open STDERR, '>', "$scratch/err" or die $!;
    exec $pmulab, 'live', @args or die "$pmulab: $!";
}

sub check {
    my ($machine, $module, @options) = @_;
    my ($name, undef, undef, $kinds, $work, @config) = @$machine;
    my $way   = join ' ', $name, @options;
    my $share = "$scratch/share/" . $way =~ tr/a-z0-9/-/cr;
    mkdir $share or die "$share: $!";
    my $command = <<"END";
cd /mnt/share
cp hostile.ko /tmp/
insmod /tmp/hostile.ko seed=$seed || exit 3
touch begun
turns=0
while timeout $TURN_S sh -c '$work' >/dev/null 2>&1; turns=\$((turns + 1)); [ ! -e end ]; do :; done
rmmod hostile
dmesg | sed -n 's/.*hostile: //p'
echo "\$turns turns"
END
    copy($module, "$share/hostile.ko") or die $!;
    my $pid = start_live($name =~ s{/.*}{}r, '--cpus', $CPUS, @config, @options, @trace, '--share', $share, '--limit', $seconds + 2 * $PATIENCE_S,
        '--', $command);
    my $began = let_work($pid, $share);
    ok($began, "$way: the threads begin");
    waitpid $pid, 0;
    my $took = sprintf '%.0f s', time - ($began || time);
    is($?, 0, "$way: QEMU and the guest end with status 0");
    my ($out, $err) = (slurp("$scratch/out"), slurp("$scratch/err"));
    unlike($err, qr/Raised interrupt|Bad icount|[Aa]ssert|qemu-system|signal/, "$way: QEMU has no complaints") or diag($err);
    my @written = $out =~ /^(CPU \d+: [1-9]\d* writes to .*)$/mg;
    my @expected = map { my $cpu = $_; map { "CPU $cpu: N writes to $_" } @$kinds } 0 .. $CPUS - 1;
    is_deeply([map { s/\d+ writes/N writes/r } @written], \@expected, "$way: each CPU has written to each kind") or diag($out, $err);
    aside("$way: $took: ", join('; ', @written), $out =~ /^(\d+ turns)$/m ? "; $1 of the driver" : '');
    my ($judged) = $err =~ /^(\d+ reads? of counters.*(?:\n  .*)*)/m;
    # On POWER an interrupted turn reads no counter.
    $judged //= '0 reads of counters: each returned' if $machine->[1] eq 'ppc64el';
    like($judged // $err, qr/^\d+ reads? of counters: each returned/, "$way: each read of a counter is right");
    aside("$way: $judged") if defined $judged;
    like($out, qr/^$CPUS threads have ended\n[1-9]\d* turns\n\z/m, "$way: the threads have ended, and the guest continues");
}

my @default = qw(snbep epyc kunpeng power9);
@only = @default if !@only;
my $way = $ENV{HOSTILE_WAYS} // '';
for my $machine (@machines) {
    my ($name, $arch, $registers) = @$machine;
    next if !grep { $_ eq $name || $_ eq 'all' } @only;
    my $module = build($name, $arch, $registers);
    check($machine, $module, '--icount') if $way ne 'host';
  SKIP: {
        # The driver's current turn did not end within eight minutes.
        skip 'POWER by the host\'s clock: samples with random periods leave a slow guest no time', 6 if $arch eq 'ppc64el';
        check($machine, $module) if $way ne 'icount';
    }
}
done_testing;
