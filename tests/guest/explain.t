#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab explain`: each cause has a number and a text, and docs/verdicts.md has the same. No guest is needed.
use strict;
use warnings;
use lib 'tests/lib';
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';

my @causes = `$pmulab explain` =~ /^  (P\d+) +(\S.*)$/mg;
is(@causes / 2, 22, '22 causes');
my %title = @causes;
my $page = slurp('docs/verdicts.md');
my %text = $page =~ /^### (P\d+: .*)\n((?:.+\n)+)/mg;
is(scalar keys %text, 22, 'the page has as many');
for my $number (sort { substr($a, 1) <=> substr($b, 1) } keys %title) {
    my $all = `$pmulab explain $number`;
    my ($head, $text) = split /\n/, $all, 2;
    is($head, "$number: $title{$number}", "$number: its title");
    is($text{$head}, $text, "$number: the page has its text");
}
is(`$pmulab explain p3 P4`, `$pmulab explain P3` . "\n" . `$pmulab explain P4`, 'two, in either case');
for my $wrong ('P0', 'P23', '3', 'P', 'P3x') {
    is(`$pmulab explain $wrong 2>&1`, "pmulab: explain: no cause '$wrong': expected P1 to P22\n", "'$wrong' is refused");
    is($? >> 8, 2, '... with status 2');
}
done_testing();
