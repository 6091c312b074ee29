#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab report`: the page has everything in the results, down to the last
# access, and Chromium shows it. No guest is needed: the results are written
# here.
use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use utf8;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/../../lib";
use Aside;
use Axe;
use Files;
use Browser;
use Results;
use Test::More;
use Time::HiRes qw(time);
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

# ---- results ----

# A second of boot, then a step that reads a counter a hundred times, every 10
# ms, in halves.
my @records = map { [$READ, 2, 0, 1_000_000 * $_, 73, 0x8000, $pc, 0x8086] } 1 .. 500;
push @records, [$BEGIN, 0, 1, 1_000_000_000, 0, 0, $pc, 1], [$PLAN, 0, 0, 1_000_000_000, 0, 0, 0, 0];
push @records, [$WRITE, 4, 1, 1_000_500_000, 0, 0xd8, $pc, 0x00400304];
for (1 .. 100) {
    my $count = 50_000_000 * $_;
    my $time = 1_000_000_000 + 10_000_000 * $_;
    push @records, [$READ, 4, 1, $time, 0, 0xa0, $pc, $count & 0xffffffff], [$READ, 4, 1, $time + 7, 0, 0xa4, $pc, $count >> 32];
}
push @records, [$PLAN, 0, 0, 1_505_000_000, 0, 0, 0, 1], [$END, 0, 1, 2_010_000_000, 0, 0, $pc, 1];
@records = sort { $a->[3] <=> $b->[3] } @records;
my $evil = "</script><script>document.title='taken over'</script><img src=x onerror=\"document.title='taken over'\">";
my $path = write_results("$folder/results", 'snbep', 'counts',
    header => 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1',
    records => \@records,
    console => "Linux\e[1m boots\e[0m\n$evil\n",
    traffic => [{line => 5, at => 'at step measure', text => 'imc0 CAS_COUNT.RD_REG 5G/s'}, {line => 7, at => 'at step measure + 505ms', text => 'imc0 CAS_COUNT.RD_REG off'}],
    steps => [{name => 'measure', reached => bool(1), status => 0, figures => [figure('uncore_imc_0/a/', '5000000000', '5000000000', '5000000000'),
                figure('uncore_imc_0/b/', '18446744073709551615', '18446744073709551615', '18446744073709551614')]}],
    verdicts => [verdict('guest boots', 1, 0), verdict('step measure: perf exact', 0, 1, "<b>a figure</b> is wrong", 'and why'),
        verdict('step measure: status 0', 1, 1, 'one note')],
);
my $p9 = 0xc000000000129ad0;
write_results("$folder/results", 'power9', 'posts',
    header => 'machine=power9 sockets=1 threads=1',
    records => [[$BEGIN, 0, 0, 5_000, 0, 0, $p9, 1], (map { [$POST, 0, 0, 10_000 * $_, 0, 0, 0, $_] } 1 .. 5), [$END, 0, 0, 60_000, 0, 0, $p9, 1]],
    steps => [{name => 'look', reached => bool(1), status => 0, figures => []}],
    verdicts => [verdict('guest boots', 1, 0)],
);

# ---- the page's data ----

