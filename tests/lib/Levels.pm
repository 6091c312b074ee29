# SPDX-License-Identifier: GPL-2.0-or-later
# tests/levels, for running tests and for checking the table.
package Levels;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(level_rows);

my $TABLE = 'tests/levels';

# Rows as hashes, in the table's order:
#   name     of a test or a scenario, as a path
#   level    check or all
#   seconds  of CPU time, or - if they are unknown
#   why      it is not in check; '' if it is
sub level_rows {
    my @rows;
    open my $file, '<', $TABLE or die "$TABLE: $!\n";
    while (<$file>) {
        next if /^#|^\s*$/;
        chomp;
        my ($name, $level, $seconds, $why) = split /\s*\|\s*/, "$_|", 5;
        die "$TABLE:$.: expected: NAME | check or all | SECONDS or - [| WHY]\n"
            if ($level // '') !~ /^(?:check|all)$/ || ($seconds // '') !~ /^(?:-|[\d.]+)$/;
        push @rows, {name => $name, level => $level, seconds => $seconds, why => $why};
    }
    return @rows;
}

1;
