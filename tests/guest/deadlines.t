#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Timed events while the guest sleeps and accesses no register: the trace has
# them with the exact virtual time. The guest powers off without ending its
# step, so no later access hides a missed deadline.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $pmulab  = $ENV{PMULAB} // 'build/pmulab';
my $scratch = tempdir(CLEANUP => 1);

# Clock ticks before overflow of imc0's counter 0 and imc3's counter 2, at 800
# million per second.
my ($left0, $left3) = (800_000_000 - 123, 1_600_000_001);
my $enable = 1 << 22; # event 0: CLOCKTICKS

sub write_traffic {
    open my $file, '>', "$scratch/traffic" or die $!;
    printf $file "at step 1\n    imc0.PMON_CTR0 = %#x\n    imc3.PMON_CTR2 = %#x\n", 2**48 - $left0, 2**48 - $left3;
    print $file "at step 1 + 1200ms\n    imc1 CAS_COUNT.RD_REG 1M/s\n";
    close $file or die $!;
}

# The trace's records, each with its fields.
sub trace_of {
    my ($how) = @_;
    my $script = sprintf 'setpci -s 7f:10.0 d8.l=%x; setpci -s 7f:10.5 e0.l=%x; sleep 3; poweroff -f; sleep 9', ($enable) x 2;
    my $out = `timeout -s KILL 120 $pmulab boot snbep $how --traffic $scratch/traffic --trace $scratch/trace -- '$script' 2>&1`;
    is($? >> 8, 125, "boot $how: the guest powers off in the middle of its step") or diag($out);
    return map {
        my %r;
        @r{qw(time cpu pc kind block offset size value)} = split /\t/;
        \%r;
    } split /\n/, `$pmulab trace --raw $scratch/trace`;
}

sub times_of {
    my ($holds, @records) = @_;
    return map { $_->{time} } grep { $holds->($_) } @records;
}

# The time when channel $block (its number in a trace) was enabled.
sub written {
    my ($block, @records) = @_;
    my @times = times_of(sub { $_[0]{kind} eq 'write' && $_[0]{block} == $block && hex $_[0]{value} == $enable }, @records);
    is(@times, 1, "channel $block is enabled once");
    return $times[0] // 0;
}

# The first whole nanosecond at which $left cycles of 800 MHz are complete since
# $from.
sub after_cycles {
    my ($from, $left) = @_;
    my $cycles = int($from * 4 / 5) + $left;
    return int(($cycles * 5 + 3) / 4);
}

sub check {
    my ($how) = @_;
    my @records = trace_of($how);
    my ($step)     = times_of(sub { $_[0]{kind} eq 'step-begin' }, @records);
    my @enabled   = map { written($_, @records) } 0, 3;
    my @overflow0 = times_of(sub { $_[0]{kind} eq 'overflow' && $_[0]{block} == 0 }, @records);
    my @overflow3 = times_of(sub { $_[0]{kind} eq 'overflow' && $_[0]{block} == 3 }, @records);
    my @plan      = times_of(sub { $_[0]{kind} eq 'plan' }, @records);

    is("@overflow0", after_cycles($enabled[0], $left0), "boot $how: one counter overflows, to the nanosecond");
    is("@overflow3", after_cycles($enabled[1], $left3), "boot $how: another channel overflows later");
    is("@plan", join(' ', $step, $step, $step + 1_200_000_000), "boot $how: traffic changes between them, on time");
    # Kinds of blocks from 0x26 on are the CPUs', whose interrupts the kernel masks
    # at power-off.
    my @hardware  = grep { $_->{kind} !~ /^(?:audit|closed)$/ && ($_->{block} >> 8 & 0x3f) < 0x26 } @records;
    is($hardware[-1]{kind}, 'overflow', "boot $how: nothing else happens until the end");
}

write_traffic();
check('--icount');
check('');
done_testing();
