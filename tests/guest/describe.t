#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe`, `decode` and `encode`: their output, and one clear line for
# every mistake. No guest is needed. Expected bits are those of Intel
# 327043-001, tables 2-60 to 2-62 and section 2.5.7.
use strict;
use warnings;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';

# Runs a command; returns its status and its output.
sub run {
    my $command = join ' ', map { "'$_'" } $pmulab, @_;
    my $out = `$command 2>&1`;
    return ($? >> 8, $out);
}

sub prints {
    my ($expected, @arguments) = @_;
    my ($status, $out) = run(@arguments);
    is($out, $expected, "@arguments");
    is($status, 0, "@arguments: status");
}

sub has {
    my ($pattern, @arguments) = @_;
    my ($status, $out) = run(@arguments);
    like($out, $pattern, "@arguments");
    is($status, 0, "@arguments: status");
    is(scalar(grep { length > 110 } split /\n/, $out), 0, "@arguments: no line is too long");
    unlike($out, qr/\e|[ \t]$/m, "@arguments: no escapes, and no trailing blanks");
}

sub refused {
    my ($complaint, @arguments) = @_;
    my ($status, $out) = run(@arguments);
    is($status, 2, "@arguments: status");
    like($out, qr/\Apmulab: \Q$complaint\E[^\n]*\n\z/, "@arguments: one line with the reason");
}

prints(<<'END', 'decode', 'snbep.imc.PMON_CTL0', '0x00400304');
snbep.imc.PMON_CTL0 = 0x00400304

   bits  field     value  name       meaning
  31:24  thresh        0             compared with the increment of each cycle; 0: no comparison
     23  invert        0             0: true at thresh or above; 1: true below; needs thresh
     22  en            1             the counter counts, unless its box is frozen
     18  edge_det      0             counts changes from false to true; needs thresh
   15:8  umask         3  RD         sub-events; the counter counts their union
    7:0  ev_sel        4  CAS_COUNT  event
END
prints("0x00400304\n", 'encode', 'snbep.imc.PMON_CTL0', 'en=1', 'ev_sel=CAS_COUNT', 'umask=RD');
prints("0x00400304\n", 'encode', 'imc0.pmon_ctl0', 'UMASK=rd', 'EV_SEL=cas_count', 'EN=1');
prints("0x01840080\n", 'encode', 'imc.PMON_CTL3', 'thresh=1', 'invert=1', 'edge_det=1', 'ev_sel=0x80');
prints("0x00010100\n", 'encode', 'imc.PMON_BOX_CTL', 'frz=1', 'frz_en=1');
prints("0x0000ffffffffffff\n", 'encode', 'imc.PMON_CTR0', 'event_count=281474976710655');

has(qr/^ +21:19 +rsv +1 +reserved bit written$/m, 'decode', 'imc.PMON_CTL0', '0x00080000');
has(qr/^ +7:0 +ev_sel +0 +CLOCKTICKS +event$/m, 'decode', 'imc.PMON_CTL0', '0');
has(qr/^ +47:0 +event_count +0x4000 +16384 /m, 'decode', 'imc.PMON_CTR0', '16384');
has(qr/^ +19 +rst +1 /m, 'decode', 'imc.PMON_FIXED_CTL', '0x480000');

