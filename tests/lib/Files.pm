# SPDX-License-Identifier: GPL-2.0-or-later
# Whole files, byte for byte.
package Files;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(slurp spew);

# Returns undef if it cannot be read.
sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or return undef;
    local $/;
    return <$file> // '';
}

# Returns the path.
sub spew {
    my ($path, $text) = @_;
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $text;
    close $file or die "$path: $!";
    return $path;
}

1;
