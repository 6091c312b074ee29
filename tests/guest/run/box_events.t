#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Every event in perf's own list for the E5-2600's boxes besides the memory
# channels: it opens by name, and perf's figure matches the traffic. The names
# come from perf in the guest. Each event that the list distinguishes has
# traffic. Events that compete for few counters have separate steps. Names that
# are wrong in perf's list have a step that must fail; BOXES=all runs all of
# these, in two more minutes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

use constant STEPS => 60;

# Events per step, if any counter can count any event.
my %group = (uncore_ha => 4, uncore_pcu => 4, uncore_qpi => 4, uncore_ubox => 2,
    uncore_cbox => 2, uncore_r3qpi => 2);

# The PMU of perf's list, the box with the traffic, and perf's prefix.
my %kinds = (
    uncore_cbox   => ['cbo0',     'unc_c_'],
    uncore_ha     => ['ha',       'unc_h_'],
    uncore_pcu    => ['pcu',      'unc_p_'],
    uncore_qpi    => ['qpi0',     'unc_q_'],
    uncore_r2pcie => ['r2pcie',   'unc_r2_'],
    uncore_r3qpi  => ['r3qpi0',   'unc_r3_'],
    uncore_ubox   => ['ubox-msr', 'unc_u_'],
);

# Names whose code in Intel's list has an extended bit that perf's list lacks.
# perf counts another event, and the check must report it.
# scenarios/snbep/boxes/finding-extended.scn
my $EXTENDED = qr/^unc_(?:
    q_(?:[rt]xl_flits_g[12]|rxl_(?:inserts|occupancy)_(?:drs|ncb|ncs|hom|snp|ndr)|rxl_credits_consumed_vn[0a]
      |vna_credit_return(?:s|_occupancy)|cto_count)\b
   |p_(?:core\d|total)_transition_cycles | p_freq_(?:min_io_p|min_perf_p|trans)_cycles)/x;

# Traffic that the list's names need: a band's frequency, a queue's occupancy,
# the parts of a union.
my %instead = (
    'REQUESTS.READS'  => 'REQUESTS.READS_LOCAL',
    'REQUESTS.WRITES' => 'REQUESTS.WRITES_REMOTE',
);

my %skipped = ('unc_c_counter0_occupancy' => 'it looks at what counter 0 counts, which is not modelled');

sub listed {
    my %events;
    my $json = `$pmulab boot snbep -- perf list --json 2>err`;
    for my $one (split /^\},?$/m, $json) {
        my ($pmu) = $one =~ /"Unit": "(uncore_[a-z0-9]+)(?:_\d+)?"/ or next;
        my ($name) = $one =~ /"EventName": "([^"]+)"/ or next;
        next if !$kinds{$pmu};
        # perf lists some names with each PMU, and the driver's own names.
        $name = $1 if $name =~ m{^\w+/(.*)/$};
        $events{$pmu}{$name} = 1 if $name =~ /^\Q$kinds{$pmu}[1]\E/;
    }
    return %events;
}

# The amount for event or sub-event number $i.
sub amount {
    my ($event, $i) = @_;
    return 'level 26 for 3 of 4 cycles' if $event =~ /^FREQ_BAND0/;
    return sprintf 'level %d for %d of 100 cycles', 1 + $i % 3, 10 + $i % 30 if $event =~ /OCC/;
    return (1 + $i % 97) . '00001/s';
}