has(qr/^snbep .*\n\n.*\n  imc +12 +imc0 to imc3, s1\.imc0 to s1\.imc3 /, 'describe');
has(qr/^  ubox-msr +6 +ubox-msr, s1\.ubox-msr /m, 'describe', 'snbep');
has(qr/^  options: `pmulab describe snbep\.options`$/m, 'describe', 'snbep');
has(qr/^snbep\.options .*\n\n  option +values +default +meaning\n  variant +snbep, ivt, hsx(?:, [a-z-]+)+ +snbep +the processor/, 'describe', 'SNBEP.Options');
has(qr/^  kernel-el +1, 2 +2 +exception level/m, 'describe', 'kunpeng.options');
has(qr/^  clusters +1 to 8 +as many as the CPUs need +clusters/m, 'describe', 'kunpeng.options');
unlike((run('describe', 'epyc.options'))[1], qr/^  cpus/m, 'epyc.options: without QEMU\'s options');
has(qr/^  traffic +FILE +none +.*\n  trace +FILE +none +/m, 'describe', 'plugin.options');
refused("no machine 'imc'; there are: snbep, power9, power10, power11, epyc, kunpeng", 'describe', 'imc.options');
has(qr/^ +0xd8 +32 +PMON_CTL0 .*\n +0xdc +32 +PMON_CTL1 /m, 'describe', 'snbep.imc');
has(qr/^ +0xf4 +32 +PMON_BOX_CTL /m, 'describe', 'IMC2');
has(qr/^  number +bits +register/m, 'describe', 'cbo');
has(qr/^  not modelled: +\S.*\n/m, 'describe', 'imc.PMON_CTR0');
has(qr/^  silicon: +manual only$/m, 'describe', 'imc.PMON_CTR0');
has(qr/^  silicon: +seen on silicon \(3 captures\)$/m, 'describe', 'epyc.ibs.IBS_OP_DATA3');
has(qr/^  47:32  DcMissLat +RW +0  set +cycles/m, 'describe', 'epyc.ibs.IBS_OP_DATA3');
has(qr/^     15  LockedOp +RW +0  always 0  the op/m, 'describe', 'epyc.ibs.IBS_OP_DATA3');
has(qr/^     19  rst    WO          0  sets the fixed counter to 0$/m, 'describe', 'imc.PMON_FIXED_CTL');
has(qr/^     16  frz_en  +WO /m, 'describe', 'imc-guide.PMON_BOX_CTL');
has(qr/^     16  frz_en  +RW /m, 'describe', 'imc.PMON_BOX_CTL');
has(qr/^ +4  ov_ctr3  +RW1C /m, 'describe', 'imc.PMON_UNIT_STATUS');
has(qr/^ +offset: +0xd8\n +width: +32 bits\n +reset: +0x00000000\n/m, 'describe', 'imc.PMON_CTL0');
has(qr/\n\Q
   31                   24 23 22 21    19 18 17 16 15                    8 7                     0
  +-----------------------+--+--+--------+--+-----+-----------------------+-----------------------+
  |        thresh         |  |en|  rsv   |  | rsv |         umask         |        ev_sel         |
  +-----------------------+--+--+--------+--+-----+-----------------------+-----------------------+
                           |              '- edge_det
                           '- invert
\E\n/, 'describe', 'snbep.imc.PMON_CTL0');
has(qr/\n\Q
   63                                           48 47                                           32
  +-----------------------------------------------+-----------------------------------------------+
  |                      rsv                      |                  event_count                  |
  +-----------------------------------------------+-----------------------------------------------+
   31                                                                                            0
  +-----------------------------------------------------------------------------------------------+
  |                                          event_count                                          |
  +-----------------------------------------------------------------------------------------------+
\E\n/, 'describe', 'snbep.imc.PMON_CTR0');
has(qr/^The events are listed by `pmulab describe snbep.imc.events`\.$/m, 'describe', 'imc.PMON_CTL1');

# Several names print each one's text in turn.
is((run('describe', 'imc.PMON_CTL0', 'imc.events'))[1], join("\n", map { (run('describe', $_))[1] } 'imc.PMON_CTL0', 'imc.events'), 'two names');

# One event, also by the name that the atlas gives it.
my $cas = (run('describe', 'snbep.imc.events.CAS_COUNT'))[1];
like($cas, qr/\Asnbep\.imc\.events\.CAS_COUNT  events of general counters\n\n  ev_sel  event +max\/cycle +counts\n    0x04  CAS_COUNT .*\n(?:.*\n)* +umask: RD_REG=0x01/, 'an event');
unlike($cas, qr/CLOCKTICKS/, '... alone');
is((run('describe', $_))[1], $cas, "... as $_") for qw(imc.CAS_COUNT snbep.imc.cas_count);
has(qr/^\s*0x[0-9a-f]+  PM_MCS01_64B_RD_DISP_PORT01\b/m, 'describe', 'power9.mcs01.PM_MCS01_64B_RD_DISP_PORT01');

