#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab atlas`: the page has every register, field, event and option of
# `pmulab describe`, and decodes and encodes in Chromium as `pmulab decode`
# does. No guest is needed.
use strict;
use warnings;
no warnings 'portable'; # registers have 64 bits
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Axe;
use Browser;
use Files;
use JSON::PP;
use Results;
use Test::More;
use Time::HiRes qw(sleep time);
use TraceFile;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
my $file = "$folder/atlas.html";

sub pmulab {
    my $command = join ' ', map { "'$_'" } $pmulab, @_;
    my $out = `cd '$folder' && $command 2>&1`;
    return ($? >> 8, $out);
}

is_deeply([pmulab('atlas', '-o', $file)], [0, "$file\n"], 'a page is written');
is_deeply([pmulab('atlas')], [0, "pmulab-atlas.html\n"], '... or one with the default name');
is(slurp("$folder/pmulab-atlas.html"), slurp($file), '... which is the same');
my ($status, $out) = pmulab('atlas', '-o', '/nowhere/x');
is($status, 1, 'a missing folder');
like($out, qr{^pmulab: /nowhere/x: cannot be written: [^\n]*\n\z}, '... is named');
is_deeply([pmulab('atlas', 'snbep')], [2, "pmulab: atlas: 'snbep': expected nothing but options\n"], 'a word too many');
# Two thousand bytes for each of some 1,400 registers.
cmp_ok(-s $file, '<', 2_800_000, 'it is small');

# ---- completeness ----

# The page's data, from its JSON.
sub data_of {
    my ($json) = slurp($_[0]) =~ m{<script type="application/json" id="atlas">(.*?)</script>}s;
    return JSON::PP->new->decode($json);
}
my $atlas = data_of($file);

