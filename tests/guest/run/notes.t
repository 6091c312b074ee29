#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# A 0 of an event that is not modelled is not a figure: run, boot and
# result.json report it.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

my $note = 'event 0xcb was switched on and is not modelled: it counts nothing';

spew("$scratch/unknown.scn", <<'END');
machine epyc
about   An event that no table has

step ask
    run perf stat -C 0 -e r0000cb,r0000cb taskset -c 0 true
    expect perf exact
END
is(system("$pmulab run --results $scratch/results $scratch/unknown.scn >$scratch/out 2>$scratch/err") >> 8,
    1, 'a figure of an event that is not modelled is not proved');
like(slurp("$scratch/out"), qr/^# r0000cb: .*: it is not modelled: its counter counts nothing \(P1\)$/m, '... and the verdict has the reason');
is(slurp("$scratch/err"), "pmulab: unknown: cpu0.core: $note\n", '... and a note, once');
is_deeply(decode_json(slurp("$scratch/results/epyc/unknown/result.json"))->{notes}, ["cpu0.core: $note"], '... the same in result.json');

# Events that CPUs do not make, without traffic, beside one that they make: only that one is proved.
for (
    ['kunpeng', 'cpus 1', 'perf stat -C 0 -e r0003,instructions true', 'r0003', "pmulab: unknown: cpu0: event 0x03 was switched on and is not modelled: it counts nothing\n"],
    ['power9', 'cpus 1', 'perf stat -C 0 -e core_imc/CPM_TLB_RELOAD_L2/,core_imc/CPM_INST/ sleep 0.01', 'core_imc/CPM_TLB_RELOAD_L2/', ''],
) {
    my ($machine, $cpus, $command, $event, $notes) = @$_;
    spew("$scratch/unknown.scn", "machine $machine\nabout   An event that nothing makes\n$cpus\n\nstep ask\n    run $command\n    expect perf exact\n");
    is(system("$pmulab run --results $scratch/results $scratch/unknown.scn >$scratch/out 2>$scratch/err") >> 8, 1, "$machine: an event that nothing makes");
    my @missing = slurp("$scratch/out") =~ /^# (\S+): hop three is missing: the event is not modelled: its counter counts nothing$/mg;
    is("@missing", $event, '... is not proved');
    is(slurp("$scratch/err"), $notes, '... and the notes');
}

my ($status, $out, $err) = boot('epyc', '--', 'perf stat -C 1 -e r0000cb taskset -c 1 true 2>/dev/null');
is($status, 0, 'boot');
is($err, "pmulab: cpu1.core: $note\n", '... has the note');
done_testing();