# The whole table of events: code, name, most per cycle, and sub-events.
my %events = (
    CLOCKTICKS => ['00', 1], ACT_COUNT => ['01', 1], PRE_COUNT => ['02', 1, 'PAGE_MISS=0x01, PAGE_CLOSE=0x02'],
    CAS_COUNT => ['04', 1,
        'RD_REG=0x01, RD_UNDERFILL=0x02, WR_WMM=0x04, WR_RMM=0x08, RD=0x03, WR=0x0c, ALL=0x0f'],
    DRAM_REFRESH => ['05', 1, 'PANIC=0x02, HIGH=0x04'], DRAM_PRE_ALL => ['06', 1],
    MAJOR_MODES => ['07', 1, 'READ=0x01, WRITE=0x02, PARTIAL=0x04, ISOCH=0x08'],
    PREEMPTION => ['08', 1, 'RD_PREEMPT_RD=0x01, RD_PREEMPT_WR=0x02'],
    ECC_CORRECTABLE_ERRORS => ['09', 1],
    RPQ_INSERTS => ['10', 1], RPQ_CYCLES_NE => ['11', 1], RPQ_CYCLES_FULL => ['12', 1],
    WPQ_INSERTS => ['20', 1], WPQ_CYCLES_NE => ['21', 1], WPQ_CYCLES_FULL => ['22', 1],
    WPQ_READ_HIT => ['23', 1], WPQ_WRITE_HIT => ['24', 1],
    POWER_THROTTLE_CYCLES => ['41', 1, join ', ', map { sprintf 'RANK%u=0x%02x', $_, 1 << $_ } 0 .. 7],
    POWER_SELF_REFRESH => ['43', 1], RPQ_OCCUPANCY => ['80', 22], WPQ_OCCUPANCY => ['81', 32],
    POWER_CKE_CYCLES => ['83', 16, join ', ', map { sprintf 'RANK%u=0x%02x', $_, 1 << $_ } 0 .. 7],
    POWER_CHANNEL_DLLOFF => ['84', 1], POWER_CHANNEL_PPD => ['85', 4],
    POWER_CRITICAL_THROTTLE_CYCLES => ['86', 1],
);
has(qr/^  ev_sel  event +max\/cycle  counts$/m, 'describe', 'snbep.imc.events');
my (undef, $table) = run('describe', 'IMC.Events');
my %seen;
my $event;
for (split /\n/, $table) {
    if (/^ +0x([0-9a-f]{2})  (\w+) +(\d+)  \S/) {
        $event = $2;
        $seen{$event} = [$1, $3 + 0];
    } elsif ($event && /^ +umask: (.*)/) {
        $seen{$event}[2] = $1;
    } elsif ($event && $seen{$event}[2] && /^ +(\S.*)/) {
        $seen{$event}[2] .= " $1";
    }
}
is_deeply(\%seen, \%events, 'all events, and no others');

# Each name encodes to its code, and its code decodes to its name.
for my $name (sort keys %events) {
    my $code = $events{$name}[0];
    my (undef, $value) = run('encode', 'imc.PMON_CTL0', "ev_sel=$name");
    my (undef, $fields) = run('decode', 'imc.PMON_CTL0', "0x$code");
    ok($value eq "0x000000$code\n" && $fields =~ /ev_sel +\w+ +$name /, "$name is $code");
}

# The same names of CPUs on two machines, and a block whose name continues
# another's.
prints("0x00000000000a0010\n", 'encode', 'epyc.cpu0.IBS_OP_CTL', 'en=1', 'maxcnt=0x10', 'cntctl=ops');
prints("0x0000000000020000\n", 'encode', 'cpu0.IBS_OP_CTL', 'en=1');
prints("0x00000400\n", 'encode', 'cpu3.apic.EILVT0', 'type=NMI');
has(qr/^ +16 +mask +0 /m, 'decode', 'cpu3.apic.EILVT0', '0x400');
has(qr/^  ibs-zen3 +13  cpu0 to cpu31 .*\n(?:.*\n)*  apic +16  cpu0\.apic to cpu31\.apic  /m, 'describe', 'epyc');
refused("'cpu0' could be power9.cpu0 or power10.cpu0: name the machine", 'describe', 'cpu0');

refused("no machine, block or register 'foo'; the machines: snbep, ", 'describe', 'foo');
refused("snbep has no block 'foo'; there are: imc, imc-guide, imc-ivt, ", 'describe', 'snbep.foo');
refused("snbep.imc has no register 'foo'; there are: PMON_CTR0, ", 'describe', 'snbep.imc.foo');
refused("describe: 'snbep.ubox' has no events", 'describe', 'snbep.ubox.events');
refused("snbep.imc has no event 'CAS_CUNT'; did you mean CAS_COUNT? `pmulab describe snbep.imc.events` lists them", 'describe', 'snbep.imc.events.CAS_CUNT');
refused("describe: 'snbep' has no events", 'describe', 'snbep.events');
refused("no machine, block or register 'foo'; ", 'describe', 'foo.events');
refused("snbep.imc has no register 'foo'; ", 'describe', 'imc', 'imc.foo');
refused('describe: --format=json: expected one MACHINE[.BLOCK[.REGISTER]]', 'describe', '--format=json', 'imc', 'ubox');
refused('describe: Unknown option --wrong; `pmulab describe --help` lists them', 'describe', '--wrong');

