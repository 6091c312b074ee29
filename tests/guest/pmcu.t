#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The PMCU's driver in a guest: the demo of the slides of Linux Plumbers 2023,
# sizes, consecutive and interrupted recordings, full buffers, CPU hotplug, bad
# input.
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;
use lib "$Bin/../lib";
use BootTest;

# These tests do not depend on the host's speed. With --icount, time is executed
# instructions. With the host's time, the kernel's complaints about stalled CPUs
# are off.
my @patient = ('--append', 'nowatchdog rcupdate.rcu_cpu_stall_suppress=1');

# The kernel's complaints about the driver.
my $complaints = qr/WARNING|BUG:|Oops|refcount|stuck|nobody cared|hisi-pmcu.*(?:stop|move)/;

# 48 places in 6 clusters, with only 8 CPUs online, because 48 take long to
# boot. The others read 0.
{
    my $command = <<'END';
cd /mnt/share
echo "11 8 b 3c 24 23" > /sys/devices/hisi_pmcu_sccl3/user_events
pmcu-record -e hisi_pmcu_sccl3/nr_sample=10,sample_period_ms=4/ -o pmcu.data
pmcu-report -i pmcu.data >report
pmcu-report -i pmcu.data --csv >csv
cat /sys/devices/hisi_pmcu_sccl3/monitored_cpus
dmesg >log
END
    my ($status, $out, $err) =
        boot('kunpeng', '--icount', '--cpus', 48, '--append', 'maxcpus=8', '--share', "$scratch/share", '--', $command);
    is($status, 0, 'the slides: status') or diag($err);
    # A CPU coming online reports its die by MPIDR_EL1.
    is($out, "0-7\n", 'the slides: the CPUs of the die');
    is($err, "pmcu-record: 10 of 10 samples, 30784 bytes in pmcu.data\n", 'the slides: ten samples');
    my $report = slurp("$scratch/share/report") // '';
    my $header = <<'END';
HISI PMCU data: size 0x7840 bytes
Header: size 0x40 bytes
00000000: 00 00 40 00 06 00 00 00 30 00 00 00 00 00 00 00
00000010: 00 0c 00 00 01 00 00 00 06 00 00 00 11 00 00 00
00000020: 08 00 00 00 0b 00 00 00 3c 00 00 00 24 00 00 00
00000030: 23 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
Auxtrace buffer max size: 0x400000
Number of PMU counters in parallel: 6
Number of monitored CPUs: 48
Compatible mode: no
Subsample size: 0xc00
Number of subsamples per sample: 1
Number of events: 6
Event 0: 0x0011
Event 1: 0x0008
Event 2: 0x000b
Event 3: 0x003c
Event 4: 0x0024
Event 5: 0x0023
Data: size 0x7800 bytes
END
    is(substr($report, 0, length $header), $header, 'the slides: the header');
    my @shown = (
        (map { "Event 0011 CPU $_" } 38, 46, 7, 15, 23, 31, 39, 47),
        (map { "Event 0008 CPU $_" } 0, 8, 16, 24, 32, 40, 1, 9, 17, 25)
    );
    my @lines = map { sprintf '%08x: [0-9a-f]{16} %s', 0x300 + 8 * $_, $shown[$_] } 0 .. $#shown;
    my $lines = join '\n', @lines;
    like($report, qr/^$lines$/m, 'the slides: offsets, events and CPUs');
    my @rows = map { [split /,/] } split /\n/, slurp("$scratch/share/csv") // '';
    my @off = grep { $_->[5] =~ /^\d+$/ && $_->[5] >= 8 && $_->[6] } @rows;
    is(@off, 0, 'offline CPUs read 0');
    my @on = grep { $_->[3] eq 'event' && $_->[4] eq '0x0008' && $_->[5] < 8 && $_->[6] } @rows;
    cmp_ok(scalar @on, '>', 0, 'online CPUs have executed instructions');
    my @cycles = grep { $_->[3] eq 'cycles' && $_->[5] < 8 } @rows;
    is(grep({ $_->[6] < 8_000_000 } @cycles), 0, 'a round is at least 4 ms at 2 GHz');
    unlike(slurp("$scratch/share/log") // '', $complaints, 'the kernel has no complaints');
}

my $prelude = <<'END';
D=/sys/devices/hisi_pmcu_sccl3 E=hisi_pmcu_sccl3
events() { echo $(seq 1 "$1" | while read i; do printf '%x ' "$i"; done) >$D/user_events; }
record() { pmcu-record -o p "$@" 2>&1 | sed 's/^pmcu-record: //'; }
samples() { pmcu-report -i "$1" --csv | tail -1 | cut -d, -f1; }
rest() { pmcu-report -i "$1" | grep -c Rest; }
names() { pmcu-report -i p --csv | awk -F, '$4 == "event" { if (!e[$2 "," $5]++) k++ } END { print k }'; }
END

# 4 CPUs in one cluster of 8 places.
sub guest {
    my ($what, $command, $expected, @options) = @_;
    my ($status, $out, $err) = boot('kunpeng', '--cpus', 4, @options, '--share', "$scratch/share", '--',
        "$prelude$command\ndmesg >/mnt/share/log\n");
    is($status, 0, "$what: status") or diag($err);
    is($out, $expected, $what);
    unlike(slurp("$scratch/share/log") // '', $complaints, "$what: the kernel has no complaints");
}

# Padding adds one name to the last subsample. The size is the header, then
# samples of subsamples of 8 places. Each place has 8 bytes for context IDs, for
# each count and for cycles. 1000 samples exceed NR_LOOP's range of passes. A
# chunk of 512 KiB has 62 samples of 100 events with the header, and 63 without.
guest('sizes and recordings', <<'COMMAND', <<'EXPECTED', @patient);
for n in 1 7 13 100 240; do
    events $n
    echo "$n events: $(record -e $E/nr_sample=2,sample_period_ms=1/), $(names) names"
done
events 3
for n in 1 255 256 1000; do
    echo "$n samples: $(record -e $E/nr_sample=$n,sample_period_ms=1/), $(samples p) are there"
done
events 6
record -e $E/nr_sample=3,sample_period_ms=1/
record -e $E/nr_sample=3,sample_period_ms=1/
record -t 0.3 -e $E/nr_sample=100000,sample_period_ms=20/ | grep -c " of 100000 samples"
echo "broken off: $(rest p) bytes too many"
events 100
pmcu-record -m 1 -e $E/nr_sample=300,sample_period_ms=1/ -o q 2>said &
sleep 0.3
kill -STOP $!
sleep 5
kill -CONT $!
wait
echo "a reader that slept: $(cat said), $(samples q) are there, $(rest q) bytes too many"
COMMAND
1 events: 2 of 2 samples, 416 bytes in p, 1 names
7 events: 2 of 2 samples, 1216 bytes in p, 7 names
13 events: 2 of 2 samples, 2656 bytes in p, 14 names
100 events: 2 of 2 samples, 17088 bytes in p, 101 names
240 events: 2 of 2 samples, 39392 bytes in p, 240 names
1 samples: 1 of 1 samples, 368 bytes in p, 1 are there
255 samples: 255 of 255 samples, 81648 bytes in p, 255 are there
256 samples: 256 of 256 samples, 81968 bytes in p, 256 are there
1000 samples: 1000 of 1000 samples, 320048 bytes in p, 1000 are there
3 of 3 samples, 1600 bytes in p
3 of 3 samples, 1600 bytes in p
1
broken off: 0 bytes too many
a reader that slept: pmcu-record: 300 of 300 samples, 2504832 bytes in q, 300 are there, 0 bytes too many
EXPECTED

# The first recording lasts 1.2 s: it is running after 0.2 s, when the next one
# is refused.
guest('CPUs, modules and bad input', <<'COMMAND', <<'EXPECTED', '--icount');
events 6
pmcu-record -e $E/nr_sample=60,sample_period_ms=20/ -o q 2>said & sleep 0.2
record -e $E/nr_sample=1/
echo 0 >/sys/devices/system/cpu/cpu0/online
echo "moved: $(cat $D/cpumask) $(cat $D/monitored_cpus)"
wait
echo "moved: $(cat said), $(samples q) are there"
echo 1 >/sys/devices/system/cpu/cpu0/online
rmmod hisi_pmcu && insmod /lib/pmulab/hisi_pmcu.ko
record -e $E/nr_sample=1/
echo "0x11 2a zz 8" >$D/user_events && cat $D/user_events
echo "11 12345" 2>/dev/null >$D/user_events || echo "refused: $(cat $D/user_events)"
echo "11 1g" 2>/dev/null >$D/user_events || echo "refused: $(cat $D/user_events)"
events 250
wc -l <$D/user_events
record -e $E/sample_period_ms=85900/
record -e $E/nr_sample=0,sample_period_ms=0/
COMMAND
hisi_pmcu_sccl3: it is at work for somebody else
moved: 1 0-3
moved: pmcu-record: 60 of 60 samples, 30784 bytes in q, 60 are there
hisi_pmcu_sccl3: refused: sample_period_ms is at most 85899, and /sys/bus/event_source/devices/hisi_pmcu_sccl3/user_events must name events
0x0011
0x002a
refused: 
refused: 
240
hisi_pmcu_sccl3: refused: sample_period_ms is at most 85899, and /sys/bus/event_source/devices/hisi_pmcu_sccl3/user_events must name events
128 of 128 samples, 2458592 bytes in p
EXPECTED

check_nothing_left('recordings');
done_testing();
