# SPDX-License-Identifier: GPL-2.0-or-later
# Reads XML that xmllint has checked: elements, attributes, text. Names lose
# their prefix.
package Xml;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(xml child children text);

my %entity = (lt => '<', gt => '>', amp => '&', quot => '"', apos => "'");

sub unescaped {
    my ($text) = @_;
    $text =~ s/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/defined $1 ? chr hex $1 : defined $2 ? chr $2 : $entity{$3}/ge;
    return $text;
}

# The root: {name, attributes, elements, text}.
sub xml {
    my ($text) = @_;
    my @open = ({elements => []});
    while ($text =~ /\G(?:<\?.*?\?>|<!--.*?-->|<(\/?)(?:\w+:)?(\w+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>|([^<]+))/gcs) {
        my ($end, $name, $attributes, $empty, $words) = ($1, $2, $3, $4, $5);
        if (defined $words) {
            $open[-1]{text} .= unescaped($words);
        } elsif (!defined $name) {
            next;
        } elsif ($end) {
            pop @open;
        } else {
            my %a = $attributes =~ /(?:\w+:)?(\w+)="([^"]*)"/g;
            my $element = {name => $name, attributes => {map { $_ => unescaped($a{$_}) } keys %a}, elements => [], text => ''};
            push @{$open[-1]{elements}}, $element;
            push @open, $element if !$empty;
        }
    }
    die 'not XML at ' . substr($text, pos($text) // 0, 40) if (pos($text) // 0) != length $text;
    return $open[0]{elements}[0];
}

# All elements on the path @names below @$element.
sub children {
    my ($element, @names) = @_;
    my @found = ($element);
    for my $name (@names) { @found = map { grep { $_->{name} eq $name } @{$_->{elements}} } @found }
    return @found;
}

sub child { return (children(@_))[0] }

# The text in the first of these, or undef.
sub text {
    my $found = child(@_);
    return $found ? $found->{text} : undef;
}

1;
