#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the scenarios that are in check in tests/levels, as a user would, and
# passes on their TAP. Then two more points: they prove everything listed in
# tests/proved. `make scenarios` runs all.
use strict;
use warnings;
use lib 'tests/lib';
use Levels;
use Proved;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $build = $ENV{BUILD} // 'build';
my $list = 'tests/proved';
my @scenarios = map { $_->{name} } grep { $_->{name} =~ /^scenarios/ && $_->{level} eq 'check' } level_rows();
chomp(my $all = `find scenarios -name '*.scn' | wc -l`);
chomp(my $cores = `nproc`);

$| = 1;
printf "# %d of %d scenarios; make scenarios runs all\n", scalar @scenarios, $all;
open my $tap, '-|', $pmulab, 'run', '-j', $cores, '--results', "$build/results", '--proved', "$build/proved", @scenarios
    or die "$pmulab: $!\n";
my $points = 0;
while (<$tap>) {
    if (/^1\.\.(\d+)$/) {
        $points = $1;
        $_ = '1..' . ($points + 2) . "\n";
    }
    print;
}
close $tap;
my $status = $?;
exit 1 if !$points;

my ($lost, $more, $missing) = proved_compare(proved_read($list), proved_read("$build/proved"));
printf "%s %d - every figure of %s is still proved\n", @$lost ? 'not ok' : 'ok', $points + 1, $list;
print "# $_\n" for @$lost, map { "proved beyond the list: $_" } @$more;
printf "ok %d - every scenario has a line there%s\n", $points + 2,
    @$missing ? ' # SKIP ' . @$missing . ' have none: ' . join(' ', @$missing) : '';
exit($status || @$lost ? 1 : 0);
