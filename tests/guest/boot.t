#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab boot`: statuses, output, the share, refusals, and no left-over files.
# Boots few guests, because each takes seconds.
use strict;
use warnings;
use FindBin qw($Bin);
use IO::Socket::UNIX;
use Test::More;
use Time::HiRes qw(time);
use lib "$Bin/../lib";
use BootTest;

# Refusals, which boot nothing.
symlink $pmulab, "$scratch/share/link";
refused('no machine',         2, qr/expected the name of a machine/);
refused('an unknown machine', 2, qr/'vax'; there are: .*\bsnbep\b/,   'vax',   '--',       'true');
refused('two machines',       2, qr/expected one machine/,            'snbep', 'snbep',    '--', 'true');
refused('an empty command',   2, qr/expected a command/,              'snbep', '--',       ' ');
refused('an unknown option',  2, qr/--frobnicate/,                    'snbep', '--frobnicate');
refused('no CPU',             2, qr/--cpus/,                          'snbep', '--cpus',   '-1', '--', 'true');
refused('too many CPUs',      2, qr/--cpus/,                          'snbep', '--cpus',   '65', '--', 'true');
refused('CPUs as --config',   2, qr/config: 'cpus=2'; expected --cpus=2$/m,       'snbep',   '--config', 'cpus=2', '--', 'true');
refused('sockets as --config', 2, qr/config: 'sockets=2'; expected --sockets=2$/m, 'snbep',   '--config', 'sockets=2', '--', 'true');
refused('a mistyped option',  2, qr/no option 'kernel_el=1'; did you mean kernel-el\? There are: dies, /, 'kunpeng', '--config', 'kernel_el=1', '--', 'true');
refused('no time',            2, qr/--limit: expected a number of seconds/, 'snbep', '--limit',  '0', '--', 'true');
refused('a missing kernel',   2, qr/kernel .*nowhere: No such file/,  'snbep', '--kernel', "$scratch/nowhere", '--', 'true');
refused('a missing module',   2, qr/module .*nowhere\.ko: No such/,   'snbep', '--module', "$scratch/nowhere.ko", '--', 'true');
refused('a compressed module', 2, qr/expected a file NAME\.ko, NAME\.ko\.xz or NAME\.ko\.gz/,  'snbep', '--module', $pmulab, '--', 'true');
refused('an invalid package', 2, qr/boot: --package 'No'; expected the name of a Debian package$/m, 'snbep', '--package', 'No', '--', 'true');
refused('a missing share',    2, qr/share .*nowhere: expected a fold/, 'snbep', '--share', "$scratch/nowhere", '--', 'true');
refused('a file as share',    2, qr/share .*: expected a folder/,     'snbep', '--share',  $pmulab, '--', 'true');
refused('a foreign kernel',   2, qr/kernel: no kernel 'amd64-backports' for ppc64el; there are: stable \(6.12\), oldstable \(6.1\)/, 'power9', '--kernel', 'amd64-backports', '--', 'true');
refused('a file that is no kernel', 2, qr/kernel .*: its release is neither in it nor in its name/, 'snbep', '--kernel', $pmulab . '-snbep.so', '--', 'true');
refused('a folder without a kernel', 2, qr{kernel .*: no built kernel for amd64; expected arch/x86/boot/bzImage}, 'snbep', '--kernel', $scratch, '--', 'true');
check_nothing_left('refusals');

# A guest that boots fast, for tests that work on any machine.
my @small = qw(kunpeng --cpus 1);

