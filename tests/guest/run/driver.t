#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab module` and `run --driver`: modules of a folder for each architecture,
# a driver of the kernel's own sources, the compiler's errors, and the verdicts
# on planted bugs of a driver. Fetches the tools into the cache.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Aside;
use Files;
use Test::More;
use Time::HiRes qw(time);

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $tree = abs_path('.');
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;

sub pmulab {
    my (@args) = @_;
    my $command = join ' ', map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } $pmulab, @args;
    my $out = `$command 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

my ($status, $out, $err);

# ---- a user's folder ----

my $source = <<'END';
#include <linux/module.h>
static int __init tiny_init(void)
{
	pr_info("tiny is here\n");
	return 0;
}
static void __exit tiny_exit(void)
{
}
module_init(tiny_init);
module_exit(tiny_exit);
MODULE_DESCRIPTION("For a test");
MODULE_LICENSE("GPL");
END
mkdir 'tiny' or die $!;
spew('tiny/tiny.c', $source);
spew('tiny/Kbuild', "obj-m := tiny.o\n");

# e_machine: ELF, "System V ABI", processor supplements.
my %machine = (amd64 => 62, arm64 => 183, ppc64el => 21);
for my $arch (sort keys %machine) {
    ($status, $out, $err) = pmulab('module', '--arch', $arch, '-o', "$arch.ko", 'tiny');
    is($status, 0, "$arch: a module is built") or diag("$out$err");
    like($out, qr{^tiny/tiny\.ko\nfor Linux 6\.12\.\S+, in \d+\.\d s\n\z}m, '... its path and its kernel are printed');
    is(unpack('x18 S<', slurp("$arch.ko")), $machine{$arch}, '... for that architecture, and copied');
}

spew('seen.scn', "machine snbep\nstep look\n    run true\n    expect kernel /tiny is here/\n");
($status, $out, $err) = pmulab('run', '--driver', 'tiny', 'seen.scn');
is($status, 0, 'run --driver: the guest loads it') or diag("$out$err");

spew('tiny/tiny.c', $source =~ s/return 0;/return none;/r);
for my $case (['module', 'tiny'], ['run', '--driver', 'tiny', 'seen.scn']) {
    ($status, $out, $err) = pmulab(@$case);
    is("$status$out", '1', "$case->[0]: a compiler error");
    like($err, qr{\Apmulab: tiny/tiny\.c:5:16: error: \S*none\S* undeclared[^\n]* \(all of it: tiny/\.pmulab/build\.log\)\n\z},
        '... is one line with its place and the log\'s path');
}
like(slurp('tiny/.pmulab/build.log'), qr/return none;/, '... which has the rest');
spew('tiny/tiny.c', $source =~ s/return 0;/return -ENODEV;/r);
($status, $out) = pmulab('run', '--driver', 'tiny', 'seen.scn');
like($out, qr/^not ok 1 .*\n(?:#.*\n)*?# module \S*tiny\.ko does not load: insmod: [^\n]*No such device/m, 'a module that fails to load is reported');

mkdir 'none' or die $!;
for my $case ([['module', 'none'], 2, qr/none: expected a folder with a Kbuild or Makefile/],
    [['module'], 2, qr/expected a folder/],
    [['module', '--arch=z80', 'tiny'], 2, qr/--arch: expected amd64, arm64 or ppc64el/],
    [['module', '--kernel=5.4', 'tiny'], 2, qr/no kernel '5\.4' for amd64; there are: /],
    [['module', '--extract', 'tiny'], 2, qr/--extract: expected --from/],
    [['module', '--from', '.'], 2, qr/--from=\.: expected --extract/],
    [['module', '--from=nosuch/dir'], 2, qr{the kernel's sources have no 'nosuch/dir'; expected a folder such as}],
    [['module', '--from=arch/x86/nothing'], 2, qr{has no folder arch/x86/nothing}]) {
    my ($args, $expected, $pattern) = @$case;
    ($status, $out, $err) = pmulab(@$args);
    is($status, $expected, "@$args: refused");
    like($err, $pattern, '... with the reason');
}

# ---- a driver of the kernel's ----

($status, $out, $err) = pmulab('module', '--from', 'arch/x86/events/intel');
is($status, 0, 'a driver of the kernel\'s own sources is built') or diag("$out$err");
my ($folder) = $out =~ m{^sources are in (linux-6\.12\.\d+/arch/x86/events/intel): edit them there$}m;
like($out, qr{^\Q$folder\E/intel-uncore\.ko$}m, '... with its path');

my $broken; # the file with the bug

# The source line that $said names for an access by $function, from the built
# file.
sub source_line {
    my ($said, $function, $file) = @_;
    return 'none is named' if $said !~ /, by $function\+0x\w+ \[\w+\] at \Q$file\E:(\d+)\)/;
    return (split /\n/, $broken)[$1 - 1];
}

# Plants a bug in a file of $folder, runs scenarios with it, restores the file,
# and returns the output.
sub verdict {
    my ($what, $file, $from, $to, @scenarios) = @_;
    my $good = slurp("$folder/$file");
    ok($good =~ /$from/, "$what: planted");
    spew("$folder/$file", $broken = $good =~ s/$from/$to/r);
    my $begin = time;
    my ($status, $out, $err) = pmulab('run', '--driver', $folder, map { "$tree/scenarios/$_.scn" } @scenarios);
    aside(sprintf '%s: from the edit to the verdict %.1f s', $what, time - $begin);
    spew("$folder/$file", $good);
    is($status, 1, '... and found') or diag("$out$err");
    return $out;
}

my @scenarios = map { "$tree/scenarios/snbep/$_.scn" } qw(first-light lint occupancy);
($status, $out, $err) = pmulab('run', '--driver', $folder, @scenarios);
is($status, 0, 'the kernel\'s unchanged driver: all holds') or diag("$out$err");
unlike($out, qr/cstate/, 'the folder\'s other module is not for this machine, and not loaded');

$out = verdict('umask one bit too high', 'uncore_snbep.c', qr/(?<=umask, umask, "config:)8-15/, '9-16', 'snbep/first-light');
like($out, qr/^not ok \d+ - \S+: step measure: perf exact$/m, '... by perf exact');
like($out, qr/: imc0\.PMON_CTL0 selected another event: umask is 0x6, expected 0x3, by snbep_uncore_pci_enable_event\(\) \(P3\)$/m, '... which names the wrong umask');
like($out, qr/^#   imc0\.PMON_CTL0 <- 0x400604 [^\n]*, by snbep_uncore_pci_enable_event\+0x\w+ \[intel_uncore\] at uncore_snbep\.c:\d+\)$/m, '... and the write');
like(source_line($out, 'snbep_uncore_pci_enable_event', 'uncore_snbep.c'), qr/^\tpci_write_config_dword\(pdev, hwc->config_base, hwc->config \| SNBEP_PMON_CTL_EN\);$/,
    '... and the source line that wrote it');

$out = verdict('disable_box does not freeze', 'uncore_snbep.c',
    qr/(?<=\n)\t\tconfig \|= SNBEP_PMON_BOX_CTL_FRZ;\n(?=\t\tpci_write_config_dword\(pdev, box_ctl)/, '', 'snbep/occupancy',
    'snbep/lint-freeze');
like($out, qr/^not ok \d+ - \S+: step queue: \S+thresh=1\/ = \S+\n# \d+ = \d+ does not hold/m, '... found by a relation within a group');
like($out, qr/^# freeze: control written in a box that is not frozen: [^\n]*, by snbep_uncore_pci_enable_event\+0x\w+ \[intel_uncore\] at uncore_snbep\.c:\d+\)/m,
    '... and by a lint rule, with the driver\'s function');

$out = verdict('BOX_CTL at f8', 'uncore_snbep.c', qr/(?<=SNBEP_PCI_PMON_BOX_CTL\t\t\t)0xf4/, '0xf8', 'snbep/lint');
like($out, qr/^# reserved: reserved bits 0x10000 written: imc0\.PMON_UNIT_STATUS <- 0x10003 [^\n]*, by snbep_uncore_pci_init_box/m,
    '... by the manual\'s rules');

# The module with this bug still exists. The fuzzer finds the bug without a
# hint, and shrinks the case.
($status, $out, $err) = pmulab('fuzz', 'snbep', '--driver', "$folder/intel-uncore.ko", '--cases', 1, '--plans', 1);
is($status, 1, 'fuzz also finds it') or diag("$out$err");
like($out, qr/^pmulab-found\/snbep-1-1\.scn: step planN: lint clean reserved running freeze init: reserved$/m, '... by the same rule');
like($out, qr/^\d+ found, in pmulab-found; `pmulab report pmulab-found` makes a page of them$/m, '... and suggests the next command');
my $found = slurp('pmulab-found/snbep-1-1.scn');
my @operations = $found =~ /^    run (.+)$/mg;
cmp_ok(scalar @operations, '<=', 2 + 10, '... in at most ten operations') or diag($found);
like($found, qr/^# Found with --seed=1, in case 0, .*\n(#     .*\n)*#     reserved: reserved bits 0x10000 written: \S+\.PMON_UNIT_STATUS <- 0x10003 [^\n]* by snbep_uncore_pci_init_box/m, '... with the responsible function');
unlike($found, qr/expected in/, '... and without another file\'s line');
($status, $out, $err) = pmulab('run', '--repeat', 3, 'pmulab-found/snbep-1-1.scn');
is($status, 1, '... the found scenario also fails');
like($out, qr{^not ok \d+ - \S+: step plan1: lint clean reserved running freeze init$}m, '... with the same verdict') or diag($out);
like($out, qr{^ok \d+ - \S+: the same trace 3 times$}m, '... three times, with equal traces') or diag($out);
($status, $out, $err) = pmulab('report', 'pmulab-found');
like($out, qr/^pmulab-found\/report\.html: \d runs?$/, '... and as a page') or diag($err);

# ---- our own driver ----

$folder = 'hisi_pmcu';
system('cp', '-r', "$tree/driver/hisi_pmcu", $folder) == 0 or die;
$out = verdict('hisi_pmcu: NR_LOOP one bit too low', 'pmcu_regs.h', qr/(?<=NR_LOOP\t\t)GENMASK\(15, 8\)/, 'GENMASK(14, 7)',
    'kunpeng/compatible');
like($out, qr/^not ok \d+ - \S+: step of-13: write:pmcu0\.FSM_CFG = 0x0005020f\n# 327951 = 328207 does not hold[^\n]*\n# pmcu0\.FSM_CFG <- 0x5010f \([^\n]*, by pmcu_hw_trigger\+0x\w+ \[hisi_pmcu\] at pmcu_hw\.c:\d+\): NR_LOOP is 0x1, expected 0x2$/m,
    '... by the register\'s value');

done_testing;
