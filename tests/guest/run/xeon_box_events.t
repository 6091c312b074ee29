#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Every event that perf's own lists have for the boxes beside the memory channels of Haswell-EP, Broadwell-EP and
# Broadwell-DE: it opens by its name, and perf's figure is what the traffic makes it. Names and codes come from perf in a
# guest with that processor. Each sub-event that the list can tell apart has traffic. Names that perf's list has wrong
# have steps, too, which must fail. XEON=NAME,... runs others than the first variant, XEON=all all of them; BOXES=all runs
# all wrong names, not the first few of each part; PMU=uncore_NAME those of one PMU.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

use constant { STEPS => 60, WRONG => 3 };

my @all = qw(hsx bdx bdx-de);
my @variants = ($ENV{XEON} // '') eq 'all' ? @all : $ENV{XEON} ? split(/,/, $ENV{XEON}) : $all[0];

# The PMU of perf's list: the box that gets the traffic; events of a step; what must be alone, since some counters cannot
# count it, or since events want the filter to hold different things.
my %kinds = (
    uncore_cbox   => ['cbo0',     4, qr/_occ|^llc_|lookup|tor_/],
    uncore_ha     => ['ha0',      4, qr/_iot_/],
    uncore_pcu    => ['pcu',      3, qr/^$/],
    uncore_qpi    => ['qpi0',     4, qr/^$/],
    uncore_r2pcie => ['r2pcie',   2, qr/_occ|txr_cycles/],
    uncore_r3qpi  => ['r3qpi0',   2, qr/_occ/],
    uncore_sbox   => ['sbo0',     4, qr/^$/],
    uncore_ubox   => ['ubox-msr', 1, qr/^$/],
);
my %has = (hsx => [sort keys %kinds], bdx => [grep { $_ ne 'uncore_sbox' } sort keys %kinds],
    'bdx-de' => [grep { !/qpi|sbox/ } sort keys %kinds]);

# Names whose code in Intel's list has an extended bit, which perf's lacks: perf counts another event, and the proof must
# say so. scenarios/snbep/boxes/finding-extended.scn
my $EXTENDED = qr/^unc_q_(?:
    [rt]xl_flits_g[12]|rxl_(?:inserts|occupancy|cycles_ne)_(?:drs|ncb|ncs|hom|snp|ndr)|rxl_credits_consumed_vn[a01]
    |rxl_stalls_vn[01]|txr_\w+_credit_(?:occupancy|acquired)|vna_credit_return(?:s|_occupancy)|cto_count)\b/x;

my %skipped = ('unc_c_counter0_occupancy' => 'it looks at what counter 0 counts, which is not modelled');

# The names in perf's list of each PMU, with their umasks.
sub listed {
    my ($variant) = @_;
    my %events;
    my $json = `$pmulab boot snbep --config variant=$variant -- perf list --json 2>err`;
    for my $one (split /^\},?$/m, $json) {
        my ($pmu) = $one =~ /"Unit": "(uncore_[a-z0-9]+)(?:_\d+)?"/ or next;
        my ($name) = $one =~ /"EventName": "([^"]+)"/ or next;
        next if !$kinds{$pmu};
        # perf lists some with each PMU, and the driver's own names.
        $name = lc $1 if $name =~ m{^\w+/(.*)/$};
        my ($umask) = $one =~ m{"Encoding": "[^"]*umask=(0x[0-9a-f]+|\d+)};
        $events{$pmu}{$name} = $umask ? oct $umask : 0 if $name =~ /^unc_|^llc_|^qpi_/;
    }
    return %events;
}

# The amount of the event or sub-event number $i.
sub amount {
    my ($event, $i) = @_;
    return 'level 26 for 3 of 4 cycles' if $event =~ /^FREQ_BAND0/;
    return sprintf 'level %d for %d of 100 cycles', 1 + $i % 3, 10 + $i % 30 if $event =~ /OCC/;
    return (1 + $i % 97) . '00001/s';
}

