#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Guest files of scenarios: files and folders of the host, executable or not,
# and Debian packages. A saved guest depends on its guest files. Boots up to
# four guests.
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
is("$status|$err", '0|', 'one file is executable, one is not, and a folder is complete') or diag($out);

# A changed file makes another guest; the same file does not.
my $before = saved();
($status, $out, $err) = run('set/a.scn');
is($status, 0, 'a second run');
is(saved(), $before, '... from the saved guest');
like(slurp('pmulab-results/snbep/a/result.json'), qr/"cold" : null/, '... without a boot');
spew('set/lib/words', "words='four five'\n");
($status, $out, $err) = run('set/a.scn');
is($status, 1, 'a changed file reaches the guest');
like($out, qr/^# \| four five three$/m, '... as the output shows');

# A package missing from the cache.
spew('set/b.scn', "machine snbep\npackage no-such-thing\nstep s\n    run true\n");
($status, $out, $err) = run('set/b.scn');
is("$status|$out", '1|', 'a package missing from the cache: nothing runs');
is($err, "pmulab: no package no-such-thing for guest amd64 in the cache $cache: run `pmulab setup SCENARIO` with the scenario that "
    . "names it\n", '... with the command to get it');
($status, $out, $err) = run('set');
like($out, qr/^ok \d+ - set\/b\.scn # SKIP no package no-such-thing for guest amd64/m, '... in a folder it is skipped');
($out, $err) = (scalar(`$pmulab setup --offline set 2>err`), slurp('err'));
like($err, qr/^pmulab: not in the cache \Q$cache\E: package no-such-thing \(amd64\); run/, '... and setup lists it as missing');

($out, $err) = (scalar(`$pmulab setup --offline --kernel 6.1 set/b.scn 2>err`), slurp('err'));
like($err, qr/: (?:guest [^,]*, )*package no-such-thing \(amd64\), package no-such-thing \(amd64-oldstable\); run/,
    '... for each named kernel');

# A package in the cache: `make setup-all` fetches the packages of the library's
# scenarios.
SKIP: {
    skip('no package pcm in the cache', 2) if !glob "$cache/package-amd64-pcm-*";
    spew('set/c.scn', "machine snbep\npackage pcm\nstep s\n    run pcm-memory --version\n    expect output /^version: +\\(\\d/\n");
    ($status, $out, $err) = run('set/c.scn');
    is("$status|$err", '0|', 'a program of a package runs') or diag($out);
    unlike($out, qr/^not ok/m, '... with its libraries');
}

# Files that do not fit are refused, with a sufficient size. 128 MiB are too
# small even for the guest alone.
spew('set/d.scn', "machine snbep\nmemory 128\nfile tool\nstep s\n    run true\n");
($status, $out, $err) = run('set/d.scn');
is($status, 1, 'a guest without enough memory does not run');
like($out, qr/^# the guest's \d+ MiB of files need 256 MiB of memory, and it has 128 MiB; say 'memory 256' in the scenario/m,
    '... and the error has the sizes');
spew('set/e.scn', "machine snbep\nmemory 1G\nmemory 2G\nstep s\n    run true\n");
($status, $out, $err) = run('set/e.scn');
like("$status|$out|$err", qr/^2\|\|pmulab: set\/e.scn:3: a second 'memory'; expected one$/m, 'two sizes');
spew('set/e.scn', "machine snbep\nmemory 1T\nstep s\n    run true\n");
($status, $out, $err) = run('set/e.scn');
like("$status|$out|$err", qr/^2\|\|pmulab: set\/e.scn:2: memory '1T'; expected a size from 64M to 64G, in MiB or with M or G$/m,
    'an invalid size');
spew('set/e.scn', "machine snbep\nmemory 512\nstep s\n    run cat /proc/meminfo\n    expect output /^MemTotal: +4\\d{5} kB\$/\n");
($status, $out, $err) = run('set/e.scn');
is("$status|$err", '0|', 'a guest of 512 MiB') or diag($out);

# The kernel boots even with an incompletely unpacked initramfs. Such a guest is
# refused.
sub boots {
    my @words = @_;
    my $said = `$pmulab boot snbep @words -- true 2>&1`;
    return ($? >> 8, $said);
}
($status, $out) = boots(qw(--append mem=224M));
is($status, 125, 'a kernel that takes 224 of 1024 MiB cannot unpack the guest');
like($out, qr/^pmulab: the guest did not arrive whole: its kernel says 'Initramfs unpacking failed: write error'$/m, '... one line with the reason');
($status, $out) = boots(qw(--append pmulab.whole=yes));
is($status, 125, 'an initramfs without its last file');
like($out, qr/: the guest did not arrive whole: the last file of its initramfs is missing$/m, '... is detected by init');
spew('set/f.scn', "machine snbep\nfile tool /lib/pmulab/whole\nstep s\n    run true\n");
($status, $out, $err) = run('set/f.scn');
is($status, 1, 'a file that another one replaced');
my $size = -s 'set/tool';
like($out, qr{^# .*: the guest did not arrive whole: no file /usr/lib/pmulab/whole of $size bytes$}m, '... is named, with its size');

done_testing();
