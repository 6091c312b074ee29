#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Live views of the machines other than `snbep` (tests/guest/page/live.t): peek,
# poke, traffic, a pause, a step to an access, and the verdict at the end. Also
# a view with time counted in instructions.
use strict;
use warnings;
use FindBin qw($Bin);
use IO::Socket::INET;
use Test::More;
use Time::HiRes qw(sleep time);
use lib "$Bin/../../lib";
use BootTest;

my ($pid, $port, $token);

END {
    kill 'KILL', $pid if $pid;
}

sub start_live {
    my (@args) = @_;
    unlink "$scratch/err", "$scratch/share/end";
    $pid = fork // die "fork: $!";
    if (!$pid) {
        open STDIN,  '<', '/dev/null'    or die $!;
        open STDOUT, '>', "$scratch/out" or die $!;
        open STDERR, '>', "$scratch/err" or die $!;
        exec $pmulab, 'live', '--share', "$scratch/share", @args or die "$pmulab: $!";
    }
    wait_for(180, sub { (slurp("$scratch/err") // '') =~ /poke|^pmulab:/m });
    ($port, $token) = (slurp("$scratch/err") // '') =~ m{^live: http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/}m;
    return $port;
}

# The guest's command ends with the file.
my $until_end = 'until [ -e /mnt/share/end ]; do sleep 0.1; done';

sub end_live {
    spew("$scratch/share/end", '');
    waitpid $pid, 0;
    undef $pid;
    return $? >> 8;
}

sub ask {
    my ($line) = @_;
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port) or return "port: $!";
    printf $socket "POST /%s/do HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s",
        $token, $port, length $line, $line;
    local $/;
    my ($status, $body) = readline($socket) =~ /\AHTTP\/1\.1 (\d+).*?\r\n\r\n(.*)\z/s;
    return $status == 200 ? $body : "$status $body";
}

sub number {
    my ($name) = @_;
    return ask("peek $name") =~ /^\Q$name\E 0x([0-9a-f]+)/ ? hex $1 : undef;
}

# The access at which the guest stops, within 20 s.
sub stopped_at {
    my ($block) = @_;
    my $view = '';
    wait_for(20, sub { ($view = ask("view $block")) =~ /"at":/ });
    my ($at) = $view =~ /"at":"(\d+)"/ or return undef;
    return $view =~ /\{"number":"$at",[^}]*"write":(\w+),"name":"([^"]+)"/ ? ($1 eq 'true' ? "W $2" : "R $2") : "unknown $at";
}

my $right = qr/^\d+ reads? of counters: each returned the expected count$/m;

# ---- epyc ----

ok(start_live('epyc', '--', "perf record -q -a -e ibs_op/cnt_ctl=1/ -c 100000 -o /tmp/p sh -c 'until [ -e /mnt/share/end ]; do pmulab-hot 1000000; done'"), 'epyc')
    or die slurp("$scratch/err");
ok(wait_for(60, sub { ask('peek cpu0.IBS_OP_CTL') =~ /\bEn=1\b/ }), '... perf samples: IBS is on');
is(ask('poke cpu1.apic.EILVT3 0x10400'), "cpu1.apic.EILVT3 = 0x10400\n", '... a register is set');
like(ask('peek cpu1.apic.EILVT3'), qr/^cpu1\.apic\.EILVT3 0x00010400 /, '... and is');
ask('step cpu0.IBS_OP_RIP');
is(stopped_at('cpu0'), 'R cpu0.IBS_OP_RIP', '... a step to the driver\'s read of a sample');
is(ask('continue'), '', '... and a resume');
is(end_live(), 0, '... the guest ends with status 0');
like(slurp("$scratch/err"), $right, '... and the driver read right values');

# ---- kunpeng ----

ok(start_live('kunpeng', '--', "perf stat -a -I 500 -e r3 sh -c '$until_end'"), 'kunpeng') or die slurp("$scratch/err");
is(ask('traffic cpu1 L1D_CACHE_REFILL 3M/s'), "cpu1 L1D_CACHE_REFILL 3M/s\n", '... traffic');
my %seen;
ok(wait_for(60, sub { $seen{ask('peek cpu1.PMEVCNTR0_EL0')}++; keys %seen > 3 }), '... is counted');
is(ask('poke pmcu0.WAIT_CNT 0x55'), "pmcu0.WAIT_CNT = 0x55\n", '... a register is set');
is(ask('peek pmcu0.WAIT_CNT') =~ s/ [a-z].*//ir, "pmcu0.WAIT_CNT 0x00000055\n", '... and is');
ask('step cpu2.PMOVSCLR_EL0');
ask('pause');
my ($first, $second) = map { sleep 0.2 if $_; ask('peek cpu1') } 0, 1;
is($second, $first, '... nothing counts during a pause');
is(ask('continue'), '', '... and a resume');
is(end_live(), 0, '... the guest ends with status 0');
like(slurp("$scratch/err"), $right, '... and the driver read right values');

# ---- power9 ----

my $event = 'PM_MCS01_128B_RD_DISP_PORT01';
ok(start_live('power9', '--', "perf stat -a -I 500 -e nest_mcs01_imc/$event/ sh -c '$until_end'"), 'power9') or die slurp("$scratch/err");
is(ask("traffic chip0.mcs01 $event 100M/s"), "chip0.mcs01 $event 100M/s\n", '... traffic');
ok(wait_for(60, sub { (number("chip0.mcs01.$event") // 0) > 1_000_000 }), '... is in a named word of memory');
like(ask('peek core0.PDBAR'), qr/^core0\.PDBAR 0x[0-9a-f]{16} address=/, '... a SCOM');
ask("step chip0.mcs01.$event");
is(stopped_at('chip0'), 'R chip0+0xd0', '... a step to the driver\'s read of the word');
is(ask('continue'), '', '... and a resume');
is(end_live(), 0, '... the guest ends with status 0');
like(slurp("$scratch/err"), $right, '... and the driver read right values');

# ---- instructions as the clock ----

ok(start_live('snbep', '--icount', '--', "perf stat -a -e uncore_imc_0/cas_count_read/ sh -c '$until_end'"), 'snbep, with instructions as the clock')
    or die slurp("$scratch/err");
is(ask('traffic imc0 CAS_COUNT.RD_REG 100M/s'), "imc0 CAS_COUNT.RD_REG 100M/s\n", '... traffic');
ok(wait_for(60, sub { (number('imc0.PMON_CTR0') // 0) > 1_000_000 }), '... is counted');
is(ask('pause'), '', '... a pause');
is(number('imc0.PMON_CTR0'), number('imc0.PMON_CTR0'), '... during which nothing counts');
ask('step imc0.PMON_BOX_CTL');
is(ask('continue'), '', '... and a resume');
is(end_live(), 0, '... the guest ends with status 0');
like(slurp("$scratch/err"), $right, '... and the driver read right values');

# ---- a session, repeated ----

ok(start_live('snbep', '--', 'perf stat -a -I 500 -e uncore_imc_0/cas_count_read/ sleep 5'), 'snbep, for five seconds')
    or die slurp("$scratch/err");
sleep 1;
ask('traffic imc0 CAS_COUNT.RD_REG 100M/s');
ask('poke imc0.PMON_CTR1 7');
my $scenario = ask('scenario');
is(end_live(), 0, '... ends with status 0');
like($scenario, qr/^    at step live \+ \d+ns\n        imc0 CAS_COUNT\.RD_REG 100M\/s\n    at step live \+ \d+ns\n        imc0\.PMON_CTR1 = 7\n/m,
    '... the session as a scenario, with its times');
spew("$scratch/again.scn", "$scenario    expect perf exact\n");
my $tap = qx{"$pmulab" run --results "$scratch/results" "$scratch/again.scn" 2>&1};
is($?, 0, '... whose run has exact figures in perf\'s intervals') or diag($tap);
done_testing();
