# SPDX-License-Identifier: GPL-2.0-or-later
# Results in the form of `pmulab run`, written by hand.
package Results;
use strict;
use warnings;
use Exporter qw(import);
use Files;
use File::Path qw(make_path);
use JSON::PP;
use TraceFile;

our @EXPORT = qw(bool figure verdict write_results);

my $json = JSON::PP->new->utf8;

sub bool {
    return $_[0] ? JSON::PP::true : JSON::PP::false;
}

# Writes results of one run to ROOT/MACHINE/NAME, and returns that path.
sub write_results {
    my ($root, $machine, $name, %of) = @_;
    my $path = "$root/$machine/$name";
    make_path($path);
    my %result = (version => 2, scenario => "scenarios/$machine/$name.scn", name => $name, about => 'made by hand', machine => $machine,
        config => [], ok => bool(!grep { !$_->{ok} } @{$of{verdicts}}), failure => undef, milliseconds => 1500,
        traffic => $of{traffic} // [], verdicts => $of{verdicts}, steps => $of{steps});
    spew("$path/result.json", $json->encode(\%result));
    spew("$path/result.tap", "TAP version 13\n1..0\n");
    spew("$path/scenario.scn", "machine $machine\n");
    spew("$path/console.log", $of{console} // '');
    my $i = 0;
    for (@{$of{steps}}) {
        my $file = "$path/" . ++$i . "-$_->{name}";
        spew("$file.sh", "echo $_->{name}\n");
        spew("$file.out", "the output of $_->{name}\n");
        spew("$file.err", '');
    }
    write_trace("$path/trace.pmt", $of{header}, @{$of{records}});
    return $path;
}

sub verdict {
    my ($what, $ok, $step, @notes) = @_;
    return {what => $what, ok => bool($ok), step => $step, notes => [@notes]};
}

sub figure {
    my ($event, $printed, $driver, $hardware) = @_;
    return {event => $event, socket => -1, time => undef, printed => $printed, unit => '', driver => $driver, hardware => $hardware,
        multiplexed => bool(0), hop_one => bool($printed eq $driver), hop_two => bool($driver eq $hardware),
        $driver eq $hardware ? () : (why => {cause => 21, sentence => "driver read $driver, hardware saw $hardware",
            facts => ['a fact'], accesses => [map { "access $_" } 1 .. 8]})};
}

1;
