#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Several kernels: the table of `pmulab run --kernel A,B`, with skipped, failed
# and not run scenarios. Also a package's kernel file, in a line of the scenario
# and as an option. Boots up to five guests.
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

# The files unpacked by dpkg-deb. The modules are below lib/ there, as in the
# package.
my ($vmlinuz) = glob "$cache/packages-amd64-oldstable-*/root/boot/vmlinuz-6.1.*";
plan skip_all => 'no guest amd64-oldstable in the cache; `pmulab setup --kernel amd64-oldstable` fetches it'
    if !$vmlinuz || system "$pmulab setup --offline --kernel amd64-oldstable >/dev/null 2>&1";
my ($release) = $vmlinuz =~ /vmlinuz-(.*)/;
chdir $scratch or die $!;

sub run {
    my (@args) = @_;
    my $command = join ' ', map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } $pmulab, 'run', @args;
    my $out = `$command 2>err`;
    return ($? >> 8, $out, slurp('err'));
}

mkdir 'set' or die $!;
my $step = "step s\n    run uname -r\n";
spew('set/both.scn', "machine snbep\n$step");
spew('set/named.scn', "machine snbep\nkernel oldstable\n$step");
spew('set/newer.scn', "machine snbep\nsince 6.2 a reason\n$step");
spew('set/older.scn', "machine snbep\nuntil 6.1 another one\n$step");
spew('set/wrong.scn', "machine snbep\n$step    expect output /^6\\.12\\./\n");

# ---- the table ----

my ($status, $out, $err) = run('--kernel', '6.1,6.12', '--results', 'results', '--junit', 'ci.xml', 'set');
is($out, <<'END', 'scenario by kernel, reasons, totals') or diag($err);
  scenario     6.1      6.12
  snbep/both   ok       ok
  snbep/named  ok       skipped
  snbep/newer  skipped  ok
  snbep/older  ok       skipped
  snbep/wrong  FAILED   ok

  scenario     kernel           why
  snbep/named  6.12    skipped  it names its kernel: 6.1
  snbep/newer  6.1     skipped  since 6.2: a reason
  snbep/older  6.12    skipped  until 6.1: another one
  snbep/wrong  6.1     FAILED   step s: output /^6\.12\./

6.1: 3 ok, 1 failed, 1 skipped
6.12: 3 ok, 0 failed, 2 skipped
END
is($status, 1, 'one cell has failed: status 1');
is($err, "snbep/wrong on 6.1: FAILED: step s: output /^6\\.12\\./\n", 'a failure is reported at once');
is(slurp('results/6.1/snbep/both/1-s.out'), "$release\n", 'the guest of 6.1 has that kernel, and its own results');
like(slurp('results/6.12/snbep/both/1-s.out'), qr/\A6\.12\./, 'so has the one of 6.12');
ok(-s "ci-$_.xml", "$_: a separate JUnit file") for qw(6.1 6.12);

# No guest boots within a second.
($status, $out, $err) = run('--cold', '--time-limit', 1, '--kernel', '6.1,6.12', 'set/both.scn');
is($out, <<'END', 'a time limit: nothing ran, and nothing failed') or diag($err);
  scenario    6.1      6.12
  snbep/both  not run  not run

  scenario    kernel           why
  snbep/both  6.1     not run  the time limit of 1 s was over while it ran
  snbep/both  6.12    not run  the time limit of 1 s was over before it began

6.1: 0 ok, 0 failed, 0 skipped, 1 not run
6.12: 0 ok, 0 failed, 0 skipped, 1 not run
END
is("$status|$err", '1|', '... but the run has not passed');

# ---- a kernel's file ----

spew('file.scn', "machine snbep\nkernel $vmlinuz\n$step");
($status, $out) = run('--allow-files', 'file.scn');
is($status, 0, 'a line with a package\'s file boots it, with the modules next to it') or diag($out);
is(slurp('pmulab-results/snbep/file/1-s.out'), "$release\n", '... and it is that kernel');
($status, $out) = run('--kernel', $vmlinuz, 'set/both.scn');
is($status, 0, 'the same as an option') or diag($out);
is(slurp('pmulab-results/snbep/both/1-s.out'), "$release\n", '... and it is that kernel');
($status, $out) = run('--allow-files', '--kernel', $vmlinuz, 'file.scn');
like($out, qr/# SKIP it names its kernel: \Q$vmlinuz\E$/m, 'a scenario with such a line runs on no other kernel');
spew('none.scn', "machine snbep\nkernel nowhere/vmlinuz\n$step");
($status, $out, $err) = run('none.scn');
like("$status|$out|$err", qr{\A2\|\|pmulab: none\.scn:2: [^\n]*nowhere/vmlinuz[^\n]*\n\z}, 'a missing file: one line, and nothing runs');
# ---- side by side ----

# Both drivers set up the boxes, count and stop in the same way. The kernels
# scan the bus differently.
sub difference {
    my $out = `$pmulab report --diff @_ pair/6.1 pair/6.12 2>&1`;
    return ($? >> 8, $out);
}

($status, $out, $err) = run('--kernel', '6.1,6.12', '--results', 'pair', abs_path("$FindBin::Bin/../../../scenarios/snbep/first-light.scn"));
is($status, 0, 'a scenario on both kernels') or diag("$out$err");
($status, $out) = difference();
is($status, 0, 'their drivers make the same accesses');
like($out, qr{\AA  snbep/first-light: (\d+) accesses, pair/6\.1/snbep/first-light\nB  snbep/first-light: \1 accesses, pair/6\.12/snbep/first-light\nno difference\n\z}, '... and the same number');
($status, $out) = difference('--boot');
is($status, 1, 'the kernels differ');
like($out, qr/^@@ before the first step, pci: \d+ equal, /m, '... on the bus, before the first step');
unlike($out, qr/^@@ (?!before the first step, pci)/m, '... and nowhere else');

done_testing();
