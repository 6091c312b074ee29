#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab boot power9`: the differences from snbep (boot.t), which are firmware,
# flash, topology and marks.
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;
use lib "$Bin/../lib";
use BootTest;

# Refusals, which boot nothing.
my $empty = spew("$scratch/empty", '');
refused('too many threads', 2, qr/8 threads per core: expected 1 to 4 on power9/, qw(power9 --cpus 8 --threads 8 -- true));
refused('threads that x86 has not', 2, qr/2 threads per core: expected 1 to 1 on snbep/, qw(snbep --threads 2 -- true));
refused('half a core', 2, qr/6 CPUs: expected a multiple of 4, for sockets=1 threads=4/, qw(power9 --cpus 6 --threads 4 -- true));
refused('an uneven machine', 2, qr/3 CPUs: expected a multiple of 2, for sockets=2 threads=1/, qw(power9 --cpus 3 --sockets 2 -- true));
refused('no socket', 2, qr/--sockets: expected a number/, qw(power9 --sockets 0 -- true));
refused('no thread', 2, qr/--threads: expected a number/, qw(power9 --threads 0 -- true));
refused('a missing flash', 2, qr/flash .*nowhere: No such file/, 'power9', '--flash', "$scratch/nowhere", '--', 'true');
refused('a folder as flash', 2, qr/flash .*: expected a regular file/, 'power9', '--flash', $scratch, '--', 'true');
refused('an empty flash', 2, qr/flash .*empty has 0 bytes; expected/, 'power9', '--flash', $empty, '--', 'true');
refused('a flash for a machine without one', 2, qr/flash .*: snbep has no flash/, 'snbep', '--flash', $empty, '--', 'true');
refused('sockets that the plugin has not', 125, qr/sockets/, qw(power9 --cpus 4 --sockets 4 -- true));
check_nothing_left('refusals');

# Bytes, share, status; firmware's messages are left out. The built-in catalogue
# is in the flash, and the nest counters' memory exists. A module is kept for
# later.
{
    my $command = <<'END';
printf 'a\000b\n\377'
printf 'E\000\n' >&2
seq 1 160000 | head -c 1048576
cat /mnt/share/from-host >/mnt/share/from-guest
cp /lib/modules/*/kernel/fs/netfs/netfs.ko /mnt/share/
tr '\000' ' ' </proc/$PPID/cmdline >/mnt/share/parent
dmesg >/mnt/share/dmesg
ls /sys/bus/event_source/devices >/mnt/share/devices
cat /sys/firmware/opal/msglog >/mnt/share/msglog
sleep 1000 &
printf last
exit 7
END
    spew("$scratch/share/from-host", "over and back\n");
    my ($status, $out, $err) = boot('power9', '--share', "$scratch/share", '--', $command);
    my $numbers = substr join('', map { "$_\n" } 1 .. 160000), 0, 1048576;
    is($status, 7, 'the exit status passes through');
    ok($out eq "a\0b\n\xff${numbers}last", 'standard output is exact') or diag(length($out) . ' bytes');
    ok($err eq "E\0\n", 'standard error is separate and exact') or diag($err);
    is(slurp("$scratch/share/from-guest"), "over and back\n", 'the share is read and written');
    like(slurp("$scratch/share/parent"), qr{\A/lib/pmulab/mark 1 0 /bin/sh -c }, 'the command runs between marks');
    like(slurp("$scratch/share/dmesg"), qr/ 0x000000003f800000\.\.0x000000003fbfffff .* ibm,homer-image/,
        'HOMER is reserved, in ordinary memory');
    like(slurp("$scratch/share/msglog"), qr/OCC: All Chip Rdy after \d+ ms/, '... with the OCC\'s data');
    my %pmus = map { $_ => 1 } split ' ', slurp("$scratch/share/devices");
    ok($pmus{$_}, "the kernel has $_") for qw(nest_mcs01_imc core_imc thread_imc trace_imc);
    check_nothing_left('a command');
}

# Two chips of one core with two threads each, without the plugin; a custom
# module; counted time.
{
    my $command = <<'END';
uname -m
cd /sys/devices/system/cpu
for cpu in cpu[0-9]*; do echo $cpu $(cat $cpu/topology/physical_package_id $cpu/topology/core_id $cpu/topology/thread_siblings_list); done
ls -d /sys/devices/system/node/node*
grep -c ^netfs /proc/modules
kill -9 $$
END
    my ($status, $out, $err) = boot(qw(power9 --no-plugin --icount --cpus 4 --sockets 2 --threads 2 --module),
        "$scratch/share/netfs.ko", '--', $command);
    is($status, 137, 'a killed command returns 128 + the signal');
    is($out, <<'END', 'sockets, cores and threads are as requested, and the module is loaded');
ppc64le
cpu0 0 0 0-1
cpu1 0 0 0-1
cpu2 1 256 2-3
cpu3 1 256 2-3
/sys/devices/system/node/node0
/sys/devices/system/node/node1
1
END
    is($err, '', '... and nothing else is printed');
}

# A flash without a catalogue; firmware writes to its own copy. Also the profile
# of a workload.
{
    my $zeros = "\0" x (1 << 20);
    my $flash = spew("$scratch/flash", $zeros);
    my $command = <<'END';
ls /sys/bus/event_source/devices | grep -c imc
pmulab-hot 0; echo $?
pmulab-hot many; echo $?
perf record -q -e cpu-clock:u -F 2000 -o /tmp/p pmulab-hot 300000000
echo $?
perf report -i /tmp/p --stdio -q --sort sym
END
    my ($status, $out, $err) = boot(qw(power9 --flash), $flash, '--', $command);
    is($status, 0, 'status');
    like($out, qr/\A0\n/, 'no catalogue, no PMU');
    like($out, qr/\A0\n0\n2\n0\n/, 'pmulab-hot: statuses');
    my ($share) = $out =~ /([\d.]+)%\s+\[\.\] hot_function/;
    cmp_ok($share // 0, '>=', 99, 'pmulab-hot spends its time in hot_function()') or diag($out);
    ok(slurp($flash) eq $zeros, 'the file is unchanged');
    check_nothing_left('our own flash');
}

# The kernel messages caused by the command, then a line of pmulab's.
{
    my ($status, $out, $err) = boot('power9', '--', 'echo c >/proc/sysrq-trigger; sleep 9');
    is($status, 125, 'a panic: status 125');
    is($out, '', 'a panic: nothing on standard output');
    like($err, qr/\A\[ *[\d.]+\] sysrq: Trigger a crash\n.*\] Call Trace:\n/s, 'a panic: the console since the command began');
    like($err, qr/\npmulab: the guest ended before the command did: Kernel panic - not syncing: sysrq triggered crash\n\z/,
        'a panic: the last line reports it');
}

done_testing();
