# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` with `epyc`; Bench.pm explains the words.
use strict;
use warnings;

my $record = 'perf record -q -a -e ibs_op/cnt_ctl=1/ -o /tmp/p -c';
my $nmis = q(awk '/NMI:/ { print $2 }' /proc/interrupts);

# IBS with a period: the number of samples is the number of interrupts.
my $sampled_ops = sub {
    my ($period) = @_;
    return "n=\$($nmis); $record $period sh -c 'TIMED'; echo samples \$((\$($nmis) - n))";
};
{
    access => 'qemu-system-x86_64 -M q35 -cpu qemu64',
    boot   => { counts => 'perf record -q -a -e ibs_op/cnt_ctl=1/ -c 1000000 -o /tmp/p' },
    loop   => [
        ['counting', "$record @{[1 << 40]} sh -c 'TIMED'"],
        ['each 400000 ops', $sampled_ops->(400_000), 'counting'],
        ['each 100000 ops', $sampled_ops->(100_000), 'counting'],
        ['each 25000 ops',  $sampled_ops->(25_000),  'counting'],
    ],
    lines    => 1,
    scenario => 'epyc/op-cycles',
}