refused('decode: expected REGISTER VALUE', 'decode');
refused('decode: expected REGISTER VALUE', 'decode', 'imc.PMON_CTL0');
refused('decode: expected REGISTER VALUE', 'decode', 'imc.PMON_CTL0', '1', '2');
refused("'imc' is a block: expected a register, such as snbep.imc.PMON_CTR0", 'decode', 'imc', '1');
refused("'snbep' is a machine: expected a register, such as snbep.imc.PMON_CTR0", 'decode', 'snbep', '1');
refused("decode: value 'x1': expected a number", 'decode', 'imc.PMON_CTL0', 'x1');
refused("decode: value '': expected a number", 'decode', 'imc.PMON_CTL0', '');
refused("decode: value '0x100000000': PMON_CTL0 has 32 bits", 'decode', 'imc.PMON_CTL0', '0x100000000');
refused("decode: value '0x10000000000000000': expected a number of at most 64 bits",
    'decode', 'imc.PMON_CTR0', '0x10000000000000000');

my $fields = 'thresh, invert, en, edge_det, umask, ev_sel';
refused('encode: expected REGISTER FIELD=VALUE...', 'encode', 'imc.PMON_CTL0');
refused("encode: 'en': expected FIELD=VALUE", 'encode', 'imc.PMON_CTL0', 'en');
refused("encode: PMON_CTL0 has no field 'foo'; there are: $fields", 'encode', 'imc.PMON_CTL0', 'foo=1');
refused("encode: PMON_CTL0 has no field ''; there are: $fields", 'encode', 'imc.PMON_CTL0', '=1');
refused("encode: PMON_CTL0: 'rsv' is reserved; fields are: $fields", 'encode', 'imc.PMON_CTL0', 'rsv=1');
refused("encode: ev_sel: value '256' is too large for bits 7:0: expected at most 0xff",
    'encode', 'imc.PMON_CTL0', 'ev_sel=256');
refused("encode: en: value '2' is too large for bit 22: expected at most 0x1", 'encode', 'imc.PMON_CTL0', 'en=2');
refused("encode: en is given twice", 'encode', 'imc.PMON_CTL0', 'en=1', 'en=1');
refused("encode: ev_sel: value 'FOO': expected a number, or one of CLOCKTICKS, ",
    'encode', 'imc.PMON_CTL0', 'ev_sel=FOO');
refused("encode: umask: value 'RANK0': expected a number, or one of PAGE_MISS, PAGE_CLOSE",
    'encode', 'imc.PMON_CTL0', 'umask=RANK0', 'ev_sel=PRE_COUNT');
refused("encode: umask: value '': expected a number", 'encode', 'imc.PMON_CTL0', 'umask=');

# Runs a command with SIGPIPE ignored and its output unread; returns status and
# errors.
sub run_unread {
    my @command = ($pmulab, @_);
    pipe my $reader, my $writer or die "pipe: $!";
    close $reader;
    my $pid = open(my $complaints, '-|') // die "fork: $!";
    if (!$pid) {
        $SIG{PIPE} = 'IGNORE';
        open STDERR, '>&', \*STDOUT or die "dup: $!";
        open STDOUT, '>&', $writer or die "dup: $!";
        exec @command or die "exec: $!";
    }
    my $out = join '', <$complaints>;
    close $complaints;
    return ($? >> 8, $out);
}

is_deeply([run_unread('describe', 'imc.events')], [0, ''], 'a closed pipe is no failure');
is(`$pmulab describe imc 2>&1 >/dev/full`, "pmulab: cannot write to standard output: No space left on device\n",
    'a full disk is reported');

# On a terminal there is bold, unless NO_COLOR is set.
SKIP: {
    skip 'no script(1)', 2 if system('command -v script >/dev/null');
    my $on_terminal = sub { `TERM=xterm $_[0] script -qec '$pmulab describe imc' /dev/null </dev/null` };
    like($on_terminal->('NO_COLOR='), qr/\e\[1m/, 'bold on a terminal');
    unlike($on_terminal->('NO_COLOR=1'), qr/\e/, 'plain with NO_COLOR');
}

done_testing();
