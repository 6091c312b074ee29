#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab report --diff`: two runs side by side, as text and as a page. No guest
# is needed: the results are written here, with known differences.
use strict;
use warnings;
use utf8;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Axe;
use Browser;
use Files;
use Results;
use Test::More;
use TraceFile;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
my $pc     = 0x81000040;

sub run {
    my $command = join ' ', map { "'$_'" } $pmulab, @_;
    my $out = `cd '$folder' && $command 2>&1`;
    return ($? >> 8, $out);
}

# Rows of kind, block, offset and value; times begin at $from, 1 us apart.
sub results {
    my ($root, $machine, $name, $from, @records) = @_;
    my $time = $from;
    my $path = write_results("$folder/$root", $machine, $name, header => 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1',
        records => [map { my ($kind, $block, $offset, $value) = @$_; [$kind, 4, 0, $time += 1000, $block, $offset, $pc, $value] } @records],
        steps => [map { {name => $_, reached => bool(1), status => 0, figures => []} } qw(set-up measure)], verdicts => [verdict('guest boots', 1, 0)]);
    spew("$path/trace.pmt.names", sprintf "%x enable+0x8 [driver]\n", $pc);
    return $path;
}

# BOX_CTL at f4, CTL0 at d8, CTR0 at a0 (327043-001, page 60): a driver that forgets to freeze, counts another umask,
# and reads a counter twice. Boxes 0 and 1 mix in different ways.
my @begin = ([$BEGIN, 0, 0, 1]);
my @end = ([$END, 0, 0, 1]);
my $a = results('a', 'snbep', 'one', 0, @begin, [$WRITE, 0, 0xf4, 0x10100], [$WRITE, 1, 0xf4, 0x10000], [$WRITE, 0, 0xd8, 0x00400304],
    [$WRITE, 0, 0xf4, 0x10000], [$READ, 0, 0xa0, 100], [$READ, 0, 0xa4, 0], @end);
my $b = results('b', 'snbep', 'one', 500_000, @begin, [$WRITE, 1, 0xf4, 0x10000], [$WRITE, 0, 0xd8, 0x00400604],
    [$WRITE, 0, 0xf4, 0x10000], [$READ, 0, 0xa0, 222], [$READ, 0, 0xa4, 0], [$READ, 0, 0xa0, 230], @end);

my $by = '  by enable+0x8 [driver]';
my @expected = (
    "A  snbep/one: 6 accesses, a/snbep/one",
    "B  snbep/one: 6 accesses, b/snbep/one",
    '!  imc0.PMON_CTL0: umask is 0x3, B has 0x6, by enable+0x8 [driver]',
    '!  imc0.PMON_BOX_CTL: written in A alone, by enable+0x8 [driver]',
    '!  imc0.PMON_CTR0[31:0]: read in B alone, by enable+0x8 [driver]',
    '  PLACE                 READS A  B  WRITES A  B  WRITTEN BY ONE',
    '  imc0.PMON_BOX_CTL           0  0         2  1  A alone: 0x00010100',
    '  imc0.PMON_CTL0              0  0         1  1  A alone: 0x00400304; B alone: 0x00400604',
    '  imc0.PMON_CTR0[31:0]        1  2         0  0',
    '  2 other places accessed as often, with the same writes',
    '@@ step 1 set-up, imc0: 3 equal, 1 changed, 1 of A alone, 1 of B alone',
    "-W imc0.PMON_BOX_CTL 0x00010100 frz_en=1 frz=1$by",
    "-W imc0.PMON_CTL0 0x00400304 en=1 umask=RD ev_sel=CAS_COUNT$by",
    "+W imc0.PMON_CTL0 0x00400604 en=1 umask=6 ev_sel=CAS_COUNT$by",
    '!   umask is 0x3, B has 0x6',
    " W imc0.PMON_BOX_CTL 0x00010000 frz_en=1$by",
    " R imc0.PMON_CTR0[31:0] 0x00000064 event_count[31:0]=100$by",
    " R imc0.PMON_CTR0[63:32] 0x00000000$by",
    "+R imc0.PMON_CTR0[31:0] 0x000000e6 event_count[31:0]=230$by",
);
is_deeply([run('report', '--diff', 'a', 'b')], [1, join("\n", @expected) . "\n"], 'two runs that differ');
is_deeply([run('report', '--diff', 'a', 'a')], [0, "A  snbep/one: 6 accesses, a/snbep/one\nB  snbep/one: 6 accesses, a/snbep/one\nno difference\n"],
    'a run equals itself');

# The same at a later time, with other counts.
results('later', 'snbep', 'one', 9_000_000, @begin, [$WRITE, 0, 0xf4, 0x10100], [$WRITE, 1, 0xf4, 0x10000], [$WRITE, 0, 0xd8, 0x00400304],
    [$WRITE, 0, 0xf4, 0x10000], [$READ, 0, 0xa0, 777], [$READ, 0, 0xa4, 0], @end);
is((run('report', '--diff', 'a', 'later'))[0], 0, 'times and counts do not differ');
my ($status, $out) = run('report', '--diff', '--times', 'a', 'later');
is($status, 1, '... unless requested');
like($out, qr/^-0\.000005000 s R imc0\.PMON_CTR0\[31:0\] 0x00000064 .*\n\+0\.000005000 s R imc0\.PMON_CTR0\[31:0\] 0x00000309 .*\n!   event_count is 0x64, B has 0x309$/m,
    '... with times since the beginning of the step');

