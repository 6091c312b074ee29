#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab trace --vcd` and `--perfetto`: exports of traces written here, checked
# by a strict reader of each format and by an independent program. No guest is
# needed.
use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use File::Temp;
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;
use TraceFile;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $folder = File::Temp->newdir;
my $file   = "$folder/trace";
my $header = 'machine=snbep box-ctl=silicon dclk=800000000 sockets=1';
my $pc     = 0x7fffffff81000040;

sub run {
    my $command = join ' ', map { "'$_'" } $pmulab, 'trace', @_;
    my $out = `$command 2>&1`;
    return ($? >> 8, $out);
}

# ---- VCD, strictly as in IEEE 1800-2017 21.7 ----

# Returns variables by path (type, bits, and changes [time, value]), or dies
# with the error.
sub parse_vcd {
    my ($text) = @_;
    my (%variable, %by_id, @scopes, $time, $values);
    my @words = split ' ', $text;
    my $section = sub {
        my @inside;
        while (1) {
            my $word = shift @words // die "no \$end\n";
            return @inside if $word eq '$end';
            die "'$word' inside of a section\n" if $word =~ /^\$/;
            push @inside, $word;
        }
    };
    while (defined(my $word = shift @words)) {
        if ($word =~ /^\$(version|comment|timescale)$/) {
            my @inside = $section->();
            die "timescale @inside\n" if $1 eq 'timescale' && "@inside" ne '1 ns';
        } elsif ($word eq '$scope') {
            my ($type, $name, @more) = $section->();
            die "scope\n" if @more || $type ne 'module' || $name !~ /^\w+$/;
            push @scopes, $name;
        } elsif ($word eq '$upscope') {
            die "upscope\n" if $section->() || !@scopes;
            pop @scopes;
        } elsif ($word eq '$var') {
            my ($type, $bits, $id, $name, $range, @more) = $section->();
            die "var\n" if @more || $name !~ /^\w+$/ || $id !~ /^[%-~]+$/ || $by_id{$id} || $values;
            die "range of $name\n" if ($range // '[0:0]') ne '[' . ($bits - 1) . ':0]';
            my $path = join '.', @scopes, $name;
            die "$path twice\n" if $variable{$path};
            $variable{$path} = $by_id{$id} = {type => $type, bits => $bits, changes => []};
        } elsif ($word eq '$enddefinitions') {
            die "enddefinitions\n" if $section->() || @scopes || $values;
            $values = 1;
        } elsif ($word eq '$dumpvars') {
            die "dumpvars\n" if !$values;
            while ($words[0] ne '$end') {
                my ($value, $id) = splice @words, 0, 2;
                die "dumpvars $value\n" if $value !~ /^b([01x]+)$/ || length $1 != $by_id{$id}{bits};
                push @{$by_id{$id}{changes}}, [$time, $1];
            }
            shift @words;
        } elsif ($word =~ /^#(\d+)$/) {
            die "time $word\n" if !$values || defined $time && $1 <= $time;
            $time = $1;
        } elsif ($word =~ /^b([01x]+)$/) {
            my $variable = $by_id{shift @words} or die "no such id\n";
            die "$word in $variable->{bits} bits\n" if length $1 != $variable->{bits} || !defined $time;
            push @{$variable->{changes}}, [$time, $1];
        } elsif ($word =~ /^1([%-~]+)$/) {
            die "$word\n" if !$by_id{$1} || $by_id{$1}{type} ne 'event';
            push @{$by_id{$1}{changes}}, [$time, 1];
        } else {
            die "word '$word'\n";
        }
    }
    return \%variable;
}

sub changes {
    my ($variable) = @_;
    return join ' ', map { my ($time, $value) = @$_; "$time:" . ($value =~ /x/ ? $value : sprintf '%x', oct "0b$value") }
        @{$variable->{changes}};
}

# Blocks by models/snbep/variant.h: imc0 is 0; numbers without a block become separate words.
use constant PCI => 0x21 << 8;
write_trace($file, $header,
    [$READ, 4, 0, 1_000, PCI, 0x8000, $pc, 0x3cb08086],
    [$READ, 1, 0, 1_500, PCI, 0x803c, $pc, 0],
    [$READ, 4, 0, 1_600, PCI, 0x803c, $pc, 0x11223344],
    [$BEGIN, 0, 1, 2_000, 0, 0, $pc, 1],
    [$PLAN, 0, 0, 2_000, 0, 0, 0, 0],
    [$WRITE, 4, 1, 2_500, 0, 0xd8, $pc, 0x00400304],
    [$READ, 4, 1, 3_001, 0, 0xa0, $pc, 0xfffffff0],
    [$READ, 4, 1, 3_009, 0, 0xa4, $pc, 0x12],
    [$READ, 4, 0, 3_005, 0, 0xa8, $pc, 7], # a CPU whose record is late
    [$OVERFLOW, 0, 0, 4_000, 0, 0, 0, 0],
    [$READ, 4, 1, 5_000, 0, 0xa0, $pc, 0x00000010],
    [$READ, 4, 1, 5_000, 0, 0xa4, $pc, 0x13],
    [$WRITE, 8, 0, 5_500, 61, 0x40, $pc, 0xffff_ffff_ffff_ffff],
    [$END, 0, 1, 6_000, 0, 0, $pc, 1],
);
my ($status, $out) = run('--vcd', "$folder/vcd", '--perfetto', "$folder/json", $file);
is("$status $out", '0 ', 'both formats at once, without messages');
my $vcd = eval { parse_vcd(slurp("$folder/vcd")) };
is($@, '', 'the VCD is strictly valid');
my %expected = (
    'snbep.step'              => '0:0 2000:1 6000:0',
    'snbep.imc0.read'         => '3001:1 3005:1 3009:1 5000:1 5000:1',
    'snbep.imc0.write'        => '2500:1',
    'snbep.imc0.PMON_CTL0'    => '0:' . 'x' x 32 . ' 2500:400304',
    'snbep.imc0.PMON_CTR0'    => '0:' . 'x' x 64 . ' 3001:' . 'x' x 32 . '1' x 28 . '0000 3009:12fffffff0 5000:1200000010 5000:1300000010',
    'snbep.imc0.PMON_CTR1'    => '0:' . 'x' x 64 . ' 3005:' . 'x' x 32 . '0' x 29 . '111',
    'snbep.pci_10_0.read'     => '1000:1 1500:1 1600:1',
    'snbep.pci_10_0.write'    => '',
    'snbep.pci_10_0.VENDOR_ID' => '0:' . 'x' x 16 . ' 1000:8086',
    'snbep.pci_10_0.DEVICE_ID' => '0:' . 'x' x 16 . ' 1000:3cb0',
    'snbep.pci_10_0._0x3c_1'  => '0:' . 'x' x 8 . ' 1500:0',
    'snbep.pci_10_0._0x3c_4'  => '0:' . 'x' x 32 . ' 1600:11223344',
    'snbep.block61.read'     => '',
    'snbep.block61.write'    => '5500:1',
    'snbep.block61._0x40'    => '0:' . 'x' x 64 . ' 5500:ffffffffffffffff',
);
is_deeply({map { $_ => changes($vcd->{$_}) } keys %$vcd}, \%expected, 'every variable changes at the right times to the right values');

SKIP: {
    skip 'GTKWave is not there to read it', 3 if system 'command -v vcd2fst fst2vcd >/dev/null 2>&1';
    is(system("vcd2fst '$folder/vcd' '$folder/fst' >/dev/null 2>'$folder/err'"), 0, "GTKWave's reader accepts it");
    is(slurp("$folder/err"), '', '... without messages');
    my $back = `fst2vcd '$folder/fst'`;
    my %reads = map { $_ => 1 } $back =~ /^#(\d+)$/mg;
    is(join(' ', sort { $a <=> $b } keys %reads), '0 1000 1500 1600 2000 2500 3001 3005 3009 5000 5500 6000',
        '... and finds the same times');
}

# ---- Perfetto ----

my $json = eval { decode_json(slurp("$folder/json")) };
is($@, '', 'the trace events are JSON');
is($json->{displayTimeUnit}, 'ns', 'in ns');
is($json->{otherData}{trace}, $header, "the trace's header is in it");
my @events = @{$json->{traceEvents}};
my %phases;
$phases{$_->{ph}}++ for @events;
is_deeply(\%phases, {M => 7, i => 12, B => 1, E => 1, C => 2}, 'all records, once each, and the full values of counters');
my @at = map { [$_->{name}, sprintf('%.0f', $_->{ts} * 1000), "$_->{pid}.$_->{tid}", $_->{cat}, $_->{args}{value}, $_->{args}{fields}] }
    grep { $_->{ph} eq 'i' } @events;
is_deeply(\@at, [
    ['pci 10.0 VENDOR_ID..', 1000, '1.1', 'read', '0x3cb08086', 'VENDOR_ID=0x8086 DEVICE_ID=0x3cb0'],
    ['pci 10.0+0x3c', 1500, '1.1', 'read', '0x00', undef],
    ['pci 10.0+0x3c', 1600, '1.1', 'read', '0x11223344', undef],
    ['plan entry 0 takes effect', 2000, '2.2', 'plan', undef, undef],
    ['imc0.PMON_CTL0', 2500, '1.2', 'write', '0x00400304', 'en=1 umask=RD ev_sel=CAS_COUNT'],
    ['imc0.PMON_CTR0[31:0]', 3001, '1.2', 'read', '0xfffffff0', 'event_count[31:0]=4294967280'],
    ['imc0.PMON_CTR1[31:0]', 3005, '1.1', 'read', '0x00000007', 'event_count[31:0]=7'],
    ['imc0.PMON_CTR0[63:32]', 3009, '1.2', 'read', '0x00000012', 'event_count[47:32]=18'],
    ['imc0.PMON_CTR0 overflows', 4000, '2.3', 'overflow', undef, undef],
    ['imc0.PMON_CTR0[31:0]', 5000, '1.2', 'read', '0x00000010', 'event_count[31:0]=16'],
    ['imc0.PMON_CTR0[63:32]', 5000, '1.2', 'read', '0x00000013', 'event_count[47:32]=19'],
    ['block61+0x40', 5500, '1.1', 'write', '0xffffffffffffffff', undef],
], 'times, places and names');
is_deeply([map { [$_->{name}, sprintf('%.0f', $_->{ts} * 1000), $_->{args}{value}] } grep { $_->{ph} eq 'C' } @events],
    [['imc0.PMON_CTR0', 3009, 0x12fffffff0], ['imc0.PMON_CTR0', 5000, 0x1300000010]], 'counters: no value between halves');
is_deeply([map { [$_->{ph}, $_->{name}, sprintf('%.0f', $_->{ts} * 1000)] } grep { $_->{ph} =~ /[BE]/ } @events],
    [['B', 'step 1', 2000], ['E', 'step 1', 6000]], 'the step is a slice');

# A minute and a nanosecond: times keep full precision.
write_trace($file, $header, [$READ, 4, 0, 60_000_000_001, 0, 0xf4, $pc, 0]);
run('--perfetto', "$folder/json", $file);
my ($read) = grep { $_->{ph} eq 'i' } @{decode_json(slurp("$folder/json"))->{traceEvents}};
is(sprintf('%.3f', $read->{ts}), '60000000.001', 'nanoseconds survive many seconds');

# ---- filters, mistakes ----

write_trace($file, $header, map { [$READ, 4, $_ % 2, 1000 * $_, 0, 0xf4, $pc, $_] } 1 .. 100);
($status, $out) = run('--cpu', '1', '--vcd', "$folder/vcd", $file);
is(scalar(split ' ', changes(parse_vcd(slurp("$folder/vcd"))->{'snbep.imc0.read'})), 50, 'filters apply to exports');
($status, $out) = run('--vcd', "$folder/none/vcd", $file);
is($status, 1, 'a missing folder: status');
like($out, qr/\Apmulab: \Q$folder\E\/none\/vcd: cannot be written: [^\n]+\n\z/, 'a missing folder: one line');
($status, $out) = run('--raw', '--vcd', "$folder/vcd", $file);
is($status, 2, '--raw and --vcd: status');
truncate $file, -1 + -s $file;
($status, $out) = run('--vcd', "$folder/vcd", $file);
like("$status $out", qr/^1 pmulab: \Q$file\E: is cut short after 99 records, at byte \d+$/, 'a truncated trace is reported');
is(scalar(split ' ', changes(parse_vcd(slurp("$folder/vcd"))->{'snbep.imc0.read'})), 99, '... and its valid part is exported');
my @left = glob "$folder/vcd?* $folder/json?*";
is("@left", '', 'no other files are left');
done_testing();
