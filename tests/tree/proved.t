#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: tests/proved is sorted and names scenarios of the tree, and a
# run that proves less is detected.
use strict;
use warnings;
use lib 'tests/lib';
use Files;
use File::Temp qw(tempdir);
use Proved;
use Test::More;

my $list = 'tests/proved';
my $rows = proved_read($list);
is(join('', grep { !/^#/ } split /^/, slurp($list)), proved_text($rows), 'the list is sorted and well-formed');
# A line names the scenario's machine, which need not be its folder.
my %known;
for my $scenario (split /\n/, `git ls-files 'scenarios/*.scn'`) {
    my ($machine) = slurp($scenario) =~ /^machine +(\S+)/m or next;
    $known{"$machine/" . ($scenario =~ m{([^/]+)\.scn$})[0]} = 1;
}
is(join(' ', grep { !$known{s/,.*//r} } sort keys %$rows), '', '... and each line has a scenario');

my $scratch = tempdir(CLEANUP => 1);

sub written {
    my ($name, $text) = @_;
    spew("$scratch/$name", $text);
    return "$scratch/$name";
}

sub compared {
    my ($kept, $run) = @_;
    my ($lost, $more, $missing) = proved_compare(proved_read(written('kept', $kept)), proved_read(written('run', $run)));
    return join '; ', @$lost, '|', @$more, '|', @$missing;
}

my $kept = "a/b figures=4 hops=12 samples=9 executed=7\nc/d,x=1 figures=1 hops=2 samples=0 executed=0\n";
is(compared($kept, $kept), '|; |', 'the same as before');
is(compared($kept, "a/b figures=3 hops=9 samples=9 executed=7\n"),
    'a/b: 3 figures, expected 4; a/b: 9 hops, expected 12; |; |', 'a missing figure');
is(compared($kept, "a/b figures=4 hops=11 samples=9 executed=7\n"), 'a/b: 11 hops, expected 12; |; |', 'a missing hop');
is(compared($kept, "a/b figures=4 hops=12 samples=5 executed=4\n"), '|; |', 'half of the samples suffice');
is(compared($kept, "a/b figures=4 hops=12 samples=4 executed=3\n"),
    'a/b: 4 samples, expected at least half of 9; a/b: 3 executed, expected at least half of 7; |; |', '... and fewer do not');
is(compared($kept, "a/b figures=5 hops=12 samples=90 executed=7\n"), '|; a/b: 5 figures, 4 in the list; |', 'more');
is(compared($kept, "e/f figures=0 hops=0 samples=0 executed=0\n"), '|; |; e/f', 'a scenario without a line');

for (['a/b figures=1 hops=1 samples=1', qr/expected NAME and figures, hops, samples, executed$/],
    ['a/b figures=1 hops=x samples=1 executed=1', qr/'hops=x'; expected WORD=NUMBER$/],
    ["a/b figures=1 hops=1 samples=1 executed=1\n" x 2, qr{a/b is there twice$}]) {
    my ($text, $why) = @$_;
    eval { proved_read(written('wrong', $text)) };
    like($@, $why, "refused: $text");
}

written('kept', "# why\n$kept");
my $more = written('more', "a/a figures=1 hops=3 samples=0 executed=0\na/b figures=5 hops=15 samples=9 executed=7\n");
is(system("tests/compare-proved update $scratch/kept $more"), 0, 'the list takes the lines of a run');
is(slurp("$scratch/kept"), "# why\na/a figures=1 hops=3 samples=0 executed=0\na/b figures=5 hops=15 samples=9 executed=7\n"
    . "c/d,x=1 figures=1 hops=2 samples=0 executed=0\n", '... and keeps its comment and other lines');
is(`tests/compare-proved compare $scratch/kept $scratch/run`,
    "1 scenarios: 0 lost, 0 more, 1 without a line in $scratch/kept\n", 'a run compared with it');
is($?, 0, '... that lost nothing');
written('run', "a/b figures=4 hops=12 samples=9 executed=7\n");
like(`tests/compare-proved compare $scratch/kept $scratch/run`, qr{^not proved any more: a/b: 4 figures, expected 5\n}, '... a run that lost something');
is($? >> 8, 1, '... has failed');
done_testing;
