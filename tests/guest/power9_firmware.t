#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The stores of skiboot and the kernel in one clean boot of two cores. The list
# was recorded on stock QEMU with the same software, before pmulab had a model.
use strict;
use warnings;
no warnings "portable";    # numbers of 64 bits
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $trace = tempdir(CLEANUP => 1) . '/boot.pmt';

is(system($pmulab, 'boot', 'power9', '--icount', '--cpus', '2', '--trace', $trace, '--', 'true'), 0, 'the guest boots');

# Numbers of blocks in `pmulab trace`: core N is 0x1000 + N, CPU N is 0x2000 +
# N.
my (@scoms, @ldbars);
open my $raw, '-|', $pmulab, 'trace', '--raw', $trace or die "pmulab trace: $!\n";
while (<$raw>) {
    chomp;
    my (undef, undef, undef, $kind, $block, $offset, undef, $value) = split /\t/;
    last if $kind eq 'step-begin';    # then only the guest's end follows
    next if $kind ne 'write';
    push @scoms, sprintf '%d %s %s', $block & 0xfff, $offset, $value if $block >> 12 == 1;
    push @ldbars, [$block & 0xfff, $value] if $block >> 12 == 2;
}
close $raw;

my %address = map { /^(\d) 1001220b (\w+)$/ ? ($1 => $2) : () } @scoms;
my @expected = (
    (map { ("$_ 1001220b $address{$_}", "$_ 20010aa8 402010000000000", "$_ 10012200 e000000000000000") } 0, 1),
    (map { ("$_ 10012200 e000000000000000", "$_ 20010aa9 7fffffc142020000") } 0, 1),
);
is_deeply(\@scoms, \@expected, 'SCOMs: PDBAR, event mask and mode of each core, then mode and trace of each')
    or diag(join "\n", @scoms);
ok($address{$_} && !(hex($address{$_}) & ~0x0003_ffff_ffff_e000), "PDBAR of core $_ is an address of 8 KiB") for 0, 1;
isnt($address{0}, $address{1}, 'each core has its own memory');
is_deeply([grep { $_->[1] ne '0' } @ldbars], [], 'LDBAR: only zeros');
for my $cpu (0, 1) {
    my $n = grep { $_->[0] == $cpu } @ldbars;
    cmp_ok($n, '>=', 2, "CPU $cpu: one for thread imc and one for trace imc");
}
done_testing();
