#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: each planted bug applies to the tree, and its row of the
# table names an existing catcher: a scenario with that expectation, or a test
# with that check.
use strict;
use warnings;
use lib 'tests/lib';
use Files;
use Planted;
use Test::More;

my $build = $ENV{BUILD} // 'build';
# Rows of guest tests whose check has a variable part.
my %variable = map { $_ => 1 } qw(trap/mmio-of-4-bytes export/svd-width-off-by-one export/rdl-takes-msb0-for-lsb0);
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

# Whether a unit test prints the row's check.
my %checks;
sub prints {
    my ($row) = @_;
    my $checks = $checks{$row->{where}} //= [map { /^\s*ok \d+(?: - (.*))?/ ? $1 // '' : () } split /\n/, `$build/tests/$row->{where}.t 2>/dev/null`];
    return scalar grep { planted_is($row, $_) } @$checks;
}

# Whether the row's check is one literal in its test's source.
sub has_check {
    my ($row, $source) = @_;
    my $text = slurp($source) // return;
    $text =~ s/"\s*\n\s*"//g;
    $text =~ s/\\(["'])/$1/g;
    my ($name) = $row->{point} =~ /^(.*?)(?: \.\.\.)?$/;
    return index($text, $name) >= 0;
}

# Whether the row's catcher exists.
sub has_catcher {
    my ($row) = @_;
    my $check = "$row->{name}: $row->{where} checks '$row->{point}'";
    return ok(-f "tests/unit/$row->{where}.c", $check) if $row->{by} eq 'unit' && $row->{point} =~ /^Bail out! /;
    return ok(has_check($row, "tests/unit/$row->{where}.c") || prints($row), $check) if $row->{by} eq 'unit';
    return ok(has_check($row, "tests/$row->{by}/$row->{where}.t") || $variable{$row->{name}}, $check) if $row->{by} =~ /^(guest|tree)$/;
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
