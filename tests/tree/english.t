#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: documents and comments have no more sentences of a foreign
# build than tests/english allows. `tests/tree/english.t --list` prints them all;
# `--record` lowers the recorded numbers to the present ones, and never raises
# one.
use strict;
use warnings;
use lib 'tests/lib';
use Files;
use Test::More;

# Each mark is a construction that made readers of this tree read twice. Some
# matches are innocent: the record allows those.
my @marks = (
    qr/\bwhat (?:a|an|the|it|is|was|each|they|one|this|that|you|of|comes|has|had|can|no)\b/i, # a noun clause
    qr/^What\b(?!.*\?$)/, qr/\bthose (?:of|that|with|who)\b/i, qr/\bof (?:its|their|our|your) own\b/i, qr/\bof (?:ours|theirs)\b/i,
    qr/\bbehind\b/i, qr/\bstands?\b(?!-)/i, qr/\bgo(?:es)? on\b/i, qr/\blikewise\b/i, qr/\bmeanwhile\b/i,   # the field has another word
    qr/, too\b/i, qr/^Of [a-z]/, qr/\bas (?:\w+ )?\w+s? (?:has|have) (?:it|them)\b/i,                       # the order of words
    qr/\b(?:nobody|whoever|everybody)\b/i, qr/\bnone of (?:that|this|it)\b/i, qr/\bgets? (?:no|none|nothing)\b/i, # no actor, no object
    qr/\blest\b/i, qr/\bbe it\b/i, qr/\bas far as\b/i, qr/\bof no account\b/i, qr/\bso many\b/i, qr/\bfor so long\b/i, qr/\bbegins? so\b/i,
    qr/\b(?:is|are) told\b/i, qr/\bcomes? to\b/i, qr/\btells? of\b/i, qr/\bmakes? (?:it|none)\b/i, qr/\b(?:is|are) the (?:plan|scenario)'s\b/i,
);

# The prose of a document, without code and headings, or of a C file's comments.
sub prose {
    my ($file, $text) = @_;
    if ($file =~ /\.md$/) {
        return $text =~ s/^```.*?^```//gmsr =~ s/^(?:    |\t|#).*$//gmr =~ s/\|/. /gr =~ s/`[^`]*`/CODE/gr;
    }
    return join "\n\n", map { s/^\s*\*+ ?//gmr } grep { !/SPDX|clang-format/ } $text =~ m{/\*(.*?)\*/}gs;
}

sub sentences {
    my ($text) = @_;
    my @sentences;
    for my $paragraph (split /\n\s*\n|^\s*[-*] /m, $text) {
        push @sentences, split /(?<=[.!?;:])\s+(?=[A-Z`@(])/, $paragraph =~ s/\s+/ /gr =~ s/^ | $//gr;
    }
    return @sentences;
}

sub marked {
    my ($file, $text) = @_;
    return grep { my $sentence = $_; grep { $sentence =~ $_ } @marks } sentences(prose($file, $text));
}

my $record = 'tests/english';
my %allowed = map { /^(\d+) (\S+)$/ ? ($2 => $1) : () } split /\n/, slurp($record) // '';
my %found;
for my $file (grep { m{\.(?:md|c|h)$} && !m{^tests/schema/} && -f } split /\n/, `git ls-files 2>/dev/null`) {
    push @{$found{$file =~ /\.md$/ ? $file : $file =~ s{/[^/]*$}{}r}}, map { "$file: $_" } marked($file, slurp($file));
}
plan skip_all => 'not a clone of git' if !%found;

if (@ARGV && $ARGV[0] eq '--list') {
    print map { map { "$_\n" } @{$found{$_}} } sort keys %found;
    exit 0;
}
if (@ARGV && $ARGV[0] eq '--record') {
    my %now = map { $_ => scalar @{$found{$_}} } keys %found;
    my @kept = grep { $now{$_} && (!%allowed || $allowed{$_}) } sort keys %now;
    spew($record, join '', "# Sentences that tests/tree/english.t may find in a document, or in the comments of a folder.\n",
        map { (!%allowed || $now{$_} < $allowed{$_} ? $now{$_} : $allowed{$_}) . " $_\n" } @kept);
    exit 0;
}

for my $place (sort keys %found) {
    my ($n, $most) = (scalar @{$found{$place}}, $allowed{$place} // 0);
    cmp_ok($n, '<=', $most, "$place: at most $most") or diag(join "\n", @{$found{$place}});
}
is_deeply([grep { @{$found{$_} // []} < $allowed{$_} } sort keys %allowed], [], 'the record is not higher than necessary: --record lowers it');
is(scalar(marked('a.md', "What a reader finds here is a list.\n\nThe list has rows. It goes on.\n")), 2, 'marks are found');
is(scalar(marked('a.c', "/* The caller frees it. */\nint behind;\n")), 0, '... in prose alone');
done_testing();
