#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab run --junit` of a run with three failures, read by an independent
# parser. result.json must agree, and --proved has the same run. Boots one
# guest.
use strict;
use warnings;
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use JSON::PP;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $folder = File::Temp->newdir;

open my $out, '>', "$folder/fails.scn" or die $!;
print $out <<'END';
machine snbep
config  sockets=1
about   Things that fail, with letters that XML has other uses for

traffic
    at step measure
        imc0 CAS_COUNT.RD_REG 90M/s

step measure
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 1
    expect perf exact
    expect uncore_imc_0/cas_count_read/ < 5
    expect output /never <printed> & "quoted"/

step broken
    run printf '\033[31m<b>&]]>\033[0m\001\n'; exit 3
END
close $out or die $!;

my $command = "'$pmulab' run --results '$folder/results' --junit '$folder/junit.xml' --proved '$folder/proved' "
    . "'$folder/fails.scn'";
my $tap = `$command 2>'$folder/err'`;
is($? >> 8, 1, 'the run fails');
is(slurp("$folder/err"), '', '... without other messages');
like($tap, qr/\\x1b\[31m<b>/, 'the guest cannot colour a terminal');
unlike($tap, qr/[^\n\t -~]/, '... nor send it other control characters');
my $shown = `'$pmulab' run --show --results '$folder/shown' '$folder/fails.scn' 2>&1`;
like($shown, qr/\\x1b\[31m<b>.*\\x01/, '... nor with --show');
unlike($shown, qr/[^\n\t -~]/, '... at all');
like($shown, qr{^snbep +Xeon uncore monitors, of the E5-2600 by default$}m, '--show names the machine');

# An XPath expression's value.
sub xpath {
    my ($expression) = @_;
    $expression =~ s/'/'\\''/g;
    chomp(my $value = `xmllint --xpath '$expression' '$folder/junit.xml' 2>&1`);
    return $value;
}

SKIP: {
    skip 'xmllint is not there to read it', 9 if system 'command -v xmllint >/dev/null 2>&1';
    my $said = `xmllint --noout --schema '$FindBin::Bin/junit.xsd' '$folder/junit.xml' 2>&1`;
    is($?, 0, 'JUnit: it is valid by the schema') or diag($said);
    is(xpath('concat(//testsuite/@name, " ", //testsuite/@tests, " ", //testsuite/@failures, " ", //testsuite/@errors)'),
        'snbep.fails 11 3 0', 'JUnit: the suite counts');
    is(xpath('count(//testcase)'), 11, 'JUnit: as many cases');
    is(xpath('count(//testcase/failure)'), 3, 'JUnit: as many failures');
    is(xpath('string(//testcase[6]/@name)'), 'step measure: uncore_imc_0/cas_count_read/ < 5', 'JUnit: the expectation');
    like(xpath('string(//testcase[6]/failure/@message)'), qr/^\d{8} < 5 does not hold$/, 'JUnit: the result');
    is(xpath('string(//testcase[7]/failure/@message)'), 'step measure: output /never <printed> & "quoted"/',
        'JUnit: a message without notes');
    is(xpath('string(//testcase[8]/failure/@message)'), "the script's status is 3, expected 0", 'JUnit: a status');
    like(xpath('string(//testcase[8]/failure)'), qr/^\| \?\[31m<b>&\]\]>\?\[0m\?$/m, "JUnit: the guest's own letters");
}

is(slurp("$folder/proved"), "snbep/fails figures=1 hops=3 samples=0 executed=0\n", '--proved: a figure in three hops');

my $result = eval { decode_json(slurp("$folder/results/snbep/fails/result.json")) };
is($@, '', 'result.json is JSON');
is(join(' ', map { $_->{ok} ? 1 : 0 } @{$result->{verdicts}}), '1 1 1 1 1 0 0 0 1 1 1', 'result.json: the verdicts');
is(join(' ', map { $_->{step} } @{$result->{verdicts}}), '0 0 0 1 1 1 1 2 0 0 0', 'result.json: their steps');
is_deeply([map { $_->{what} } @{$result->{verdicts}}], [map { /^(?:not )?ok \d+ - .*?\.scn: (.*)/ ? $1 : () } split /\n/, $tap],
    'result.json: the TAP\'s texts');
is_deeply($result->{traffic}, [{line => 7, at => 'at step measure', text => 'imc0 CAS_COUNT.RD_REG 90M/s'}],
    'result.json: the traffic');
my $figure = $result->{steps}[0]{figures}[0];
my ($count) = $tap =~ m{cas_count_read/ +[\d.]+ MiB +(\d+)};
is("$figure->{event} $figure->{driver} $figure->{hardware}", "uncore_imc_0/cas_count_read/ $count $count", 'result.json: a figure');

# A report of it has every access of the trace.
is(system("'$pmulab' report -o '$folder/report.html' '$folder/results' >/dev/null"), 0, 'a report of it is made');
my ($run) = map { decode_json($_) } slurp("$folder/report.html") =~ m{class="run">(.*?)</script>};
my $raw = `'$pmulab' trace --raw '$folder/results/snbep/fails/trace.pmt'`;
is(scalar(split ' ', $run->{trace}{time}), scalar(() = $raw =~ /^/mg), 'the report has as many records as the trace');
is_deeply($run->{result}, $result, 'the report agrees with result.json');

# If the file cannot be written, nothing runs.
my $said = `'$pmulab' run --results '$folder/other' --junit '$folder/none/junit.xml' '$folder/fails.scn' 2>&1`;
is($? >> 8, 1, 'a missing folder: status');
like($said, qr{\Apmulab: \Q$folder\E/none/junit.xml: cannot be written: [^\n]+\n\z}, 'a missing folder: one line');
$said = `'$pmulab' run --results '$folder/other' --proved '$folder/none/proved' '$folder/fails.scn' 2>&1`;
like($said, qr{\Apmulab: \Q$folder\E/none/proved: cannot be written: [^\n]+\n\z}, '... also for --proved');
$said = `'$pmulab' run --kernel 6.1,6.12 --proved '$folder/proved' '$folder/fails.scn' 2>&1`;
is($said, "pmulab: --proved: expected one kernel, not 2\n", '--proved of two kernels');
ok(!-e "$folder/other", '... and nothing was run');
done_testing();
