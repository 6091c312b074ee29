#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Programs with a screen of their own work in a guest's shell, on whatever terminal we have: perf report, perf top.
# TYPED=all runs epyc, too.
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

# What a shell in a guest of $machine shows. @keys: [text, pattern], typed one after the other, as soon as what came since the
# one before matches its pattern; nobody waits longer than two minutes.
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
    ok($screen =~ /perf top.*Collecting samples.*\d\.\d\d%/s, '... and perf top, after a while');
}
done_testing();