# One guest: bytes, share, a child that keeps the output open, status.
{
    my $command = <<'END';
printf 'a\000b\n\377'
printf 'E\000\n' >&2
seq 1 160000 | head -c 1048576
printf 'pmulab-' | tee /dev/stderr
cat /mnt/share/from-host > /mnt/share/from-guest
mknod /mnt/share/node c 1 3
cp /bin/true /mnt/share/program
chmod 4755 /mnt/share/program
stat -c %F,%a /mnt/share/node /mnt/share/program > /mnt/share/seen
sleep 1000 &
printf last
exit 7
END
    open my $file, '>', "$scratch/share/from-host" or die $!;
    print $file "over and back\n";
    close $file;
    my $began = time;
    # Run setup first, so boot prints nothing about rebuilding a guest.
    system "'$pmulab' setup kunpeng >/dev/null";
    my ($status, $out, $err) = boot(@small, '--share', "$scratch/share", '--', $command);
    my $numbers = substr join('', map { "$_\n" } 1 .. 160000), 0, 1048576;
    is($status, 7, 'the exit status passes through');
    ok($out eq "a\0b\n\xff${numbers}pmulab-last", 'standard output is exact: NUL, 1 MB, no final newline')
        or diag(length($out) . ' bytes');
    ok($err eq "E\0\npmulab-", 'standard error is separate and exact') or diag($err);
    is(slurp("$scratch/share/from-guest"), "over and back\n", 'the share is read and written');
    SKIP: {
        skip 'only root could make device nodes', 3 if $>;
        like(slurp("$scratch/share/seen"), qr/^character special file,\d+\nregular file,4755\n/, 'the guest makes a device and a set-uid program');
        ok(-f "$scratch/share/node", '... which is a plain file on the host');
        is((stat "$scratch/share/program")[2] & 06000, 0, '... which is not set-uid there');
    }
    cmp_ok(time - $began, '<', 100, 'a background child does not keep the guest alive');
}

# Words are joined. A custom module replaces the machine's own; a broken one is
# reported on the console.
{
    my ($status, $out, $err) = boot(qw(snbep --cpus 1 --append pmulab.test=1 --),
        'nproc;', 'cat', '/proc/cmdline;', 'lsmod;', 'nosuchcommand');
    is($status, 127, 'a missing command returns 127');
    like($out, qr/\A1\n/,             '--cpus sets the number of CPUs');
    like($out, qr/ pmulab\.test=1$/m, '--append reaches the kernel');
    like($out, qr/^intel_uncore /m,   'the driver is loaded');
    like($err, qr/nosuchcommand: not found/, '... with the shell\'s reason');
}

# Without a terminal the input is the command.
{
    open my $file, '>', "$scratch/script" or die $!;
    print $file "uname -m\ncd /sys/bus/event_source/devices\nls -d uncore_imc_0\nkill -9 \$\$\n";
    close $file;
    my ($status, $out, $err) = boot_from("$scratch/script", qw(snbep --icount));
    is($status, 137, 'a killed command returns 128 + the signal');
    is($out, "x86_64\nuncore_imc_0\n", 'a script on standard input runs');
    is($err, '', '... and nothing else is printed');
}

