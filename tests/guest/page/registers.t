#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab report --registers`, --untouched and --orders, and the same in its
# page: the registers that were read and written, and the others. No guest is
# needed: the results are written here.
use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use utf8;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/../../lib";
use Browser;
use Files;
use Results;
use Test::More;
use TraceFile;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
my $json   = JSON::PP->new->utf8;
my $pc     = 0xffffffff81000040;

sub run {
    my $command = join ' ', map { "'$_'" } $pmulab, @_;
    my $out = `cd '$folder' && $command 2>&1`;
    return ($? >> 8, $out);
}

sub lines {
    my ($status, $out) = run(@_);
    is($status, 0, "@_");
    return [map { s/^ +| +$//gr =~ s/ {2,}/  /gr } split /\n/, $out];
}

sub results {
    my ($name, @records) = @_;
    my $time = 0;
    write_results("$folder/results", 'snbep', $name, header => 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1',
        records => [map { my ($kind, $block, $offset, $value) = @$_; [$kind, 4, 0, $time += 1000, $block, $offset, $pc, $value] } @records],
        steps => [], verdicts => [verdict('guest boots', 1, 0)]);
}

# CTL0 is at d8, CTR0 at a0, BOX_CTL at f4 (327043-001, page 60). 0x00400304: en, umask 03 (RD), event 04 (CAS_COUNT).
results('one', [$WRITE, 0, 0xf4, 0x10100], [$WRITE, 0, 0xd8, 0x00400304], [$WRITE, 0, 0xf4, 0x10000], [$READ, 0, 0xa0, 7], [$READ, 0, 0xa4, 1]);
results('two', [$WRITE, 1, 0xd8, 0xff400304], [$WRITE, 1, 0xd8, 0]);

is_deeply(lines('report', '--registers', 'results'), [
    'snbep: 3 of 874 registers; 1 of 3073 fields read, 6 of 3009 written; 5 orders',
    'REGISTER  READS  WRITES  READ AS  WRITTEN AS  RUNS',
    'imc.PMON_CTR0  2  0  1',
    'event_count  2  0  other  1',
    'imc.PMON_CTL0  0  3  2',
    'thresh  0  3  0 ones  1',
    'invert  0  3  0  0',
    'en  0  3  0 1  2',
    'edge_det  0  3  0  0',
    'umask  0  3  0 named  2',
    'ev_sel  0  3  0 named  2',
    'imc.PMON_BOX_CTL  0  2  1',
    'ov_en  0  2  0  0',
    'frz_en  0  2  1  1',
    'frz  0  2  0 1  1',
    'rst_ctrs  0  2  0  0',
    'rst_ctrl  0  2  0  0',
], 'reads and writes, values and runs');
is_deeply(lines('report', '--orders', 'results'), [
    'snbep: 3 of 874 registers; 1 of 3073 fields read, 6 of 3009 written; 5 orders',
    'ACCESS  AFTER  TIMES',
    'R imc.PMON_CTR0  W imc.PMON_BOX_CTL  1',
    'R imc.PMON_CTR0  R imc.PMON_CTR0  1',
    'W imc.PMON_CTL0  W imc.PMON_BOX_CTL  1',
    'W imc.PMON_CTL0  W imc.PMON_CTL0  1',
    'W imc.PMON_BOX_CTL  W imc.PMON_CTL0  1',
], 'orders, separate for each block');
my ($status, $untouched) = run('report', '--untouched', 'results');
is($status, 0, 'report --untouched');
like($untouched, qr/^untouched: \d+ not explained, \d+ explained$/m, 'their numbers');
like($untouched, qr/^  imc\.PMON_CTL0 +invert +never read; written as 0 alone /m, 'a field only ever written as 0');
like($untouched, qr/^  cbo\.FILTER +never accessed /m, 'a register without accesses');
unlike($untouched, qr/PMON_CTL0 +umask .*written/, 'a written field is not in the list');
is_deeply([run('report', '--untouched', '-o', 'x.html', 'results')],
    [2, "pmulab: report: --untouched, --orders: expected no -o FILE, which makes a page\n"], 'a list is no page');
is_deeply([run('report', '--registers', '--atlas', 'results')], [2, "pmulab: report: --atlas: also expected -o FILE\n"], 'a table has no links');
is_deeply([run('report', '--registers', '-o', 'registers.html', 'results')], [0, "registers.html: 2 runs\n"], 'a page of registers only');
unlike(slurp("$folder/registers.html"), qr/class="run"/, '... without the runs');

# ---- the page ----

is((run('report', 'results'))[0], 0, 'the page');
SKIP: {
    skip 'no Chromium', 14 if !Browser::program();
    my $browser = Browser->start;
    $browser->open("$folder/results/report.html");
    my $rows = q{[...document.querySelectorAll(".reg > summary")].map((s) => [...s.children].map((c) => c.textContent).join(" ")).join("|")};
    is($browser->run($rows), 'imc.PMON_CTR0 2 0 1 not written|imc.PMON_CTL0 0 1 6 not read, 3 not written|imc.PMON_BOX_CTL 0 2 3 not read, 3 not written',
        'the registers of a run');
    $browser->run('location.hash = "#registers"');
    is($browser->run('document.title'), 'registers · pmulab', 'registers of all runs have an address');
    is($browser->run('document.querySelectorAll(".reg").length'), 874, '... including the untouched ones');
    is($browser->run('[...document.querySelectorAll(".reg > summary")].find((s) => /PMON_CTL0/.test(s.textContent)).children[2].textContent'), '3', 'writes of both runs');
    $browser->run('[...document.querySelectorAll(".reg")].find((r) => /PMON_CTL0/.test(r.textContent)).open = true');
    is($browser->run('[...document.querySelectorAll(".touched tbody tr")].map((tr) => tr.cells[0].textContent + " " + tr.cells[3].textContent).join("|")'),
        'thresh 0×2ones×1|invert 0×3|en 0×1ones×2|edge_det 0×3|umask 0×1named×2|ev_sel 0×1named×2', 'values of its fields');
    is($browser->run('[...document.querySelectorAll(".orders")].map((p) => p.textContent).join("|")'),
        'right after W PMON_BOX_CTL → W×1W PMON_CTL0 → W×1|2 runs: snbep/onesnbep/two', 'orders and runs');
    $browser->run('document.querySelector(".untouched").click()');
    is($browser->run('[...document.querySelectorAll(".reg")].length'), 874, 'untouched only: every register has some');
    $browser->run('(() => { const box = document.querySelector("input[type=search]"); box.value = "ctl0 edge"; box.dispatchEvent(new Event("input")); })()');
    is($browser->run('[...document.querySelectorAll(".reg > summary")].length'), 46, 'the filter also searches fields');

    $browser->open("$folder/registers.html");
    is($browser->run('document.querySelectorAll(".reg").length + " " + document.querySelectorAll("#tree").length'), '874 0', 'registers only');

    # ---- links into the atlas ----
    is_deeply([run('report', '--atlas', '-o', 'linked.html', 'results')], [0, "linked.html: 2 runs\n"], 'a page with an atlas');
    $browser->open("$folder/linked.html");
    $browser->run('location.hash = "#snbep/one"');
    my $links = '[...document.querySelectorAll(".rows .row a")].map((a) => a.textContent + " " + a.getAttribute("href")).join("|")';
    is($browser->run($links), join('|', '0x00010100 atlas.html#snbep.imc.PMON_BOX_CTL=0x10100', '0x00400304 atlas.html#snbep.imc.PMON_CTL0=0x400304',
        '0x00010000 atlas.html#snbep.imc.PMON_BOX_CTL=0x10000', '0x00000007 atlas.html#snbep.imc.PMON_CTR0=0x7',
        '0x00000001 atlas.html#snbep.imc.PMON_CTR0=0x100000000'), 'each access links to its register, with the value');
    $browser->run('document.querySelector(".rows .row:nth-child(2)").click()');
    is($browser->run('document.querySelector(".detail h3 a").getAttribute("href")'), 'atlas.html#snbep.imc.PMON_CTL0=0x400304', 'so does its description');
    my $link = $browser->run('document.querySelector(".detail h3 a").href');
    $browser->call('Page.navigate', {url => $link});
    $browser->run('new Promise((done) => document.readyState === "complete" ? setTimeout(done, 300) : addEventListener("load", () => setTimeout(done, 300)))');
    is($browser->run('document.querySelector("[id=\"snbep.imc.PMON_CTL0\"] .hex").value'), '0x00400304', 'the atlas shows it');
    is(scalar(map { $browser->events($_) } qw(Runtime.exceptionThrown Log.entryAdded)), 0, 'no errors in the browser');
}
done_testing();
