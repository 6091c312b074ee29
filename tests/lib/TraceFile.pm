# SPDX-License-Identifier: GPL-2.0-or-later
# Writes traces byte by byte, in the form of models/sim/trace_frame.h.
package TraceFile;
use strict;
use warnings;
no warnings 'portable'; # numbers have 64 bits
use Exporter qw(import);

our @EXPORT = qw(write_trace $READ $WRITE $BEGIN $END $PLAN $OVERFLOW $REFUSED $POST);

# Records per frame: few, so small traces have several frames. The last record
# has its own frame.
use constant FRAME => 5;

# Seven bits per byte, lowest first; the top bit means that more follow.
sub number {
    my $value = shift;
    my $bytes = '';
    for (; $value >= 0x80; $value >>= 7) {
        $bytes .= chr($value & 0x7f | 0x80);
    }
    return $bytes . chr $value;
}

# A difference of 64 bits, its sign in the lowest bit.
sub fold {
    my ($to, $from) = @_;
    my $difference = $to >= $from ? $to - $from : ~($from - $to - 1);
    return $difference >> 63 ? ~($difference << 1) : $difference << 1;
}

# A column of numbers; one of zeros is empty.
sub column {
    return (grep { $_ } @_) ? join '', map { number($_) } @_ : '';
}

# The differences of @$values, each from the latest one that has the same key.
sub changes {
    my ($values, @keys) = @_;
    my %latest;
    return map { my $from = $latest{ $keys[$_] // '' } // 0; fold($latest{ $keys[$_] // '' } = $values->[$_], $from) } 0 .. $#$values;
}

# The sum at the end of a frame's head (FNV-1a).
sub sum {
    my $sum = 0x811c9dc5;
    $sum = ($sum ^ ord) * 0x01000193 & 0xffffffff for split //, shift;
    return $sum;
}

# Raw in a Zstandard frame (RFC 8878): magic, descriptor, size, one block.
sub packed {
    my $plain = shift;
    return pack('V C V', 0xfd2fb528, 0xa0, length $plain) . substr(pack('V', length($plain) << 3 | 1), 0, 3) . $plain;
}

our ($READ, $WRITE, $BEGIN, $END, $PLAN, $OVERFLOW, $REFUSED, $POST) = 0 .. 7;

sub frame {
    my @records = @_;
    my ($kind, $size, $cpu, $time, $block, $offset, $pc, $value) = map { my $i = $_; [map { $_->[$i] } @records] } 0 .. 7;
    my @places = map { ($kind->[$_] * 37 + $block->[$_] * 11 + ($block->[$_] >> 8) * 29 + $offset->[$_]) % 256 } 0 .. $#records;
    my @columns = (column(@$kind), column(@$size), column(@$cpu), column(changes($time)), column(changes($block)), column(changes($offset)),
        column(changes($pc, map { $_ % 64 } @$cpu)), column(changes($value, @places)), '');
    my $plain = join '', pack('V*', map { length } @columns), @columns;
    my $packed = packed($plain);
    my @times = sort { $a <=> $b } @$time;
    my $kinds = 0;
    $kinds |= 1 << $_ for @$kind;
    my $head = pack 'V4 Q<2', scalar @records, $kinds, length $plain, length $packed, @times[0, -1];
    return $head . pack('V', sum($head)) . $packed;
}

# Writes a trace: rows of kind, size, cpu, time, block, offset, pc, value.
sub write_trace {
    my ($file, $head, @records) = @_;
    open my $out, '>:raw', $file or die "$file: $!";
    print $out "PMULABT5$head\n";
    while (@records) {
        my $n = @records > FRAME ? FRAME : @records - 1 || 1;
        print $out frame(splice @records, 0, $n);
    }
    close $out or die "$file: $!";
}

1;
