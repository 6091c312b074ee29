#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Adds a Xeon, and a box to one, in a copy of the tree, as the table of changes in
# docs/architecture.md says. No test changes, so the numbers of other blocks in
# traces stay. Starts no guest.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $build = $ENV{BUILD} || 'build';
my $tree  = tempdir(CLEANUP => 1);
my @tests = map { "build/tests/$_.t" } qw(oracle/oracle_lists_test oracle/oracle_manual_test snbep/snbep_test snbep/snbep_names_test snbep/snbep_plan_test machine/machines_test);
my %touched;

# ---- the copy ----

my @parts = grep { !/^(?:build.*|pmulab-results|debian)$/ } glob '*';
is(system('cp', '-a', @parts, $tree), 0, 'the tree is copied');
mkdir "$tree/build" or die $!;
is(system('cp', '-a', "$build/obj", "$tree/build"), 0, '... with its objects');
delete $ENV{$_} for qw(MAKELEVEL MFLAGS BUILD PMULAB);
$ENV{MAKEFLAGS} = 'WHOLE=';

sub slurp {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/ = undef;
    return scalar <$in>;
}

# Replaces the one match of $pattern in $file by the text that $with returns.
sub change {
    my ($file, $pattern, $with) = @_;
    my $text = slurp("$tree/$file");
    is($text =~ s/$pattern/$with->()/e, 1, "a change of $file");
    open my $out, '>', "$tree/$file" or die "$file: $!";
    print $out $text;
    close $out or die $!;
    $touched{$file} = 1;
}

# Builds the tests and runs them. Returns their failures, or the compiler's.
sub failures {
    my $out = `cd $tree && make -s @tests 2>&1`;
    return $out if $?;
    return join '', map { my $all = `cd $tree && $_ 2>&1`; $? ? "$_: " . join('', $all =~ /^not ok .*\n(?:#.*\n)*/mg) : () } @tests;
}

# The files in the table's row that begins with $change.
sub places {
    my ($change) = @_;
    my ($row) = slurp('docs/architecture.md') =~ /^\| \Q$change\E \| (.*) \|$/m;
    return [sort $row =~ m{`((?:models|oracle|harness)/[\w./]+)`}g];
}

# ---- a Xeon ----

change('models/snbep/variant.h', qr/(#define SNBEP_VARIANTS\(X\)(?:.*\\\n)+.*)\n/, sub { "$1 \\\n    X(NEXT, next, \"next\")\n" });
change('models/snbep/variants/spr.c', qr/\z/, sub { "\nconst struct snbep_variant variant_next = {.number = VARIANT_NEXT, .name = \"next\", .prose = \"a test's\", .clocks = VARIANT_CLOCKS(DDR5_4800, 16000), SPR_VARIANT};\n" });
change('oracle/snbep/manual.h', qr/(#define ORACLE_VARIANTS\(X\)(?:.*\\\n)+.*)\n/, sub { "$1 X(next)\n" });
change('oracle/snbep/variants/spr.c', qr/\z/, sub { "\nconst struct oracle_variant oracle_next = {\"next\", ORACLE_X86_SPR, spr_boxes, ORACLE_COUNT(spr_boxes), spr_units, ORACLE_COUNT(spr_units), 2000000000};\n" });
change('harness/machine/snbep.c', qr/(    \{"variant=generic", XEON_CPU)/, sub { "    {\"variant=next\", XEON_CPU(\"Icelake-Server,model=254\")},\n$1" });
is(failures(), '', 'a Xeon more: all tests pass unchanged');
is_deeply([sort map { m{(.*/variants)/} ? $1 : $_ } keys %touched], places('another Xeon'), '... with changes in the files of the table');
my $blocks = `cd $tree && build/tests/snbep/snbep_names_test.t`;
like($blocks, qr/^ok \d+ - block 0xff2701$/m, '... and the numbers of blocks are compared');

# ---- a box between others ----

%touched = ();
change('models/snbep/variants/spr.c', qr/(\{0x00, 1, 0x3251, SYSTEM_PERIPHERAL, 0\},)/, sub { "$1 M2M_FUNCTION(0x11)," });
change('models/snbep/variants/spr.c', qr/(spr_boxes\[\] = \{(?:[^;]*?)CHANNEL\(7\),)/, sub { "$1 M2M(5)," });
change('oracle/snbep/variants/spr.c', qr/(    ORACLE_FOUR_AT\("imc-free", )/, sub { "    M2M(&oracle_spr_m2m, 5),\n$1" });
change('oracle/snbep/variants/spr.c', qr/(CHANNEL_UNIT\(7, 0x1ea800\),)/, sub { "$1 M2M_UNIT(5)," });
is(failures(), '', 'a box more: all tests pass unchanged');
is_deeply([sort map { m{(.*/variants)/} ? $1 : $_ } keys %touched], places('another box of a Xeon'), '... with changes in the files of the table');
done_testing();
