# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench` with `kunpeng`; Bench.pm explains the words.
use strict;
use warnings;

my $events = "echo '11 8 b 3c 24 23' >/sys/devices/hisi_pmcu_sccl3/user_events";
my $pmcu   = 'pmcu-record -e hisi_pmcu_sccl3/nr_sample=5000,sample_period_ms=4/';
{
    access => 'qemu-system-aarch64 -M virt,virtualization=on,gic-version=3 -cpu neoverse-n1 -m 256M',
    boot   => { counts => 'perf stat -a -e instructions' },
    loop   => [
        ['core PMU counts', "perf stat -a -e instructions sh -c 'TIMED'"],
        ['PMCU each 4 ms', "$events; $pmcu & p=\$!; sleep 0.2; TIMED; kill \$p; wait"],
    ],
    lines    => 1,
    scenario => 'kunpeng/traffic',
}
