#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --shard K/N`: each scenario is in exactly one of N parts, on any
# host and in any order. With the times of the last run, no two parts differ by
# more than the longest scenario. Merges the results of three real parts. Refuses
# parts that are missing, damaged, unfinished, of other files, or of another
# job.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Path qw(make_path remove_tree);
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use JSON::PP;
use List::Util qw(max min sum);
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $library = abs_path("$FindBin::Bin/../../../scenarios");
my $dir = File::Temp->newdir;
my $slurm = 'SLURM_ARRAY_TASK';
chdir $dir or die $!;
delete @ENV{grep { /^SLURM_|^CI_|^GITHUB_/ } keys %ENV};

sub pmulab {
    my ($words) = @_;
    my $out = `'$pmulab' $words 2>&1`;
    return ($? >> 8, $out);
}

# MACHINE/NAME of the scenarios in the order of the list, then ": VALUES" of
# parameters.
sub listed {
    my ($words) = @_;
    my ($status, $out) = pmulab("run --list $words");
    is($status, 0, "run --list $words") or diag($out);
    return map { my ($title, $machine) = split /\t/; "$machine/" . $title =~ s{^\S*/}{}r =~ s{\.scn}{}r } split /\n/, $out;
}

# ---- the library in parts ----

my @all = listed($library);
for my $n (1, 2, 7) {
    my @parts = map { [listed("--shard $_/$n $library")] } 1 .. $n;
    is_deeply([sort map { @$_ } @parts], [sort @all], "$n parts: each scenario in one of them");
    my @sizes = sort { $a <=> $b } map { scalar @$_ } @parts;
    cmp_ok($sizes[-1] - $sizes[0], '<=', 1, '... without times, of equal numbers');
}
my @folders = grep { -d } glob "$library/*";
is_deeply([sort(listed("--shard 3/7 @folders"))], [sort(listed('--shard 3/7 ' . join ' ', reverse @folders))],
    'the same part of the same files in another order');

# Times of a previous run, from a second to six minutes. Scenarios with
# parameters have none, and count as the mean.
make_path('timed');
my %us = map { $all[$_] =~ /:/ ? () : ($all[$_] => 1_000_000 * (1 + $_ * 7919 % 360)) } 0 .. $#all;
spew('timed/times.json', encode_json({%us}));
my $mean = int(sum(values %us) / keys %us);
$us{$_} //= $mean for @all;
for my $n (3, 8) {
    my @parts = map { [listed("--results timed --shard $_/$n $library")] } 1 .. $n;
    is_deeply([sort map { @$_ } @parts], [sort @all], "$n parts by times: each scenario in one of them");
    my @loads = map { sum(map { $us{$_} } @$_) } @parts;
    cmp_ok(max(@loads) - min(@loads), '<=', max(values %us), '... which differ by at most the longest scenario');
    my $even = sum(@loads) / $n;
    cmp_ok(max(@loads), '<=', $even * 1.01, sprintf '... and the longest part is within 1%% of the mean, %.0f s', $even / 1e6);
}

# By Slurm.
{
    local @ENV{map { "${slurm}_$_" } qw(ID MIN MAX STEP COUNT)} = (7, 5, 11, 1, 7);
    my @by_slurm = listed($library);
    delete @ENV{map { "${slurm}_$_" } qw(ID MIN MAX STEP COUNT)};
    is_deeply(\@by_slurm, [listed("--shard 3/7 $library")], 'task 7 of --array=5-11 has part 3 of 7');
}

# ---- a few scenarios, run in parts ----

