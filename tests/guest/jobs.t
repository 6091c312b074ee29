#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run -j`, and parameters: guests run in parallel, and their results
# follow the order of the files. The TAP is valid, with one subtest per value.
# Nothing is left after a kill. Boots five guests.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use BootTest;
use TAP::Parser;
use Test::More;
use Time::HiRes qw(sleep);

# The first one takes longest, the last one fails.
my $slow = spew("$scratch/slow.scn", <<'END');
machine snbep
step slow
    run i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done
END
my $values = spew("$scratch/values.scn", <<'END');
machine snbep
about   One of two fails
param   status 0 3
traffic
    at step s
        imc%{status} ACT_COUNT 1M/s
step s
    run echo status=%{status}; exit %{status}
    expect status 3
    expect output /^status=%{status}$/
END

# Runs `pmulab run ARGS`; returns its status, standard output and standard
# error.
sub run {
    my (@args) = @_;
    my $pid = start_run(@args);
    waitpid $pid, 0;
    return ($? >> 8, slurp("$scratch/out"), slurp("$scratch/err"));
}

sub start_run {
    my (@args) = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    open STDOUT, '>', "$scratch/out" or die $!;
    open STDERR, '>', "$scratch/err" or die $!;
    exec $pmulab, 'run', '--results', "$scratch/results", @args or die "$pmulab: $!";
}

my ($status, $out, $err) = run('-j', 2, $slow, $values);
is($status, 1, 'one of three fails: status');
is($err, '', 'nothing on standard error, as it is no terminal');

my $parser = TAP::Parser->new({tap => $out});
my @points;
while (my $result = $parser->next) {
    push @points, ($result->is_ok ? '' : 'not ') . $result->description if $result->is_test;
}
is_deeply([$parser->parse_errors], [], 'TAP is sound') or diag($out);
is_deeply(\@points, [
        "- $slow: guest boots, does all steps and powers off",
        "- $slow: counters: every read returned the expected count",
        "- $slow: step slow: status 0",
        "- $slow: interrupts exact",
        "- $slow: lint: software kept the manuals' rules",
        "- $slow: trace: complete, and agrees with the guest",
        "not - $values: status=0",
        "- $values: status=3",
    ], 'points follow the order of the files, one per value');
like($out, qr/^# Subtest: \Q$values\E: status=0\n    1\.\.8\n    ok 1 - /m, 'a subtest has its own plan');
like($out, qr/^    not ok 4 - \Q$values\E: step s: status 3\n    # the script's status is 0, expected 3\n/m,
    'and its own points');
like($out, qr/^    ok 5 - \Q$values\E: step s: output \/\^status=3\$\/\n/m, '... with the value in the text');

like($out, qr/^# 2 of 3 scenarios passed; failed: snbep\/values,status=0\n\z/m, 'the last line names the failure');

for my $value (0, 3) {
    my $folder = "$scratch/results/snbep/values,status=$value";
    like(slurp("$folder/scenario.scn"), qr/^param status '$value'$/m, "results of status=$value: its scenario");
    is(slurp("$folder/1-s.out"), "status=$value\n", "results of status=$value: its output");
    like(slurp("$folder/traffic.plan"), qr/^    imc$value ACT_COUNT 1M\/s$/m, "results of status=$value: its traffic");
}

for (['0', '-j 0: expected 1 to 64'], ['65', '-j 65: expected 1 to 64']) {
    my ($n, $complaint) = @$_;
    ($status, $out, $err) = run('-j', $n, $slow);
    is("$status $out$err", "2 pmulab: $complaint\n", "-j $n is refused");
}

# Kill it in the middle.
my $pid = start_run('-j', 2, $slow, $values);
ok(wait_for(30, sub { (() = children_of_all($pid)) == 2 }), 'two guests run at a time');
my @qemu = children_of_all($pid);
sleep 0.5;
kill TERM => $pid;
waitpid $pid, 0;
is($? & 127, 15, 'SIGTERM ends it');
ok(wait_for(5, sub { !grep { runs($_) } @qemu }), 'and no guest is left');
check_nothing_left('killed');

# A thread's children are listed with the thread.
sub children_of_all {
    my ($process) = @_;
    return map { split ' ', slurp($_) // '' } glob "/proc/$process/task/*/children";
}

done_testing();
