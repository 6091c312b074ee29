#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: tests/levels has a row for each script, a reason for each
# test that `make check` omits, and existing scenarios. tests/run follows the
# table.
use strict;
use warnings;
use lib 'tests/lib';
use File::Temp qw(tempdir);
use Files;
use Levels;
use Test::More;

my @rows = level_rows();
my %row = map { $_->{name} => $_ } @rows;
is(scalar keys %row, scalar @rows, 'no test has two rows');
my %script = map { $_ => 1 } glob 'tests/{tree,bench}/*.t tests/guest/*.t tests/guest/*/*.t';
is_deeply([grep { !$row{$_} } sort keys %script], [], 'each script has a row');
is_deeply([grep { !-f && !m{^build/} } sort keys %row], [], 'each row names a file');
is_deeply([map { $_->{name} } grep { $_->{level} eq 'all' && $_->{why} eq '' } @rows], [], 'each test that check omits has a reason');
is_deeply([grep { m{^tests/tree/} && $row{$_}{level} ne 'check' } sort keys %row], [], 'all tests of the tree are in check');
my %machines = map { m{^scenarios/([^/]+)/} ? ($1 => 1) : () } keys %row;
is_deeply([sort keys %machines], [map { s{.*/}{}r } glob 'scenarios/*'], 'check has scenarios of each machine');

# ---- tests/run, with a test table and tests ----

my $dir = tempdir(CLEANUP => 1);
mkdir "$dir/tests";
mkdir "$dir/build";
spew("$dir/tests/levels", "quick.t | check | 1 |\nslow.t | all | 100 | it is slow\nbad.t | all | 50 | it fails\n");
spew("$dir/$_.t", "#!/bin/sh\necho 1..1\necho ok 1 - $_\n") for qw(quick slow unnamed);
spew("$dir/bad.t", "#!/bin/sh\necho 1..1\necho not ok 1 - bad\nexit 1\n");
chomp(my $here = `pwd`);

sub run {
    my ($options, @tests) = @_;
    my $out = `cd $dir && BUILD=build $here/tests/run $options @tests 2>&1`;
    my %ran = map { /^(\S+\.t) \.*/ ? ($1 => 1) : () } split /\n/, $out;
    return ($? >> 8, join(' ', sort keys %ran), $out);
}

my ($status, $ran, $out) = run('--level=check', qw(unnamed.t bad.t slow.t quick.t));
is("$status $ran", '0 quick.t unnamed.t', 'check: its own tests, and one without a row');
like($out, qr/^2 of 4 tests; make check-all runs all$/m, '... and the number of omitted tests');
($status, $ran) = run('--level=all', qw(unnamed.t slow.t quick.t));
is("$status $ran", '0 quick.t slow.t unnamed.t', 'all: every test');
is(scalar(() = slurp("$dir/build/test-times") =~ /^\S+\tall\t[\d.]+\t[\d.]+$/mg), 3, 'their times are written');
($status, $ran) = run('--level=rest', qw(unnamed.t bad.t slow.t quick.t));
is("$status $ran", '1 bad.t slow.t', 'rest: the tests that check omits; a failed one fails the run');
# Times of the last run correct the table's; each run here begins without any.
for my $begin (0, 1) {
    unlink "$dir/build/test-times";
    ($status, $ran, $out) = run("--level=all --seconds=100 --begin=$begin", qw(slow.t), map { "slow$_.t" } ());
    is("$status $ran", '0 slow.t', "enough seconds, from test $begin on");
}
unlink "$dir/build/test-times";
($status, $ran, $out) = run('--level=all --seconds=40', qw(slow.t quick.t));
is("$status $ran", '0 quick.t', 'too few seconds omit a test');
like($out, qr/; left out for want of time: slow\.t$/m, '... by name');
for ([50, 'quick.t slow.t'], [200, 'quick.t']) {
    my ($took, $expected) = @$_;
    spew("$dir/build/test-times", "slow.t\tall\t$took\t$took\n");
    ($status, $ran) = run('--level=all --seconds=100', qw(slow.t quick.t));
    is("$status $ran", "0 $expected", "a test of 100 s took $took s last time");
}
is((run('--level=some', 'quick.t'))[0], 2 , 'another level is refused') or diag($out);
done_testing();
