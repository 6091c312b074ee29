# SPDX-License-Identifier: GPL-2.0-or-later
# Runs programs of inside/ on the bare machine, without an operating system, under a plugin.
package BareTest;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Temp qw(tempdir);
use Test::More;

our @EXPORT = qw($icount run_bare trace_lines);

my $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
my $build   = abs_path($ENV{BUILD} // 'build');
my $scratch = tempdir(CLEANUP => 1);

our $icount = '-icount shift=1,sleep=off';

# QEMU and the plugin for each folder of inside/.
my %machines = (
    arm64 => ['qemu-system-aarch64 -M virt,virtualization=on,gic-version=3,dtb-randomness=off -cpu neoverse-n1 -m 256M', 'kunpeng'],
    ppc64 => ['qemu-system-ppc64 -M powernv9 -m 2G -device ipmi-bmc-sim,id=bmc -device isa-ipmi-bt,bmc=bmc,irq=10', 'power9'],
);

# Runs $program, "arm64/blocks", with QEMU's options $how and the plugin's, ",NAME=VALUE...". Returns the output.
sub run_bare {
    my ($program, $how, $options) = @_;
    my ($qemu, $plugin) = @{ $machines{ $program =~ s{/.*}{}r } };
    my $out = `timeout -s KILL 60 $build/guest/run_qemu $qemu -nodefaults -display none -no-reboot -serial stdio \\
        -kernel $build/guest/$program -plugin '$build/pmulab-$plugin.so,trace=$scratch/trace$options' $how 2>&1 </dev/null`;
    is($? >> 8, 0, "$how: it runs to its end") or diag($out);
    return $out;
}

# The last run's trace: lines of `pmulab trace --raw`, without those that begin with #.
sub trace_lines {
    return grep { !/^#/ } map { chomp; $_ } `$pmulab trace --raw $scratch/trace`;
}

1;
