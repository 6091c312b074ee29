#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run` where nobody watches: a scenario of a folder is skipped if the cache lacks its guest, and says so in TAP and
# JUnit. Boots two guests.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use TAP::Parser;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $xsd = abs_path("$FindBin::Bin/junit.xsd");
my $cache = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;

# A cache with QEMU and the default guests alone: no other kernel, no UEFI, no saved guest.
mkdir $_ or die "$_: $!" for qw(cache cache/pmulab set);
for my $entry (glob "$cache/qemu-* $cache/guest-*") {
    my ($name) = $entry =~ m{([^/]+)$};
    symlink $entry, "cache/pmulab/$name" or die $! if $name !~ /-backports-/;
}
$ENV{XDG_CACHE_HOME} = "$scratch/cache";

my $step = "step s\n    run true\n";
spew('set/acpi.scn', "machine kunpeng\nparam dies 1 2\nconfig tables=acpi dies=%{dies}\n$step");
spew('set/newer.scn', "machine epyc\nkernel backports\n$step");
spew('set/plain.scn', "machine snbep\n$step");

sub run {
    my (@args) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDOUT, '>', 'out' or die $!;
        open STDERR, '>', 'err' or die $!;
        exec $pmulab, 'run', '--cold', @args or die "$pmulab: $!";
    }
    waitpid $pid, 0;
    return ($? >> 8, slurp('out'), slurp('err'));
}

my $uefi = "no UEFI in the cache $scratch/cache/pmulab: run `pmulab setup --uefi`";
my $guest = "no guest amd64-backports in the cache $scratch/cache/pmulab: run `pmulab setup --kernel backports`";

# By a folder: skipped.
my ($status, $out, $err) = run('--junit', 'junit.xml', 'set');
is("$status|$err", '0|', 'what the cache lacks is skipped, the rest passes');
like($out, qr{\ATAP version 13\n1\.\.7\nok 1 - set/acpi\.scn: dies=1 # SKIP \Q$uefi\E\nok 2 - set/acpi\.scn: dies=2 # SKIP \Q$uefi\E
ok 3 - set/newer\.scn # SKIP \Q$guest\E\nok 4 - set/plain\.scn: guest boots}, 'a point for each, with the reason');
like($out, qr/^# 1 of 4 scenarios passed, 3 skipped\n\z/m, 'the last line counts them');
my $parser = TAP::Parser->new({tap => $out});
$parser->run;
is_deeply([[$parser->parse_errors], [$parser->skipped], $parser->is_good_plan ? 1 : 0], [[], [1, 2, 3], 1], "TAP's own parser agrees");
is_deeply([glob 'pmulab-results/*/*'], ['pmulab-results/snbep/plain'], 'what is skipped leaves no results');
SKIP: {
    skip 'xmllint is not there to read it', 2 if system 'command -v xmllint >/dev/null 2>&1';
    my $said = `xmllint --noout --schema '$xsd' junit.xml 2>&1`;
    is($?, 0, 'JUnit: it has the form that readers expect') or diag($said);
    chomp(my $skips = `xmllint --xpath 'concat(//testsuite[3]/\@skipped, " ", //testsuite[4]/\@skipped, " ", //testsuite[3]/testcase/skipped/\@message)' junit.xml`);
    is($skips, "1 0 $guest", 'JUnit: the reason');
}
($status, $out, $err) = run('--show', '-k', 'newer|plain', 'set');
like("$status|$out|$err", qr/\A0\|.*^skipped: \Q$guest\E\n/ms, '--show says it, too');

# By name, or where nothing else is left: an error, and nothing runs.
for (['a scenario that is named', $guest, 'set/plain.scn', 'set/newer.scn'],
    ['one that is named, of which some would run', $uefi, 'set/acpi.scn', 'set/plain.scn'],
    ['a folder without anything that could run', $guest, '-k', 'newer', 'set'])
{
    my ($what, $line, @args) = @$_;
    ($status, $out, $err) = run('--results', 'other', @args);
    is("$status|$out|$err", "1||pmulab: $line\n", "$what: refused");
}
ok(!-e 'other', 'and nothing was run');
done_testing();
