#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: each planted bug applies to the tree, and its row of the
# table names an existing catcher.
use strict;
use warnings;
use lib 'tests/lib';
use Planted;
use Test::More;

my %diffs = map { m{^tests/planted/(.+)\.diff$} => 1 } glob 'tests/planted/*/*.diff';
my %folders;

# The expectations of a scenario, with their names from results: 'step NAME:
# EXPECTATION'.
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

# Whether the row's catcher exists, by its text.
sub has_catcher {
    my ($row) = @_;
    return ok(-f "tests/unit/$row->{where}.c", "$row->{name}: a unit test, $row->{where}") if $row->{by} eq 'unit';
    return ok(-f "tests/$row->{by}/$row->{where}.t", "$row->{name}: a test, $row->{where}") if $row->{by} =~ /^(guest|tree)$/;
    return ok(-f "scenarios/$row->{where}.scn", "$row->{name}: a scenario, $row->{where}") if $row->{point} !~ /^step /;
    my %found = expectations($row->{where});
    return ok($found{$row->{point}}, "$row->{name}: $row->{where} expects '$row->{point}'");
}

my @rows = planted_rows();
for my $row (@rows) {
    my ($folder) = $row->{name} =~ m{^(\w+)/};
    $folders{$folder}++;
    ok(delete $diffs{$row->{name}}, "$row->{name}: has a diff");
    is(system("patch -p1 --dry-run --fuzz=0 --silent --forward --reject-file=- <tests/planted/$row->{name}.diff"), 0,
        "$row->{name}: applies");
    has_catcher($row);
    diag("$row->{name}: not caught yet") if $row->{todo};
}
cmp_ok(scalar(grep { !$_->{todo} } @rows), '>=', 60, 'at least sixty bugs are caught');
is_deeply([sort keys %diffs], [], 'no diff without a row');
cmp_ok($folders{$_} // 0, '>=', 5, "$_: at least five bugs") for map { m{([^/]+)$} } glob 'scenarios/*';
done_testing();
