#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Adds an event in a copy of the tree, as the table of changes in
# docs/architecture.md says: to the model's list and to the oracle's. Starts no
# guest.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $build = $ENV{BUILD} || 'build';
my $tree  = tempdir(CLEANUP => 1);
my ($model, $oracle, $test) = ('models/snbep/hsx/sbo.events', 'oracle/snbep/kinds/sbo.c', 'build/tests/oracle/oracle_lists_test.t');

# ---- the copy ----

my @parts = grep { !/^(?:build.*|pmulab-results|debian)$/ } glob '*';
is(system('cp', '-a', @parts, $tree), 0, 'the tree is copied');
mkdir "$tree/build" or die $!;
is(system('cp', '-a', "$build/obj", "$tree/build"), 0, '... with its objects');
delete $ENV{$_} for qw(MAKELEVEL MFLAGS BUILD PMULAB);
$ENV{MAKEFLAGS} = 'WHOLE=';

# Puts $line after the line of $file that matches $after.
sub add {
    my ($file, $after, $line) = @_;
    open my $in, '<', "$tree/$file" or die "$file: $!";
    my @lines = map { $_, /$after/ ? "$line\n" : () } <$in>;
    open my $out, '>', "$tree/$file" or die "$file: $!";
    print $out @lines;
    close $out or die $!;
}

# Builds the comparison of lists, and returns its output.
sub compared {
    my $out = `cd $tree && make -s $test 2>&1 && $test`;
    return ($? >> 8, $out);
}

# ---- the event ----

my ($row) = grep { /^\| an event of one of Intel's boxes / } do { open my $in, '<', 'docs/architecture.md' or die $!; <$in> };
like($row, qr{\| two places: .*`models/snbep/\*/BOX\.events`.*`oracle/snbep/\*/BOX\.c`}, 'the table names two places');

add($model, qr/^0x06 /, '0x08 PMULAB_ADDED max=2 | an event');
my ($status, $out) = compared();
like($out, qr/^not ok \d+ - hsx\.sbo: event 008 is in both lists$/m, 'in one place alone, it is missed') or diag($out);
like($out, qr/^# \Q$model\E:\d+: PMULAB_ADDED is not in \Q$oracle\E$/m, '... with its line');

add($oracle, qr/\(0x06, /, '    ADDS(0x08, 1, "PMULAB_ADDED", NULL, 0),');
($status, $out) = compared();
like($out, qr{^# \Q$model\E:\d+: PMULAB_ADDED: max is 0x2; \Q$oracle\E:\d+ has 0x1$}m, 'with another maximum, both lines are named') or diag($out);

system('sed', '-i', 's/PMULAB_ADDED max=2/PMULAB_ADDED/', "$tree/$model");
($status, $out) = compared();
unlike($out, qr/^not ok/m, 'in both places, it is complete') or diag($out);
like($out, qr/^ok \d+ - hsx\.sbo: PMULAB_ADDED is the same in both lists$/m, '... and compared');

# ---- a mistake ----

add($model, qr/PMULAB_ADDED/, '0x0b PMULAB_ADDED | its name again');
($status, $out) = compared();
like($out, qr/^\Q$model\E:\d+: 0x0b PMULAB_ADDED; expected another code and name than in \Q$model\E:\d+$/m, 'a mistake ends the build with one line') or diag($out);
done_testing();
