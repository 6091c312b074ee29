# SPDX-License-Identifier: GPL-2.0-or-later
# Writes traces byte by byte, in the form of models/sim/trace.h.
package TraceFile;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(write_trace $READ $WRITE $BEGIN $END $PLAN $OVERFLOW $REFUSED $POST);

# Seven bits a byte, the lowest first; the top bit says that more follow.
sub number {
    my $value = shift;
    my $bytes = '';
    for (; $value >= 0x80; $value >>= 7) {
        $bytes .= chr($value & 0x7f | 0x80);
    }
    return $bytes . chr $value;
}

# A difference, its sign in the lowest bit.
sub fold {
    my ($to, $from) = @_;
    return $to >= $from ? ($to - $from) << 1 : (($from - $to) << 1) - 1;
}

our ($READ, $WRITE, $BEGIN, $END, $PLAN, $OVERFLOW, $REFUSED, $POST) = 0 .. 7;

# Writes a trace: rows of kind, size, cpu, time, block, offset, pc, value.
sub write_trace {
    my ($file, $head, @records) = @_;
    my ($time, $block, $offset, $pc) = (0) x 4;
    open my $out, '>:raw', $file or die "$file: $!";
    print $out "PMULABT2$head\n";
    for (@records) {
        my ($kind, $size, $cpu, @r) = @$_;
        print $out number($kind), number($size), number($cpu), number(fold($r[0], $time)),
            number(fold($r[1], $block)), number(fold($r[2], $offset)), number(fold($r[3], $pc)), number($r[4]);
        ($time, $block, $offset, $pc) = @r;
    }
    close $out or die "$file: $!";
}

1;
