#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# ci/examples: each passes, and fails at its own check with the bug of its
# bug.diff. Boots seven guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

my $examples = "$FindBin::Bin/../../../ci/examples";
$ENV{PMULAB} = $pmulab;
$ENV{MACHINES} = 'snbep';

# Runs the test of example NAME. Returns its status and its output.
sub example {
    my ($name) = @_;
    my $out = `cd '$scratch/share/$name' && ./test.sh 2>&1`;
    return ($? >> 8, $out);
}

# The message of the check that the bug fails.
my %fails = (
    'perf-event'  => qr/^FAILED: 10000 rounds, 110\d\d branches$/m,
    'perf-script' => qr/^FAILED: 6[34]\d{8} bytes a second; expected 5760000000$/m,
    'libpfm4'     => qr/^BR_INST_RETIRED:ALL_BRANCHES: (?!100[0-4]\d )\d+ branches in 10000 rounds$/m,
);
is_deeply([map { s{.*/}{}r } glob "$examples/*"], [sort keys %fails], 'every example');
for my $name (sort keys %fails) {
  SKIP: {
        skip 'no libpfm4-dev to build it', 6
            if $name eq 'libpfm4' && system "echo '#include <perfmon/pfmlib.h>' | cc \$CPPFLAGS -E - >/dev/null 2>&1";
        is(system('cp', '-r', "$examples/$name", "$scratch/share"), 0, "$name: a copy");
        my ($status, $out) = example($name);
        is($status, 0, '... passes') or diag($out);
        like($out, qr/  yes  /, '... and the hardware has counted the same');
        is(system("cd '$scratch/share/$name' && patch -s -p1 <bug.diff"), 0, '... the bug is planted');
        ($status, $out) = example($name);
        is($status, 1, '... and fails it');
        like($out, $fails{$name}, '... by its own check') or diag($out);
    }
}
done_testing();
