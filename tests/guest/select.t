#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --list`, -k and --tag: chosen scenarios, the list's form,
# refusals. The library's tags are correct and are those in docs/scenarios.md.
# No guest is needed.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $tree = abs_path('.');
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;
# Listing needs no cache, and leaves no files.
$ENV{XDG_CACHE_HOME} = "$scratch/none";

mkdir 'set' or die $!;
my $step = "step s\n    run true\n";
spew('set/alpha.scn', "# A comment\nmachine snbep\nabout   the first\tof all\ntags    quick memory\n$step");
spew('set/beta.scn', "machine power9\ntags slow  # not at night\nabout the second\n$step");
spew('set/gamma.scn', "machine epyc\nparam kernel stable backports\nkernel %{kernel}\nabout on %{kernel}\ntags %{kernel}\n$step");
spew('set/none.scn', "machine kunpeng\n$step");

my %line = (
    a => "set/alpha.scn\tsnbep\tquick memory\tthe first of all\n",
    b => "set/beta.scn\tpower9\tslow\tthe second\n",
    c => "set/gamma.scn: kernel=stable\tepyc\tstable\ton stable\n",
    d => "set/gamma.scn: kernel=backports\tepyc\tbackports\ton backports\n",
    e => "set/none.scn\tkunpeng\t\t\n",
);

sub run {
    my (@args) = @_;
    my $command = join ' ', map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } $pmulab, 'run', @args;
    my $out = `$command 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

sub lists {
    my ($what, $letters, @args) = @_;
    my ($status, $out, $err) = run('--list', @args, 'set');
    is("$status|$out|$err", '0|' . join('', map { $line{$_} } split //, $letters) . '|', $what);
}

lists('all of a folder, one line per parameter, as text with tabs', 'abcde');
lists('-k: part of a path', 'a', '-k', 'alpha');
lists('-k: a regular expression', 'ab', '-k', '(alph|bet)a\.scn$');
lists('-k: joined to its value', 'b', '-kbeta');
lists('--select is -k', 'b', '--select=beta');
lists('-k: the value of a parameter', 'd', '-k', 'kernel=back');
lists('-k twice: either', 'ae', '-k', 'alpha', '-k', 'none');
lists('-k with !: all except these', 'bcde', '-k', '!alpha');
lists('-k with and without !', 'c', '-k', 'gamma', '-k', '!backports');
lists('--tag', 'a', '--tag', 'memory');
lists('--tag twice: either', 'ab', '--tag', 'memory', '--tag=slow');
lists('--tag with !: all except these, also those without a tag', 'acde', '--tag', '!slow');
lists('--tag with ! and an unused tag', 'abcde', '--tag', '!fast');
lists('a tag is a whole word', 'acde', '--tag', '!slow', '--tag', '!quic');
lists('-k and --tag: both', 'b', '-k', 'ta', '--tag', 'slow');

sub refused {
    my ($what, $line, @args) = @_;
    for my $list ([], ['--list']) {
        my ($status, $out, $err) = run(@$list, @args, 'set');
        is("$status|$out|$err", "2||pmulab: $line\n", "$what@$list: refused");
    }
}

refused('-k without a match', "-k 'alhpa': no scenario's path fits; expected one of those that --list shows", '-k', 'alhpa');
refused('one of two -k without a match', "-k 'beat': no scenario's path fits; expected one of those that --list shows",
    '-k', 'alpha', '-k', 'beat');
refused('-k that excludes everything', '-k and --tag leave no scenario; expected some, of those that --list shows',
    '-k', 'alpha', '-k', '!set');
refused('--tag that none has', "--tag 'memroy': no scenario has it; did you mean memory? " .
    'There are: backports, memory, quick, slow, stable', '--tag', 'memroy');
refused('-k and --tag without a common scenario', '-k and --tag leave no scenario; expected some, of those that --list shows',
    '-k', 'alpha', '--tag', 'slow');
my ($status, $out, $err) = run('--list', '-k', '(', 'set');
like("$status|$out|$err", qr/\A2\|\|pmulab: -k '\(': [^\n]+; expected a regular expression in Perl's syntax\n\z/, '-k: an invalid expression');
spew('set/none.scn', "machine kunpeng\nstep s\n    walk\n");
($status, $out, $err) = run('--list', '-k', 'alpha', 'set');
like("$status|$out|$err", qr{\A2\|\|pmulab: set/none\.scn:3: unknown word 'walk'; }, 'a mistake in an unselected file is reported');
ok(!-e 'pmulab-results' && !-e 'none', 'nothing is left behind');

# On a terminal: columns.
SKIP: {
    skip 'no script(1)', 1 if system 'command -v script >/dev/null';
    my $shown = `TERM=dumb script -qc "stty cols 100; '$pmulab' run --list set/alpha.scn set/beta.scn" /dev/null </dev/null`;
    $shown =~ s/\r//g;
    is($shown, <<'END', 'a terminal shows columns');
  scenario       machine  tags          about
  set/alpha.scn  snbep    quick memory  the first of all
  set/beta.scn   power9   slow          the second
END
}

# The library: each tag is in the reference's table, and tags that follow from
# the file are set.
chdir $tree or die $!;
my %tags = map { my ($path, undef, $tags) = split /\t/; ((split /: /, $path)[0] => " $tags ") } `$pmulab run --list scenarios/*`;
my %known = map { $_ => 1 } slurp('docs/scenarios.md') =~ /^\| `(\w+)` \| scenarios that /mg;
my %used = map { $_ => 1 } map { split } values %tags;
is_deeply([sort keys %used], [sort keys %known], "docs/scenarios.md explains the library's tags");
my @files = sort keys %tags;
my %text = map { $_ => slurp($_) } @files;
is_deeply([grep { $tags{$_} =~ / lint / } @files], [grep { $text{$_} =~ /^ *expect lint/m } @files],
    'tag lint: scenarios with `expect lint`');
is_deeply([grep { $tags{$_} !~ / fault / } @files],
    [grep { $text{$_} !~ /^ *fault /m && !m{/(?:fault-|bad-(?!input)|dead\.)} } @files], 'tag fault: broken hardware or firmware');
done_testing();
