# SPDX-License-Identifier: GPL-2.0-or-later
# Operations of the models in process, without a guest, in turns of a loop that
# multiplies and adds (some 1.5 ns each). The sources are in tests/bench/model/.
package Bench::Model;
use strict;
use warnings;
use Bench;
use FindBin;

# name => [ns of one, ns of a turn measured just before], in the order of the program's lines.
sub operations {
    my ($machine) = @_;
    open my $out, '-|', "$build/bench/model/model", $machine or complain("model: $!");
    my @lines = map { chomp; [split /\t/] } <$out>;
    close $out or complain("model $machine failed");
    return \@lines;
}

sub measure_one {
    my ($rounds, $machine) = @_;
    my %times = alternate($rounds, 'models', [$machine], \&operations);
    my $first = $times{$machine}[0];
    return map {
        my $i = $_;
        my $row = ratio_row([$machine, $first->[$i][0]], map { my $column = $_; [map { $_->[$i][$column] } @{ $times{$machine} }] } 1, 2);
        $row->{note} = sprintf '%.1f ns, %.3g million a second', $row->{with}, 1e3 / $row->{with};
        $row;
    } 0 .. $#$first;
}

sub lacks { return -e "$FindBin::Bin/model/$_[1].c" ? undef : 'no operations of its model' }

sub title { return 'operations in process, in turns of a loop of a multiplication and an addition' }

sub measure {
    my (undef, $rounds, @which) = @_;
    return map { measure_one($rounds, $_) } @which;
}

1;
