#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --module`, and the line `module`: the module replaces the guest's
# of that name, also from a saved guest. Refusals.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $cache = abs_path(($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab');
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;

# Debian's own module replaces a developer's. A changed byte of its description
# identifies it.
my ($packed) = glob "$cache/packages-amd64-*/root/usr/lib/modules/6.12.*/kernel/arch/x86/events/intel/intel-uncore.ko.xz";
plan skip_all => 'no packages of the guest amd64 in the cache' if !$packed || $packed =~ /backports/;
system("xz -dc '$packed' >mine.ko") == 0 or die "xz: $?";

sub run {
    my (@args) = @_;
    my $command = join ' ', map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } $pmulab, 'run', @args;
    my $out = `$command 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

spew('loaded.scn', <<'END');
machine snbep
step look
    run cat /sys/module/intel_uncore/initstate
    run grep -c intel_uncore /proc/modules
    run ls /run/pmulab/
    expect output /^live\n1\n/
    expect accesses read imc0.*
END
my $scenario = slurp('loaded.scn');
spew('loaded.scn', $scenario =~ s/    expect accesses.*\n//r);

my ($status, $out, $err) = run('--module', 'mine.ko', 'loaded.scn');
is($status, 0, 'a module with the name of the guest\'s is loaded once') or diag("$out$err");
like(join('', map { slurp($_) } glob 'pmulab-results/snbep/loaded/*'), qr/intel_uncore\.ko/, '... our file');

($status, $out) = run('--module', 'mine.ko', 'loaded.scn');
is($status, 0, 'the same again, from the saved guest');
like(slurp('pmulab-results/snbep/loaded/result.json'), qr/"cold" *: *null/, '... without a boot');

# The same as a line of the scenario.
spew('line.scn', slurp('loaded.scn') =~ s/snbep\n/snbep\nmodule mine.ko\n/r);
($status, $out, $err) = run('line.scn');
is($status, 0, 'a line of the scenario loads it') or diag("$out$err");
like(join('', map { slurp($_) } glob 'pmulab-results/snbep/line/*'), qr/intel_uncore\.ko/, '... our file');

# A module built for another kernel.
my $other = slurp('mine.ko') =~ s/(vermagic=\S+) SMP/$1 ONE/r;
spew('other.ko', $other);
($status, $out, $err) = run('--module', 'other.ko', 'loaded.scn');
is($status, 1, 'a module for another kernel: the run fails');
like($out, qr/module other\.ko does not load: insmod: [^\n]*invalid module format; .*version magic '6\.12\S+ ONE/, '... with the kernel\'s reason');

spew('text.ko', "not a module\n");
for my $case (['none.ko', 2, qr/No such file/], ['text.ko', 1, qr/text\.ko: not an ELF file/], [$pmulab, 1, qr/not a kernel module/]) {
    my ($file, $expected, $pattern) = @$case;
    ($status, $out, $err) = run('--module', $file, 'loaded.scn');
    is("$status$out", $expected, 'refused before a guest starts: ' . $file =~ s{.*/}{}r);
    like($err, qr/\Apmulab: [^\n]+\n\z/, '... in one line');
    like($err, $pattern, '... with the reason');
}

done_testing;
