#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The PMCU's registers in memory, by all kinds of instructions
# (inside/arm64/mmio.S), with a thread per CPU and under -icount. The expected
# records are typed here from the source.
use strict;
use warnings;
no warnings 'portable';    # of numbers with 64 bits
use FindBin;
use lib "$FindBin::Bin/../lib";
use BareTest;
use Test::More;

# QEMU's address for an Image. From its second page on, each case has its own
# place. The fourth instruction there is the case's; the sixth reports the
# loaded value.
use constant { CASES => 0x40080000 + 0x1000, PLACE => 64, FOURTH => 12, SIXTH => 20, PAGE => 4096 };
use constant { FSM_CFG => 0x4, EVENT_BASE => 0x8, KILL_BASE => 0x10, STORE_BASE => 0x18, WAIT_CNT => 0x20 };
use constant { FSM_CTRL => 0x38, INT_STAT => 0x108, INT_CLR => 0x10c, DONE => 1, BRK => 2 };
use constant { VALUE => 0x81a23344, ADDRESS => 0x4fff0020 };

sub seen { return sprintf '%s %x %x %x at %x', @_ }

my $pc = CASES + FOURTH;
my @expected;

sub stores {
    my ($where, $size, $value) = @_;
    push @expected, seen('write', $where, $size, $value, $pc);
    $pc += PLACE;
}

# @became: the instruction's result; it may also make another access.
sub loads {
    my ($where, $size, $value, $became, @more) = @_;
    push @expected, seen('read', $where, $size, $value, $pc), @more ? seen(@more, $pc) : ();
    push @expected, seen('write', KILL_BASE, 8, $became // $value, $pc + SIXTH - FOURTH);
    $pc += PLACE;
}

stores(WAIT_CNT, 4, VALUE);
loads(WAIT_CNT,     4, VALUE);
loads(WAIT_CNT + 1, 1, 0x33);
loads(WAIT_CNT + 2, 2, 0x81a2);
loads(WAIT_CNT,     8, VALUE);
loads(WAIT_CNT,     4, VALUE, ~0xffffffff | VALUE);
loads(WAIT_CNT + 3, 1, 0x81, ~0xff | 0x81);
loads(WAIT_CNT,     4, VALUE) for 1 .. 3;
stores(EVENT_BASE, 8, ADDRESS - 4);    # ... the address after the last increment
loads(WAIT_CNT, 4, VALUE);
stores(EVENT_BASE, 8, ADDRESS);
loads(WAIT_CNT, 4, VALUE) for 1 .. 2;
push @expected, seen('read', WAIT_CNT, 4, VALUE, $pc);
$pc += PLACE;
stores(EVENT_BASE,   4, VALUE);
stores(WAIT_CNT + 3, 1, 0x44);
stores(WAIT_CNT,     2, 0x3344);
stores(WAIT_CNT + 4, 4, VALUE);
stores(0,            4, VALUE);
stores(EVENT_BASE,   8, 0x99aabbccdd);
loads(EVENT_BASE, 8, 0x99aabbccdd, 0xaabbccdd);
stores(EVENT_BASE, 8, 0xaabbccdd00000099);
loads(EVENT_BASE, 8, 0xaabbccdd00000099, undef, 'read', KILL_BASE, 8, 0xaabbccdd);
loads(WAIT_CNT, 4, 0x44a23344, undef, 'write', WAIT_CNT, 4, 0x44a23344 + 0x20);
loads(WAIT_CNT, 4, 0x44a23364);
push @expected, seen('write', KILL_BASE, 8, 0, $pc + SIXTH - FOURTH);    # the place after the registers
$pc += 2 * PLACE - FOURTH + 4;
for my $at ($pc, CASES + 2 * PAGE - 4) {                                 # a block's first, a block's last
    push @expected, seen('read', WAIT_CNT, 4, 0x44a23364, $at), seen('write', KILL_BASE, 8, 0x44a23364, $at + 4);
}

# Then by actions, not by places.
my ($window, $memory) = (0x4fff0000 << 32, 0x40084000 << 32);
my @ran = (
    ['write', WAIT_CNT, 4, 0], ['write', FSM_CFG, 4, 0x10101],
    ['write', KILL_BASE, 8, $memory + (0x1000 << 32)], ['write', STORE_BASE, 8, $memory], ['write', EVENT_BASE, 8, $window],
    ['write', FSM_CTRL, 4, 1], ['read', INT_STAT, 4, BRK], ['write', INT_CLR, 4, BRK],
    ['write', EVENT_BASE, 8, $memory], ['write', KILL_BASE, 8, $window + (0x1000 << 32)], ['write', STORE_BASE, 8, $window],
    ['write', FSM_CTRL, 4, 1], ['read', INT_STAT, 4, BRK], ['write', INT_CLR, 4, BRK],
    ['write', KILL_BASE, 8, $memory + (0x1000 << 32)], ['write', STORE_BASE, 8, $memory],
    ['write', FSM_CTRL, 4, 1], ['read', INT_STAT, 4, DONE], ['write', INT_CLR, 4, DONE],
);

# A store after the last byte of WAIT_CNT, and two accesses to the window's second part, which has no registers.
my $nothing = sprintf "pmulab: note: accesses that found nothing, and read 0 or all ones: 1 of registers (pmcu0+0x%x), 2 of memory (0x4fff0400)\n",
    WAIT_CNT + 4;

for my $how ("-smp 1 $icount", '-smp 2 -accel tcg') {
    is(run_bare('arm64/mmio', $how, ''), $nothing, "$how: only the expected accesses found nothing");
    my (@seen, @what, $rounds);
    for (trace_lines()) {
        my (undef, $cpu, $at, $kind, undef, $offset, $size, $value) = split /\t/;
        next if $kind !~ /^(?:read|write)$/ || $cpu;
        ($at, $offset, $value) = (hex $at, hex $offset, hex $value);
        next if $offset == INT_STAT && !$value;
        $rounds++ if $offset == INT_CLR;
        if    (@seen < @expected) { push @seen, seen($kind, $offset, $size, $value, $at) }
        elsif (@what < @ran)      { push @what, seen($kind, $offset, $size, $value, 0) }
    }
    is_deeply(\@seen, \@expected, "$how: all kinds of loads and stores, with their addresses");
    is_deeply(\@what, [map { seen(@$_, 0) } @ran], "$how: the PMCU itself finds no memory there");
    is($rounds, $how =~ /smp 2/ ? 1003 : 3, "$how: rounds and their interrupts complete beside the other CPU's accesses");
}
done_testing();
