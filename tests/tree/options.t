#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: `pmulab describe NAME.options` prints the options of each machine and of all plugins, and
# docs/scenarios.md has the same between two markers. `tests/tree/options.t --write` puts them there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $page = 'docs/scenarios.md';
my $write = grep { $_ eq '--write' } @ARGV;

# The rows of a printed table, each an array of its cells; what the last column has was broken into lines.
sub rows {
    my ($printed) = @_;
    my ($head, @lines) = grep { /^  / } split /\n/, $printed;
    my @starts;
    push @starts, $-[0] while $head =~ /\S+/g;
    my @rows;
    for ($head, @lines) {
        my @cells;
        for my $i (0 .. $#starts) {
            my $width = $i < $#starts ? $starts[$i + 1] - $starts[$i] : length;
            push @cells, length > $starts[$i] ? substr($_, $starts[$i], $width) =~ s/ +$//r : '';
        }
        if ($cells[0] eq '') {
            $rows[-1][-1] .= " $cells[-1]";
        } else {
            push @rows, \@cells;
        }
    }
    return @rows;
}

sub markdown {
    my ($name) = @_;
    my ($head, @rows) = rows(scalar `$pmulab describe $name.options`);
    my $line = sub { '| ' . join(' | ', @_) . " |\n" };
    return $line->(@$head) . '|' . '---|' x @$head . "\n" . join '', map { $line->("`$$_[0]`", @$_[1 .. $#$_]) } @rows;
}

my $text = slurp($page);
my (undef, @machines) = split /\n/, `$pmulab complete boot ''`;
cmp_ok(scalar @machines, '>=', 4, 'machines');
for my $name (@machines, 'plugin') {
    my $table = markdown($name);
    cmp_ok(($table =~ tr/\n//), '>', 4, "$name: has options");
    my $between = qr/(<!-- pmulab describe \Q$name\E\.options -->\n)(.*?)(<!-- end -->\n)/s;
    $text =~ s/$between/$1$table$3/ if $write;
    my (undef, $found) = $text =~ $between;
    is($found, $table, "$name: $page has them");
}
my @marked = $text =~ /<!-- pmulab describe (\S+)\.options -->/g;
is_deeply([sort @marked], [sort @machines, 'plugin'], 'no table of anything else');
spew($page, $text) if $write;
done_testing();
