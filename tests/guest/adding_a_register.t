#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Adds registers, fields and a subcommand in a copy of the tree, as the table of
# changes in docs/architecture.md says. Starts no guest.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $build = $ENV{BUILD} || 'build';
my $tree  = tempdir(CLEANUP => 1);

# ---- the copy ----

my @parts = grep { !/^(?:build.*|pmulab-results|debian)$/ } glob '*';
is(system('cp', '-a', @parts, $tree), 0, 'the tree is copied');
mkdir "$tree/build" or die $!;
is(system('cp', '-a', (grep { -e $_ } map { "$build/$_" } qw(obj guest npm no-npm uplot-from)), "$tree/build"), 0, '... with its build');
delete $ENV{$_} for qw(MAKELEVEL MFLAGS BUILD PMULAB);
$ENV{MAKEFLAGS} = 'WHOLE=';

sub slurp {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/ = undef;
    return scalar <$in>;
}

sub spew {
    my ($file, $text) = @_;
    open my $out, '>', "$tree/$file" or die "$file: $!";
    print $out $text;
    close $out or die $!;
    return;
}

# Replaces the first match of $pattern in $file by $new, a text or a function of
# its first two groups. The table's row that begins with $change must name
# $place.
sub change {
    my ($change, $place, $file, $pattern, $new) = @_;
    my ($row) = slurp('docs/architecture.md') =~ /^\| \Q$change\E \| (.*) \|$/m;
    like($row // '', qr/`\Q$place\E`/, "$change: the table names $place");
    my $text = slurp("$tree/$file");
    is($text =~ s/$pattern/ref $new ? $new->($1, $2) : $new/e, 1, "... and $file can be changed");
    spew($file, $text);
    return;
}

# ---- the changes ----

change('a register or field', '.rdl', 'models/snbep/spr.rdl', qr/(?=        spr_free RPQ @ 0x2318;)/,
    "        spr_free ADDED @ 0x22b8;\n        ADDED->name = \"FREE_ADDED\";\n        ADDED->desc = \"a test's register\";\n");
change('a register or field of several Intel boxes', 'models/snbep/pmon.rdl', 'models/snbep/pmon.rdl', qr/(reg box_ctl \{.*?)7:2: write 0(";\n.*? frz\[8:8\];\n)/s,
    sub { "$_[0]7:3: write 0$_[1]    field { sw = r; desc = \"a test's field\"; } pmulab_added[2:2];\n" });
change('a field of an IBS register', 'models/epyc/ibs.rdl', 'models/epyc/ibs.rdl', qr/7:4: reads as 0";\n(?=    field \{ sw = r; desc = "the firmware has assigned)/,
    "7:5: reads as 0\";\n    field { sw = r; desc = \"a test's field\"; } PmulabAdded[4:4];\n");
change('a subcommand', 'harness/cli/command.h', 'harness/cli/command.h', qr/(?<=#define COMMANDS\(COMMAND\))\s*\\\n/,
    " \\\n    COMMAND(added, \"\", \"a test's subcommand\", WORDS_NONE) \\\n");
spew('harness/cli/added.c', <<'END');
#include "harness/cli/command.h"

#include <stdio.h>

int command_added(int argc, char **argv)
{
    return argc == 1 && puts(argv[0]) < 0;
}
END

# ---- the command with them ----

my $made = `cd $tree && make -s build/pmulab 2>&1`;
is(join('', $made =~ /^.*(?:warning|error|Error).*\n/mg), '', 'the command builds without a warning');

sub prints {
    my ($words, $pattern, $what) = @_;
    my $out = `cd $tree && build/pmulab $words 2>&1`;
    like($out, $pattern, $what);
    return;
}
prints('describe snbep.imc-spr-free', qr/^  0x22b8 +64 +FREE_ADDED +a test's register$/m, 'the register is described');
prints("describe $_", qr/^ +2 +pmulab_added\b.*a test's field$/m, "... and the field of $_") for qw(snbep.ha.PMON_BOX_CTL snbep.cbo.BOX_CTL);
prints('describe epyc.ibs.IBS_CTL', qr/^ +4 +PmulabAdded\b.*a test's field$/m, '... and IBS_CTL\'s');
prints('decode epyc.ibs.IBS_CTL 0x10', qr/PmulabAdded/, '... which is decoded');
prints('added',    qr/\Aadded\n\z/,                      'the subcommand runs');
prints('help',     qr/^ +added +a test's subcommand$/m, '... and is listed');
prints('complete add', qr/^added$/m,                     '... and completed');
done_testing();
