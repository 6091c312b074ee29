# SPDX-License-Identifier: GPL-2.0-or-later
# The amount proved by scenarios, from `pmulab run --proved` and in
# tests/proved.
package Proved;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(proved_read proved_text proved_compare);

my @WORDS = qw(figures hops samples executed);
# Figures and hops follow from the commands, so each one is required. The number
# of samples depends on the guest's instructions, which change a little with its
# kernel, perf and programs. Hardware that loses interrupts or stops after a
# sample loses nearly all samples. So half is required.
my %LEAST = (figures => 1, hops => 1, samples => 0.5, executed => 0.5);

# The lines of a file, by the scenario's name MACHINE/NAME. Lines with # are comments.
sub proved_read {
    my ($path) = @_;
    my %rows;
    open my $file, '<', $path or die "$path: $!\n";
    while (<$file>) {
        next if /^#|^\s*$/;
        my ($name, @words) = split;
        my %row = map { /^(\w+)=(\d+)$/ ? ($1, $2) : die "$path:$.: '$_'; expected WORD=NUMBER\n" } @words;
        die "$path:$.: expected NAME and " . join(', ', @WORDS) . "\n" if join(' ', sort keys %row) ne join ' ', sort @WORDS;
        die "$path:$.: $name is there twice\n" if $rows{$name};
        $rows{$name} = \%row;
    }
    return \%rows;
}

sub proved_text {
    my ($rows) = @_;
    return join '', map { my $name = $_; join(' ', $name, map { "$_=$rows->{$name}{$_}" } @WORDS) . "\n" } sort keys %$rows;
}

# Returns three lists of text: items of @$kept that @$run no longer proves,
# additional items, and scenarios that @$kept lacks.
sub proved_compare {
    my ($kept, $run) = @_;
    my (@lost, @more, @missing);
    for my $name (sort keys %$run) {
        my ($old, $new) = ($kept->{$name}, $run->{$name});
        if (!$old) {
            push @missing, $name;
            next;
        }
        for my $word (@WORDS) {
            push @lost, "$name: $new->{$word} $word, expected " . ($LEAST{$word} < 1 ? 'at least half of ' : '') . $old->{$word}
                if $new->{$word} < $LEAST{$word} * $old->{$word};
            push @more, "$name: $new->{$word} $word, $old->{$word} in the list"
                if $LEAST{$word} == 1 && $new->{$word} > $old->{$word};
        }
    }
    return (\@lost, \@more, \@missing);
}

1;
