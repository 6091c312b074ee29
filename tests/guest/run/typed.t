#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Full-screen programs work in a guest's shell on any terminal: perf report,
# perf top. TYPED=all also runs epyc.
use strict;
use warnings;
use FindBin;
use IO::Select;
use IPC::Open2;
use POSIX qw(WNOHANG);
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

my $prompt = qr/:[~\/]\S*# /;

# The screen of a shell in a guest of $machine. @keys: [text, pattern], each
# typed when the output since the previous one matches its pattern, within two
# minutes.
sub shown {
    my ($machine, @keys) = @_;
    local $ENV{TERM} = 'xterm';
    my $pid    = open2(my $out, my $in, 'script', '-qec', "$pmulab boot $machine", '/dev/null');
    my $ready  = IO::Select->new($out);
    my $screen = my $since = '';
    for my $key (['', $prompt], @keys) {
        my ($text, $pattern) = @$key;
        syswrite $in, $text;
        $since = '';
        wait_for(120, sub { $ready->can_read(0) && !sysread($out, $since, 65536, length $since) || $since =~ $pattern });
        $screen .= $since;
    }
    close $in;
    wait_for(60, sub { waitpid $pid, WNOHANG }) or kill 'KILL', $pid;
    return $screen;
}

for my $machine (($ENV{TYPED} // '') eq 'all' ? qw(snbep epyc) : 'snbep') {
    my $screen = shown($machine, ["cd /tmp; perf record ls / >/dev/null; perf report\r", qr/Samples: .*\d\.\d\d%/s], ['q', $prompt],
        ["perf top\r", qr/Collecting samples.*\d\.\d\d%/s], ['q', $prompt], ["exit\r", qr/exit\s/]);
    ok($screen !~ /Unknown terminal/, "$machine: perf knows the terminal");
    ok($screen =~ /Samples: [1-9]\d* +of event 'cycles:?P?H?', Event count/, '... perf report shows samples');
    ok($screen =~ /perf top.*Collecting samples.*\d\.\d\d%/s, '... and perf top does, after a while');
}

# Keys typed before the shell starts reach it completely.
for my $machine (($ENV{TYPED} // '') eq 'all' ? qw(snbep epyc kunpeng) : 'snbep') {
    my $pid   = open2(my $out, my $in, 'script', '-qec', "$pmulab boot $machine", '/dev/null');
    my $ready = IO::Select->new($out);
    my $shown = '';
    my $waits = sub {
        my ($pattern) = @_;
        wait_for(120, sub { $ready->can_read(0) && !sysread($out, $shown, 65536, length $shown) || $shown =~ $pattern });
    };
    $waits->(qr/booting \S+ \S+ on $machine/);
    for my $key (split //, "perf --version; echo forty-\$((40 + 2))\r") {
        syswrite $in, $key;
        select undef, undef, undef, 0.02;
    }
    $waits->(qr/^forty-42|not found/m);
    like($shown, qr/^perf version \d[^\n]*\nforty-42/m, "$machine: keys typed while it boots reach its shell");
    syswrite $in, "exit\r";
    close $in;
    wait_for(60, sub { waitpid $pid, WNOHANG }) or kill 'KILL', $pid;
}
done_testing();
