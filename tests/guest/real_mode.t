#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin's traps in real mode: a boot sector (inside/real_mode.S) runs in a
# segment that does not begin at 0.
use strict;
use warnings;
use Test::More;

my $build = $ENV{BUILD} // 'build';

# Returns QEMU's exit status, set by the boot sector, and the boot sector's
# lines.
sub boot_sector {
    my ($plugin) = @_;
    my $out = `timeout -s KILL 60 $build/guest/run_qemu qemu-system-x86_64 -M pc -cpu SandyBridge,tsc-deadline=off \\
        -nodefaults -no-user-config -display none -no-reboot -serial stdio -device isa-debug-exit,iobase=0xf4 \\
        -drive file=$build/guest/real_mode.img,format=raw,if=ide,snapshot=on $plugin </dev/null`;
    return ($? >> 8, $out);
}

my $qemu = 'qemu 12378086 11221237 11223380'; # the board's own host bridge
my ($status, $out) = boot_sector("-plugin $build/pmulab-snbep.so");
is($status, 1, 'the boot sector runs to its end');
my @lines = split /\n/, $out;
is($lines[0], 'cpuid 00000000', 'CPUID in the middle of a page');
is($lines[1], 'edge 00000000', 'CPUID at the end of a page');
is($lines[2], 'edge 00000000', 'CPUID across two pages');
is($lines[3], 'ours 3CB08086 11223CB0 11223380', '7f:10.0 by dword with a 66 prefix, by word without, by byte');
is($lines[4], $qemu, 'the same for 00:00.0');
is($lines[5], 'end', 'nothing else');

($status, $out) = boot_sector('');
is($status, 1, 'the boot sector also works without the plugin');
like($out, qr/^cpuid (?!00000000)/m, '... CPUID is not zero');
like($out, qr/^ours FFFFFFFF 1122FFFF 112233FF$/m, '... 7f:10.0 is absent');
like($out, qr/^\Q$qemu\E$/m, '... and 00:00.0 is the same');

done_testing();