# Kernel messages go to standard error at once. perf writes its file as on a
# terminal or by ssh, and programs have shared memory.
{
    my ($status, $out, $err) = boot(@small, '--', <<'END');
cat /proc/sys/kernel/perf_cpu_time_max_percent
echo p >/proc/sysrq-trigger
echo on >&2
cd /tmp
perf record -q -e cpu-clock sleep 0.1
ls perf.data
perf report --stdio | grep -c "# Event count"
grep -c " /dev/shm tmpfs" /proc/mounts
END
    is($status, 0, 'the console: the command continues');
    is($out, "0\nperf.data\n1\n1\n", '... perf does not throttle samples because the emulated CPU is slow, and writes perf.data');
    like($err, qr/^\[[^\n]*sysrq: Show Regs$/m, '... kernel messages arrive');
    like($err, qr/^on$/m, '... without cutting a line of the command\'s');
}

# If the user's module does not load, no command runs, because it would use the
# machine's own driver. This module is for another architecture.
{
    spew("$scratch/none.ko", 'no module');
    refused('a file that is no module', 125, qr/module \S*none\.ko: /, @small, '--module', "$scratch/none.ko", '--', 'true');
    spew("$scratch/broken.c", 'const char info[] __attribute__((section(".modinfo"))) = "name=broken";' . "\n");
    is(system("cc -c -o '$scratch/broken.ko' '$scratch/broken.c'"), 0, 'a module is built');
    my ($status, $out, $err) = boot(@small, '--module', "$scratch/broken.ko", '--', 'echo ran');
    is("$status $out", '125 ', 'a module that does not load: the command does not run');
    like($err, qr{^pmulab: module /lib/pmulab/host/\S*broken\.ko does not load: [^\n]*invalid module format}m, '... with the kernel\'s reason');
}

# The cause of a crash is printed before the error.
for my $case (
    ['a panic', 'echo c >/proc/sysrq-trigger; sleep 9', qr/sysrq: Trigger a crash.*Call trace:.*\npmulab: [^\n]*Kernel panic - not syncing: sysrq[^\n]*\n\z/s],
    ['a power-off', 'poweroff -f; sleep 9', qr/\npmulab: [^\n]*ended before the command did: [^\n]*\n\z/],
) {
    my ($what, $command, $pattern) = @$case;
    my ($status, $out, $err) = boot(@small, '--', $command);
    is($status, 125, "$what: status 125");
    like($err, $pattern, "$what: the console, then one line with the reason");
}
{
    my ($status, $out, $err) = boot(@small, qw(--append rdinit=/nowhere -- true));
    is($status, 125, 'no init: status 125');
    like($err, qr/Kernel panic.*Call trace:.*\npmulab: the guest ended before it was ready: Kernel panic[^\n]*\n\z/s, 'no init: the panic, then one line');
}
{
    my $began = time;
    my ($status, $out, $err) = boot(@small, qw(--limit 2 -- echo begun; sleep 1000));
    is($status, 124, '--limit: status 124, as from timeout');
    is($out, "begun\n", '--limit: earlier output is printed');
    is($err, "pmulab: the command took longer than 2 s\n", '--limit: one line with the reason');
    cmp_ok(time - $began, '<', 100, '--limit: long before the command would have ended');
}

# gdb's server: two concurrent guests have separate sockets, and answer "why did
# you stop" (gdb's manual, "Packets"). Only the user may enter the folder,
# because the server gives access to QEMU's monitor. Without a plugin there is
# only the server.
{
    my (%sockets, @pids, $path);
    for my $guest (1, 2) {
        push @pids, open my $said, '-|', "exec $pmulab boot snbep --gdb" . ($guest == 2 ? ' --no-plugin' : '') . ' -- true 2>&1 </dev/null';
        ($path) = (<$said> // '') =~ /^stopped; in gdb: target remote (\S+)$/;
        ok($path, "--gdb, guest $guest: the socket is printed");
        my $socket = IO::Socket::UNIX->new(Peer => $path);
        print $socket '+$?#3f' if $socket;
        read $socket, my $answer, 4 if $socket;
        is($answer, '+$T0', "--gdb, guest $guest: the socket answers gdb");
        $sockets{$path // ''} = $said;
        my $folder = ($path // '') =~ s{/[^/]*$}{}r;
        is((stat $folder)[2] & 07777, 0700, "--gdb, guest $guest: only the user may enter the folder");
        is(scalar(() = glob "$folder/*"), $guest == 2 ? 1 : 5, "--gdb, guest $guest: number of files in the folder");
    }
    is(scalar keys %sockets, 2, '--gdb: two guests, two sockets');

    # A killed pmulab cannot remove its folder; the next one does. Folders in
    # use stay.
    kill KILL => $pids[1];
    waitpid $pids[1], 0;
    ok(-S $path, '--gdb: killed');
    my $third = open my $said, '-|', "exec $pmulab boot snbep --gdb -- true 2>&1 </dev/null";
    my ($live) = (<$said> // '') =~ /^stopped; in gdb: target remote (\S+)$/;
    ok(!-e $path, '--gdb: the next one removes a killed one\'s folder');
    is(scalar(grep { -S } $live, grep { $_ ne $path } keys %sockets), 2, '... and no other');
    kill TERM => $pids[0], $third;
    close $_ for values %sockets, $said;
    is(join(' ', glob "$ENV{TMPDIR}/pmulab-gdb-*"), '', '... and in the end all are gone');
}

# Killed while it boots, and while a command runs.
for my $case ([KILL => 0], [TERM => 0], [KILL => 1]) {
    my ($signal, $with_command) = @$case;
    my $what = "SIG$signal " . ($with_command ? 'during a command' : 'during boot');
    unlink "$scratch/out";
    my $pid = start_boot('/dev/null', @small, '--', 'echo begun; sleep 1000');
    ok(wait_for(30, sub { children($pid) }), "$what: QEMU starts");
    my @children = children($pid);
    ok(wait_for(60, sub { (slurp("$scratch/out") // '') eq "begun\n" }), "$what: output arrives while the command runs")
        if $with_command;
    kill $signal, $pid;
    waitpid $pid, 0;
    is($? & 127, { TERM => 15, KILL => 9 }->{$signal}, "$what: the signal kills pmulab");
    ok(wait_for(10, sub { !grep { runs($_) } @children }), "$what: no QEMU is left");
    check_nothing_left($what);
}

done_testing();
