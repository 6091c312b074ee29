# SPDX-License-Identifier: GPL-2.0-or-later
# Results of measurements: a file, a readable table, and changes since an
# earlier file.
package Results;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();

our @EXPORT_OK = qw(load save moved table);

use constant { FORMAT => 1, UNKNOWN_NOISE => 0.1, LEAST_NOISE => 0.01 };

# ---- the file ----

# { format, rounds, ..., sections => [{ name, title, took (seconds), rows => [row...] }...] }; rows are
# Bench::ratio_row()'s.
sub save {
    my ($path, $results) = @_;
    my $json = JSON::PP->new->canonical->pretty;
    open my $file, '>', "$path.new" or die "bench: $path.new: $!\n";
    print $file $json->encode({ format => FORMAT, %$results }) or die "bench: $path.new: $!\n";
    close $file and rename "$path.new", $path or die "bench: $path: $!\n";
}

sub load {
    my ($path) = @_;
    open my $file, '<', $path or die "bench: $path: $!\n";
    my $text = do { local $/; <$file> };
    my $results = eval { JSON::PP->new->decode($text) };
    my $sound = ref $results eq 'HASH' && ($results->{format} // '') eq FORMAT && ref $results->{sections} eq 'ARRAY';
    return $results if $sound;
    die "bench: $path: expected results of `make bench`, of format @{[FORMAT]}\n";
}

# ---- comparison ----

sub key { return join ' ', @_ }

# Rows of all sections by their names.
sub by_name {
    my ($results) = @_;
    my %rows;
    for my $section (@{ $results->{sections} }) {
        $rows{ key($section->{name}, @{ $_->{what} }) } = $_ for @{ $section->{rows} };
    }
    return \%rows;
}

sub noise {
    my ($row) = @_;
    my $noise = $row->{noise} // UNKNOWN_NOISE;
    return $noise > LEAST_NOISE ? $noise : LEAST_NOISE;
}

# Compares a row with the earlier one: { change (0.1: a tenth more), beyond (1, -1, or 0 within noise) }.
sub moved {
    my ($row, $earlier) = @_;
    my $change = $row->{ratio} / $earlier->{ratio} - 1;
    my $limit  = 2 * (noise($row) + noise($earlier));
    return { change => $change, beyond => abs($change) <= $limit ? 0 : $change > 0 ? 1 : -1 };
}

# ---- the table ----

sub number {
    my ($ratio) = @_;
    return sprintf $ratio < 10 ? '%.3f' : $ratio < 1000 ? '%.1f' : '%.0f', $ratio;
}

# The texts for a row: ratio, spread, change, note.
sub cells {
    my ($row, $earlier) = @_;
    my @cells = (@{ $row->{what} }, number($row->{ratio}));
    push @cells, defined $row->{noise} ? sprintf '+-%.1f%%', 100 * $row->{noise} : '';
    my $moved = $earlier && moved($row, $earlier);
    push @cells, $moved ? sprintf '%+.1f%%%s', 100 * $moved->{change}, $moved->{beyond} ? ' moved' : '' : '';
    return (\@cells, $moved ? $moved->{beyond} : 0, $row->{note} // '');
}

# Lines of a section, in columns: words to the left, figures to the right. $earlier: rows of an earlier file by name.
sub table {
    my ($section, $earlier, $colours) = @_;
    my @lines = map { [cells($_, $earlier->{ key($section->{name}, @{ $_->{what} }) })] } @{ $section->{rows} };
    my @width = (0) x (@lines ? @{ $lines[0][0] } : 0);
    for my $line (@lines) {
        my $cells = $line->[0];
        for (0 .. $#$cells) { $width[$_] = length $cells->[$_] if length $cells->[$_] > $width[$_] }
    }
    my $text = "$section->{name}: $section->{title}" . (defined $section->{took} ? ", in $section->{took} s" : '') . "\n";
    for my $line (@lines) {
        my ($cells, $beyond, $note) = @$line;
        my $last = $#$cells;
        my @padded = map { sprintf $_ > $last - 3 ? "%$width[$_]s" : "%-$width[$_]s", $cells->[$_] } 0 .. $last;
        my $row = join('  ', '', @padded, $note) =~ s/\s+$//r;
        $row = sprintf "\e[%dm%s\e[0m", $beyond > 0 ? 31 : 32, $row if $colours && $beyond;
        $text .= "$row\n";
    }
    $text .= "  skipped: $_\n" for @{ $section->{skipped} // [] };
    return $text;
}

1;
