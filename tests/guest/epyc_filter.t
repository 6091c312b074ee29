#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# All filters of the op engine. With cache-log=tagged the trace has the accesses
# of every tagged op, sampled or not. Exactly the ops that a filter passes must
# be samples. Linux 7.3's driver sets the filters from perf's ldlat and
# l3missonly.
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $dir = tempdir(CLEANUP => 1);

# The number of a cache record: docs/hardware/epyc.md.
my $level = 0xf;
my ($store, $fetch) = (0x100, 0x200);
my ($l3, $peer, $dram) = (3, 4, 6);

# Walks an array larger than the L3. Returns the trace's records of the step.
sub record {
    my ($name, $variant, $event) = @_;
    open my $file, '>', "$dir/$name.scn" or die $!;
    print $file "machine epyc\nkernel backports\ncpus 1\n",
        "config variant=$variant l2=64K/8 l3=128K/16 lat-l3=200 lat-dram=300 window=256 cache-log=tagged\n",
        "step quiet\n run mount --bind /dev/null /proc/kallsyms\n",
        "step go\n run perf record -q -e $event -c 1008 -o /tmp/p pmulab-walk 60000 >/dev/null\n";
    close $file;
    system("$pmulab run --results $dir $dir/$name.scn >$dir/$name.tap 2>&1") == 0 or die "$name: pmulab run failed: " . `cat $dir/$name.tap`;
    open my $raw, '-|', $pmulab, 'trace', '--raw', '--step', 2, "$dir/epyc/$name/trace.pmt" or die $!;
    my @records;
    while (<$raw>) {
        chomp;
        my %r;
        @r{qw(time cpu pc kind block offset size value)} = split /\t/;
        push @records, \%r if $r{kind} eq 'cache' || $r{kind} eq 'sample';
    }
    return @records;
}

# Tagged ops with their access: the first load, or else the first store. [level,
# cycles, load, sampled]
sub tagged {
    my @ops;
    my $key = '';
    for my $r (@_) {
        my $code = hex $r->{offset};
        next if $r->{kind} eq 'cache' && $code & $fetch;
        my $new = "$r->{time} $r->{pc}" ne $key;
        $key = "$r->{time} $r->{pc}";
        push @ops, {} if $new;
        my $op = $ops[-1];
        if ($r->{kind} eq 'sample') {
            $op->{sampled} = 1;
        } elsif ($new || !$op->{load} && !($code & $store)) {
            @$op{qw(level cycles load)} = ($code & $level, $code >> 16, !($code & $store));
        }
    }
    return @ops;
}

sub slow { my ($op, $than) = @_; return $op->{load} && $op->{level} > 1 && $op->{cycles} > $than }
sub beyond_l3 { return $_[0]->{level} > $peer }

# Name, variant, event, the ops that pass, and dropped ops that must have
# occurred.
my @cases = (
    ['zen5-128', 'zen5', 'ibs_op/cnt_ctl=1,ldlat=128/', sub { slow($_[0], 128) && beyond_l3($_[0]) }, sub { $_[0]->{level} == $l3 }],
    ['zen5-256', 'zen5', 'ibs_op/cnt_ctl=1,ldlat=256/', sub { slow($_[0], 256) && beyond_l3($_[0]) }, sub { !$_[0]->{load} }],
    ['zen6-128', 'zen6', 'ibs_op/cnt_ctl=1,ldlat=128/', sub { slow($_[0], 128) }, sub { $_[0]->{level} < $l3 }],
    ['zen6-256', 'zen6', 'ibs_op/cnt_ctl=1,ldlat=256/', sub { slow($_[0], 256) }, sub { $_[0]->{level} == $l3 }],
    ['zen4-l3', 'zen4', 'ibs_op/cnt_ctl=1,l3missonly=1/', sub { beyond_l3($_[0]) }, sub { $_[0]->{level} == $l3 }],
);
for my $case (@cases) {
    my ($name, $variant, $event, $wanted, $dropped) = @$case;
    my @ops = tagged(record($name, $variant, $event));
    my @samples = grep { $_->{sampled} } @ops;
    my @others = grep { !$_->{sampled} } @ops;
    cmp_ok(scalar @samples, '>', 50, "$name: samples");
    is(scalar(grep { !defined $_->{level} || !$wanted->($_) } @samples), 0, "$name: all samples pass the filter");
    is(scalar(grep { $wanted->($_) } @others), 0, "$name: all passing ops are samples");
    cmp_ok(scalar(grep { $dropped->($_) } @others), '>', 0, "$name: some ops were dropped");
    note("$name: ", scalar @ops, ' tagged ops with an access, ', scalar @samples, ' samples; loads from the L3 ',
        scalar(grep { $_->{load} && $_->{level} == $l3 } @ops), ', from memory ', scalar(grep { $_->{load} && $_->{level} == $dram } @ops));
}
done_testing();
