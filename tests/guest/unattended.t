#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run` unattended: a scenario of a folder is skipped if the cache lacks
# its guest, which TAP and JUnit report. A time limit ends the run and all its
# guests. Boots up to five guests.
use strict;
use warnings;
use Cwd qw(abs_path);
use FindBin;
use lib "$FindBin::Bin/../lib";
use TAP::Parser;
use Test::More;
use Time::HiRes qw(sleep time);

my $xsd;
BEGIN { $xsd = abs_path("$FindBin::Bin/junit.xsd") }
use BootTest;

my $all = $ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache";
my $cache = "$all/pmulab";
chdir $scratch or die $!;

# A cache with only QEMU and the default guests: no other kernel, no UEFI, no
# saved guest.
mkdir $_ or die "$_: $!" for qw(cache cache/pmulab set);
for my $entry (glob "$cache/qemu-* $cache/guest-*") {
    my ($name) = $entry =~ m{([^/]+)$};
    symlink $entry, "cache/pmulab/$name" or die $! if $name !~ /-backports-/;
}
$ENV{XDG_CACHE_HOME} = "$scratch/cache";
$ENV{PMULAB_OFFLINE} = 1;

my $step = "step s\n    run true\n";
spew('set/acpi.scn', "machine kunpeng\nparam dies 1 2\nconfig tables=acpi dies=%{dies}\n$step");
spew('set/newer.scn', "machine epyc\nkernel backports\n$step");
spew('set/plain.scn', "machine snbep\n$step");

sub start {
    my (@args) = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    open STDOUT, '>', 'out' or die $!;
    open STDERR, '>', 'err' or die $!;
    exec $pmulab, 'run', @args or die "$pmulab: $!";
}

sub run {
    my (@args) = @_;
    waitpid start('--cold', @args), 0;
    return ($? >> 8, slurp('out'), slurp('err'));
}

my $uefi = "no UEFI in the cache $scratch/cache/pmulab: run `pmulab setup --uefi`";
my $guest = "no guest amd64-backports in the cache $scratch/cache/pmulab: run `pmulab setup --kernel amd64-backports`";