my ($status, $said) = run('report', 'results');
is("$status $said", "0 results/report.html: 2 runs\n", 'a page of all runs, next to them');
my $page = slurp("$folder/results/report.html");
my @runs = map { $json->decode($_) } $page =~ m{<script type="application/json" class="run">(.*?)</script>}g;
is(join(' ', map { "$_->{result}{machine}/$_->{result}{name}" } @runs), 'power9/posts snbep/counts', 'both runs are in it');
my $trace = $runs[1]{trace};
is($trace->{records}, scalar @records, 'it has the number of records');
my %column = map { $_ => [split ' ', $trace->{$_}] } qw(time kind cpu pc name value fields);
is(join(' ', map { scalar @{$column{$_}} } sort keys %column), join(' ', (scalar @records) x 7), '... and as many in each column');
my ($time, @lines) = 0;
for my $i (0 .. $#records) {
    my %word = map { $_ => $column{$_}[$i] < 0 ? '-' : $trace->{pool}[$column{$_}[$i]] } qw(pc name value fields);
    $time += $column{time}[$i];
    push @lines, join ' ', grep { $_ ne '' } sprintf('%d.%09d', int $time / 1e9, $time % 1e9), $column{cpu}[$i] < 0 ? '-' : $column{cpu}[$i],
        $word{pc} =~ s/0x//r, ({read => 'R', write => 'W'}->{$trace->{kinds}[$column{kind}[$i]]} // ''), @word{qw(name value fields)};
}
my ($unused, $text) = run('trace', "$path/trace.pmt");
is_deeply(\@lines, [map { s/^ +//r =~ s/ +/ /gr } grep { /^ *\d+\./ } split /\n/, $text], 'every record equals the line of `pmulab trace`');
my ($series) = grep { $_->{name} eq 'imc0.PMON_CTR0' } @{$trace->{series}};
is($series->{values}, join(' ', map { 50_000_000 * $_ } 1 .. 100), 'a counter has its hundred values, only from whole reads');
is(scalar @{$trace->{series}}, 1, '... and no other register counts');
is_deeply($trace->{steps}, [{number => 1, begin => 1_000_000_000, end => 2_010_000_000}], 'the step');
is_deeply($runs[1]{levels}, [5e9, 0], 'the amount of traffic');
is($runs[1]{steps}[0]{out}, "the output of measure\n", 'the step\'s output');
unlike($page, qr{(?:https?:)?//[a-z][^ "'<]*\.(?:js|css|woff2?|png)}, 'nothing to fetch');
unlike($page, qr/<img/, "a guest's text is not markup");

# Runs on several kernels, as from `run --kernel A,B`, and folders combined by a
# user.
mkdir "$folder/$_" or die $! for qw(matrix matrix/mine matrix/mine/6.1 matrix/mine/7.3);
system("cp -r '$folder/results/snbep' '$folder/matrix/mine/6.1/' && cp -r '$folder/results/snbep' '$folder/matrix/mine/7.3/'") == 0 or die;
($status, $said) = run('report', '-o', 'matrix.html', 'matrix');
is("$status $said", "0 matrix.html: 2 runs\n", 'a page of runs on two kernels');
is(join(' ', map { $json->decode($_)->{place} } slurp("$folder/matrix.html") =~ m{class="run">(.*?)</script>}g), '6.1 7.3', '... which it distinguishes');

# ---- Chromium ----

# The list's own count of visible rows.
my $shown = q{document.querySelectorAll("section .range")[1].textContent.replace(/\D*of.*/, "").replace(/\D/g, "")};
my $range = q{document.querySelector(".range").textContent};

sub look {
    my ($browser) = @_;
    $browser->size(1280, 900);
    $browser->scheme('light');
    $browser->open("$folder/results/report.html");
    is($browser->run('document.title'), 'snbep/counts · pmulab', 'the failed run is shown first');
    is($browser->run('document.querySelectorAll("#tree li a:not([data-run=registers])").length'), 2, 'both are in the list');
    is($browser->run('[...document.querySelectorAll(".verdicts > li")].map((li) => li.className + ":" + li.querySelector(".what").textContent).join("|")'),
        'fail:step measure: perf exact|pass:guest boots|pass:step measure: status 0', 'the expectations, the failed one first');
    is($browser->run('[...document.querySelectorAll(".figures tbody tr")].map((tr) => [...tr.cells].map((td) => td.textContent.replaceAll("\u202f", "")).join(" ")).join("|")'),
        'uncore_imc_0/a/ 5000000000 5000000000 5000000000 yes|uncore_imc_0/b/ 18446744073709551615 18446744073709551615 18446744073709551614 no|'
            . 'driver read 18446744073709551615, hardware saw 18446744073709551614 (P21)a factaccess 1access 2access 3access 4access 5access 62 moreaccess 7access 8',
        'the results, in all 64 bits, and the cause of the wrong one');
    like($browser->run('document.querySelector("li.fail pre").textContent'), qr/^<b>a figure<\/b> is wrong\nand why$/, 'a failure has an explanation');
    is($browser->run('document.querySelector("details.text pre").closest("section").querySelector("h2").firstChild.textContent'), 'What ran', 'the section of what ran');
    like($browser->run('[...document.querySelectorAll("details.text")].find((d) => /^console/.test(d.textContent)).querySelector("pre").textContent'),
        qr/^Linux boots\n<\/script><script>/, "the guest's console, without its colours");
    is($browser->run('document.querySelectorAll(".chart canvas").length'), 3, 'three charts');
    is($browser->run('[...document.querySelectorAll(".chip[aria-pressed=true]:not([data-kind])")].map((chip) => chip.textContent).join()'),
        'imc0.PMON_CTR0', 'the active counter is drawn');

    # Charts are aligned to the pixel, whatever their labels.
    my $lefts = q{[...new Set(timeline.charts.map((chart) => Math.round(chart.bbox.left)))].length};
    is($browser->run($lefts), 1, 'charts share the left edge');
    $browser->run('[...document.querySelectorAll(".chip")].find((chip) => /own height/.test(chip.textContent)).click()');
    is($browser->run($lefts), 1, '... also with separate scales');

    # The step and a margin around it.
    my @marks = grep { $_->[0] == $BEGIN || $_->[0] == $END } @records;
    my $around = grep { $_->[3] >= 1_000_000_000 - 0.03 * 1_010_000_000 } @records;
    is($browser->run($shown), $around - @marks, 'accesses are shown from the first step on, without its marks');
    $browser->run('document.querySelector("button[aria-label=\"show all\"]").click()');
    is($browser->run($shown), @records - @marks, 'all accesses');
    $browser->run('document.querySelectorAll(".chip[data-kind][aria-pressed=false]").forEach((chip) => chip.click())');
    is($browser->run($shown), scalar @records, '... and marks on request');
    cmp_ok($browser->run('document.querySelectorAll(".rows .row").length'), '<', 60, 'only visible rows exist');

    # Zoom as a person does.
    my $plot = $json->decode($browser->run('(() => { const over = document.querySelector("[data-chart=accesses] .u-over"); over.scrollIntoView({block: "center"});
        const r = over.getBoundingClientRect(); return JSON.stringify([r.left, r.top, r.width, r.height]); })()'));
    my ($left, $top, $width, $height) = @$plot;
    my $before = $browser->run($range);
    $browser->drag($left + 0.5 * $width, $top + $height / 2, $left + 0.75 * $width, $top + $height / 2);
    $browser->run('new Promise((done) => setTimeout(done, 100))');
    my $after = $browser->run($range);
    my ($from, $to) = $after =~ /([\d.]+) – ([\d.]+) s/;
    # The whole range is from the first record to a little after the step.
    my ($first, $last) = (0.001, 2.010 + 0.03 * 1.010);
    cmp_ok(abs($from - ($first + 0.5 * ($last - $first))), '<', 0.005, 'dragging zooms: from');
    cmp_ok(abs($to - ($first + 0.75 * ($last - $first))), '<', 0.005, 'dragging zooms: to');
    is($browser->run($shown), scalar(grep { $_->[3] >= $from * 1e9 - 1 && $_->[3] <= $to * 1e9 + 1 } @records), 'the list follows');
    my $scales = $browser->run('JSON.stringify(timeline.charts.map((c) => [c.scales.x.min, c.scales.x.max].map((x) => x.toFixed(6)).join()))');
    is(scalar(keys %{{map { $_ => 1 } @{$json->decode($scales)}}}), 1, 'all charts show the same time');
    $browser->run('document.querySelector("[data-chart=counters] .u-over").dispatchEvent(new MouseEvent("dblclick", {bubbles: true}))');
    is($browser->run($range), $before, 'a double-click shows all');
    $browser->run('for (let i = 0; i < 80; i++) document.querySelector("button[aria-label=\"zoom in\"]").click()');
    like($browser->run($range), qr/ · 20 ns$/, 'zooming ends at 20 ns');
    $browser->run('document.querySelector("button[aria-label=\"show all\"]").click()');

    # Filters.
    my $type = sub {
        $browser->run('(() => { const box = document.querySelector("input[type=search]"); box.value = ' . $json->encode([$_[0]]) . '[0]; box.dispatchEvent(new Event("input")); })()');
        return $browser->run($shown);
    };
    is($type->('ctr0'), 200, 'filter: a register');
    is($type->('CTR0 [31:0]'), 100, 'filter: two words, large and small letters');
    is($type->('umask=rd'), 1, 'filter: a field');
    is($type->('nothing like it'), 0, 'filter: nothing');
    is($type->(''), scalar @records, 'filter: everything again');
    $browser->run('document.querySelector(".chip[data-kind=read]").click()');
    is($browser->run($shown), 5, 'without reads');
    $browser->run('[...document.querySelectorAll(".rows .row")].find((row) => row.textContent.includes("PMON_CTL0")).click()');
    is($browser->run('[...document.querySelectorAll(".fields tr.held")].map((tr) => [...tr.cells].slice(0, 3).map((td) => td.textContent).join(" ")).join("|")'),
        '22 en 1|15:8 umask RD|7:0 ev_sel CAS_COUNT', "an access has decoded fields");
    $browser->run('document.querySelector(".chip[data-kind=read]").click(); document.querySelector("select").value = 0; document.querySelector("select").dispatchEvent(new Event("change"))');
    is($browser->run($shown), 500, 'one CPU');

    # The other run, by its address.
    $browser->run('document.querySelector("#tree a.pass").click()');
    $browser->run('new Promise((done) => setTimeout(done, 200))');
    is($browser->run('document.title'), 'power9/posts · pmulab', 'the other run');
    is($browser->run($shown), 5, 'its accesses');
    is($browser->run('document.querySelector(".rows .row.post .c3").textContent'), 'chip0 posted for the 1st time', 'its text');
    quiet($browser);
}

# Narrow, and in both colours.
sub look_narrow {
    my ($browser, $scheme) = @_;
    $browser->size(390, 844);
    $browser->scheme($scheme);
    $browser->open("$folder/results/report.html");
    $browser->run('document.querySelectorAll("details").forEach((one) => (one.open = true))');
    $browser->run('document.querySelector(".rows .row").click()');
    is($browser->run('document.documentElement.scrollWidth'), 390, "$scheme: no scrolling sideways on a phone");
    is($browser->run('[...document.querySelectorAll("body *")].filter((e) => !e.closest("pre, .chart, .chips, .sr, .row, script, style") && e.getBoundingClientRect().right > 390.5).map((e) => e.tagName + "." + e.className).join(" ")'),
        '', "$scheme: nothing overflows");
    quiet($browser);
    my ($red) = $browser->run('getComputedStyle(document.body).backgroundColor') =~ /(\d+)/;
    return $red;
}

# Paper has no controls, and only registers that were accessed.
sub look_on_paper {
    my ($browser) = @_;
    $browser->size(820, 1100);
    $browser->open("$folder/results/report.html");
    my $seen = '[...document.querySelectorAll("%s")].filter((one) => one.checkVisibility()).length';
    $browser->run('document.querySelector(".regs").append(Object.assign(document.createElement("details"), {className: "reg never"}))');
    is($browser->run(sprintf $seen, '.reg.never'), 1, 'a screen has registers without accesses');
    $browser->call('Emulation.setEmulatedMedia', {media => 'print'});
    is($browser->run(sprintf $seen, '.reg.never, #tools, .chips, .bar'), 0, 'paper has neither them nor controls');
    cmp_ok($browser->run(sprintf $seen, '.reg'), '>', 0, '... but the others');
    $browser->call('Emulation.setEmulatedMedia', {media => ''});
}

sub quiet {
    my ($browser) = @_;
    is(join("\n", map { $_->{exceptionDetails}{exception}{description} } $browser->events('Runtime.exceptionThrown')), '', 'no exception');
    is(join("\n", map { $_->{entry}{text} } $browser->events('Log.entryAdded')), '', 'nothing in the log');
    is(scalar(() = $browser->events('Runtime.consoleAPICalled')), 0, 'nothing on the console');
    is(join(' ', map { $_->{request}{url} } $browser->events('Network.requestWillBeSent')), "file://$folder/results/report.html", 'no request except for the page');
}

# More records than the limit of a page.
sub look_at_many {
    my ($browser) = @_;
    my $many = 500_100;
    write_results("$folder/results", 'snbep', 'many', header => 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1',
        records => [map { [$_ % 3 ? $READ : $WRITE, 4, 0, 1000 * $_, $_ % 4, 0xd8 + 4 * ($_ % 4), $pc, $_] } 1 .. $many],
        steps => [], verdicts => [verdict('guest boots', 1, 0)]);
    my $begin = time;
    run('report', '-o', "$folder/results/many.html", 'results/snbep/many');
    my $made = sprintf 'a page of %d records: made in %.1f s, %.1f MB', $many, time - $begin, (-s "$folder/results/many.html") / 1e6;
    $browser->size(1280, 900);
    $begin = time;
    $browser->open("$folder/results/many.html");
    $browser->run($shown);
    aside(sprintf "$made\nopened in %.1f s", time - $begin);
    is($browser->run($shown), 500_000, 'many: up to the limit');
    like($browser->run('document.querySelector("p.failure").textContent.replaceAll("\u202f", "")'), qr/^Only the first 500000 of 500100 records/, 'many: the page has a notice');
    my $ms = $browser->run('(() => { const box = document.querySelector("input[type=search]"), t = performance.now(); box.value = "imc2 ctl"; box.dispatchEvent(new Event("input")); return performance.now() - t; })()');
    is($browser->run($shown), 125_000, 'many: a filter');
    aside(sprintf 'filtered in %.0f ms', $ms);
    cmp_ok($ms, '<', 30_000, 'many: within 30 s');
    $browser->run('(() => { const list = document.querySelector("div.list"); const box = document.querySelector("input[type=search]"); box.value = ""; box.dispatchEvent(new Event("input")); list.scrollTop = list.scrollHeight; })()');
    $browser->run('new Promise((done) => setTimeout(done, 200))');
    is($browser->run('[...document.querySelectorAll(".rows .row")].pop().dataset.record'), 499_999, 'many: the last row can be reached');
    my $lowest = $browser->run('(() => { const list = document.querySelector("div.list").getBoundingClientRect(); return [...document.querySelectorAll(".rows .row")].pop().getBoundingClientRect().bottom - list.bottom; })()');
    cmp_ok(abs $lowest, '<', 3, 'many: ... at the bottom');
    cmp_ok($browser->run('document.querySelectorAll(".rows .row").length'), '<', 60, 'many: few rows at a time');
}

SKIP: {
    skip 'no Chromium to look at the page', 1 if !Browser::program();
    my $browser = Browser->start;
    look($browser);
    no_barriers($browser, 'report');
    $browser->run('location.hash = "registers"');
    no_barriers($browser, 'registers of all runs');
    $browser->open("$folder/matrix.html");
    is($browser->run('[...document.querySelectorAll("#tree li a:not([data-run=registers])")].map((a) => a.textContent).join(" ")'), '✗failed: counts ✗failed: counts', 'runs on two kernels');
    is($browser->run('[...document.querySelectorAll("#tree summary")].map((one) => one.textContent).join("|")'), '6.1/snbep1 of 1 failed|7.3/snbep1 of 1 failed',
        '... are listed by kernel');
    look_on_paper($browser);
    my ($light, $dark) = map { look_narrow($browser, $_) } qw(light dark);
    cmp_ok($light, '>', 200, 'light is light');
    cmp_ok($dark, '<', 60, 'dark is dark');
    look_at_many($browser);
    $browser->screenshot("$ENV{BUILD}/report.png") if $ENV{BUILD} && -d $ENV{BUILD};
}

# ---- mistakes ----

my $file = "$path/trace.pmt";
truncate $file, -1 + -s $file;
($status, $said) = run('report', '-o', 'cut.html', $path);
is("$status $said", "0 cut.html: 1 run\n", 'a truncated trace still has a page');
my ($cut) = map { $json->decode($_) } slurp("$folder/cut.html") =~ m{class="run">(.*?)</script>};
like($cut->{trace}{damage}, qr{^\Q$path\E/trace\.pmt: is cut short after @{[@records - 1]} records, at byte \d+$}, '... with a notice');
my $nothing = sub {
    my ($expected, $complaint, @arguments) = @_;
    my ($is, $line) = run('report', @arguments);
    is($is, $expected, "@arguments: status");
    like($line, qr/\Apmulab: $complaint[^\n]*\n\z/, "@arguments: one line");
};
$nothing->(1, 'empty: holds no results', 'empty');
$nothing->(1, 'pmulab-results: holds no results');
$nothing->(2, 'report: several folders', 'results/snbep', 'results/power9');
$nothing->(1, 'none/x.html: cannot be written', '-o', 'none/x.html', 'results/power9');
spew("$path/result.json", '{"version": 2}');
$nothing->(1, "\Q$path\E: result.json belongs to another version", '-o', 'x.html', $path);
unlink "$path/trace.pmt";
spew("$path/result.json", '{');
$nothing->(1, "\Q$path\E: result.json", '-o', 'x.html', $path);
ok(!-e "$folder/x.html", '... and no page is left');
done_testing();
