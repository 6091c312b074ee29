#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab hardware new`: a first file, from nothing, from registers, from perf's
# events. No guest is needed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cwd qw(abs_path);
use File::Temp;
use Files;
use Test::More;

my $tree = abs_path("$FindBin::Bin/../..");
my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
chdir $folder or die "$folder: $!\n";

sub answered {
    my ($file) = @_;
    spew($file, slurp($file) =~ s{// open: pmu_found = .*}{pmu_found = "of acme,pmu";}r =~ s{// open: pmu_perf = .*}{pmu_perf = "acme";}r);
}

# ---- from nothing ----

is(`$pmulab hardware new acme.rdl`, <<'END', 'an example');
acme.rdl: 5 registers, 4 roles guessed
acme.events: 0 events, examples
END
is(`$pmulab hardware check acme.rdl` =~ s/^\S+:\d+: //gmr, <<'END', '... with two open answers');
pmu: no driver finds it; expected pmu_found = "of COMPATIBLE" or "acpi ID"
pmu: perf's name of the PMU is not known; expected pmu_perf = "NAME"
END
answered('acme.rdl');
is(`$pmulab hardware check acme.rdl`, "acme.rdl: OK: pmu has 2 counters and 3 events; the driver of acme,pmu finds it\n",
    '... which complete it');
my $before = slurp('acme.rdl');
is(`$pmulab hardware new acme.rdl 2>&1`, "pmulab: acme.rdl: it exists; expected a new file\n", 'an existing file');
is(slurp('acme.rdl'), $before, '... stays');
unlink 'acme.rdl';
is(`$pmulab hardware new acme.rdl 2>&1`, "pmulab: acme.events: it exists; expected a new file\n", 'an existing list');

# ---- from registers ----

spew('ip.rdl', <<'END');
enum ev_code { cycles = 8'h0; rd_beats = 8'h4; wr_beats = 8'h5; };
addrmap ddrmon {
    desc = "the \"monitor\" of a memory controller";
    reg {
        field { desc = "starts all"; } start[0:0];
        field { desc = "stops all"; } freeze[1:1] = 1;
    } MON_CTL @ 0x0;
    reg {
        desc = "one counter's control";
        field { desc = "counts"; } en[31:31];
        field { desc = "interrupts"; } int_en[30:30];
        field { name = "event select"; desc = "the event"; encode = ev_code; } ev_sel[7:0];
    } MON_EVT[4] @ 0x10 += 8;
    reg { field { desc = "wrapped"; onwrite = woclr; } ovf[3:0]; } MON_OVS @ 0x30;
    reg { regwidth = 64; field { sw = r; } cnt[47:0]; } MON_CNT[4] @ 0x40 += 8;
    reg { field {} threshold[11:0] = 0x20; } MON_THR @ 0x80;
};
END
is(`$pmulab hardware new mon.rdl --from ip.rdl`, <<'END', 'registers');
mon.rdl: 11 registers, 7 roles guessed
mon.events: 3 events
END
my $text = slurp('mon.rdl');
is(join(' ', map { /\} (\w+)(\[\d\])? @ (\S+)(?: \+= (\S+))?;/ ? $1 . ($2 // '') . "\@$3" . ($4 ? "+$4" : '') : () } split /\n/, $text),
    'MON_CTL@0x0 MON_EVT[4]@0x10+0x8 MON_OVS@0x30 MON_CNT[4]@0x40+0x8 MON_THR@0x80', '... as they were, arrays as arrays');
my %role = map { /pmu_role = "([^"]+)"; \} (\w+)\[.* \/\/ guess$/ ? ($2 => $1) : () } split /\n/, $text;
is_deeply(\%role, {start => 'run', freeze => 'freeze', en => 'enable', int_en => 'interrupt', event_select => 'event',
    ovf => 'overflow clear interrupts', cnt => 'count'}, '... with the roles that names tell');
like($text, qr/ desc = "the \\"monitor\\" of a memory controller";/, '... and their words');
like($text, qr/freeze\[1:1\] = 0x1;/, '... and reset values');
is(slurp('mon.events') =~ s/^#.*\n//gmr, <<'END', '... names of an event\'s values are events');
0x00  cycles  clock  cycles
0x04  rd_beats  count  rd_beats
0x05  wr_beats  count  wr_beats
END
answered('mon.rdl');
is(`$pmulab hardware check mon.rdl` =~ s/^\S+?:\d*:? //gmr, join('', map {
    "ddrmon: software cannot set counter $_; expected a writable count, or a field with the role clear or load\n" } 0 .. 3),
    'check tells the rest');

# The files of hardware/, without their roles: all registers are there again.
for my $file (map { abs_path($_) } glob "$tree/hardware/*.rdl") {
    my ($name) = $file =~ m{([^/]+)\.rdl$};
    my ($block) = slurp($file) =~ /^addrmap (\w+)/m;
    my $wanted = `$pmulab describe --hardware $file board.$block`;
    spew("bare-$name.rdl", slurp($file) =~ s/^property pmu_.*\n//gmr =~ s/\bpmu_\w+ = (?:"[^"]*"|\w+);//gr);
    like(`$pmulab hardware new $name.rdl --from bare-$name.rdl 2>&1`, qr/^$name\.rdl: \d+ registers, (?!0)\d+ roles guessed$/m, "$name: roles are guessed");
    my @offsets = $wanted =~ /^ +(0x[0-9a-f]+) +(?:\d+)  \S/mg;
    my @new;
    for (slurp("$name.rdl") =~ /^    \} (\S+ @ \S+(?: \+= \S+)?);/mg) {
        my ($n, $at, $step) = /^\S+?(?:\[(\d+)\])? @ (\S+?)(?: \+= (\S+))?$/;
        push @new, map { hex($at) + $_ * hex($step // 0) } 0 .. ($n // 1) - 1;
    }
    is_deeply([sort { $a <=> $b } @new], [sort { $a <=> $b } map { hex } @offsets], '... at the same offsets');
}

# ---- from perf's events ----

spew('list.json', <<'END');
[ {"EventName": "DDR_CYCLES", "EventCode": "0x00", "BriefDescription": "DDR clock\ncycles"},
  {"EventName": "RD.ALL", "EventCode": "0x12", "UMask": "0x3", "BriefDescription": "all reads"},
  {"EventName": "WR", "ConfigCode": "0x13"},
  {"EventName": "WR_AGAIN", "EventCode": "0x13"},
  {"MetricName": "bandwidth"} ]
END
is(`$pmulab hardware new ddr.rdl --from ip.rdl --from list.json`, <<'END', 'registers and events');
ddr.rdl: 11 registers, 7 roles guessed
ddr.events: 2 events
END
is(slurp('ddr.events') =~ s/^# CODE.*\n//r, <<'END', '... a line each; others are comments');
0x00  ddr_cycles  clock  DDR clock cycles
# open: it has the umask 0x3: 0x12  rd.all  count  all reads
0x13  wr  count  WR
# open: a second event with this code: 0x13  wr_again  count  WR_AGAIN
END

# ---- mistakes ----

spew('bad.rdl', "addrmap x {\n    reg { field {} a[40:0]; } A @ 0x0;\n};\n");
spew('empty.json', '[]');
spew('broken.json', '[{');
spew('object.json', '{}');
my %mistakes = (
    'new' => qr/hardware new: expected one FILE/,
    'new x.txt' => qr/'x\.txt'; expected NAME\.rdl/,
    'new x.rdl --from list.txt' => qr/--from 'list\.txt'; expected FILE\.rdl or FILE\.json/,
    'new x.rdl --from ip.rdl --from ip.rdl' => qr/--from 'ip\.rdl'; expected one such file/,
    'new x.rdl --from bad.rdl' => qr/bad\.rdl:2: .*; expected /,
    'new x.rdl --from none.rdl' => qr/none\.rdl/,
    'new x.rdl --from empty.json' => qr/empty\.json: no event; expected objects/,
    'new x.rdl --from object.json' => qr/object\.json: no array; expected perf's list/,
    'new x.rdl --from broken.json' => qr/broken\.json: /,
    'new none/x.rdl' => qr{none/x},
    'check ip.rdl --from ip.rdl' => qr/--from; expected it with new/,
);
for (sort keys %mistakes) {
    my $out = `$pmulab hardware $_ 2>&1`;
    ok($? && $out =~ /\Apmulab: [^\n]*\n\z/ && $out =~ $mistakes{$_}, "hardware $_") or diag($out);
    ok(!-e 'x.rdl' && !-e 'x.events', '... nothing is written');
}
chdir $tree or die;
done_testing;