# Lines of traffic for @names.
sub traffic {
    my ($pmu, @names) = @_;
    my ($box, $prefix) = @{$kinds{$pmu}};
    my ($text, $i, %done) = ('', 0);
    for my $name (@names) {
        my $event = uc($name =~ s/^$prefix//r);
        $event = $instead{$event} // $event;
        next if $event =~ /^CLOCKTICKS|_CYCLES_(?:NE|FULL)\b.*/ && $pmu =~ /ha|qpi/ && $event !~ /^RXL_CRC/;
        next if $event =~ /^CLOCKTICKS|^FREQ_BAND[123]|^(?:LLC_LOOKUP|LLC_VICTIMS)\.NID$|^TOR_\w+\.(?:NID_|MISS_)/;
        $event =~ s/^RING_IV_USED\.ANY/$pmu =~ m{cbox} ? 'RING_IV_USED.UP_ODD' : 'RING_IV_USED.CW_ODD'/e;
        $event =~ s/^IMC_WRITES\.ALL/IMC_WRITES.PARTIAL/;
        $event =~ s/^(TRACKER_INSERTS)\.ALL/$1.LOCAL/;
        $event =~ s/^(DIRECTORY_UPDATE)\.ANY/$1.SET/;
        $event =~ s/^(TXR_\w+)\.ALL/$1.SCHED0/;
        $event = "TXR_$1_OCCUPANCY.$2" if $event =~ /^TXR_(A[DK]|BL)_CYCLES_\w+\.(\w+)/ && $pmu eq 'uncore_ha';
        $event =~ s/\.(?:HOM|DRS)$// if $event =~ /^[RT]XL_FLITS/;
        $event =~ s/\.NCB$// if $event =~ /^[RT]XL_FLITS/;
        next if $event =~ /^[RT]XL_FLITS_G[12]$/ || $done{$event}++;
        $text .= sprintf "        %s %s %s\n", $box, $event, amount($event, $i++);
    }
    return $text;
}

# The events of each step.
sub steps {
    my ($pmu, @names) = @_;
    my @lost = grep { $_ =~ $EXTENDED } @names;
    my @right = grep { $_ !~ $EXTENDED } @names;
    my @steps;
    # Only counter 0 counts occupancies of these.
    my $alone = $pmu =~ /cbox|r3qpi/ ? qr/_occ/ : qr/^$/;
    push @steps, grep { $_ =~ $alone } @right;
    @right = grep { $_ !~ $alone } @right;
    push @steps, join ',', splice @right, 0, $group{$pmu} // 1 while @right;
    return @steps, ($ENV{BOXES} // '') eq 'all' || $pmu ne 'uncore_qpi' ? @lost : @lost[0 .. ($#lost < 3 ? $#lost : 3)];
}

my %events = listed();
is_deeply([sort keys %events], [sort keys %kinds], 'perf lists events of each kind') or diag(slurp('err'));
for my $pmu (sort keys %events) {
    my @names = grep { !$skipped{$_} } sort keys %{$events{$pmu}};
    note("$pmu: $_: $skipped{$_}") for grep { $skipped{$_} } sort keys %{$events{$pmu}};
    my ($part, $lost) = (0, 0);
    while (my @some = splice @names, 0, STEPS) {
        $part++;
        my $scenario = "machine snbep\n\ntraffic\n    at step s1\n" . traffic($pmu, @some) . "\n";
        my ($step, $lost_here) = (0, 0);
        for my $names (steps($pmu, @some)) {
            $step++;
            $scenario .= "step s$step\n    run perf stat -a -e $names sleep 0.01\n    expect perf exact\n";
            $scenario .= "    xfail  the list lacks the extended bit\n" if $names =~ $EXTENDED;
            $lost_here += $names =~ $EXTENDED;
            $scenario .= "\n";
        }
        $lost += $lost_here;
        spew("$scratch/$pmu-$part.scn", $scenario);
        my $out = `cd $scratch && $pmulab run $pmu-$part.scn 2>&1`;
        my @exact = $out =~ /^(?:not )?ok \d+ - .* perf exact\b/mg;
        my @wrong = $out =~ /^(?:not ok (?!.*# TODO).*|pmulab: .*)$/mg;
        # Without its extended bit, a code may be one that no event has.
        my @unmodelled = grep { /: event 0x\w+ was switched on and is not modelled/ } @wrong;
        @wrong = grep { !/: event 0x\w+ was switched on and is not modelled/ } @wrong if @unmodelled <= $lost_here;
        is("@wrong", '', "$pmu, part $part: nothing is wrong") or diag(substr $out, 0, 3000);
        is(scalar @exact, $step, "... and each of its $step steps has a verdict");
        my $counted = () = $out =~ /^#   \S+ +[0-9.]*[1-9][0-9.]*(?: \S+)? .*  yes$/mg;
        note("$pmu, part $part: $counted figures are not 0, $lost names lack the bit");
    }
}
done_testing();
