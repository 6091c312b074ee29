#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: CI runs each target of CONTRIBUTING.md, completely or partly.
# tests/nightly/run keeps limits, and distinguishes failed campaigns from cut
# ones.
use strict;
use warnings;
use lib 'tests/lib', 'tests/nightly';
use File::Temp qw(tempdir);
use Files;
use JSON::PP;
use NightPage;
use Test::More;

my $page = slurp('CONTRIBUTING.md');
my %named = map { $_ => 1 } $page =~ m{^    make ([a-z-]+)(?![\w/-])}mg;
my ($table, $run) = (slurp('tests/nightly/table'), slurp('.ci/run'));
my %in_ci = map { $_ => 1 } $run =~ /\bmake ([a-z-]+)/g;
my (%night, $share);
for (grep { !/^#|^\s*$/ } split /\n/, $table) {
    my ($name, $part, $whole, $limit, $small) = split /\s*\|\s*/, $_, 5;
    $share += $part;
    $night{$1} = 1 if $whole =~ /^make ([a-z-]+)/;
    $in_ci{$1} = 1 if $small =~ /^make ([a-z-]+)/;
}
cmp_ok($share, '<=', 104, "the sum of shares is at most a night, up to rounding: $share %");
# Reasons why CI does not run a target by its own name.
my %elsewhere = (
    deps => 'the Makefile calls it for make check', 'deps-check' => 'make check begins with it',
    help => 'tests/tree/options.t', unit => 'make check has the same tests', format => 'make lint asks for its result',
    scenarios => 'make check runs some of them',
    image => 'image-check makes it', 'image-check' => 'before a release: the shares of the night are all given away',
    'farm-test' => 'needs a farm of Slurm; for the night', nightly => 'its campaigns in part are the rest of CI',
);
is_deeply([grep { !$in_ci{$_} && !$elsewhere{$_} } sort keys %named], [], 'CI runs each target of CONTRIBUTING.md, or there is a reason');
# check-all has the tests of check, and package-check builds the package.
is_deeply([grep { !$night{$_} && !$elsewhere{$_} && !/^(?:check|package)$/ } sort keys %named], [], '... so does the nightly run');

# ---- tests/nightly/run, with a test table and Makefile ----

my $dir = tempdir(CLEANUP => 1);
mkdir "$dir/tests";
mkdir "$dir/tests/nightly";
mkdir "$dir/tests/lib";
system('cp', 'tests/nightly/run', 'tests/nightly/NightPage.pm', "$dir/tests/nightly") == 0 or die;
system('cp', 'tests/lib/Files.pm', "$dir/tests/lib") == 0 or die;
spew("$dir/Makefile", "good:\n\t\@echo fine\nbad:\n\t\@echo broken; false\nlong:\n\t\@echo x.c:1: error: y; seq 50; false\nendless:\n\t\@sleep 100\nsay:\n\t\@echo \$(WORD)\nnowhere:\n\t\@echo '# SKIP needs root'\n");

sub nightly {
    my ($rows, @args) = @_;
    spew("$dir/tests/nightly/table", $rows);
    my $out = `cd $dir && BUILD=build tests/nightly/run @args 2>&1`;
    return ($? >> 8, $out);
}

my ($status, $out) = nightly("good | 50 | make good | 9 | make say WORD={LIST/one two}-{N/2}\nendless | 0.1 | make endless | 1 | make endless\n", 'ci', 20);
is($status, 0, 'a cut campaign is no failure');
like($out, qr{^ok 1 - make say WORD=one-0/2: \d s of 9$}m, "its words are filled in: no commit, so the first of each");
like($out, qr/^ok 2 - make endless: [12] s of 1 # SKIP cut after [12] s$/m, 'a campaign is cut at its limit');
like($out, qr/^1 passed, 0 failed, 1 skipped\n\z/m, 'the last line counts them');
is(slurp("$dir/build/ci/good.log"), "one-0/2\n", 'its output is in a log');
($status, $out) = nightly("nowhere | 50 | make nowhere | 9 | make nowhere\n", 'ci', 20);
is($status, 0, 'a campaign that cannot run here is no failure');
like($out, qr/^ok 1 - make nowhere: \d s of 9 # SKIP needs root\n1\.\.1\n0 passed, 0 failed, 1 skipped\n\z/m, '... and is counted with its reason');
($status, $out) = nightly("good | 50 | make good | 9 | make good\nbad | 50 | make bad | 9 | make bad\n", 'night', 0.01);
is($status, 1, 'a failed campaign fails the night');
like($out, qr/^not ok 2 - make bad: \d s of 18\n# broken\n/m, '... and shows the end of its log');
($status, $out) = nightly("long | 50 | make long | 9 | make long\n", 'ci', 20);
like($out, qr/^not ok 1 - make long: .*\n# x\.c:1: error: y\n# \d+\n/m, '... after the faults that come before it');
($status, $out) = nightly("good | 50 | make good | 9 | make good\nbad | 50 | make bad | 9 | make bad\n", 'night', 0.01);
my $night = decode_json(slurp("$dir/build/nightly/nightly.json"));
is_deeply([map { "$_->{name} $_->{result}" } @{$night->{campaigns}}], ['good passed', 'bad failed'], 'nightly.json has all campaigns');
like(slurp("$dir/build/nightly/nightly.html"), qr{<h1>1 failed, 1 passed</h1>}, 'the page begins with the count');
unlike(night_page({%$night, campaigns => [{%{$night->{campaigns}[0]}, end => '<script>'}]}), qr/<script>/, 'text of a log is escaped');
done_testing();
