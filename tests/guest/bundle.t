#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab setup --bundle` and `--from`: a cache moves to a machine without a
# network, and damaged or foreign files are refused. Boots one guest.
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $scratch = tempdir(CLEANUP => 1);
my $cache = "$scratch/cache/pmulab";
my $entry = 'guest-x-0123456789abcdef';
chdir $scratch or die $!;
mkdir 'other' or die $!;

# Returns status, standard output, standard error. The cache is empty at first.
sub setup {
    my (@args) = @_;
    my $out = `XDG_CACHE_HOME='$scratch/cache' PMULAB_OFFLINE=1 '$pmulab' setup @args 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

# Makes bundle NAME from files: path, contents.
sub bundle {
    my ($name, %files) = @_;
    for my $path (keys %files) {
        system 'mkdir', '-p', "in/$name/" . $path =~ s{[^/]*\z}{}r;
        spew("in/$name/$path", $files{$path});
    }
    system("cd in/$name && tar -czf '$scratch/$name' *") == 0 or die;
}

# ---- refusals ----

my $sum = sha256_hex('good') . '  ./file';
bundle('damaged', "$entry/file" => 'bad', "$entry/sums" => "$sum\n", 'uefi-0123456789abcdef/file' => 'good');
bundle('foreign', 'etc/passwd' => 'x');
bundle('stray', "$entry" => 'a file');
spew('text', "no archive\n");
for my $case (
    ['missing', qr/nowhere: .*No such file/, '--from=nowhere'],
    ['text',    qr/bundle text: /, '--from=text'],
    ['damaged', qr/bundle damaged: \Q$entry\E\/file is not as its checksum$/m, '--from=damaged'],
    ['foreign', qr/bundle foreign: 'etc' in it; expected entries of a cache$/m, '--from=foreign'],
    ['stray',   qr/bundle stray: '\Q$entry\E' in it; expected entries/, '--from=stray'],
) {
    my ($what, $pattern, @args) = @$case;
    my ($status, $out, $err) = setup(@args);
    is("$status", 1, "$what: status 1");
    like($err, qr/\Apmulab: [^\n]*$pattern/, '... one line with the reason');
    is(join(' ', map { s{.*/}{}r } glob "$cache/*"), 'lock', '... and nothing is added');
}
is((setup('--from=text', '--bundle=b'))[0], 2, 'both options: a mistake');
is((setup('--from=text', '--package=No', 'snbep'))[0], 2, 'an invalid package: a mistake');
is((setup('--prune', '--bundle=b'))[0], 2, '--prune with it: a mistake');

# ---- entries ----

bundle('good', "$entry/file" => 'good', "$entry/sums" => "$sum\n");
my ($status, $out, $err) = setup('--from=good');
is("$status|$err", '0|', 'a bundle');
like($out, qr/^good: 1 entries added, 0 there already/m, '... is added');
is(slurp("$cache/$entry/file"), 'good', '... with its files');
spew("$cache/$entry/file", 'mine');
like((setup('--from=good'))[1], qr/^good: 0 entries added, 1 there already/m, 'an existing entry');
is(slurp("$cache/$entry/file"), 'mine', '... stays');
($status, $out, $err) = setup('--from=good', 'snbep');
is($status, 1, 'a machine that the bundle lacks');
like($err, qr/^pmulab: not in the cache .*guest amd64/m, '... is reported');

# ---- a cache ----

SKIP: {
    skip 'the machine\'s items are not in the cache', 4
        if system "PMULAB_OFFLINE=1 '$pmulab' setup --package libc-bin snbep >/dev/null 2>&1";
    my $packed = `PMULAB_OFFLINE=1 '$pmulab' setup --bundle real --package libc-bin snbep 2>&1`;
    is($?, 0, 'a bundle of a machine') or diag($packed);
    ok(-s 'real' > 10_000_000 && !-e 'real.partial', '... is a file');
    ($status, $out, $err) = setup('--from=real', '--package=libc-bin', 'snbep');
    is("$status|$err", '0|', '... is all that the machine needs') or diag($out);
    my $said = `cd other && XDG_CACHE_HOME='$scratch/cache' PMULAB_OFFLINE=1 '$pmulab' ci --machine snbep -- 'echo \$LANG' 2>&1`;
    like($said, qr/^==> snbep\nC\.UTF-8\n/, '... and pmulab ci') or diag($said);
}
done_testing();
