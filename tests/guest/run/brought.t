#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# What scenarios bring into their guests: files and folders of the host, executable or not, and Debian packages. A saved guest
# belongs to what was brought. Boots up to four guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

my $cache = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
chdir $scratch or die $!;
$ENV{PMULAB_OFFLINE} = 1;
mkdir $_ or die $! for qw(set set/lib);
spew('set/tool', "#!/bin/sh\n. /opt/lib/words\necho \$words \$1\n");
chmod 0755, 'set/tool' or die $!;
spew('set/lib/words', "words='one two'\n");
my $head = "machine snbep\nfile tool /usr/bin/brought\nfile lib /opt/\nfile lib/words\n";
my $step = "step s\n    run brought three; cat words; ls -l words\n";
spew('set/a.scn', "$head$step    expect output /^one two three\$/\n    expect output /^-rw-r--r--.* words\$/\n");

sub run {
    my ($file) = @_;
    my $out = `$pmulab run $file 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

sub saved { return scalar grep { !/\.partial$/ } glob "$cache/warm-*" }

my ($status, $out, $err) = run('set/a.scn');
is("$status|$err", '0|', 'a file is executable, one is not, and a folder has what it had') or diag($out);

# Another file makes another guest, and the same one does not.
my $before = saved();
($status, $out, $err) = run('set/a.scn');
is($status, 0, 'again');
is(saved(), $before, '... from the guest that was saved');
like(slurp('pmulab-results/snbep/a/result.json'), qr/"cold" : null/, '... and not booted');
spew('set/lib/words', "words='four five'\n");
($status, $out, $err) = run('set/a.scn');
is($status, 1, 'another file, and the guest has it');
like($out, qr/^# \| four five three$/m, '... as the output says');

# A package that the cache has not.
spew('set/b.scn', "machine snbep\npackage no-such-thing\nstep s\n    run true\n");
($status, $out, $err) = run('set/b.scn');
is("$status|$out", '1|', 'a package that the cache lacks: nothing runs');
is($err, "pmulab: no package no-such-thing for guest amd64 in the cache $cache: run `pmulab setup SCENARIO` with the scenario that "
    . "names it\n", '... and how to get it');
($status, $out, $err) = run('set');
like($out, qr/^ok \d+ - set\/b\.scn # SKIP no package no-such-thing for guest amd64/m, '... by a folder it is skipped');
($out, $err) = (scalar(`$pmulab setup --offline set 2>err`), slurp('err'));
like($err, qr/^pmulab: not in the cache \Q$cache\E: package no-such-thing \(amd64\); run/, '... and set-up knows that it is missing');

($out, $err) = (scalar(`$pmulab setup --offline --kernel 6.1 set/b.scn 2>err`), slurp('err'));
like($err, qr/: (?:guest [^,]*, )*package no-such-thing \(amd64\), package no-such-thing \(amd64-oldstable\); run/,
    '... for each kernel that is named');

# And one that it has: `make setup-all` fetches what the library's scenarios name.
SKIP: {
    skip('no package pcm in the cache', 2) if !glob "$cache/package-amd64-pcm-*";
    spew('set/c.scn', "machine snbep\npackage pcm\nstep s\n    run pcm-memory --version\n    expect output /^version: +\\(\\d/\n");
    ($status, $out, $err) = run('set/c.scn');
    is("$status|$err", '0|', 'a program of a package runs') or diag($out);
    unlike($out, qr/^not ok/m, '... with its libraries');
}

done_testing();