# Before the first step: the driver's accesses only, or all.
results('boots', 'snbep', 'one', 0, [$READ, 2, 0xf4, 0], @begin, @end);
my $other = results('listed', 'snbep', 'one', 0, [$READ, 2, 0xf4, 0], [$READ, 2, 0xf4, 0], @begin, @end);
is((run('report', '--diff', 'boots', 'listed'))[0], 1, 'a driver at boot');
unlink "$folder/boots/snbep/one/trace.pmt.names", "$other/trace.pmt.names";
is((run('report', '--diff', 'boots', 'listed'))[0], 0, 'not a driver at boot');
($status, $out) = run('report', '--diff', '--boot', 'boots', 'listed');
like("$status $out", qr/^1 .*^@@ before the first step, imc2: 1 equal, 0 changed, 0 of A alone, 1 of B alone$/ms, '... unless requested');

# With --driver, the harness loads the module in a separate step, number 127. The driver does there what the other one
# does as the kernel boots.
results('stock', 'snbep', 'one', 0, [$WRITE, 2, 0xf4, 0x10000], @begin, @end);
my @own_step = ([$BEGIN, 0, 0, 127], [$WRITE, 2, 0xf4, 0x10000], [$END, 0, 0, 127]);
results('edited', 'snbep', 'one', 0, @own_step, @begin, @end);
is_deeply([run('report', '--diff', 'stock', 'edited')],
    [0, "A  snbep/one: 1 accesses, stock/snbep/one\nB  snbep/one: 1 accesses, edited/snbep/one\nno difference\n"],
    'a driver that is loaded in an internal step');

# Several runs are compared by name.
results('b', 'snbep', 'two', 0, @begin, @end);
results('a', 'snbep', 'two', 0, @begin, @end);
results('a', 'snbep', 'old', 0, @begin, @end);
($status, $out) = run('report', '--diff', 'a', 'b');
is($status, 1, 'several runs');
unlike($out, qr{^A  snbep/two}m, '... equal ones are not shown');
like($out, qr{^A alone: snbep/old\n2 runs in both, 2 runs differ or are in one alone\n\z}m, '... and the totals come last');

write_results("$folder/other", 'power9', 'one', header => 'machine=power9 sockets=1 threads=1', records => [], steps => [], verdicts => []);
is_deeply([run('report', '--diff', 'other', 'listed')],
    [2, "pmulab: other/power9/one is a run of power9, listed/snbep/one one of snbep: expected runs of one machine\n"], 'two machines');
is_deeply([run('report', '--diff', 'a')], [2, "pmulab: report: --diff: expected two folders\n"], 'one folder');
is_deeply([run('report', '--diff', 'a', 'nowhere')],
    [2, "pmulab: nowhere: holds no results: expected a folder that `pmulab run` has written, or one above such\n"], 'a missing folder');
is_deeply([run('report', '--times', 'a')], [2, "pmulab: report: --times, --boot: also expected --diff\n"], 'an option that requires --diff');

# ---- the page ----

is_deeply([run('report', '--diff', '-o', 'diff.html', 'a/snbep/one', 'b/snbep/one')], [1, "diff.html: 1 of 1 runs differ\n"], 'a page');
SKIP: {
    skip 'no Chromium', 8 if !Browser::program();
    my $browser = Browser->start;
    $browser->open("$folder/diff.html");
    my $rows = '[...document.querySelectorAll(".pair tbody tr")].map((tr) => tr.className + ":" + [...tr.cells].map((td) => td.textContent.split(" ").slice(0, 3).join(" ")).join("/")).join("|")';
    is($browser->run($rows), join('|', 'a:W imc0.PMON_BOX_CTL 0x00010100/', 'changed:W imc0.PMON_CTL0 0x00400304/W imc0.PMON_CTL0 0x00400604', 'what:umask is 0x3,',
        'same:W imc0.PMON_BOX_CTL 0x00010000/W imc0.PMON_BOX_CTL 0x00010000', 'same:R imc0.PMON_CTR0[31:0] 0x00000064/R imc0.PMON_CTR0[31:0] 0x000000de',
        'same:R imc0.PMON_CTR0[63:32] 0x00000000/R imc0.PMON_CTR0[63:32] 0x00000000', 'b:/R imc0.PMON_CTR0[31:0] 0x000000e6'), 'side by side');
    is($browser->run('document.querySelector("main > header + * li").textContent'), 'imc0.PMON_CTL0: umask is 0x3, B has 0x6, by enable+0x8 [driver]', "first, the driver's change");
    is($browser->run('document.querySelectorAll(".places tbody tr").length'), 3, 'differing places');
    isnt($browser->run('getComputedStyle(document.querySelector(".pair .a td")).backgroundColor'), $browser->run('getComputedStyle(document.querySelector(".pair .same td")).backgroundColor'),
        'differences are highlighted');
    no_barriers($browser, 'diff');
    $browser->size(390, 844);
    is($browser->run('document.documentElement.scrollWidth'), 390, "it fits a phone's width");
    is(scalar(map { $browser->events($_) } qw(Runtime.exceptionThrown Log.entryAdded)), 0, 'no errors in the browser');
}
done_testing();