# In a folder: skipped.
my ($status, $out, $err) = run('--junit', 'junit.xml', 'set');
is("$status|$err", '0|', 'scenarios without a cached guest are skipped, the others pass');
like($out, qr{\ATAP version 13\n1\.\.9\nok 1 - set/acpi\.scn: dies=1 # SKIP \Q$uefi\E\nok 2 - set/acpi\.scn: dies=2 # SKIP \Q$uefi\E
ok 3 - set/newer\.scn # SKIP \Q$guest\E\nok 4 - set/plain\.scn: guest boots}, 'a point per scenario, with the reason');
like($out, qr/^# 1 of 4 scenarios passed, 3 skipped\n\z/m, 'the last line counts them');
my $parser = TAP::Parser->new({tap => $out});
$parser->run;
is_deeply([[$parser->parse_errors], [$parser->skipped], $parser->is_good_plan ? 1 : 0], [[], [1, 2, 3], 1], "TAP's own parser agrees");
is_deeply([glob 'pmulab-results/*/*'], ['pmulab-results/snbep/plain'], 'skipped scenarios leave no results');
SKIP: {
    skip 'xmllint is not there to read it', 2 if system 'command -v xmllint >/dev/null 2>&1';
    my $said = `xmllint --noout --schema '$xsd' junit.xml 2>&1`;
    is($?, 0, 'JUnit: it is valid by the schema') or diag($said);
    chomp(my $skips = `xmllint --xpath 'concat(//testsuite[3]/\@skipped, " ", //testsuite[4]/\@skipped, " ", //testsuite[3]/testcase/skipped/\@message)' junit.xml`);
    is($skips, "1 0 $guest", 'JUnit: the reason');
}
($status, $out, $err) = run('--show', '-k', 'newer|plain', 'set');
like("$status|$out|$err", qr/\A0\|.*^skipped: \Q$guest\E\n/ms, '--show also reports it');

# By name, or if nothing else is left: an error, and nothing runs.
for (['a named scenario', $guest, 'set/plain.scn', 'set/newer.scn'],
    ['one that is named, of which some would run', $uefi, 'set/acpi.scn', 'set/plain.scn'],
    ['a folder without anything that could run', $guest, '-k', 'newer', 'set'])
{
    my ($what, $line, @args) = @$_;
    ($status, $out, $err) = run('--results', 'other', @args);
    is("$status|$out|$err", "1||pmulab: $line\n", "$what: refused");
}
ok(!-e 'other', '... and nothing was run');

# A time limit: the first scenario never ends, so the others cannot begin.
$ENV{XDG_CACHE_HOME} = $all;
mkdir 'long' or die $!;
spew('long/a.scn', "machine snbep\nstep s\n    run echo begun; while :; do :; done\n");
spew('long/b.scn', "machine snbep\n$step");
spew('long/c.scn', "machine snbep\nparam n 1 2\n$step");

my $over = "the run's time limit is over, and QEMU was killed";
my $not_run = "# not run: the time limit of 15 s was over\n";

# The children of @pid's threads.
sub guests {
    my ($pid) = @_;
    return map { split ' ', slurp($_) // '' } glob "/proc/$pid/task/*/children";
}

# Starts a run that exceeds $limit seconds, and checks its end.
sub ends {
    my ($what, $limit, @args) = @_;
    my $begin = time;
    my $pid = start("--time-limit=$limit", '--results', 'results', @args);
    my %guests;
    until (waitpid $pid, 1) { # WNOHANG
        $guests{$_} = 1 for guests($pid);
        sleep 0.05;
    }
    my $took = time - $begin;
    is($? >> 8, 1, "$what: the run has failed");
    cmp_ok($took, '>=', $limit, "$what: after the limit");
    # Killing and verdicts take a moment; the full run would take 120 s.
    cmp_ok($took, '<', 60, "$what: ... soon after it");
    ok(%guests && !(grep { runs($_) } keys %guests), "$what: there was a guest, and none is left");
    my $tap = TAP::Parser->new({tap => slurp('out')});
    $tap->run;
    is_deeply([[$tap->parse_errors], $tap->is_good_plan ? 1 : 0], [[], 1], "$what: TAP's own parser agrees");
    return slurp('out');
}

waitpid start('long/b.scn'), 0;
is($? >> 8, 0, 'a guest of this kind boots'); # and is saved
$out = ends('in a step', 15, 'long');
like($out, qr{^not ok 1 - long/a\.scn: guest .*\n# step s: \Q$over\E$}m, 'in a step: the scenario has failed');
like($out, qr{^# \| begun$}m, 'in a step: its output is kept');
like($out, qr{^not ok 7 - long/b\.scn: guest .*\n${not_run}not ok 8 - long/b\.scn: counters.*\n${not_run}not ok 9 .*: status 0\n(?:${not_run}not ok \d+ .*\n){3}$not_run}m,
    'in a step: no expectation of the next one holds');
like($out, qr{^not ok 13 - long/c\.scn: n=1\n(?:.*\n)*not ok 14 - long/c\.scn: n=2\n}m, 'in a step: ... nor of those with parameters');
like($out, qr{^# 0 of 4 scenarios passed; failed: snbep/a; not run, for the time limit: snbep/b, snbep/c,n=1, snbep/c,n=2\n\z}m,
    'in a step: the last line lists them');
like(slurp('results/snbep/b/result.tap'), qr/^$not_run/m, 'in a step: ... as do the results of scenarios that did not run');
spew('long/d.scn', slurp('long/a.scn'));
$out = ends('two while they boot, repeated', 3, '-j2', '--cold', '--repeat', 2, '-k', '[ad].scn', 'long');
like($out, qr{^not ok 7 - long/a\.scn: the same trace 2 times\n}m, 'two while they boot: a point on the repetition');

for ('0', '', '5s', '604801') {
    ($status, $out, $err) = run("--time-limit=$_", 'long');
    is("$status|$out|$err", "2||pmulab: --time-limit '$_': expected seconds from 1 to 604800\n", "--time-limit=$_: refused");
}
done_testing();
