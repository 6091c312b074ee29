# SPDX-License-Identifier: GPL-2.0-or-later
# The planted bugs of tests/planted/table, for running them and for checking the
# table.
package Planted;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(planted_rows planted_is planted_said);

my $TABLE = 'tests/planted/table';
my $NUMBER = qr/one|two|three/;
my $BY     = qr/^(not yet: )?(hop $NUMBER|relation|verdict|unit|guest|tree)$/;

# Rows as hashes, in the table's order:
#   name   of the bug, FOLDER/NAME
#   by     the kind of catcher: hop NUMBER, relation, verdict, unit, guest or tree
#   todo   whether the bug is not caught yet
#   where  a scenario, MACHINE/NAME, or a test
#   how    'cold' or 'set up' if the scenario's guest boots, or is made, with the bug; else ''
#   point  the expectation or the check that fails
#   words  a pattern for the message, or undef
#   what   is broken
sub planted_rows {
    my @rows;
    open my $file, '<', $TABLE or die "$TABLE: $!\n";
    while (<$file>) {
        next if /^#|^\s*$/;
        chomp;
        my ($name, $by, $where, $point, $what) = split /\s+\|\s+/, $_, 5;
        die "$TABLE:$.: expected: NAME | BY | WHERE | WHAT CATCHES | WHAT IS BROKEN\n" if !defined $what;
        die "$TABLE:$.: caught by '$by': expected hop one, hop two, hop three, relation, verdict, unit, guest or tree, "
            . "if need be behind 'not yet: '\n" if $by !~ $BY;
        my ($todo, $kind) = ($1, $2);
        my $how = $where =~ s/ (cold|set up)$// ? $1 : '';
        ($point, my $words) = split / => /, $point, 2;
        $words //= "\\bhops?\\b[^:]*\\b$1\\b" if $kind =~ /^hop (.*)/;
        push @rows, {name => $name, by => $kind, todo => !!$todo, where => $where, how => $how, point => $point,
            words => $words, what => $what};
    }
    return @rows;
}

# Whether the failed point is the row's, which may end in ' ...'.
sub planted_is {
    my ($row, $point) = @_;
    return $row->{point} =~ /^(.*) \.\.\.$/ ? index($point, $1) == 0 : $point eq $row->{point};
}

# Whether a message, as lines, matches the row's pattern.
sub planted_said {
    my ($row, @lines) = @_;
    return !defined $row->{words} || grep { /$row->{words}/ } @lines;
}

1;
