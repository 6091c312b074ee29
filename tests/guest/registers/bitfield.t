#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe --format=bitfield`: npm's bit-field draws every register of
# every machine, with the manual's bit numbers and the names in the right
# places. No guest is needed.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use JSON::PP;
use Registers;
use Test::More;

my $library = abs_path(($ENV{BUILD} || 'build') . '/npm/bit-field.js');
plan skip_all => 'no bit-field: `make check` fetches it' if !$library || !-s $library || system('command -v node >/dev/null');
my $folder = File::Temp->newdir;
my $json = registers_of((pmulab('describe', '--format=json'))[1]);
my ($status, $text) = pmulab('describe', '--format=bitfield');
is($status, 0, 'all machines');

# Draws a file's contents, {NAME => {reg, config}}, and prints the texts with
# their places: {NAME => [[Y, X, TEXT], ...]}.
my $draw = spew("$folder/draw.js", <<'END');
const {render} = require(process.argv[2]);
const all = JSON.parse(require('fs').readFileSync(process.argv[3]));
const walk = (node, x, y, found) => {
    const [, attributes, ...children] = node[1] && node[1].constructor === Object ? node : [node[0], {}, ...node.slice(1)];
    const at = /translate\((-?[\d.]+)(?:,(-?[\d.]+))?\)/.exec(attributes.transform || '') || [0, 0, 0];
    x += Number(at[1]); y += Number(at[2] || 0);
    const words = children.filter((c) => typeof c !== 'object').join('');
    if (words !== '') found.push([y, x, words]);
    children.filter(Array.isArray).forEach((c) => walk(c, x, y, found));
    return found;
};
console.log(JSON.stringify(Object.fromEntries(Object.entries(all).map(([name, d]) => [name, walk(render(d.reg, d.config), 0, 0, [])]))));
END

sub drawn {
    my ($what) = @_;
    my $file = spew("$folder/in.json", $what);
    my $out = `node '$draw' '$library' '$file' 2>&1`;
    return $? ? undef : JSON::PP->new->decode($out);
}

# Rows of text from the top, each from the left. Vertical names belong to their
# row.
sub rows {
    my ($texts) = @_;
    my %rows;
    push @{$rows{$_->[0]}}, $_ for @$texts;
    return map { join ' ', map { $_->[2] } sort { $a->[1] <=> $b->[1] } @{$rows{$_}} } sort { $a <=> $b } keys %rows;
}

# Rows of the drawing by the tables: numbers, names, access modes; 32 bits a row, the most significant first.
sub expected {
    my ($r) = @_;
    my @rows;
    my $lanes = int(($r->{width} + 31) / 32);
    my $bits = $r->{width} / $lanes;
    for my $lane (reverse 0 .. $lanes - 1) {
        my (@numbers, @names, @modes);
        for my $f (sort { $b->{lsb0_low} <=> $a->{lsb0_low} } @{$r->{fields}}) {
            my ($from, $to) = ($lane * $bits, ($lane + 1) * $bits - 1);
            my $high = $f->{lsb0_high} < $to ? $f->{lsb0_high} : $to;
            my $low = $f->{lsb0_low} > $from ? $f->{lsb0_low} : $from;
            next if $high < $low;
            my @ends = $high == $low ? ($high) : ($high, $low);
            push @numbers, map { $r->{numbering} eq 'msb0' ? $r->{width} - 1 - $_ : $_ } @ends;
            next if $f->{access} eq 'RV';
            push @names, $f->{name};
            push @modes, $f->{access} eq 'ACTION' ? 'WO' : $f->{access};
        }
        push @rows, grep { length } "@numbers", "@names", "@modes";
    }
    return @rows;
}

sub wrong {
    my ($drawings) = @_;
    return 'nothing drawn' if !$drawings;
    return join "\n", map { "$_: " . join ' / ', rows($drawings->{$_}) }
        grep { join("\n", rows($drawings->{$_})) ne join("\n", expected($json->{$_})) } sort keys %$drawings;
}

my $drawings = drawn($text);
is_deeply([sort keys %$drawings], [sort keys %$json], 'every register is drawn');
is(wrong($drawings), '', '... with its bits, names and access modes in their places');
# Linux, Documentation/powerpc/imc.rst: SAMPSEL 0:1, CPMC_LOAD 2:33, CPMC1SEL 34:40, CPMC2SEL 41:47, BUFFERSIZE 48:50.
is_deeply([rows($drawings->{'power9.core.TRACE_IMC'})], ['0 1 2 31', 'SAMPSEL CPMC_LOAD', 'RW RW',
    '32 33 34 40 41 47 48 50 51 63', 'CPMC_LOAD CPMC1SEL CPMC2SEL BUFFERSIZE', 'RW RW RW RW'], "IBM's bit 0 is at the left, above");
# Intel 327043-001, table 2-61.
is((rows($drawings->{'snbep.imc.PMON_CTL0'}))[0], '31 24 23 22 21 19 18 17 16 15 8 7 0', "Intel's is at the right");

my ($one) = (pmulab('describe', 'power9.core.TRACE_IMC', '--format=bitfield'))[1];
my $decoded = JSON::PP->new->decode($one);
is_deeply($decoded, JSON::PP->new->decode($text)->{'power9.core.TRACE_IMC'}, 'a single register');
is(ref $decoded->{reg}, 'ARRAY', '... in WaveDrom\'s form');

# No two texts of a row touch. Letters are at most 10 pixels wide; vertical ones
# are as wide as a line is high.
sub touching {
    my ($all) = @_;
    my @found;
    for my $path (sort keys %$all) {
        my %upright = map { $_->{name} => 1 } grep { $_->{rotate} } @{$all->{$path}{reg}};
        my %rows;
        push @{$rows{$_->[0]}}, $_ for @{$drawings->{$path}};
        for my $row (values %rows) {
            my $end = -100;
            for my $t (sort { $a->[1] <=> $b->[1] } @$row) {
                my $half = $upright{$t->[2]} ? 8 : 5 * length $t->[2];
                push @found, "$path $t->[2]" if $t->[1] - $half < $end - 1;
                $end = $t->[1] + $half;
            }
        }
    }
    return "@found";
}
is(touching(JSON::PP->new->decode($text)), '', 'no text touches another');

# ---- errors are detected ----

sub noticed {
    my ($what, $change) = @_;
    local $_ = $text;
    $change->();
    isnt($_, $text, "damage: $what");
    isnt(wrong(drawn($_)), '', '... is detected');
}
noticed('a width off by one', sub { s/\{"bits":8,"name":"umask"/{"bits":7,"name":"umask"/ });
noticed('the most significant bit taken for the least', sub { s/"hflip": true, "vflip": true/"hflip": false, "vflip": false/ });
noticed('a name is gone', sub { s/,"name":"CPMC_LOAD"// });
is(drawn($text =~ s/"bits":8,/"bits":8/r), undef, 'damage: invalid JSON is refused');

done_testing();
