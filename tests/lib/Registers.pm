# SPDX-License-Identifier: GPL-2.0-or-later
# The register reference in a form for comparisons: from `pmulab describe`'s
# plain text, and from its JSON.
#
# A register is {offset, width, reset, source, not_modelled, fields}, a field {bits, name, access, reset, prose}, all as
# text; JSON's has more.
package Registers;
use strict;
use warnings;
no warnings 'portable'; # numbers have 64 bits
use Exporter qw(import);
use JSON::PP;

our @EXPORT = qw(MACHINES pmulab described registers_of lines differences id);
use constant MACHINES => qw(snbep power9 power10 power11 epyc kunpeng);

# Status and output of the command.
sub pmulab {
    my $command = join ' ', map { "'$_'" } $ENV{PMULAB} || 'build/pmulab', @_;
    my $out = `$command 2>&1`;
    return ($? >> 8, $out);
}

# Joins wrapped text, which continues in column @at.
sub unwrapped {
    my ($at, @lines) = @_;
    my @whole;
    for (@lines) {
        if (@whole && /^ {$at}(\S.*)/ && substr($_, 0, $at) !~ /\S/) { $whole[-1] .= " $1" }
        else { push @whole, $_ }
    }
    return @whole;
}

# The plain text for each of @names.
sub several {
    my (@names) = @_;
    my (undef, $out) = pmulab('describe', @names);
    my $name = join '|', map { quotemeta } @names;
    return {map { /^(\S+)/ ? ($1 => $_) : () } split /^(?=(?:$name)  )/m, $out};
}

# A register parsed from the plain text $out.
sub register {
    my ($path, $out) = @_;
    my ($head, $facts, $rest) = split /\n\n/, $out, 3;
    my %r;
    for (unwrapped(17, split /\n/, $facts)) {
        my ($what, $fact) = /^  ([a-z ]+): +(.*)/ or die "$path: $_";
        $r{$what} = $fact;
    }
    $r{offset} //= $r{number};
    $r{width} =~ s/ bits$//;
    my ($table) = $rest =~ /^( +bits  field .*?)(?:\n\n|\z)/ms;
    my ($heading, @rows) = split /\n/, $table;
    my ($name, $meaning) = (index($heading, 'field'), index($heading, 'meaning'));
    for (unwrapped($meaning, @rows)) {
        # Registers seen on silicon have a column before the meaning.
        my ($bits, $field, $access, $reset) = /^ *(\S+)  (\S+) +(\S+) +(\S+)  / or die "$path: $_";
        push @{$r{fields}}, {bits => $bits, name => $field, access => $access, reset => $reset =~ /^0x/ ? hex $reset : $reset, prose => substr $_, $meaning};
    }
    return \%r;
}

# All registers of @machine by path.
sub described {
    my ($machine) = @_;
    my @blocks = map { "$machine.$_" } (pmulab('describe', $machine))[1] =~ /^  (\S+) +\d+  /mg;
    my $blocks = several(@blocks);
    my @paths = map { my $block = $_; map { "$block.$_" } $blocks->{$block} =~ /^ +0x[0-9a-f]+ +\d+  (\S+)/mg } @blocks;
    my $registers = several(@paths);
    return {map { $_ => register($_, $registers->{$_}) } @paths};
}

# All registers by path of an export as JSON, as text or decoded; each has its
# block and its machine.
sub registers_of {
    my ($export) = @_;
    my %all;
    my $whole = ref $export ? $export : JSON::PP->new->decode($export);
    for my $machine (@{$whole->{machines}}) {
        for my $block (@{$machine->{blocks}}) {
            $all{$_->{path}} = {%$_, block => $block, machine => $machine} for @{$block->{registers}};
        }
    }
    return \%all;
}

# A name as an identifier.
sub id {
    my ($name) = @_;
    $name =~ s/\W/_/g;
    return $name =~ /^\d/ ? "_$name" : $name;
}

# Facts of each register in JSON, read by @take (NAME => sub of the register and
# the field), one line per field, for comparison: {PATH => [LINE, ...]}.
# Reserved fields only with "reserved".
sub lines {
    my ($json, %take) = @_;
    my $reserved = delete $take{reserved};
    my %lines;
    for my $path (keys %$json) {
        my $r = $json->{$path};
        for my $f (sort { $b->{lsb0_low} <=> $a->{lsb0_low} } @{$r->{fields}}) {
            next if $f->{access} eq 'RV' && !$reserved;
            push @{$lines{$path}}, join ' ', map { "$_=" . $take{$_}->($r, $f) } sort keys %take;
        }
    }
    return \%lines;
}

# The first differences of two such tables, as text; '' if they are equal.
sub differences {
    my ($got, $expected) = @_;
    my @found;
    for my $path (sort keys %{{%$got, %$expected}}) {
        my ($one, $two) = map { join "\n", @{$_->{$path} // ['nothing']} } $got, $expected;
        push @found, "$path: got\n$one\nexpected\n$two" if $one ne $two;
    }
    splice @found, 3;
    return join "\n", @found;
}

1;
