#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Adds events in a copy of the tree, as the table of changes in
# docs/architecture.md says: to a model's list and to the oracle's. Starts no
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

# Builds a comparison of lists, and returns its output.
sub compared {
    my ($by) = (@_, $test);
    my $out = `cd $tree && make -s $by 2>&1 && $by`;
    return ($? >> 8, $out);
}

# The table's row of a change.
sub row {
    my ($change) = @_;
    open my $in, '<', 'docs/architecture.md' or die $!;
    return (grep { /^\| \Q$change\E / } <$in>)[0] // '';
}

# ---- the event ----

like(row("an event of one of Intel's boxes"), qr{\| two places: .*`models/snbep/\*/BOX\.events`.*`oracle/snbep/\*/BOX\.c`}, 'the table names two places');

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
system('sed', '-i', '/ its name again/d', "$tree/$model");

# ---- a file of the oracle with several generations ----

my ($generations, $line) = ('oracle/snbep/kinds/r2pcie.c', 0);
system('sed', '-i', '/Haswell-EP/,$ s/EACH(0x13, 32,/EACH(0x13, 31,/', "$tree/$generations");
open my $in, '<', "$tree/$generations" or die $!;
while (<$in>) {
    $line = $. if /0x13, 31,/;
}
close $in or die $!;
($status, $out) = compared();
like($out, qr{^# models/snbep/hsx/r2pcie\.events:\d+: RxR_OCCUPANCY: max is 0x20; \Q$generations\E:$line has 0x1f$}m, "the generation's line is named") or diag($out);

# ---- events of other machines ----

for (
    ["an event of HiSilicon's uncore", 'oracle_uncore_test', qr/ddrc: the number of events/,
        'models/kunpeng/ddrc.events', qr/^0x07 /, '0x08 pmulab_added | an event',
        'oracle/kunpeng/uncore_manual.c', qr/\{7, V1, false, "rw_chg"\}/, '    {8, V1, false, "pmulab_added"},'],
    ['an event of a core PMU', 'oracle_x86_test', qr/\S+: model and oracle count each of \d+ selections the same/,
        'models/x86/intel_events.c', qr/^static const struct x86_event spr/, '    {0x0aa, 0x01, 1, 0, X86_INSTRUCTIONS, NONE, "PMULAB.ADDED"},',
        'oracle/x86/intel_events.c', qr/\{PART\(SPR\), 0x09c, 0x01/, '    {PART(SPR), 0x0aa, 0x01, 1, 0, I(INSTRUCTIONS), NO},'],
) {
    my ($change, $by, $check, @places) = @$_;
    my $places = row($change);
    ok($places =~ m{`oracle/(?:kunpeng/uncore_manual\.c|x86)`} && $places =~ m{`models/(?:kunpeng/BLOCK\.events|x86/intel_events\.c)`}, "$change: the table names both places");
    add(@places[0 .. 2]);
    ($status, $out) = compared("build/tests/oracle/$by.t");
    like($out, qr/^not ok \d+ - $check$/m, '... in one place alone, it is missed') or diag($out);
    add(@places[3 .. 5]);
    ($status, $out) = compared("build/tests/oracle/$by.t");
    ok(!$status && $out !~ /^not ok/m, '... in both places, it is complete') or diag($out);
}
done_testing();