# Every place in the data, by name.
sub places_of {
    my ($machine) = @_;
    my %found;
    for my $block (@{$machine->{blocks}}, @{$machine->{units}}) {
        my $id = "$machine->{name}.$block->{name}";
        $found{$id} = $block;
        for my $reg (@{$block->{registers} // []}) {
            die "$id.$reg->{name}: twice\n" if $found{"$id.$reg->{name}"};
            $found{"$id.$reg->{name}"} = $reg;
        }
        $found{"$id.events.$_->[1]"} = $_ for @{($block->{events} // {list => []})->{list}};
    }
    $found{"$machine->{name}.options.$_->[0]"} = $_ for @{$machine->{options}};
    return %found;
}
my %ids = map { places_of($_) } @{$atlas->{machines}};
my ($places, @lacks) = (0);
for my $machine (qw(snbep epyc kunpeng power9)) {
    my @blocks = (pmulab('describe', $machine))[1] =~ /^  (\S+) +\d+  /mg;
    for my $block (@blocks) {
        my @registers = (pmulab('describe', "$machine.$block"))[1] =~ /^ +0x[0-9a-f]+ +\d+  (\S+)/mg;
        push @lacks, grep { !$ids{$_} } "$machine.$block", map { "$machine.$block.$_" } @registers;
        $places += 1 + @registers;
    }
    my @options = (pmulab('describe', "$machine.options"))[1] =~ /^  ([a-z]\S*)  +\S/mg;
    push @lacks, grep { !$ids{"$machine.options.$_"} } grep { $_ ne 'option' } @options;
    $places += @options;
}
is("@lacks", '', "all $places blocks, registers and options are present");
my @events = (pmulab('describe', 'snbep.imc.events'))[1] =~ /^ +0x[0-9a-f]{2}  ([A-Z_]+)/mg;
is(join(' ', grep { !$ids{"snbep.imc.events.$_"} } @events), '', 'so are ' . @events . ' events');
ok($ids{'power9.mcs01.events.PM_MCS01_64B_RD_DISP_PORT01'}, 'so are events of units');

my $list = $atlas->{names}[$ids{'snbep.imc.PMON_CTL3'}{names}];
is($list->{ev_sel}{4}, 'CAS_COUNT', 'values have names');
is_deeply($list->{'ev_sel=4'}{umask},
    {1 => 'RD_REG', 2 => 'RD_UNDERFILL', 3 => 'RD', 4 => 'WR_WMM', 8 => 'WR_RMM', 12 => 'WR', 15 => 'ALL'}, '... some only together with another field');
ok(!exists $list->{umask}, '... and not without it');
my $trace_imc = $ids{'power9.core.TRACE_IMC'};
is("$trace_imc->{width} $trace_imc->{msb0} $trace_imc->{reset}", '64 1 0x0000000000000000',
    'bits are numbered from the other end if the manual does so');

# 327043-001 and its successors: a home agent, and slices whose registers moved with Haswell.
my ($snbep) = grep { $_->{name} eq 'snbep' } @{$atlas->{machines}};
my %group = map { (($_->{name} // '') => join ' ', map { $snbep->{blocks}[$_]{name} } @{$_->{blocks}}) } @{$snbep->{groups}};
like(join(' ', map { $_->{name} // 'all' } @{$snbep->{groups}}), qr/^snbep ivt hsx (?:[a-z-]+ )+all$/, 'a group for each generation');
like($group{snbep}, qr/^imc .*\bcbo pcu\b/, '... with its blocks');
like($group{hsx}, qr/^imc-hsx .*\bcbo-hsx sbo-hsx\b/, '... another group with others');
like($group{''}, qr/\bapic\b/, '... and a group for common blocks');
unlike($group{snbep}, qr/\bapic\b/, '... which are listed once');
like($group{$_}, qr/\bcore\b/, "... and each has its own core PMU: $_") for qw(snbep hsx);

my ($epyc) = grep { $_->{name} eq 'epyc' } @{$atlas->{machines}};
is(join(' ', map { $_->{name} // 'all' } @{$epyc->{groups}}), 'zen4 zen5 zen6 fam10h zen1 zen2 zen3 all', 'as on epyc');

# ---- where registers are ----

# The addresses of a register.
sub address {
    my ($id) = @_;
    my @at = @{$ids{$id}{at} // []};
    return join '; ', map { @at > 1 ? "$_->[0]: $_->[1]" : $_->[1] } @at;
}

# 327043-001: channels are functions 0, 1, 4 and 5 of device 16; a CBO's MSRs
# are 0x20 apart.
is(address('snbep.imc.PMON_CTL0'), join('; ', (map { "imc$_->[0]: PCI 7f:10.$_->[1] offset 0xd8" } [0, 0], [1, 1], [2, 4], [3, 5]),
    (map { "s1.imc$_->[0]: PCI ff:10.$_->[1] offset 0xd8" } [0, 0], [1, 1], [2, 4], [3, 5])), 'bus, device and function of each channel');
is(address('snbep.ubox.GIDNIDMAP'), 'ubox: PCI 7f:0b.0 offset 0x54; s1.ubox: PCI ff:0b.0 offset 0x54; ' .
    'ubox: PCI 7f:10.5 offset 0x54; s1.ubox: PCI ff:10.5 offset 0x54', 'a single box, with another address on later Xeons');
is(address('snbep.cbo.BOX_CTL'), join('; ', map { sprintf 'cbo%u, s1.cbo%u: MSR 0x%x', $_, $_, 0xd04 + 0x20 * $_ } 0 .. 7), 'numbers of MSRs');
is(address('epyc.ibs.IBS_OP_CTL'), 'MSR 0xc0011033', 'a register per CPU');
is(address('epyc.apic.EILVT0'), 'MMIO 0xfee00500; x2APIC: MSR 0x850', 'a register with two addresses');
is(address('kunpeng.cpu.PMCR_EL0'), 'system register S3_3_C9_C12_0', 'a system register');
like(address('kunpeng.pmcu.WAIT_CNT'), qr/^pmcu0: MMIO 0x7fff[0-9a-f]{4} \(by ACPI 0xb00[0-9a-f]{4}\); pmcu1: MMIO 0x7ffe/, 'at the end of 1 GiB');
is(address('power9.core.TRACE_IMC'), 'core0: SCOM 0x20010aa9; core1: SCOM 0x21010aa9', 'SCOMs of the existing cores');
is(address('power9.cpu.LDBAR'), 'SPR 850', 'an SPR');

# ---- with results ----

# In the step a driver's function sets up a box; before, it reads the box.
my $pc = 0x81000040;
my $run = write_results("$folder/results", 'snbep', 'set-up', header => 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1',
    records => [[$WRITE, 4, 0, 1000, 0, 0xd8, $pc, 0], [$BEGIN, 0, 0, 2000, 0, 0, $pc, 1], [$READ, 4, 0, 3000, 1, 0xa0, $pc, 1],
        [$WRITE, 4, 0, 4000, 0, 0xf4, $pc, 0x10100], [$WRITE, 4, 0, 5000, 0, 0xd8, $pc + 8, 0x00400304], [$READ, 4, 0, 6000, 0, 0xa0, $pc, 0xabcd],
        [$END, 0, 0, 7000, 0, 0, $pc, 1]],
    steps => [{name => 'go', reached => bool(1), status => 0, figures => []}], verdicts => [verdict('guest boots', 1, 0)]);
spew("$run/trace.pmt.names", sprintf "%x enable_event+0x22 [intel_uncore]\n", $pc + 8);
is_deeply([pmulab('atlas', '--results', 'results', '-o', 'used.html')], [0, "used.html\n"], 'an atlas with results');
my %used = map { $_->{name} => {places_of($_)} } @{data_of("$folder/used.html")->{machines}};
my $uses = $used{snbep}{'snbep.imc.PMON_CTL0'}{uses};
is_deeply([@$uses{qw(reads writes runs run step)}], [0, 2, ['snbep/set-up'], 'snbep/set-up', 1], 'the runs that touched a register');
is_deeply([$uses->{text} =~ m{(\d+\.\d{9} .*)}g], [map { s/^ +//r } grep { /\.00000[1-6]/ && !/imc1/ } split /\n/, (pmulab('trace', '--register', 'imc0', "$run/trace.pmt"))[1]],
    'the lines of `pmulab trace` around it, of the same block');
like($uses->{text}, qr{ev_sel=CAS_COUNT  by enable_event\+0x22 \[intel_uncore\]}, 'its function is named');
is_deeply($used{snbep}{'snbep.cbo.FILTER'}{uses}, {}, 'a register without accesses');
ok(!exists $used{epyc}{'epyc.ibs.IBS_OP_CTL'}{uses}, 'a machine without runs has no uses');
($status, $out) = pmulab('atlas', '--results', 'nowhere');
is_deeply([$status, $out], [1, "pmulab: nowhere: holds no results: expected a folder that `pmulab run` has written, or one above such\n"], 'a folder without results');

if (!Browser->program) {
    SKIP: { skip 'no Chromium', 1 }
    done_testing();
    exit;
}

# ---- in a browser ----

my $browser = Browser->start;
$browser->size(1200, 900);
my $begin = time;
$browser->open($file);
my $seconds = $browser->run('performance.timing.loadEventEnd - performance.timing.navigationStart') / 1000;
note("loaded in $seconds s");
cmp_ok($seconds, '<', 10, 'it is loaded, even on a busy machine');

# The contents of a register's elements.
sub shown {
    my ($id) = @_;
    return $browser->run("(() => { const r = document.getElementById('$id'); return {" . <<'END');
        hex: r.querySelector('.hex').value, dec: r.querySelector('.dec').value, bin: r.querySelector('.bin').value,
        bits: [...r.querySelectorAll('.set button')].map((b) => b.textContent).join(''),
        fields: Object.fromEntries([...r.querySelectorAll('tr.field')].filter((f) => f.querySelector('input'))
            .map((f) => [f.cells[1].textContent, f.querySelector('input').value])),
        names: [...r.querySelectorAll('.named')].map((n) => n.textContent).filter((n) => n).join(' '),
        numbers: [...r.querySelectorAll('tr.field')].map((f) => f.cells[0].textContent).join(' '),
        ends: [...r.querySelectorAll('.ends td')].map((f) => f.textContent).join(' '), hash: location.hash }; })()
END
}

sub type_into {
    my ($selector, $text) = @_;
    $browser->run("(() => { const box = document.querySelector('$selector'); box.value = '$text'; box.dispatchEvent(new Event('input')); })()");
}

sub go {
    my ($hash) = @_;
    $browser->run("location.hash = '$hash'");
    sleep 0.3;
}

sub key {
    my ($key) = @_;
    $browser->call('Input.dispatchKeyEvent', {type => $_, key => $key, length $key == 1 ? (text => $key) : ()}) for qw(keyDown keyUp);
}

# Linux's value, by Documentation/arch/powerpc/imc.rst: SAMPSEL 0:1, CPMC_LOAD
# 2:33, CPMC1SEL 34:40, CPMC2SEL 41:47, BUFFERSIZE 48:50, bit 0 the most
# significant.
my $value = 0x7fffffc142020000;
my $trace = 'power9.core.TRACE_IMC';
my %fields = (
    SAMPSEL => $value >> 62, CPMC_LOAD => $value >> 30 & 0xffffffff, CPMC1SEL => $value >> 23 & 0x7f,
    CPMC2SEL => $value >> 16 & 0x7f, BUFFERSIZE => $value >> 13 & 7);
go(sprintf "$trace=0x%x", $value);
my $shown = shown($trace);
is_deeply($shown->{fields}, {map { $_ => sprintf '0x%x', $fields{$_} } keys %fields}, 'a link: the fields of 64 bits');
is($shown->{bits}, sprintf('%064b', $value), '... all bits');
is($shown->{dec}, "$value", '... decimal to the last digit');
is($shown->{bin} =~ s/_//gr, $shown->{bits}, '... binary');
is($shown->{numbers}, '0:1 2:33 34:40 41:47 48:50 51:63', '... numbered as the manual does');
is($shown->{ends}, '0:1 2:31 32:33 34:40 41:47 48:50 51:63', '... also in the diagram');
cmp_ok($browser->run("document.getElementById('$trace').getBoundingClientRect().top"), '<', 200, '... in view');

# The manual's bit 34 is the first bit of CPMC1SEL.
$browser->run("document.querySelector('[id=\"$trace\"] [aria-label^=\"bit 34:\"]').click()");
$shown = shown($trace);
is($shown->{hex}, sprintf('0x%016x', $value ^ 1 << 29), 'a click on bit 34 turns bit 29 of the value');
is($shown->{fields}{CPMC1SEL}, sprintf('0x%x', $fields{CPMC1SEL} ^ 0x40), '... and the field');
is($shown->{hash}, sprintf("#$trace=0x%016x", $value ^ 1 << 29), '... and the link');
type_into("[id=\"$trace.CPMC_LOAD\"] input", '4294967295');
is(shown($trace)->{hex}, sprintf('0x%016x', ($value ^ 1 << 29) | 0xffffffff << 30), 'a field, decimal, across both rows');
type_into("[id=\"$trace\"] .dec", '18446744073709551615');
is(shown($trace)->{bits}, '1' x 64, 'a value, decimal: all ones');
type_into("[id=\"$trace\"] .dec", '18446744073709551616');
is(shown($trace)->{bits}, '1' x 64, 'a value too large changes nothing');
is($browser->run("document.querySelector('[id=\"$trace\"] .dec').classList.contains('wrong')") ? 1 : 0, 1, '... and is marked');
type_into("[id=\"$trace\"] .bin", '1_00000000');
is(shown($trace)->{hex}, '0x0000000000000100', 'a value, binary');
$browser->run("document.querySelector('[id=\"$trace\"] .reset').click()");
is(shown($trace)->{hex}, '0x0000000000000000', 'the reset value');

key('n');
is(shown($trace)->{numbers}, '63:62 61:30 29:23 22:16 15:13 12:0', 'n: bit 0 is the least significant');
is(shown($trace)->{ends}, '63:62 61:32 31:30 29:23 22:16 15:13 12:0', '... also in the diagram');
type_into("[id=\"$trace\"] .hex", '0x100');
key('n');
is(shown($trace)->{numbers}, '0:1 2:33 34:40 41:47 48:50 51:63', 'n again: the most significant');
is(shown($trace)->{hex}, '0x0000000000000100', '... with the same value');
type_into("[id=\"$trace\"] .hex", '0');
key('n');
is(shown($trace)->{numbers}, '0:1 2:33 34:40 41:47 48:50 51:63', 'n again: as the manual');

# Names depend on other fields: umask 3 is RD of CAS_COUNT, as in `pmulab
# decode`.
my $ctl = 'snbep.imc.PMON_CTL0';
go("SNBEP.imc.pmon_ctl0=4195076");
is(shown($ctl)->{names}, 'RD CAS_COUNT', 'a link in other letters, decimal: names of values');
like((pmulab('decode', $ctl, '0x400304'))[1], qr/umask.*RD[\s\S]*ev_sel.*CAS_COUNT/, '... the same as from decode');
type_into("[id=\"$ctl.ev_sel\"] input", 'act_count');
is(shown($ctl)->{hex}, '0x00400301', 'a name as a value');
is(shown($ctl)->{names}, 'ACT_COUNT', '... for which umask 3 has no name');
go("$ctl.thresh=0x80");
is(shown($ctl)->{fields}{thresh}, '0x80', "a field's link sets the field");
is($browser->run('[...document.querySelectorAll("main .at")].map((one) => one.id).join(" ")'), "$ctl.thresh", '... and scrolls to it');

# Renumbering the bits redraws the block: each register keeps its value, not
# only the linked one.
go("$ctl=0x400304");
type_into('[id="snbep.imc.PMON_CTL1"] .hex', '0x5');
key('n');
is(join(' ', map { shown("snbep.imc.PMON_CTL$_")->{hex} } 0, 1), '0x00400304 0x00000005', 'two registers keep their values');
key('n') for 1, 2;

# ---- variants ----

my $variants = 'epyc.ibs.IBS_OP_CTL.variants';
go($variants);
is($browser->run("document.getElementById('$variants').open") ? 1 : 0, 1, "a link opens the variants' table");
my %row = map { my ($bits, @cells) = split /\|/, $_, -1; ($bits => \@cells) } split /\n/, $browser->run(
    "[...document.getElementById('$variants').querySelectorAll('tr')].map((r) => [...r.cells].map((c) => c.textContent).join('|')).join('\\n')");
my %column = map { $row{bits}[$_] => $_ } 0 .. $#{$row{bits}};
# From the PPRs: the op counter of family 10h has 20 bits and no extension; Zen
# 5 added latency filters.
is($row{'63'}[$column{'ibs-zen6'}], 'LdLatEn RW', 'zen6 has a latency filter');
is($row{'63'}[$column{'ibs-zen1'}], '', '... zen1 has none');
is($row{'26:20'}[$column{'ibs-zen1'}], 'MaxCntExt RW', 'zen1 has a longer period');
is($row{'26:20'}[$column{'ibs-fam10h'}], '', '... family 10h does not');
is($row{'15:0'}[$_], 'MaxCnt RW', "$row{bits}[$_] has MaxCnt") for 0 .. $#{$row{bits}};

# ---- keys ----

go("$ctl=0x00400301");
$browser->run("document.querySelector('[id=\"$ctl\"] [aria-label^=\"bit 31:\"]').focus()");
key('1');
key('ArrowRight');
key('1');
is(shown($ctl)->{hex}, '0xa0400301', 'keys: 1, right, 1');
is($browser->run('document.activeElement.getAttribute("aria-label")'), 'bit 28: 0', '... and the next bit has the focus');
key('End');
is($browser->run('document.activeElement.getAttribute("aria-label")'), 'bit 0: 1', 'End');
key('/');
is($browser->run('document.activeElement.id'), 'search', '/ goes to the search');
type_into('#search', 'maxcnt epyc.IBS.ibs_op');
my $results = '[...document.querySelectorAll("#results [data-id]")].map((one) => one.dataset.id).join(" ")';
is($browser->run($results), 'epyc.ibs.IBS_OP_CTL.MaxCnt epyc.ibs.IBS_OP_CTL.MaxCntExt', 'search: the fields with both words, the best match first');
is($browser->run('document.getElementById("found").textContent'), '2 results', '... which are counted');
is($browser->run('[...document.querySelectorAll("#result-0 b mark")].map((one) => one.textContent).join(" ")'), 'epyc.ibs.IBS_OP MaxCnt', '... and marked');
key('ArrowDown');
key('Enter');
sleep 0.3;
is($browser->run('location.hash'), '#epyc.ibs.IBS_OP_CTL.MaxCntExt', 'down, Enter: the second result');
is($browser->run('document.getElementById("search").value'), '', '... which closes the search');
is($browser->run('[...document.querySelectorAll("main .at")].map((one) => one.id).join(" ")'), 'epyc.ibs.IBS_OP_CTL.MaxCntExt', '... at that field');
type_into('#search', 'op_data3 missed l2 zen4');
is($browser->run('document.querySelector("#result-0").dataset.id'), 'epyc.ibs.IBS_OP_DATA3.L2Miss', 'words of a question, with the generation');
type_into('#search', 'zzzz');
is($browser->run('document.getElementById("results").textContent'), 'Nothing has "zzzz" in its name or description.', 'a search without results');
type_into('#search', 'cbo haswell');
like($browser->run($results), qr/^snbep\.cbo-hsx /, 'a block is found by its generation');
type_into('#search', 'cas_count haswell zzzz');
is($browser->run('document.getElementById("found").textContent'), '1 result, without 1 word', 'a word that nothing has');
$browser->run('search.clear()');

# Someone who did not know the page wrote the words for these questions.
for my $look_up (
    ['which bits of IBS_OP_DATA3 say that a load missed L2', 'IBS_OP_DATA3 L2 miss', 'epyc.ibs.IBS_OP_DATA3.L2Miss'],
    ['which bit freezes a memory controller', 'MC box freeze', 'snbep.imc.PMON_BOX_CTL.frz'],
    ['code and umask of memory reads', 'CAS_COUNT RD', 'snbep.imc.events.CAS_COUNT'],
    ['which MSR controls IBS fetch', 'IBS fetch control', 'epyc.ibs.IBS_FETCH_CTL'],
    ['which register has the time between the PMCU\'s samples', 'PMCU sample period', 'kunpeng.pmcu.WAIT_CNT'],
    ['which bit of LDBAR switches a thread\'s counting on', 'LDBAR enable', 'power9.cpu.LDBAR.enable'],
    ['which bits of a home agent hold the threshold', 'HA control threshold', 'snbep.ha.PMON_CTL0.thresh'],
    ['which field has the buffer\'s size in trace mode', 'trace buffer size', 'power9.core.TRACE_IMC.BUFFERSIZE'],
    ['which bits hold the period of op sampling', 'IBS op MaxCnt', 'epyc.ibs.IBS_OP_CTL.MaxCnt'],
    ['which event counts activate commands', 'UMC activate', 'epyc.umc.events.ACT_CMD'],
) {
    my ($question, $words, $answer) = @$look_up;
    key('/');
    my $typed = time;
    type_into('#search', $words);
    note(sprintf '%s: %.0f ms', $words, 1000 * (time - $typed));
    key('Enter');
    sleep 0.1;
    is($browser->run('decodeURIComponent(location.hash)'), "#$answer", "/, words, Enter: $question");
}

# ---- the tree, the path ----

go('snbep.cbo-hsx.FILTER0');
my $path = '[...document.querySelectorAll("#path a")].map((one) => one.textContent).join(" > ")';
is($browser->run($path), 'snbep > cbo-hsx > FILTER0', 'the path');
is($browser->run('document.title'), 'pmulab atlas snbep cbo-hsx FILTER0', '... is the title');
is($browser->run('[...document.querySelectorAll("section.reg")].filter((one) => !one.id.startsWith("snbep.cbo-hsx.")).length'), 0, 'one block at a time');
$browser->run('document.getElementById("snbep.cbo-hsx.CTL1").scrollIntoView()');
sleep 0.3;
is($browser->run($path), 'snbep > cbo-hsx > CTL1', 'the path follows a scroll');
my $at = '[...document.querySelectorAll("#tree a.at")].map((one) => one.textContent).join(" > ")';
is($browser->run($at), 'cbo-hsx > CTL1', '... as does the tree');
is($browser->run('[...document.querySelectorAll("#tree a[href=\"#snbep.cbo-hsx\"]")].map((one) => one.closest("details").dataset.group).join(" ")'),
    'hsx bdx bdx-de', 'the tree lists a block under each generation');
$browser->run('document.querySelector("#tree [data-group=bdx] a[href=\"#snbep.ha-hsx\"]").click()');
sleep 0.3;
is($browser->run($path), 'snbep > ha-hsx', 'a click in the tree');
go('snbep.imc.events');
is($browser->run($path), 'snbep > imc > events', 'events have a place in the path');
go('');
is($browser->run($path), '', 'the start');
like($browser->run('document.querySelector("main").textContent'), qr/Choose a block in the tree/, '... explains how to begin');

# ---- refused values ----

go("$ctl=0x400304");
my $umask = "[id=\"$ctl.umask\"] input";
$browser->run("document.querySelector('$umask').focus()");
type_into($umask, $_) for qw(0x9 0x99 0x999);
is(shown($ctl)->{hex}, '0x00400304', 'a value too large for its field keeps the previous one');
is($browser->run("document.querySelector('[id=\"$ctl.umask\"] .complaint').textContent"), 'expected 0 to 0xff, or a name', '... and shows the range');
is($browser->run("[...document.querySelector('[id=\"$ctl.umask\"] datalist').options].map((one) => one.value).join(' ')"),
    'RD_REG RD_UNDERFILL RD WR_WMM WR_RMM WR ALL', 'the names to choose from');
$browser->run("document.querySelector('$umask').blur()");
is(shown($ctl)->{fields}{umask}, '0x3', 'on leaving, the box shows the value again');

# ---- names in full ----

go('epyc.ibs.IBS_OP_DATA3');
is($browser->run('[...document.querySelectorAll("[id=\"epyc.ibs.IBS_OP_DATA3\"] .names span")].filter((one) => one.scrollWidth > one.parentNode.clientWidth + 1).length'), 0,
    'no field name is cut');
is(scalar $browser->events('Runtime.exceptionThrown'), 0, 'no script failed');

# ---- looks ----

for my $place ('', 'power9.cpu.LDBAR', 'epyc', 'power9.mcs01.events', 'epyc.options') {
    go($place);
    no_barriers($browser, 'atlas ' . ($place || 'start'));
}
go($ctl);

$browser->scheme('dark');
my $dark = $browser->run('getComputedStyle(document.body).backgroundColor');
$browser->scheme('light');
isnt($dark, $browser->run('getComputedStyle(document.body).backgroundColor'), 'dark differs from light');
$browser->size(390, 844);
go($trace);
is($browser->run('document.documentElement.scrollWidth'), 390, "it fits a phone's width");
$browser->run('document.getElementById("contents").click()');
is($browser->run('getComputedStyle(document.getElementById("tree")).display'), 'block', 'a button opens the tree');
go($ctl);
is($browser->run('getComputedStyle(document.getElementById("tree")).display'), 'none', '... and a choice closes it');
$browser->call('Emulation.setEmulatedMedia', {media => 'print'});
is($browser->run('[...document.querySelectorAll("#tree, #tools, .reset")].filter((one) => one.checkVisibility()).length'), 0, 'paper has no controls');
is($browser->run("getComputedStyle(document.querySelector('[id=\"$ctl.umask\"] input')).borderStyle"), 'none', '... and values without boxes');
$browser->call('Emulation.setEmulatedMedia', {media => ''});
$browser->size(1200, 900);

$browser->call('Emulation.setScriptExecutionDisabled', {value => JSON::PP::true});
$browser->call('Page.reload');
sleep 1.5;
like($browser->run('document.body.innerText'), qr/needs JavaScript.*pmulab describe/s, 'without JavaScript there is a notice');

undef $browser;
chdir '/';
done_testing();