make_path('s');
symlink "$library/snbep/$_.scn", "s/$_.scn" or die $! for qw(first-light raw registers clocks);
my ($status, $out);
for my $k (1 .. 3) {
    local $ENV{CI_PIPELINE_ID} = 77;
    ($status, $out) = pmulab("run --shard $k/3 s");
    is($status, 0, "part $k runs") or diag($out);
    like($out, qr/^# part $k of 3: [12] scenarios$/m, '... and prints its number');
}
my $sum = qr/^4 scenarios: 4 passed, 0 failed, 0 skipped, 0 not run, 0 flaky; all 3 parts are there$/m;
($status, $out) = pmulab('results --traces --junit junit.xml');
is($status, 0, 'merged, they pass') or diag($out);
like($out, $sum, '... and are whole');
is(scalar(() = slurp('junit.xml') =~ /<testsuite name=/g), 4, '... also in JUnit');
is_deeply([sort keys %{decode_json(slurp('pmulab-results/times.json'))}], [map { "snbep/$_" } qw(clocks first-light raw registers)],
    'their times are kept');
($status, $out) = pmulab('report');
is($out, "pmulab-results/report.html: 4 runs\n", 'one page of all');
($status, $out) = pmulab('report --failed');
is("$status $out", "0 no run has failed, and none is flaky\n", '... and no page of failures');

# ---- refusals ----

sub manifest { return "pmulab-results/shard-$_[0]-of-3/shard.json" }

# Merges after @change, by both commands; then undoes the change.
sub refused {
    my ($what, $change, $expected) = @_;
    system('cp -a pmulab-results kept') == 0 or die;
    $change->();
    for (qw(results report)) {
        my ($status, $out) = pmulab($_);
        is($status, 1, "$_: $what");
        like($out, qr/\Apmulab: $expected\n\z/, '... by name');
    }
    remove_tree('pmulab-results');
    rename 'kept', 'pmulab-results' or die $!;
}

sub edit {
    my ($k, $change) = @_;
    my $text = slurp(manifest($k));
    local $_ = $text;
    $change->();
    die "nothing to change in part $k" if $_ eq $text;
    spew(manifest($k), $_);
}

refused('a part is missing', sub { remove_tree('pmulab-results/shard-2-of-3') },
    qr{part 2 of 3 missing, of the run with pmulab-results/shard-1-of-3; expected a folder shard-K-of-3 for each K});
refused('a manifest is cut short', sub { truncate manifest(3), 100 or die $! },
    qr{pmulab-results/shard-3-of-3/shard\.json: is damaged, or of another version; expected .*});
refused('a manifest is missing', sub { unlink manifest(3) or die $! },
    qr{pmulab-results/shard-3-of-3/shard\.json: cannot be read; expected .*});
refused('a part has not ended', sub { edit(2, sub { s/"whole" : true/"whole" : false/ }) },
    qr{pmulab-results/shard-2-of-3: has not finished .*});
refused('a part is left of another job', sub { edit(2, sub { s/gitlab 77/gitlab 76/; s/"begun" : \d+/"begun" : 1/ }) },
    qr{pmulab-results/shard-2-of-3: is left of an earlier job than pmulab-results/shard-1-of-3 beside it \(gitlab 76 and gitlab 77\); expected part 2 of 3 of the later one});
my ($result) = glob 'pmulab-results/shard-1-of-3/snbep/*/result.json';
refused('a result was changed', sub { spew($result, slurp($result) . "\n") },
    qr{\Q$result\E: is not what pmulab-results/shard-1-of-3/shard\.json says; expected SHA-256 .*});
my $trace = $result =~ s/result\.json/trace.pmt/r;
refused('a trace is cut short', sub { truncate $trace, 50 or die $! }, qr{\Q$trace\E: .*});
($status) = pmulab('results --traces');
is($status, 0, 'after undoing, it is complete');
system('cp -a pmulab-results again') == 0 or die;
my $moved = $trace =~ s/^pmulab-results/again/r;
spew($moved, slurp($moved) . 'x');
my $again = $moved =~ s{/snbep/.*}{}r;
spew("$again/shard.json", slurp("$again/shard.json") =~ s/("trace_bytes" : )(\d+)/$1 . ($2 + 1)/er =~ s/("trace" : ")[0-9a-f]{8}/${1}00000000/r
    =~ s/("records" : ")[0-9a-f]{8}/${1}00000000/r);
($status, $out) = pmulab('results pmulab-results again');
is($status, 1, 'another trace of the same scenario');
like($out, qr/^flaky: snbep\/[\w-]+: other traces in \S+ and in \S+\n4 scenarios: 4 passed, 0 failed, 0 skipped, 0 not run, 1 flaky; all 6 parts are there$/m, '... is flaky, by name');
($status, $out) = pmulab('report --failed -o flaky.html pmulab-results again');
is("$status $out", "0 flaky.html: 2 runs\n", 'report --failed: a page of both differing runs');

# One node has another version of a file.
my $text = slurp('s/raw.scn');
unlink 's/raw.scn';
spew('s/raw.scn', "$text# a newer comment\n");
unlink 'pmulab-results/times.json';
my ($part) = grep { -d "pmulab-results/shard-$_-of-3/snbep/raw" } 1 .. 3;
is((pmulab("run --shard $part/3 s"))[0], 0, "part $part runs again with another file");
($status, $out) = pmulab('results');
is($status, 1, 'parts of different files are not merged');
like($out, qr{\Apmulab: \S+: is of another run than \S+ beside it \(plans [0-9a-f]{16} and [0-9a-f]{16}\); expected one run, .*\n\z}, '... with the reason');
chdir '/';
done_testing();
