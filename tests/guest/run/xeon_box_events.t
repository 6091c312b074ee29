#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Every event in perf's own lists, also deprecated ones, for the boxes besides
# the memory channels of Ivy Bridge-EP, Haswell-EP, Broadwell-EP, Broadwell-DE,
# Skylake-SP, Cascade Lake and Sapphire Rapids: it opens by name, and perf's
# figure matches the traffic. Names and codes come from perf in a guest with that
# processor. Each sub-event that the list distinguishes has traffic. Names that
# are wrong in perf's list have steps that must fail. XEON=NAME,... runs these variants
# instead of the first, XEON=all all of them; BOXES=all runs all wrong names,
# not only the first few of each part; PMU=uncore_NAME runs one PMU.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

use constant { STEPS => 60, WRONG => 3 };

my @all = qw(hsx bdx bdx-de ivt skx clx spr);
my @variants = ($ENV{XEON} // '') eq 'all' ? @all : $ENV{XEON} ? split(/,/, $ENV{XEON}) : $all[0];

# The PMU of perf's list: the box with the traffic; events per step; events that
# need a step alone, because some counters cannot count them or because they
# need different filters.
my %kinds = (
    uncore_cbox   => ['cbo0',     4, qr/_occ|^llc_|lookup|tor_/],
    uncore_ha     => ['ha0',      4, qr/_iot_/],
    uncore_pcu    => ['pcu',      3, qr/pmax_throttled/],
    uncore_qpi    => ['qpi0',     4, qr/^$/],
    uncore_r2pcie => ['r2pcie',   2, qr/_occ|txr_cycles/],
    uncore_r3qpi  => ['r3qpi0',   2, qr/_occ/],
    uncore_sbox   => ['sbo0',     4, qr/^$/],
    uncore_ubox   => ['ubox-msr', 1, qr/^$/],
    uncore_cha    => ['cha0',     4, qr/rxc_occupancy|tor_|lookup|credit_occupancy|^llc_/],
    uncore_iio    => ['iio1',     2, qr/^$/],
    uncore_irp    => ['irp1',     2, qr/^$/],
    uncore_m2m    => ['m2m0',     4, qr/^$/],
    uncore_mdf    => ['mdf0',     4, qr/^$/],
    uncore_m3upi  => ['m3upi0',   3, qr/flq_occupancy|snpf_grp1|ag1_bl_crd_occupancy/],
    uncore_upi    => ['upi0',     4, qr/^$/],
);
# Since Skylake-SP: prefixes of the names that are not deprecated.
my %stems = (uncore_cha => 'unc_cha_', uncore_iio => 'unc_iio_', uncore_irp => 'unc_i_', uncore_m2m => 'unc_m2m_',
    uncore_m3upi => 'unc_m3upi_', uncore_mdf => 'unc_mdf_', uncore_upi => 'unc_upi_');
my @first = grep { !$stems{$_} } sort keys %kinds;
my @since = sort 'uncore_pcu', 'uncore_ubox', grep { $_ ne 'uncore_mdf' } keys %stems;
my %has = (hsx => \@first, bdx => [grep { $_ ne 'uncore_sbox' } @first], 'bdx-de' => [grep { !/qpi|sbox/ } @first],
    ivt => [grep { $_ ne 'uncore_sbox' } @first], skx => \@since, clx => \@since,
    spr => [qw(uncore_irp uncore_m2m uncore_mdf uncore_pcu uncore_upi)]);

# Ivy Bridge-EP's slices have two counters for most events; Linux handles that
# only for some.
my %others = (ivt => {uncore_cbox => ['cbo0', 2, qr/_occ|lookup|tor_|_starved|qlru/]});
sub kind { my ($variant, $pmu) = @_; return @{$others{$variant}{$pmu} // $kinds{$pmu}} }

# Names without separate traffic: a second name, an event with sub-events named
# without one, cycles that follow from a queue's occupancy.
my %partless = (ivt => qr/^unc_(?:
    h_(?:igr_credits_\w+|bt_cycles_ne|txr_\w+_cycles_\w+(?:\.\w+)?)|p_pkg_c_exit_latency_sel|r2_rxr_ak_bounces
    |q_(?:message.*|match_mask|rxl_(?:inserts|occupancy)_(?:drs|ncb|ncs|hom|snp|ndr)|txr_ak_ndr_credit_\w+)
    |r3_(?:rxr_ad_bypassed|vna_credits_acquired|rxr_cycles_ne\.\w+))$/x);

# Names whose code in Intel's list has an extended bit that perf's lacks. perf
# counts another event, and the check must report it.
# scenarios/snbep/boxes/finding-extended.scn
my $EXTENDED = qr/^unc_p_(?:delayed_c_state_abort|pkg_c_(?:exit|state))|^unc_q_(?:message|match_mask
    |[rt]xl_flits_g[12]|rxl_(?:inserts|occupancy|cycles_ne)_(?:drs|ncb|ncs|hom|snp|ndr)|rxl_credits_consumed_vn[a01]
    |rxl_stalls_vn[01]|txr_\w+_credit_(?:occupancy|acquired)|vna_credit_return(?:s|_occupancy)|cto_count)\b/x;

# Names with an extension of the umask, which Linux does not write. The check
# must report it. scenarios/snbep/xeon/boxes/finding-umask-ext.scn
my $UNWRITTEN = qr/^unc_upi_[rt]xl_basic_hdr_match\.(?:\w+_opc|rspi|rspcnflt)$/;

my $LOOKS = 'it looks at what counter 0 counts, which is not modelled';
my %skipped = (unc_c_counter0_occupancy => $LOOKS, unc_cha_counter0_occupancy => $LOOKS, unc_h_counter0_occupancy => $LOOKS);

# A number of 64 bits.
sub hex_of {
    my ($text) = @_;
    return 0 if !defined $text;
    my $digits = '0' x 16 . $text =~ s/^0x//r;
    return hex(substr $digits, -16, 8) << 32 | hex substr $digits, -8;
}

# Sapphire Rapids' names with more than eight bits of umask, and some whose bits
# the list lacks, are not modelled. Its links are all link 0 to Linux:
# scenarios/snbep/xeon/boxes/finding-upi.scn
sub unmodelled {
    my ($variant, $pmu, $name, $event) = @_;
    return $variant eq 'spr' && ($pmu eq 'uncore_upi' || $name =~ /imc_writes/ || ref $event && $event->[1] > 0xff);
}

# Names in perf's list by PMU, with their umasks; since Skylake-SP with code,
# umask and filter.
sub listed {
    my ($variant) = @_;
    my %events;
    my $json = `$pmulab boot snbep --config variant=$variant -- perf list --json --deprecated 2>err`;
    for my $one (split /^\},?$/m, $json) {
        my ($pmu) = $one =~ /"Unit": "(uncore_[a-z0-9]+)(?:_\d+)?"/ or next;
        my ($name) = $one =~ /"EventName": "([^"]+)"/ or next;
        next if !$kinds{$pmu};
        # perf lists some names with each PMU, and the driver's own names.
        $name = lc $1 if $name =~ m{^\w+/(.*)/$};
        my ($umask) = $one =~ m{"Encoding": "[^"]*umask=(0x[0-9a-f]+|\d+)};
        if ($stems{$pmu}) {
            my ($code) = $one =~ m{"Encoding": "[^"]*event=(0x[0-9a-f]+|\d+)};
            my ($filter) = $one =~ m{"Encoding": "[^"]*config1=(0x[0-9a-f]+)};
            $events{$pmu}{$name} = [map({ oct($_ // 0) } $code, $umask), hex_of($filter), $one =~ /"Deprecated": "1"/];
            next;
        }
        $events{$pmu}{$name} = $umask ? oct $umask : 0 if $name =~ /^unc_|^llc_|^qpi_/;
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

# The sub-event with traffic for a name, or nothing if there is none.
sub driven {
    my ($variant, $pmu, $name, $umask) = @_;
    my $event = uc($name =~ s/^unc_[a-z0-9]+_//r);
    my $one = !($umask & ($umask - 1));
    return 'TOR_INSERTS.OPCODE.opc=' . (0x180 + length($event) % 32) . ',miss=1' if $name =~ /^llc_/;
    return 'TOR_OCCUPANCY.OPCODE.opc=0x182,miss=1' if $event =~ /LLC_DATA_READ/;
    return if $name !~ /^unc_/ || $event =~ /^CLOCKTICKS|^FREQ_BAND[123]|^UFS_\w+NO_CHANGE|\.NID$|LLC_LOOKUP\.ANY/;
    return $event if $event =~ /^LLC_LOOKUP/;
    return if $pmu eq 'uncore_qpi' && $event =~ /^[RT]XL_CYCLES_NE/ || $event =~ /^RXR_CYCLES_NE_VN1/;
    return if $partless{$variant} && $name =~ $partless{$variant};
    # The list has no parts for unions of a ring.
    my $ring = $variant eq 'ivt' ? 'VR0_ODD' : 'ODD';
    return "$1." . ($pmu =~ /cbox|sbox/ ? 'UP_' : 'CW_') . $ring if !$one && $event =~ /^(RING_\w+_USED)\./;
    return $one ? $event : ();
}

# The current name, without its prefix, for the event of a name.
sub today {
    my ($pmu, $events, $name) = @_;
    my ($code, $umask) = @{$events->{$name}};
    return $1 if $name =~ /^$stems{$pmu}(.*)/ && !$events->{$name}[3];
    my @same = grep { my $e = $events->{$_}; /^$stems{$pmu}/ && $e->[0] == $code && $e->[1] == $umask && !$e->[2] && !$e->[3] }
        sort keys %$events;
    return @same ? $same[0] =~ s/^$stems{$pmu}//r : '';
}

# An entry in the table of requests: its origin, the filter's opcode, whether it
# misses.
sub entry {
    my ($event, $umask, $filter) = @_;
    my $who = $umask & 4 ? 'PRQ' : $umask & 8 ? 'IPQ' : ($umask & 3) == 2 ? 'EVICT' : 'IRQ';
    return sprintf '%s.%s.opc=%d%s', $event, $who, $filter >> 41 & 0x3ff, $umask & 0x20 ? ',miss=1' : '';
}

# The same as driven(), since Skylake-SP.
sub driven_since {
    my ($pmu, $events, $name) = @_;
    my ($code, $umask, $filter) = @{$events->{$name}};
    my $event = uc today($pmu, $events, $name) =~ s/2upitxn/2upi_txn/r;  # the list misspells one
    return if $event =~ /CLOCK/;
    if ($pmu eq 'uncore_cha') {
        return entry($code == 0x35 ? 'TOR_INSERTS' : 'TOR_OCCUPANCY', $umask, $filter) if $code == 0x35 || $code == 0x36;
        return 'LLC_LOOKUP.' . ($umask & 4 ? 'WRITE' : $umask & 8 ? 'REMOTE_SNOOP' : 'DATA_READ') if $code == 0x34;
        return 'LLC_VICTIMS.TOTAL_' . (qw(M M E E S S S S F)[$umask & 0xf] // 'M') . ($umask & 0x80 ? '.remote=1' : '')
            if $code == 0x37;
        return $event =~ s/\.ANY_/.CORE_/r if $code == 0x32 || $code == 0x33;
    }
    if ($pmu eq 'uncore_iio' && $code > 0x82) {
        return if $event =~ /ALL_PARTS/ || !$event;
        return "$event.fc=2" if $code == 0xd5;
        return "COMP_BUF_INSERTS.PORT.port=$1" if $event =~ /\.PORT(\d)/;
        my ($stem, $part, $n) = $event =~ /^(.*)\.(PART|VTD)(\d)$/ or return;
        return "$stem.port=" . ($part eq 'VTD' ? 4 + $n : $n) . ($code == 0xc2 ? ',fc=2' : '');
    }
    return if $umask > 0xff || !$event;
    return $event if $event =~ /HDR_MATCH|SNOOP_RESP\.ALL_(?:MISS|HIT_)|RDCRD1|WRCRD1|WRCMP1/;
    return $umask & ($umask - 1) ? () : $event;
}

# Lines of traffic for @names.
sub traffic {
    my ($variant, $pmu, $events, @names) = @_;
    my ($text, $i, %done, %kinds_of) = ('', 0);
    for my $name (@names) {
        my $event = ($stems{$pmu} ? driven_since($pmu, $events, $name) : driven($variant, $pmu, $name, $events->{$name})) // next;
        # An event has at most 8 kinds of traffic.
        next if !$done{$event} && $event =~ /^(\w+)/ && ++$kinds_of{$1} > 8;
        $text .= sprintf "        %s %s %s\n", $kinds{$pmu}[0], $event, amount($event, $i++) if !$done{$event}++;
    }
    return $text;
}

# The events of each step.
sub steps {
    my ($variant, $pmu, @names) = @_;
    my (undef, $group, $alone) = kind($variant, $pmu);
    my @lost = grep { $_ =~ $EXTENDED || $_ =~ $UNWRITTEN } @names;
    my @right = grep { $_ !~ $EXTENDED && $_ !~ $UNWRITTEN } @names;
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
        . (traffic($variant, $pmu, $events, @some) || "        $kinds{$pmu}[0] off\n") . "\n";
    my ($step, $lost) = (0, 0);
    for my $names (steps($variant, $pmu, @some)) {
        $step++;
        $scenario .= "step s$step\n    run perf stat -a -e $names sleep 0.01\n    expect perf exact\n";
        $scenario .= "    xfail  the list lacks the extended bit\n" if $names =~ $EXTENDED;
        $scenario .= "    xfail  the extension of the umask is not written\n" if $names =~ $UNWRITTEN;
        $lost += $names =~ $EXTENDED;
        $scenario .= "\n";
    }
    spew("$scratch/$variant-$pmu-$part.scn", $scenario);
    my $out = `cd $scratch && $pmulab run $variant-$pmu-$part.scn 2>&1`;
    my @exact = $out =~ /^(?:not )?ok \d+ - .* perf exact\b/mg;
    my @wrong = $out =~ /^(?:not ok (?!.*# TODO).*|pmulab: .*)$/mg;
    # Without its extended bit, a code may be one that no event has.
    my @unmodelled = grep { /: event 0x\w+ was switched on and is not modelled/ } @wrong;
    @wrong = grep { !/: event 0x\w+ was switched on and is not modelled/ } @wrong if @unmodelled <= $lost;
    is("@wrong", '', "$variant, $pmu, part $part: nothing is wrong") or diag(($out =~ m{^(not ok (?!.*# TODO).*(?:\n#.*){1,12})}m)[0] // "");
    is(scalar @exact, $step, "... and each of its $step steps has a verdict");
    my $counted = () = $out =~ /^#   \S+ +[0-9.]*[1-9][0-9.]*(?: \S+)? .*  yes$/mg;
    note("$variant, $pmu, part $part: $counted figures are not 0, $lost names lack the bit");
}

for my $variant (@variants) {
    my %events = listed($variant);
    is_deeply([sort keys %events], $has{$variant}, "$variant: perf lists events of each kind") or diag(slurp('err'));
    for my $pmu (grep { !$ENV{PMU} || $ENV{PMU} eq $_ } sort keys %events) {
        my @names = grep { !$skipped{$_} && !unmodelled($variant, $pmu, $_, $events{$pmu}{$_}) } sort keys %{$events{$pmu}};
        next if !@names;
        note("$pmu: $_: $skipped{$_}") for grep { $skipped{$_} } sort keys %{$events{$pmu}};
        cmp_ok(scalar @names, '>', 10, "$variant, $pmu: " . @names . ' names');
        my $part = 0;
        proved($variant, $pmu, ++$part, $events{$pmu}, splice @names, 0, STEPS) while @names;
    }
}
done_testing();
