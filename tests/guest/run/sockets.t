#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Listening sockets of running commands: on the network only the live view's
# page, on 127.0.0.1, and no socket file that other users could open.
# docs/security.md lists who has access.
use strict;
use warnings;
use FindBin qw($Bin);
use Test::More;
use Time::HiRes qw(sleep time);
use lib "$Bin/../../lib";
use BootTest;

chdir "$Bin/../../.." or die $!;
my @listening = (
    [[qw(boot snbep -- true)]],
    [[qw(boot snbep --gdb -- true)], 'server window'],
    [[qw(live snbep -- sleep 1000)], 'live-PID.sock', 1],
    [[qw(run --results), "$scratch/results", 'scenarios/snbep/wrap.scn']],
    [[qw(fuzz snbep --cases 1 --plans 1 -o), "$scratch/found"]],
    [[qw(lab snbep/count-reads --results), "$scratch/lab"]],
);

# A process's children are those of its threads.
sub family {
    my ($pid) = @_;
    return map { ($_, family($_)) } map { split ' ', slurp($_) // '' } glob "/proc/$pid/task/*/children";
}

# The listening sockets: addresses as in /proc/net, and socket files.
sub look {
    my ($seen, @pids) = @_;
    my %ours;
    for my $pid (@pids) {
        for (glob "/proc/$pid/fd/*") {
            $ours{$1} = 1 if (readlink $_ // '') =~ /^socket:\[(\d+)\]$/;
        }
    }
    for my $kind (qw(tcp tcp6 udp udp6)) {
        for (split /\n/, slurp("/proc/net/$kind") // '') {
            my (undef, $local, undef, $state, undef, undef, undef, undef, undef, $inode) = split;
            $seen->{net}{"$kind $local"} = 1 if $ours{$inode // ''} && ($kind =~ /^udp/ || $state eq '0A');
        }
    }
    for (split /\n/, slurp('/proc/net/unix') // '') {
        my (undef, undef, undef, $flags, undef, undef, $inode, $path) = split;
        $seen->{unix}{$path} = private($path) if $ours{$inode // ''} && defined $path && hex($flags) & 0x10000; # __SO_ACCEPTCON
    }
}

# Whether only its owner can open a socket, by its mode or its folder's.
sub private {
    my ($path) = @_;
    my $folder = $path =~ s{/[^/]*$}{}r;
    return $path =~ m{^/} && !((stat $path)[2] & 077 && (stat $folder)[2] & 077);
}

for (@listening) {
    my ($arguments, $files, $ports) = (@$_, '', 0);
    my $name = "pmulab @$arguments[0 .. 1]" . ("@$arguments" =~ /--gdb/ ? ' --gdb' : '');
    my $pid = fork // die $!;
    if (!$pid) {
        open STDIN,  '<',  '/dev/null'     or die $!;
        open STDOUT, '>',  "$scratch/out" or die $!;
        open STDERR, '>&', *STDOUT         or die $!;
        exec $pmulab, @$arguments or die $!;
    }
    my ($seen, $end, $qemu) = ({net => {}, unix => {}}, time + 120, 0);
    while (runs($pid) && time < $end) {
        my @all = ($pid, family($pid));
        look($seen, @all);
        $qemu = 1 if grep { (slurp("/proc/$_/cmdline") // '') =~ /qemu-system/ } @all;
        # Commands that wait for the user print that after opening all sockets.
        $end = time + 2 if $qemu && $end > time + 2 && slurp("$scratch/out") =~ /`pmulab peek`|gdb -x/;
        sleep 0.05;
    }
    kill TERM => $pid;
    waitpid $pid, 0;
    ok($qemu, "$name: QEMU has run") or diag(slurp("$scratch/out"));
    is(join(' ', sort map { s/:[0-9A-F]{4}$//r } keys %{$seen->{net}}), $ports ? 'tcp 0100007F' : '',
        "$name: " . ($ports ? 'one port, on 127.0.0.1' : 'no port is open'));
    is(join(' ', sort map { s{.*/}{}r =~ s/\d+/PID/r } keys %{$seen->{unix}}), $files, "$name: files of sockets");
    is(join(' ', grep { !$seen->{unix}{$_} } keys %{$seen->{unix}}), '', "$name: other users cannot open them");
}

done_testing();
