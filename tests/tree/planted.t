#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: each planted bug still applies to the models as they are, and its row of the table names an
# expectation that its scenario has.
use strict;
use warnings;
use Test::More;

my %diffs = map { m{([^/]+)\.diff$} => 1 } glob 'tests/planted/*.diff';
my %machines;

# The lines that expect something, as results call them: 'step NAME: EXPECTATION'.
sub expectations {
    my ($scenario) = @_;
    my ($step, %found) = ('');
    open my $file, '<', "scenarios/$scenario.scn" or return;
    while (<$file>) {
        $step = $1 if /^step (\S+)/;
        $found{"step $step: $1"} = 1 if /^\s+expect (.*?)\s*$/;
    }
    return %found;
}

open my $table, '<', 'tests/planted/table' or die $!;
while (<$table>) {
    next if /^#|^\s*$/;
    chomp;
    my ($name, $scenario, $point) = split /\s+\|\s+/;
    my ($machine) = $name =~ /^(\w+)-/;
    $machines{$machine}++;
    ok(delete $diffs{$name}, "$name: has a diff");
    is(system("patch -p1 --dry-run --fuzz=0 --silent --forward --reject-file=- <tests/planted/$name.diff"), 0, "$name: applies");
    my %found = expectations($scenario);
    like($scenario, qr/^$machine\//, "$name: a scenario of its machine");
    ok($found{$point}, "$name: $scenario expects '$point'");
}
is_deeply([sort keys %diffs], [], 'no diff without a row');
is_deeply([grep { $machines{$_} < 5 } sort keys %machines], [], 'five bugs at least for each machine that has some');
done_testing();
