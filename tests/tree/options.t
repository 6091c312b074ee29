#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: `pmulab describe NAME.options` prints the options of each
# machine and of all plugins, and docs/scenarios.md, or the machine's own page,
# has the same between two markers. `tests/tree/options.t --write` updates the
# pages.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my @pages = ('docs/scenarios.md', 'docs/hardware-from-a-file.md', glob 'docs/hardware/*.md');
my $write = grep { $_ eq '--write' } @ARGV;

# The rows of a printed table, each an array of cells; the last column may be
# wrapped.
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

my %text = map { $_ => slurp($_) } @pages;
my (undef, @machines) = split /\n/, `$pmulab complete boot ''`;
cmp_ok(scalar @machines, '>=', 4, 'machines');
for my $name (@machines, 'plugin') {
    my $table = markdown($name);
    cmp_ok(($table =~ tr/\n//), '>', 2, "$name: has options");
    my $between = qr/(<!-- pmulab describe \Q$name\E\.options -->\n)(.*?)(<!-- end -->\n)/s;
    my ($page) = grep { $text{$_} =~ $between } @pages;
    $text{$page} =~ s/$between/$1$table$3/ if $page && $write;
    my (undef, $found) = $page ? $text{$page} =~ $between : ();
    is($found, $table, "$name: " . ($page // 'a page') . ' has them');
}
my @marked = map { $text{$_} =~ /<!-- pmulab describe (\S+)\.options -->/g } @pages;
is_deeply([sort @marked], [sort @machines, 'plugin'], 'no other tables, and none twice');
if ($write) { spew($_, $text{$_}) for @pages }
done_testing();
