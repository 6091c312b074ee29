#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: the rooms of docs/architecture.md. Each folder is named there
# and small enough, the top has only named files, and includes only go down:
# never up, never within a row, never in a circle. Guards of headers are paths.
use strict;
use warnings;
use File::Basename;
use File::Spec;
use Test::More;

use constant FILES_MAX => 60;

chomp(my @tracked = `git ls-files 2>/dev/null`);
plan skip_all => 'no git repository, so it is not known which files belong to it' if !@tracked;

my $DOCUMENT = 'docs/architecture.md';

# The rows of the document's tables, by table: a row names folders, or patterns
# of folders (`models/*`). Rows are in order: a row may use the rows below it.
my (%tables, %top_files, $table);
open my $document, '<', $DOCUMENT or die "$DOCUMENT: $!";
my $text = do { local $/; <$document> };
for (split /\n/, $text) {
    $table = $1 if /^\| rooms? (?:in|of) `?([^`|]+?)\/?`? \|/;
    $table = undef if !/^\|/;
    if ($table && /^\| (`[^|]*`) \|/) {
        push @{$tables{$table}}, [map { s{/$}{}r } $1 =~ /`([^`]+)`/g];
    }
}
$top_files{$_} = 1 for $text =~ /^Files at the top: (.*?)^$/ms ? $1 =~ /`([^`]+)`/g : ();
my $TOP = 'the source tree';
ok($tables{$TOP}, "$DOCUMENT has the table of $TOP") or BAIL_OUT('no table, no order');

# The number of the row for $folder in $table, exact names before patterns;
# undef if there is none.
sub row {
    my ($in, $folder) = @_;
    my $rows = $tables{$in} or return;
    for my $row (0 .. $#$rows) {
        return $row if grep { $_ eq $folder } @{$rows->[$row]};
    }
    for my $row (0 .. $#$rows) {
        for my $name (@{$rows->[$row]}) {
            my $pattern = join '[^/]+', map { quotemeta } split /\*/, $name, -1;
            return $row if $folder =~ /^$pattern$/;
        }
    }
    return;
}

# An example has folders like the tree's. Its files include files of the
# example, or else of the tree.
my $EXAMPLE = qr{^examples/[^/]+/};

sub place {
    return $_[0] =~ s/$EXAMPLE//r;
}

# The error of an include of a file in folder $to by one in $from, or ''.
sub complaint {
    my ($from, $to) = @_;
    return '' if $from eq $to;
    my ($from_top, $to_top) = map { m{^([^/]+)} } $from, $to;
    my ($table, @rows) =
        $from_top eq $to_top ? ($from_top, row($from_top, $from), row($from_top, $to)) : ($TOP, row($TOP, $from_top), row($TOP, $to_top));
    return 'has no room' if @rows < 2 || !defined $rows[0] || !defined $rows[1];
    return $rows[1] < $rows[0] ? 'upwards' : $rows[1] == $rows[0] ? 'sideways' : '';
}

# ---- folders ----

my (%n_files, @unnamed, @strays);
for my $file (@tracked) {
    my $folder = dirname($file);
    push @strays, $file if $folder eq '.' && !$top_files{$file};
    $n_files{$folder}++ if $folder ne '.';
}
for my $folder (sort keys %n_files) {
    my ($top) = $folder =~ m{^([^/]+)};
    my $named = defined row($TOP, $top) && (!$tables{$top} || defined row($top, $folder));
    push @unnamed, $folder if !$named;
}
is_deeply(\@strays, [], "every file at the top is named in $DOCUMENT");
is_deeply(\@unnamed, [], "every folder is named in $DOCUMENT");
is_deeply([grep { $n_files{$_} > FILES_MAX } sort keys %n_files], [], 'no folder has more than ' . FILES_MAX . ' files');

# ---- includes ----

my %is_tracked = map { $_ => 1 } @tracked;
my (%uses, @lost, @arrows);

# The tracked file for $name in an #include of $file.
sub included {
    my ($file, $name) = @_;
    my ($example) = $file =~ /($EXAMPLE)/;
    return "$example$name" if $example && $is_tracked{"$example$name"};
    return $name if $is_tracked{$name};
    # The build makes X.rdl.h of X.rdl, and X.events.h of X.events.
    return $1 if $name =~ /^(.*\.(?:rdl|events))\.h$/ && $is_tracked{$1};
    my $beside = File::Spec->canonpath(dirname($file) . "/$name");
    1 while $beside =~ s{[^/]+/\.\./}{};
    return $is_tracked{$beside} ? $beside : undef;
}

# A source and its header are one thing: x.c and x.h.
sub thing {
    return $_[0] =~ s/\.[ch]$//r;
}

for my $file (grep { /\.[ch]$/ && -e } @tracked) {
    open my $source, '<', $file or die "$file: $!";
    while (<$source>) {
        my ($name) = /^\s*#\s*include\s+"([^"]+)"/ or next;
        my $other = included($file, $name);
        if (!$other) {
            push @lost, "$file:$.: $name";
            next;
        }
        $uses{thing($file)}{thing($other)} = 1 if thing($file) ne thing($other);
        my $wrong = complaint(map { dirname(place($_)) } $file, $other);
        push @arrows, "$file:$.: $name: $wrong" if $wrong;
    }
}
is_deeply(\@lost, [], 'every include is of a file that is tracked');
is_deeply(\@arrows, [], 'every include goes down');

# ---- guards of headers ----

# A header is included once by a name that tells its room, so that a moved file
# takes a new one. guest/pmulab_mark.h is for programs outside of the tree.
my @guards;
for my $file (grep { /\.h$/ && -e && $_ ne 'guest/pmulab_mark.h' } @tracked) {
    open my $header, '<', $file or die "$file: $!";
    my ($guard) = map { /^#ifndef (PMULAB_\w+)/ ? $1 : () } <$header>;
    my $expected = 'PMULAB_' . uc place($file) =~ s/\W/_/gr;
    push @guards, "$file: $guard, expected $expected" if $guard && $guard ne $expected;
}
is_deeply(\@guards, [], 'the guard of every header is its path');

# ---- circles ----

# Files that reach each other: Tarjan's strongly connected components with more
# than one member.
my (%index, %low, %on_stack, @stack, @circles);
sub visit {
    my ($thing) = @_;
    $index{$thing} = $low{$thing} = keys %index;
    push @stack, $thing;
    $on_stack{$thing} = 1;
    for my $other (sort keys %{$uses{$thing} || {}}) {
        visit($other) if !defined $index{$other};
        my $reached = $on_stack{$other} ? $low{$other} : $low{$thing};
        $low{$thing} = $reached if $reached < $low{$thing};
    }
    return if $low{$thing} != $index{$thing};
    my @circle;
    do { push @circle, pop @stack; $on_stack{$circle[-1]} = 0 } while $circle[-1] ne $thing;
    push @circles, join ' ', sort @circle if @circle > 1;
}
{
    no warnings 'recursion';
    defined $index{$_} or visit($_) for sort keys %uses;
}

is_deeply([sort @circles], [], 'no includes go in a circle');
done_testing();
