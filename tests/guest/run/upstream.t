#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# driver/hisi_pmcu passes the kernel's own checks: checkpatch --strict, W=1,
# sparse, and kernel-doc for everything in its headers. The tools come from the
# guest's kernel in the cache. A page describes the driver's interface.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $tree = abs_path('.');
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;
system('cp', '-r', "$tree/driver/hisi_pmcu", 'driver') == 0 or die;

system("$pmulab module --machine kunpeng --from scripts --extract linux >out 2>&1") == 0 or diag(slurp('out'));
my @sources = sort glob 'driver/*.[ch]';
my $check = 'perl linux/scripts/checkpatch.pl --no-tree --strict --terse --file';
my $said = `$check @sources 2>&1`;
is("$?$said", '0', 'checkpatch --strict');
spew('bad.c', slurp('driver/pmcu_hw.c') =~ s/\n\tu32 status;/\n\tu32  status ;/r);
isnt(system("$check bad.c >out 2>&1"), 0, '... which detects a bad file');

# Each function and struct in a header has a complete description.
my $doc = `perl linux/scripts/kernel-doc -none -Wall driver/*.h 2>&1`;
is($doc, '', 'kernel-doc has no complaint');
my $headers = join '', map { slurp($_) } glob 'driver/*.h';
my %described = map { $_ => 1 } $headers =~ m{^/\*\*\n \* (?:struct )?(\w+)(?:\(\))? - }mg;
my @offered = ($headers =~ /^struct (\w+) \{/mg, $headers =~ /^[a-z][\w ]*?[ *](\w+)\([^;{]*\);/mg);
cmp_ok(scalar @offered, '>', 15, 'functions and structs in headers');
is_deeply([grep { !$described{$_} } @offered], [], '... have descriptions');

sub build {
    my ($checks) = @_;
    unlink glob 'driver/*.o';
    my $out = `$checks $pmulab module --machine kunpeng driver 2>&1`;
    is($?, 0, "$checks: built") or diag($out);
    return slurp('driver/.pmulab/build.log');
}

is(build('KBUILD_EXTRA_WARN=1'), '', 'W=1: no warning');
SKIP: {
    skip 'sparse is not installed', 4 if system('command -v sparse >/dev/null');
    is(build('KBUILD_CHECKSRC=2'), '', 'sparse: no warning');
    # sparse detects a register written without the accessor.
    my $source = slurp('driver/pmcu_hw.c') =~ s/writel\(value, pmcu->base \+ reg\);/*(u32 *)(pmcu->base + reg) = value;/r;
    spew('driver/pmcu_hw.c', $source);
    like(build('KBUILD_CHECKSRC=2'), qr/cast removes address space/, '... which a bad file gets');
}

# The page names every file and field of the interface.
my $page = slurp("$tree/driver/hisi-pmcu.rst");
my $sysfs = slurp("$tree/driver/hisi_pmcu/pmcu_sysfs.c");
my @names = $sysfs =~ /(?:PMU_FORMAT_ATTR|DEVICE_ATTR_ADMIN_\w+)\((\w+)/g;
is(scalar @names, 6, 'six files');
is_deeply([grep { $page !~ /``\Q$_\E``/ } @names], [], '... are all on the page');

done_testing;
