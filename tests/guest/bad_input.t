#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Wrong requests: one clear line, a nonzero exit status, nothing left behind.
# Failures while a scenario runs: the TAP reports them.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Files;
use Test::More;
use Time::HiRes qw(sleep time);

my $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
my $plugin  = $pmulab =~ s{[^/]+\z}{pmulab-snbep.so}r;
my $cache   = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
my $scratch = tempdir(CLEANUP => 1);

# All left-over files would be here.
mkdir "$scratch/$_" or die "$scratch/$_: $!" for qw(tmp cwd scn);
$ENV{TMPDIR} = $ENV{XDG_RUNTIME_DIR} = "$scratch/tmp";
chdir "$scratch/cwd" or die $!;

# Starts a program with its output in files. Returns its pid.
sub start {
    my ($set, @command) = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    @ENV{keys %$set} = values %$set;
    $SIG{INT} = 'DEFAULT'; # a shell's background job ignores it, and we would inherit that
    open STDIN,  '<', '/dev/null'     or die $!;
    open STDOUT, '>', "$scratch/out" or die $!;
    open STDERR, '>', "$scratch/err" or die $!;
    exec @command or die "$command[0]: $!";
}

# Returns status (128 + n after signal n), standard output, standard error.
sub run {
    waitpid start(@_), 0;
    return ($? & 127 ? 128 + ($? & 127) : $? >> 8, slurp("$scratch/out"), slurp("$scratch/err"));
}

sub left_behind {
    return join ' ', glob("$scratch/cwd/* $scratch/cwd/.[!.]* $scratch/tmp/* $scratch/tmp/.[!.]*");
}

sub refused {
    my ($what, $expected, $line, $set, @args) = @_;
    my ($status, $out, $err) = run($set, $pmulab, 'run', @args);
    is($status, $expected, "$what: status $expected");
    is($out, '', "$what: nothing on standard output");
    ref $line ? like($err, $line, "$what: one line") : is($err, "pmulab: $line\n", "$what: one line");
    is(left_behind(), '', "$what: nothing left behind");
}

