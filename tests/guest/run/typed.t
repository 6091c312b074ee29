#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Programs with a screen of their own work in a guest's shell, on whatever terminal we have: perf report, perf top.
# TYPED=all runs epyc, too.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

# What a shell in a guest of $machine shows while @keys are typed: [text, seconds to wait behind it].
sub shown {
    my ($machine, @keys) = @_;
    my $typing = join '; ', map { my ($text, $wait) = @$_; "printf '%s' '$text'; sleep $wait" } @keys;
    return `($typing) | TERM=xterm script -qec '$pmulab boot $machine' /dev/null`;
}

for my $machine (($ENV{TYPED} // '') eq 'all' ? qw(snbep epyc) : 'snbep') {
    my $screen = shown($machine, ['', 12], ["cd /tmp; perf record ls / >/dev/null; perf report\r", 12], ['q', 2],
        ["perf top\r", 20], ['q', 2], ["exit\r", 3]);
    ok($screen !~ /Unknown terminal/, "$machine: perf knows the terminal");
    ok($screen =~ /Samples: [1-9]\d* +of event 'cycles:?P?H?', Event count/, '... perf report shows samples');
    ok($screen =~ /perf top.*Collecting samples.*\d\.\d\d%/s, '... and perf top, after a while');
}
done_testing();
