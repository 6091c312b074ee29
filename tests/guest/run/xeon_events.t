#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Every event in perf's own list for the memory controllers of each Xeon: it
# opens by name, and perf's figure matches the traffic. The names come from perf
# in a guest with that processor. Groups of four are steps of one scenario, with
# traffic for each unit that the list distinguishes, up to PARTS per event.
# XEON=NAME,... runs these instead of the first two, XEON=all all of them, in
# some minutes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

use constant { GROUP => 4, STEPS => 110, PARTS => 8 };

# Event and umask of names that are no hardware events: perf makes metrics of
# them, and opens other events instead.
my %metric = (
    'unc_m_pmm_bandwidth.total' => 'the sum of two events, a metric',
    'unc_m_pmm_read_latency'    => 'the quotient of three events, a metric',
);

my ($variants) = `$pmulab describe snbep.options` =~ /^ *variant +(\S+(?:, \S+)*)/m;
my @all = grep { $_ ne 'generic' } split /, /, $variants;
my @variants = ($ENV{XEON} // '') eq 'all' ? @all : $ENV{XEON} ? split(/,/, $ENV{XEON}) : qw(snbep ivt);

# The names in perf's list, with their events and umasks.
sub listed {
    my ($variant) = @_;
    my %events;
    my $json = `$pmulab boot snbep --config variant=$variant -- perf list --json 2>err`;
    for my $one (split /^\},?$/m, $json) {
        next if $one !~ /"Topic": "uncore memory"/ || $one !~ /"Unit": "uncore_imc"/;
        my ($name) = $one =~ /"EventName": "([^"]+)"/ or next;
        # perf lists one of Ivy Bridge's names with each PMU.
        $name = lc $1 if $name =~ m{^uncore_imc_\d+/(.*)/$};
        my ($code) = $one =~ m{"Encoding": "uncore_imc/[^"]*event=(0x[0-9a-f]+|\d+)};
        my ($umask) = $one =~ m{"Encoding": "uncore_imc/[^"]*umask=(0x[0-9a-f]+|\d+)};
        $events{$name} = [map { defined $_ ? /^0x/ ? hex : $_ : 0 } $code, $umask];
    }
    return %events;
}

# Sapphire Rapids: the sub-event for one pseudo channel of a name for both; ''
# for a union.
sub of_one_channel {
    my ($sub, $umask, $channel) = @_;
    my $kind = $umask & 0x3f;
    return '' if $sub =~ /^(?:RDB_(?:INSERTS|NE|NOT_EMPTY)|PCLS\.TOTAL)$/;
    return $sub if $sub !~ /^CAS_/;
    return $umask >> 6 == 3 && $kind && !($kind & ($kind - 1)) ? "${sub}_PCH$channel" : '';
}

for my $variant (@variants) {
    my %events = listed($variant);
    cmp_ok(scalar keys %events, '>', 50, "$variant: perf lists " . keys(%events) . ' events') or diag(slurp('err'));
    my @names = grep { !$metric{$_} } sort keys %events;
    # Umasks since Ice Lake-SP are unions of kinds; since Sapphire Rapids also of
    # pseudo channels.
    my $unions = exists $events{'unc_m_cas_count.wr_nonpre'};
    my $pseudo = exists $events{'unc_m_cas_count.pch0'};
    note("$variant: $_: $metric{$_}") for grep { $metric{$_} } sort keys %events;
    my $part = 0;
    while (my @some = splice @names, 0, GROUP * STEPS) {
        $part++;
        my ($text, %asked) = ('');
        for my $i (0 .. $#some) {
            my $sub = uc($some[$i] =~ s/^unc_m_//r);
            my ($event) = split /\./, $sub;
            next if $sub =~ /^(?:D?CLOCKTICKS|LLC_MISSES|HCLOCKTICKS)|PMM_BANDWIDTH/ || $asked{$sub}++;
            # A name for several units, or a second name for one.
            my ($code, $umask) = @{ $events{ $some[$i] } };
            next if $pseudo && !($sub = of_one_channel($sub, $umask, $i % 2));
            next if $unions && ($umask & ($umask - 1) && $sub !~ /_PCH\d$|^(?:ACT_COUNT|PCLS|DRAM_PRE_ALL)/);
            next if $unions && $asked{"$code/$umask"}++;
            next if $sub =~ /^(?:RPQ|WPQ)_CYCLES_|^RDB_(?:FULL|NOT_EMPTY)$|^MAJOR_MODES\.READ$|\.(?:ALLBANKS|BANKG\d)$|^CAS_COUNT\.(?:ALL|RD|WR)$/;
            next if ++$asked{$event} > PARTS;
            my $level = $sub =~ /OCC/ ? 'level ' . (1 + $i % 3) . ' for 25 of 100 cycles' : (1 + $i % 97) . '00001/s';
            $level = (1 + $i % 97) . '00001/s' if $sub =~ /OCCUPANCY\.|STRV_OCC|TAGGED/;
            $text .= sprintf "        imc%d %s %s\n", $i % 2, $sub, $level;
        }
        my $scenario = "machine snbep\nconfig  variant=$variant\n\ntraffic\n    at step s1\n$text\n";
        my $step = 0;
        while (my @group = splice @some, 0, GROUP) {
            $step++;
            # The clock uses the fixed counter, which is additional.
            $scenario .= "step s$step\n    run perf stat -a -e " . join(',', @group) . " sleep 0.01\n    expect perf exact\n\n";
        }
        spew("$scratch/$variant-$part.scn", $scenario);
        my $out = `cd $scratch && $pmulab run $variant-$part.scn 2>&1`;
        my @exact = $out =~ /^ok \d+ - .* perf exact$/mg;
        my @wrong = $out =~ /^(?:not ok .*|pmulab: .*)$/mg;
        is("@wrong", '', "$variant, part $part: nothing is wrong");
        is(scalar @exact, $step, "... and every figure of $step groups is exact") or diag(substr $out, -3000);
        my $counted = () = $out =~ /^#   \S+ +[0-9.]*[1-9][0-9.]*(?: \S+)? .*  yes$/mg;
        note("$variant, part $part: $counted figures are not 0");
    }
}
done_testing();
