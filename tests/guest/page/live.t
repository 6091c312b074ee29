#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab live`, `peek` and `poke` with a guest: the browser's view while perf
# counts, a slider that changes the traffic, stops at accesses, clients that
# hang, and the session as a scenario.
use strict;
use warnings;
use FindBin qw($Bin);
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);
use lib "$Bin/../../lib";
use Axe;
use BootTest;
use Browser;

plan skip_all => 'no Chromium' if !Browser->program;

my @began; # pids
my $browser;

sub start_live {
    my ($name, @args) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN,  '<', '/dev/null'           or die $!;
        open STDOUT, '>', "$scratch/$name.out" or die $!;
        open STDERR, '>', "$scratch/$name.err" or die $!;
        exec $pmulab, 'live', @args or die "$pmulab: $!";
    }
    push @began, $pid;
    wait_for(120, sub { (slurp("$scratch/$name.err") // '') =~ /poke/ || waitpid($pid, 1) });
    return ($pid, slurp("$scratch/$name.err") =~ m{^live: (http://127\.0\.0\.1:\d+/[0-9a-f]{32}/)}m);
}

END {
    undef $browser;
    kill 'KILL', $_ for @began;
}

sub pmulab {
    my $out = qx{"$pmulab" @_ 2>&1};
    return ($? >> 8, $out);
}

# ---- refusals ----

my ($status, $out) = pmulab('live');
is($status, 2, 'no machine');
is($out, "pmulab: live: expected the name of a machine\n", '... is reported');
is_deeply([pmulab('live', 'snbep', '--port', '70000', '--', 'true')], [2, "pmulab: live: --port: expected a number from 0 to 65535\n"], 'an invalid port');
is_deeply([pmulab('peek', 'imc0')], [1, "pmulab: no live view runs; `pmulab live MACHINE` starts one\n"], 'no view to peek into');
is_deeply([pmulab('poke', 'imc0.PMON_CTR0')], [2, "pmulab: poke: expected a register, and a value or FIELD=VALUE...\n"], 'no value to set');

# ---- a guest that waits for a file, then counts ----

my $perf = 'perf stat -a -x, -I 1000 -e uncore_imc_0/cas_count_read/ sleep 1000';
my ($pid, $address) = start_live('live', 'snbep', '--share', "$scratch/share", '--trace', "$scratch/t.pmt", '--',
    "until [ -e /mnt/share/go ]; do sleep 0.01; done; $perf & until [ -e /mnt/share/end ]; do sleep 0.1; done; kill \$!; wait");
ok($address, 'a live view has an address') or die slurp("$scratch/live.err");
$browser = Browser->start;
$browser->size(1400, 1000);
$browser->visit($address);

# Records when a register's value changes in the page, in ms of this machine's
# clock.
$browser->run(<<'END');
window.seen = []; window.ticks = []; window.valueOf = (name) => document.querySelector(`[data-name="${name}"] .value`);
new MutationObserver(() => seen.push([Date.now(), valueOf('imc0.PMON_CTL0').textContent])).observe(valueOf('imc0.PMON_CTL0'), {childList: true, characterData: true, subtree: true});
new MutationObserver(() => ticks.push(Date.now())).observe(document.querySelector('.state'), {childList: true, characterData: true, subtree: true}); 0
END

sub in_page {
    my ($seconds, $condition) = @_;
    return wait_for($seconds, sub { $browser->run($condition) ? 1 : 0 });
}

ok(in_page(10, q(valueOf('imc0.PMON_CTL0').textContent === '0x00000000')), 'the page has the register');
spew("$scratch/share/go", '');
ok(in_page(60, q(seen.some(([, value]) => value === '0x00400304'))), 'perf stat starts: CTL0 gets en, umask RD, CAS_COUNT');
is($browser->run(q(document.querySelectorAll('[data-name="imc0.PMON_CTL0"] .one').length)), 4, '... four bits of which are 1');

# The trace has the time of the driver's write. The guest's clock and the page's
# run at the same rate, so the offset between the page's messages and their
# events is constant.
my $late = $browser->run(<<'END');
new Promise((done) => { const from = new EventSource('events?imc0'), times = [];
  from.onmessage = (event) => { times.push(Date.now() - Number(JSON.parse(event.data).time) / 1e6);
    if (times.length === 20) { from.close(); done(Math.min(...times)); } }; })
END
my ($when) = map { $_->[0] } grep { $_->[1] eq '0x00400304' } @{$browser->run('seen')};
ok(in_page(20, q([...document.querySelectorAll('.log .write')].some((w) => w.parentNode.textContent.includes('imc0.PMON_CTL0 0x00400304')))), 'the access is in the list');
my $row = $browser->run(q([...document.querySelectorAll('.log > div')].find((r) => r.querySelector('.write') && r.textContent.includes('imc0.PMON_CTL0 0x00400304')).textContent));
like($row, qr/en=1 umask=RD ev_sel=CAS_COUNT/, '... decoded');
like($row, qr/snbep_uncore_\w+\+0x[0-9a-f]+$/, '... with the driver\'s function');
my ($written) = $row =~ /^(\d+\.\d{9})/;
my $took = $when - ($written * 1000 + $late);
# A message comes every 50 ms. Longer gaps just before the change are time in
# which a busy host ran neither guest nor browser.
my @ticks = grep { $_ <= $when + 50 && $_ > $when - 2000 } @{$browser->run('ticks')};
my @gaps = sort { $a <=> $b } map { $ticks[$_] - $ticks[$_ - 1] } 1 .. $#ticks;
cmp_ok($gaps[@gaps / 2], '<', 100, 'most messages are on time');
my $busy = $gaps[-1] > 50 ? $gaps[-1] - 50 : 0;
cmp_ok($took - $busy, '<', 200, sprintf 'the change is seen within 200 ms of the write (%.0f ms, of which the host was busy %.0f)', $took, $busy);

# ---- a slider ----

is($browser->run(q(document.querySelector('.counter').textContent)), '0', 'without traffic nothing is counted');
my $empty = q([...document.querySelectorAll('section + section .hint')].map((p) => p.textContent).join(' '));
is($browser->run($empty), 'No counter changes. The hardware sees no event, so perf counts 0. Choose one:', '... and the page says why');
is($browser->run(q(document.querySelector('select[aria-label="event"]').value)), 'imc0 CAS_COUNT.RD_REG', '... with the event that perf counts');
is($browser->run(q(document.querySelector('section .hint').textContent)), 'Xeon uncore monitors, of the E5-2600 by default', 'the product');
no_barriers($browser, 'live');
$browser->call('Emulation.setEmulatedMedia', {media => 'print'});
is($browser->run('[...document.querySelectorAll("form, button, label")].filter((one) => one.checkVisibility() && !one.closest(".bits")).length'), 0, 'paper has no controls');
$browser->call('Emulation.setEmulatedMedia', {media => ''});
$browser->size(1400, 1000);
$browser->run(q(document.querySelector('form.bar').requestSubmit()));
ok(in_page(10, q(document.querySelector('.traffic [data-what="imc0 CAS_COUNT.RD_REG"]'))), 'traffic of an event, from the page');
$browser->run(q((() => { const s = document.querySelector('.traffic input[type="range"]'); s.value = 8;
    s.dispatchEvent(new Event('input')); s.dispatchEvent(new Event('change')); })()));
ok(in_page(10, q(document.querySelector('.traffic .amount').value === '100000k/s')), 'the slider sets its rate');
# Below 100M/s the page shows a digit after the point.
ok(in_page(20, q(/^(?:1\d\d|9\d(?:\.\d)?)M\/s/.test(document.querySelector('[data-name="imc0.PMON_CTR0"] .rate').textContent))), '... which the counter shows');
ok($browser->run(q(document.querySelectorAll('.curves path').length)) >= 2, '... and curves');
sleep 2.5;

# ---- stops ----

sub do_it {
    my ($line) = @_;
    return $browser->run("fetch('do', {method: 'POST', body: '$line'}).then((a) => a.text())");
}

$browser->run(q(document.getElementById('pause').click()));
ok(in_page(10, q(document.querySelector('.state').classList.contains('stopped'))), 'a pause');
my ($before, $after) = map { sleep 0.3 if $_; (pmulab('peek', 'imc0.PMON_CTR0'))[1] } 0, 1;
is($after, $before, '... during which nothing counts');
like($before, qr/^imc0\.PMON_CTR0  0x0000[0-9a-f]{12}  event_count=[1-9]\d*$/, '... and `pmulab peek` works');
is_deeply([pmulab('poke', 'imc2.PMON_CTR0', '7')], [0, ''], '... and `poke`');
is_deeply([pmulab('peek', 'imc2.PMON_CTR0')], [0, "imc2.PMON_CTR0  0x0000000000000007  event_count=7\n"], '... at once');
$browser->run(q([...document.querySelectorAll('[data-name="imc0.PMON_CTR0"] .step')][0].click()));
ok(in_page(20, q(document.querySelector('.state').classList.contains('stopped') && document.querySelector('.log .at'))), 'a step to the next access of a register');
like($browser->run(q(document.querySelector('.log .at').textContent)), qr/Rimc0\.PMON_CTR0\[31:0\]/, '... stops the guest at the counter\'s lower half');
my $n = $browser->run(q(document.querySelector('.log .at').dataset.number));
is($browser->run(q(document.querySelector('.log > div').dataset.number)), $n, '... the latest access');
$browser->run(q(document.getElementById('step').click()));
ok(in_page(20, qq(document.querySelector('.log .at')?.dataset.number === "@{[$n + 1]}")), 'a step to the next access of any register');
like($browser->run(q(document.querySelector('.log .at').textContent)), qr/Rimc0\.PMON_CTR0\[63:32\]/, '... is the upper half');
$browser->run(q(document.getElementById('pause').click()));
ok(in_page(10, q(!document.querySelector('.state').classList.contains('stopped'))), 'the guest continues');

# ---- pokes ----

is_deeply([pmulab('poke', 'imc1.PMON_CTR2', '0x1234')], [0, ''], '`pmulab poke` sets a register');
is_deeply([pmulab('peek', 'imc1.PMON_CTR2')], [0, "imc1.PMON_CTR2  0x0000000000001234  event_count=4660\n"], '... which has the value');
is_deeply([pmulab('poke', 'imc1.PMON_CTL2', 'umask=RD', 'ev_sel=CAS_COUNT', 'thresh=1')], [0, ''], '... by its fields');
like((pmulab('peek', 'imc1.PMON_CTL2'))[1], qr/0x01000304  thresh=1 umask=RD ev_sel=CAS_COUNT$/, '...');
is_deeply([pmulab('poke', 'imc0.PMON_CTL9', '1')], [2, "pmulab: imc0 has no register 'PMON_CTL9': `pmulab describe snbep.imc` lists them\n"], 'values that a plan would refuse are refused');
my @blocks = (qw(imc0 imc1 imc2 imc3), (map {"cbo$_"} 0 .. 7), qw(pcu ubox-msr ha qpi0 qpi1 r2pcie r3qpi0 r3qpi1 ubox package cpu0.core cpu1.core cpu0.apic cpu1.apic));
is_deeply([pmulab('peek')], [0, join("\n", @blocks) . "\n"], 'without a name, the blocks');

# ---- other clients ----

my ($port, $token) = $address =~ m{:(\d+)/(\w+)/};
my @hang = map { IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 1 .. 4;
print {$hang[0]} "GET /$token/events?imc0 HTTP/1.1\r\nHost: 127.0.0.1:$port\r\n\r\n";
print {$hang[1]} "GET /$token/ev";
my $second = Browser->start;
$second->visit($address);
ok(wait_for(20, sub { $second->run(q(document.querySelectorAll('.log > div').length)) > 0 }), 'a second viewer, beside clients that hang');
my $wrong = $address =~ s/(.)\/$/($1 eq '0' ? '1' : '0') . '\/'/er;
is($second->run("fetch('$wrong').then((a) => a.status)"), 403, 'a wrong token gets 403');
undef $second;
my $time = sub { $browser->run(q(document.querySelector('.state').textContent)) =~ s/^virtual time | s.*//gr };
my $earlier = $time->();
sleep 1;
cmp_ok($time->(), '>', $earlier, 'the guest continues');

# In a pipe, not a terminal: the block, then its changes.
my $watched = qx{timeout 3 "$pmulab" peek --watch imc0 2>&1};
like($watched, qr/\A(?:\d+\.\d{9} imc0\.PMON_\w+ 0x[0-9a-f]+[^\n]*\n){12}/, '`peek --watch` prints the block');
cmp_ok(scalar(() = $watched =~ /^\d+\.\d{9} imc0\.PMON_CTR0 0x/mg), '>', 2, '... and a line for each change');
like($watched, qr/^\d+\.\d{9} \d R imc0\.PMON_CTR0\[31:0\] .* by snbep_uncore_\w+/m, '... and each access');

# ---- the end ----

my $scenario = $browser->run("fetch('scenario').then((a) => a.text())");
like($scenario, qr/\Amachine snbep\nabout .*\n(?:lint allow \w+ .*\n)+\ntraffic\n    at step live \+ \d+ns\n        imc0 CAS_COUNT\.RD_REG 10M\/s\n    at step live \+ \d+ns\n        imc0 CAS_COUNT\.RD_REG 100000k\/s\n/, 'the session is a scenario');
undef $browser;
spew("$scratch/share/end", '');
my $ended;
is(wait_for(60, sub { $ended ||= waitpid($pid, 1) == $pid && "status $?" }), 'status 0', 'the guest ends well');
like(slurp("$scratch/live.err"), qr/^\d+ reads of counters: each returned the expected count$/m, 'every read of the driver\'s was what the slider made it');

# perf's intervals are the differences of the driver's reads, which are correct
# by the verdict above.
my %half;
my (@counts, @times);
for (split /\n/, (pmulab('trace', '--raw', '--register', 'imc0.PMON_CTR0', '--kind', 'read', "$scratch/t.pmt"))[1]) {
    my @field = split /\t/;
    next if $field[3] ne 'read';
    $half{hex $field[5]} = hex $field[7];
    next if hex $field[5] != 0xa4;
    push @counts, $half{0xa0} + ($half{0xa4} << 32);
    push @times, $field[0];
}
my @printed = grep { /uncore_imc_0/ } split /\n/, slurp("$scratch/live.err");
my @mib = map { (split /,/)[1] } @printed;
cmp_ok(scalar @mib, '>', 5, 'perf printed intervals');
# Every 60 s (UNCORE_PMU_HRTIMER_INTERVAL) the driver also reads by itself, so
# an interval may have one read more, once a minute; a shorter run has none.
my $timers = int(($times[-1] - $times[0]) / 60e9);
my ($at, @wrong) = 0;
for my $printed (@mib) {
    my ($to) = grep { $_ < @counts && $printed eq sprintf '%.2f', ($counts[$_] - $counts[$at]) * 64 / 1048576 } $at + 1, $at + 2;
    push @wrong, "$printed after read $at" if !defined $to || $to == $at + 2 && --$timers < 0;
    $at = $to // last;
}
is("@wrong", '', '... each equals the driver\'s reads');
my ($first) = grep { $mib[$_] > 0 } 0 .. $#mib;
ok(defined $first && $mib[$first + 2] > 5000, 'the interval after the slider has the new rate: 100M/s of 64 bytes');
my ($ran, $said) = (spew("$scratch/live.scn", $scenario =~ s/^    run .*/    run sleep 1/mr), (pmulab('run', '--list', "$scratch/live.scn"))[1]);
like($said, qr{/live\.scn\tsnbep\t}, '`pmulab run` accepts the scenario');
like(slurp("$scratch/t.pmt.plan"), qr/^at boot \+ \d+ns\nimc0 CAS_COUNT\.RD_REG 10M\/s$/m, 'the plan is next to the trace');

like((pmulab('trace', '--kind', 'plan', "$scratch/t.pmt"))[1], qr/ plan entry 1 takes effect: imc0 CAS_COUNT\.RD_REG 100000k\/s$/m,
    '... whose lines `pmulab trace` prints');
done_testing();