# The sub-event with traffic for a name, or nothing: it has none of its own.
sub driven {
    my ($pmu, $name, $umask) = @_;
    my $event = uc($name =~ s/^unc_[a-z0-9]+_//r);
    my $one = !($umask & ($umask - 1));
    return 'TOR_INSERTS.OPCODE.opc=' . (0x180 + length($event) % 32) . ',miss=1' if $name =~ /^llc_/;
    return 'TOR_OCCUPANCY.OPCODE.opc=0x182,miss=1' if $event =~ /LLC_DATA_READ/;
    return if $name !~ /^unc_/ || $event =~ /^CLOCKTICKS|^FREQ_BAND[123]|^UFS_\w+NO_CHANGE|\.NID$|LLC_LOOKUP\.ANY/;
    return $event if $event =~ /^LLC_LOOKUP/;
    return if $pmu eq 'uncore_qpi' && $event =~ /^[RT]XL_CYCLES_NE/ || $event =~ /^RXR_CYCLES_NE_VN1/;
    # Unions of a ring have no part in the list.
    return "$1." . ($pmu =~ /cbox|sbox/ ? 'UP_ODD' : 'CW_ODD') if !$one && $event =~ /^(RING_\w+_USED)\./;
    return $one ? $event : ();
}

# Lines of traffic for what @names ask for.
sub traffic {
    my ($pmu, $events, @names) = @_;
    my ($text, $i, %done) = ('', 0);
    for my $name (@names) {
        my $event = driven($pmu, $name, $events->{$name}) // next;
        $text .= sprintf "        %s %s %s\n", $kinds{$pmu}[0], $event, amount($event, $i++) if !$done{$event}++;
    }
    return $text;
}

# What each step opens.
sub steps {
    my ($pmu, @names) = @_;
    my (undef, $group, $alone) = @{$kinds{$pmu}};
    my @lost = grep { $_ =~ $EXTENDED } @names;
    my @right = grep { $_ !~ $EXTENDED } @names;
    my @steps = grep { $_ =~ $alone } @right;
    @right = grep { $_ !~ $alone } @right;
    push @steps, join ',', splice @right, 0, $group while @right;
    splice @lost, WRONG if ($ENV{BOXES} // '') ne 'all';
    return @steps, @lost;
}

# A scenario for some names of a PMU.
sub proved {
    my ($variant, $pmu, $part, $events, @some) = @_;
    my $scenario = "machine snbep\nconfig  variant=$variant\n\ntraffic\n    at step s1\n"
        . (traffic($pmu, $events, @some) || "        $kinds{$pmu}[0] off\n") . "\n";
    my ($step, $lost) = (0, 0);
    for my $names (steps($pmu, @some)) {
        $step++;
        $scenario .= "step s$step\n    run perf stat -a -e $names sleep 0.01\n    expect perf exact\n";
        $scenario .= "    xfail  the list lacks the extended bit\n" if $names =~ $EXTENDED;
        $lost += $names =~ $EXTENDED;
        $scenario .= "\n";
    }
    spew("$scratch/$variant-$pmu-$part.scn", $scenario);
    my $out = `cd $scratch && $pmulab run $variant-$pmu-$part.scn 2>&1`;
    my @exact = $out =~ /^(?:not )?ok \d+ - .* perf exact\b/mg;
    my @wrong = $out =~ /^(?:not ok (?!.*# TODO).*|pmulab: .*)$/mg;
    is("@wrong", '', "$variant, $pmu, part $part: nothing is wrong") or diag(($out =~ m{^(not ok (?!.*# TODO).*(?:\n#.*){1,12})}m)[0] // "");
    is(scalar @exact, $step, "... and each of its $step steps is judged");
    my $counted = () = $out =~ /^#   \S+ +[0-9.]*[1-9][0-9.]*(?: \S+)? .*  yes$/mg;
    note("$variant, $pmu, part $part: $counted figures are not 0, $lost names lack the bit");
}

for my $variant (@variants) {
    my %events = listed($variant);
    is_deeply([sort keys %events], $has{$variant}, "$variant: perf lists events of each kind") or diag(slurp('err'));
    for my $pmu (grep { !$ENV{PMU} || $ENV{PMU} eq $_ } sort keys %events) {
        my @names = grep { !$skipped{$_} } sort keys %{$events{$pmu}};
        note("$pmu: $_: $skipped{$_}") for grep { $skipped{$_} } sort keys %{$events{$pmu}};
        cmp_ok(scalar @names, '>', 10, "$variant, $pmu: " . @names . ' names');
        my $part = 0;
        proved($variant, $pmu, ++$part, $events{$pmu}, splice @names, 0, STEPS) while @names;
    }
}
done_testing();