# A scenario with $traffic and $steps, at $scratch/scn/NAME.scn.
sub scenario {
    my ($name, $header, $steps) = @_;
    my $path = "$scratch/scn/$name.scn";
    spew($path, "machine snbep\n$header\n" . ($steps // "step s\n    run true\n"));
    return $path;
}

sub wrong_scenario {
    my ($what, $header, $line, $steps) = @_;
    my $path = scenario('wrong', $header, $steps);
    refused($what, 2, "$path:$line", {}, $path);
}

sub traffic {
    return "traffic\n    at step s\n        $_[0]";
}

my $good = scenario('good', '');

wrong_scenario('unknown event', traffic('imc0 COFFEE_COUNT 1M/s'),
    "4: unknown event 'COFFEE_COUNT': `pmulab describe snbep.imc.events` lists them");
wrong_scenario('unknown sub-event', traffic('imc0 CAS_COUNT.RD_LATE 1M/s'),
    "4: CAS_COUNT has no sub-event 'RD_LATE'");
wrong_scenario('missing channel', traffic('imc4 CAS_COUNT.RD_REG 1M/s'),
    "4: there is no 'imc4': expected imc0 to imc3, cbo0 to cbo7, pcu, ubox-msr, ha, qpi0 to qpi1, r2pcie, r3qpi0 to r3qpi1");
wrong_scenario('count on a missing channel', '',
    "4: there is no 'uncore_imc_4'; expected uncore_imc_0 to uncore_imc_3, uncore_cbox_0 to uncore_cbox_7, uncore_pcu, uncore_ubox, "
    . "uncore_ha, uncore_qpi_0 to uncore_qpi_1, uncore_r2pcie, uncore_r3qpi_0 to uncore_r3qpi_1",
    "step s\n    run perf stat -e uncore_imc_4/clockticks/ true\n");
wrong_scenario('count of an unknown event', '',
    "4: unknown event 'uncore_imc_0/coffee/'; expected clockticks, cas_count_read, cas_count_write or event=CODE",
    "step s\n    run perf stat -e uncore_imc_0/coffee/ true\n");
wrong_scenario('missing step', "traffic\n    at step t\n        imc0 ACT_COUNT 1M/s",
    "3: no step 't'; expected one of: s");
wrong_scenario('unknown word', 'speed 11',
    "2: unknown word 'speed'; expected one of machine, about, tags, kernel, kernel-options, since, until, config, cpus, memory, flash, catalogue, file, module, package, hardware, dies, limit, param, traffic, step, run, capture, expect, xfail, called, lint, else");
wrong_scenario('bad configuration', 'config box-ctl=nice', "2: 'box-ctl=nice'; box-ctl: expected silicon or guide");

# More than one CAS per cycle (800 million), and more entries than the queue
# has.
for (['imc0 CAS_COUNT.RD_REG 801M/s'], ['imc0 RPQ_OCCUPANCY level 23']) {
    my $path = scenario('wrong', traffic($_->[0]));
    my ($box, $event, $amount) = split / /, $_->[0], 3;
    refused("too much: $_->[0]", 2, qr/\Apmulab: \Q$path:4: $box $event '$amount': \E[^\n]+\n\z/, {}, $path);
}

# The scenario may be a stranger's. With the option, only the missing results
# folder stops it.
{
    my $path = scenario('outside', "file /etc/passwd /root/x\n");
    my $what = "$path:2: file '/etc/passwd' is outside of the scenario's folder; expected a file below it, or --allow-files";
    refused("a file of the host", 2, $what, {}, $path);
    refused("... that is allowed", 1, 'results /proc/version: no folder', {}, '--allow-files', '--results', '/proc/version', $path);
}

refused('no scenario', 2, 'run: expected scenarios: files NAME.scn, or folders of them', {});
refused('a folder without one', 2, "$scratch/tmp: no scenarios in this folder; expected files NAME.scn", {}, $good, "$scratch/tmp");
refused('missing file', 2, "$scratch/none.scn: No such file or directory", {}, "$scratch/none.scn");
refused('unknown option', 2, qr/\Apmulab: run: [^\n]*--speed; `pmulab run --help` lists them\n\z/, {}, '--speed', $good);
refused('a value beside its option', 2, '-j 0: expected 1 to 64', {}, '-j0', $good);
refused('good and bad', 2, "$scratch/none.scn: No such file or directory", {}, $good, "$scratch/none.scn");
refused('same name twice', 2, "$good: its results and those of $good would share a folder; expected different names", {},
    $good, $good);
mkdir "$scratch/$_" or die $! for qw(own own/snbep own/snbep/good);
refused('folder that holds no results', 1, "results $scratch/own/snbep/good: exists and is not a results folder", {},
    '--results', "$scratch/own", $good);
refused('results where no folder can be', 1, 'results /proc/version: no folder', {}, '--results', '/proc/version',
    $good);

# QEMUs that only print their version.
sub fake_qemu {
    my ($version) = @_;
    my $dir = "$scratch/qemu-$version";
    mkdir $dir or die $!;
    for my $name (qw(qemu-system-x86_64 qemu-system-aarch64 qemu-system-ppc64)) {
        spew("$dir/$name", "#!/bin/sh\necho 'QEMU emulator version $version'\n");
        chmod 0755, "$dir/$name" or die $!;
    }
    return $dir;
}

refused('old QEMU', 1, qr/\Apmulab: [^\n]*7\.2\.0[^\n]*11\.1[^\n]*\n\z/, {PMULAB_QEMU => fake_qemu('7.2.0')}, $good);
refused('no QEMU there', 1, qr/\Apmulab: PMULAB_QEMU: [^\n]+\n\z/, {PMULAB_QEMU => "$scratch/none"}, $good);
mkdir "$scratch/cache" or die $!;
refused('missing guest', 1, qr/\Apmulab: [^\n]*amd64[^\n]*`pmulab setup`[^\n]*\n\z/,
    {PMULAB_QEMU => fake_qemu('11.1.3'), XDG_CACHE_HOME => "$scratch/cache", PMULAB_OFFLINE => 1}, $good);

# The command that starts a real QEMU, as a list.
sub real_qemu {
    return "$ENV{PMULAB_QEMU}/qemu-system-x86_64" if $ENV{PMULAB_QEMU};
    my ($program) = glob("$cache/qemu-*/root/usr/bin/qemu-system-x86_64") or return 'qemu-system-x86_64';
    my ($root) = $program =~ m{(.*)/usr/bin/};
    my ($linker) = glob("$root/usr/lib/*-linux-gnu/ld-linux*.so.*");
    my ($libraries) = $linker =~ m{(.*)/};
    return ($linker, '--library-path', $libraries, "$root/usr/bin/qemu-system-x86_64");
}

sub plugin_refused {
    my ($what, $options, $line) = @_;
    my ($status, $out, $err) = run({}, real_qemu(), qw(-M none -display none -plugin), "$plugin,$options");
    isnt($status, 0, "plugin, $what: status");
    like("$out$err", qr/^\Q$line\E$/m, "plugin, $what: one line with the reason");
    is(left_behind(), '', "plugin, $what: nothing left behind");
}

plugin_refused('unknown option', "speed=11,trace=$scratch/cwd/trace",
    "pmulab: unknown option 'speed=11': expected traffic, trace, cover, hold, stop, save, resume, live, check, variant, box-ctl, dclk, sockets, ht, absent, duplicated, uclk, uclkgate, qfclk, lbr, aperf or access");
plugin_refused('bad value', "sockets=3,trace=$scratch/cwd/trace",
    "pmulab: option 'sockets=3': sockets: expected 1 or 2");

# Errors at run time: each step reports its error with an explanation, and an
# endless step ends the run.
my $failing = scenario('failing', "limit 8s\ntraffic\n    at step never\n        imc0 ACT_COUNT 1M/s", <<'END');
step status
    run echo out; echo err >&2; exit 3
step output
    run echo something else
    expect output /^something$/
    expect no output /else/
step perf
    run perf stat -a -e uncore_imc_9/clockticks/ true
    expect status 129
    expect perf exact
step endless
    run echo begun; while :; do :; done
step never
    run true
END
my ($status, $out, $err) = run({}, $pmulab, 'run', '--results', "$scratch/results", $failing);
is($status, 1, 'failing scenario: status 1');
is($err, '', 'failing scenario: nothing on standard error');
like($out, qr/\ATAP version 13\n1\.\.14\n/, 'failing scenario: a plan');
my $expected = sub {
    my ($what, $pattern) = @_;
    like($out, $pattern, "failing scenario: $what");
};
$expected->('the guest', qr/^not ok 1 - \Q$failing\E: guest .*\n# step endless: the command took longer than 8 s$/m);
$expected->('counters', qr/^ok 2 - .*: counters: every read returned the expected count\n# 2 reads of counters, 0 faults$/m);
$expected->('traffic', qr/^not ok 3 - .*\n# \Q$failing:5\E: never took effect: its time did not come$/m);
$expected->('status', qr/^not ok 4 - .*: status 0\n# the script's status is 3, expected 0\n# standard output:\n# \| out\n# standard error:\n# \| err$/m);
$expected->('output', qr/^not ok 6 - .*output .*\n# standard output:\n# \| something else\n# expected in \Q$failing:10\E$/m);
$expected->('no output', qr/^not ok 7 - /m);
$expected->('status of perf', qr/^ok 8 - .*status 129$/m);
$expected->("perf's own reason", qr/^not ok 9 - .*perf exact\n(?:#.*\n)*# \| .*uncore_imc_9/m);
$expected->('endless step', qr/^not ok 10 - .*\n# the run did not get this far: .*\n# standard output:\n# \| begun$/m);
$expected->('step after it', qr/^not ok 11 - /m);
is(left_behind(), '', 'failing scenario: nothing left behind');
like(slurp("$scratch/results/snbep/failing/result.tap"), qr/^not ok 10 /m, 'failing scenario: results are kept');

# An ended process that was not waited for is still listed, as a zombie.
sub runs {
    my ($pid) = @_;
    return (slurp("/proc/$pid/stat") // '') =~ /\A\d+ .*\) [^ZX] /s;
}

sub children {
    my ($pid) = @_;
    return map { split ' ', slurp($_) // '' } glob "/proc/$pid/task/*/children"; # of each thread
}

sub wait_for {
    my ($seconds, $holds) = @_;
    my $end = time + $seconds;
    sleep 0.05 until $holds->() || time > $end;
    return $holds->();
}

# A run killed in its endless step, and one killed while its guest boots.
my $endless = scenario('endless', '', "step endless\n    run while :; do :; done\n");
for my $signal (qw(INT TERM KILL)) {
    for (['in a step', $endless], ['while it boots', '--cold', $good]) {
        my ($when, @run) = @$_;
        my $pid = start({}, $pmulab, 'run', @run);
        wait_for(20, sub { children($pid) }) or diag('no QEMU was started');
        sleep 0.5;
        my @qemu = children($pid);
        kill $signal, $pid;
        waitpid $pid, 0;
        ok(@qemu > 0 && wait_for(5, sub { !grep { runs($_) } @qemu }),
            "killed by SIG$signal $when: no process is left");
        is(left_behind(), '', "killed by SIG$signal $when: nothing else is left");
    }
}

chdir '/';
done_testing();
