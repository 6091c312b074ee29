#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab boot --gdb` with gdb itself: current registers of the hardware, and
# stops at a driver's accesses. The values follow from perf's command (Intel
# 327043-001, table 2-61: CAS_COUNT is event 4, RD umask 3, enable bit 22).
use strict;
use warnings;
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use POSIX qw(:sys_wait_h);
use Test::More;
use Time::HiRes qw(sleep time);

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
plan skip_all => 'no gdb with Python' if `gdb -batch -nx -ex 'python print(6 * 7)' 2>/dev/null` ne "42\n";
my $folder = File::Temp->newdir;
$ENV{TMPDIR} = "$folder";

# Begins a guest; returns its process and the script for gdb.
sub guest {
    my ($machine, @rest) = @_;
    unlink "$folder/err"; # of the previous guest
    defined(my $pid = fork) or die "fork: $!";
    if (!$pid) {
        open STDIN, '<', '/dev/null' or die $!;
        open STDOUT, '>', "$folder/out" or die $!;
        open STDERR, '>', "$folder/err" or die $!;
        exec $pmulab, 'boot', $machine, '--gdb', @rest or die $!;
    }
    my ($script, $end) = ('', time + 60);
    until (($script) = (slurp("$folder/err") // '') =~ /^with pmulab's registers: gdb -x (\S+)$/m) {
        die "no guest: " . slurp("$folder/err") if time > $end;
        sleep 0.05;
    }
    return ($pid, $script);
}

# The status of a guest that should end by itself; otherwise kills it.
sub ended {
    my ($pid) = @_;
    my $end = time + 60;
    until (waitpid($pid, WNOHANG) == $pid) {
        kill TERM => $pid if time > $end;
        sleep 0.1;
    }
    return $?;
}

# gdb's output for these commands, within a time limit.
sub gdb {
    my ($script, @commands) = @_;
    my $words = join ' ', map { "-ex '$_'" } @commands;
    return scalar `timeout 120 gdb -batch -nx -x '$script' $words 2>&1`;
}

# ---- a counter of a memory controller ----

my ($pid, $script) = guest('snbep', '--', 'perf stat -a -e uncore_imc_0/cas_count_read/ sleep 0.1');
is(join(' ', sort map { s{.*/}{}r } glob dirname_of($script) . '/*'), 'pmulab.gdb pmulab.py registers.json server window', 'files for gdb');
my $said = gdb($script,
    'info pmulab', 'echo ---\n',
    'info pmulab imc0', 'echo ---\n',
    'info pmulab imc9', 'info pmulab imc0.FOO', 'pmulab break imc99', 'echo ---\n',
    'pmulab break imc0.PMON_CTL0', 'continue', 'echo ---\n',
    'info pmulab IMC0.pmon_ctl0', 'echo ---\n',
    'x/i $pc', 'continue', 'echo ---\n',
    'info pmulab imc0.PMON_CTL0', 'echo ---\n',
    'pmulab break never', 'detach');
my ($blocks, $fresh, $wrong, $first, $register, $second, $after) = split /^---\n/m, $said;
like($blocks, qr/^imc0 +performance monitor of one memory channel\n.*^imc3 .*^ubox .*^cbo7 .*^pcu .*^ubox-msr .*^package /ms, 'the blocks');
unlike($blocks, qr/^s1\.|^pci |guide/m, '... of this guest only');
is(() = $fresh =~ /^PMON_\w+ +0x0+$/mg, 12, 'before the first instruction: registers at their reset values');
like($wrong, qr/^no block 'imc9'; there are: imc0, imc1, imc2, imc3, ubox, /m, 'a block of another variant');
like($wrong, qr/^no block 'imc99'; there are: imc0, imc1, imc2, imc3, ubox, /m, 'a block that no variant has');
like($wrong, qr/^imc0 has no register 'FOO'; there are: PMON_CTR0, /m, 'a missing register');
like($first, qr/^pmulab: imc0\.PMON_CTL0 was accessed by CPU \d at \d+\.\d{9} s\n +it reads as 0x00400304  en=1 umask=RD ev_sel=CAS_COUNT$/m,
    'the first access to the register stops the guest, and it is decoded');
like($register, qr/^imc0\.PMON_CTL0 = 0x00400304  event of general counter 0\n/, 'a register');
like($register, qr/^ +22  en +1 +the counter counts/m, '... field by field');
like($register, qr/^ +15:8  umask +3  RD +sub-events/m, '... with names that depend on another field');
like($second, qr/^pmulab: imc0\.PMON_CTL0 was accessed .*\n +it reads as 0x00000304  umask=RD ev_sel=CAS_COUNT$/m, 'the next access also stops it');
like($after, qr/^imc0\.PMON_CTL0 = 0x00000304 /m, 'the driver has switched it off');
is(ended($pid), 0, 'after detach the command continues');
like(slurp("$folder/err") . slurp("$folder/out"), qr/uncore_imc_0\/cas_count_read\//, '... and prints its figures');
is(join(' ', glob "$folder/pmulab-gdb-*"), '', 'the files are gone');

sub dirname_of { return $_[0] =~ s{/[^/]*$}{}r }

# ---- MSRs, any access, two consecutive gdbs; against the trace ----

($pid, $script) = guest('epyc', '--trace', "$folder/t.pmt", '--', 'true');
unlike(gdb($script, 'pmulab break cpu1.IBS_CTL', 'disconnect'), qr/pmulab:|Error|Exception/, 'a gdb that leaves');
$said = gdb($script, 'pmulab break any', 'continue', 'continue', 'info pmulab cpu1.IBS_CTL', 'pmulab break cpu1.IBS_CTL', 'continue',
    'pmulab break cpu1.apic', 'continue', 'pmulab break never', 'detach');
is(ended($pid), 0, 'the guest continues');
like($said, qr/^ +8  LvtOffsetVal +1 +the firmware has assigned LvtOffset$/m, 'registers of the running variant');
my @stops = $said =~ /was accessed by CPU (\d) at (\d+\.\d{9}) s$/mg;
my @accesses = grep { /^ +\d+\.\d{9} +\d+ \S+ [RW] / } split /\n/, `$pmulab trace '$folder/t.pmt'`;
my @expected = splice @accesses, 0, 2;
for my $next (qr/ [RW] cpu1\.IBS_CTL /, qr/ [RW] cpu1\.apic\./) {
    shift @accesses while @accesses && $accesses[0] !~ $next;
    push @expected, shift @accesses // '';
}
is("@stops", join(' ', map { / +(\S+) +(\d+) / ? ($2, $1) : 'none' } @expected),
    'the first two accesses, then the next of an MSR and of a block: CPUs and times as in the trace');

# ---- a signal ----

($pid, $script) = guest('snbep', '--', 'true');
kill TERM => $pid;
is(ended($pid) & 127, 15, 'a signal ends it');
is(join(' ', glob "$folder/pmulab-gdb-*"), '', '... and the files are gone');

done_testing();
