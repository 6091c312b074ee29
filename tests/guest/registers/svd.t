#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe --format=svd`: xmllint validates it by the public schema
# (tests/schema/), and it has every register of every machine as in the tables.
# No guest is needed.
use strict;
use warnings;
no warnings 'portable'; # registers have 64 bits
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use Registers;
use Test::More;
use Xml;

plan skip_all => 'no xmllint' if system('command -v xmllint >/dev/null');
my $folder = File::Temp->newdir;
my $schema = "$FindBin::Bin/../../schema/cmsis-svd/CMSIS-SVD.xsd";
my $json = registers_of((pmulab('describe', '--format=json'))[1]);

# xmllint's errors, or ''.
sub invalid {
    my ($text) = @_;
    my $file = spew("$folder/x.xml", $text);
    my $said = `xmllint --nonet --noout --schema '$schema' '$file' 2>&1`;
    return $? ? $said || 'xmllint failed' : '';
}

sub number {
    my ($text) = @_;
    return undef if !defined $text;
    return $text =~ /^\d+'h([0-9a-f]+)$/ || $text =~ /^0x([0-9a-f]+)$/ ? hex $1 : $text;
}

# ---- expected registers ----

my %svd_access = (RW => 'read-write', RO => 'read-only', WO => 'write-only', ACTION => 'write-only', RW1C => 'read-write oneToClear', RV => 'read-only');

sub byte {
    my ($r) = @_;
    return hex($r->{offset}) * ($r->{block}{numbered} ? 8 : 1);
}

sub names {
    my ($f) = @_;
    return join ',', map { hex($_->{value}) . ":$_->{name}" } @{$f->{values}};
}

# A line for the register, then one per field that is not reserved.
sub expected {
    my ($registers) = @_;
    my $lines = lines($registers,
        a_field => sub {
            my ($r, $f) = @_;
            my $manual = $r->{numbering} eq 'msb0' ? " (bits $f->{bits} in the manual)" : '';
            my $acts = $f->{access} eq 'ACTION' ? ' (writing 1 acts at once; nothing is held)' : '';
            return id($f->{name}) . " $f->{lsb0_low} $f->{width} $svd_access{$f->{access}} '$f->{prose}$manual$acts' " . names($f);
        });
    for my $path (keys %$lines) {
        my $r = $registers->{$path};
        unshift @{$lines->{$path}}, byte($r) . " $r->{width} " . hex $r->{reset};
    }
    return $lines;
}

# ---- found registers ----

sub names_in {
    my ($f, $what) = @_;
    return join ',', map { number(text($_, 'value')) . ':' . text($_, $what) } children($f, 'enumeratedValues', 'enumeratedValue');
}

# The registers of each kind's first place by path, and all places: {PATH OF THE
# BLOCK => [NAME@BASE, ...]}.
sub from_svd {
    my ($machine, $root) = @_;
    my (%lines, %places, %blocks);
    $blocks{id($_->{block}{name})} = $_->{block}{name} for grep { $_->{machine}{name} eq $machine } values %$json;
    for my $p (children($root, 'peripherals', 'peripheral')) {
        my $block = "$machine." . $blocks{text($p, 'groupName')};
        push @{$places{$block}}, text($p, 'name') . '@' . text($p, 'baseAddress');
        for my $r (children($p, 'registers', 'register')) {
            my @fields = map {
                my $writes = text($_, 'modifiedWriteValues');
                'a_field=' . join ' ', text($_, 'name'), text($_, 'bitOffset'), text($_, 'bitWidth'),
                    text($_, 'access') . ($writes ? " $writes" : ''), "'" . text($_, 'description') . "'", names_in($_, 'description')
            } sort { text($b, 'bitOffset') <=> text($a, 'bitOffset') } children($r, 'fields', 'field');
            $lines{"$block." . text($r, 'name')} =
                [join(' ', number(text($r, 'addressOffset')), text($r, 'size'), number(text($r, 'resetValue'))), @fields];
        }
    }
    return (\%lines, \%places);
}

my (%text, %places);
my $n = 0;
for my $machine (MACHINES) {
    (my $status, $text{$machine}) = pmulab('describe', $machine, '--format=svd');
    is(invalid($text{$machine}), '', "$machine is valid by the schema");
    my ($got, $places) = from_svd($machine, xml($text{$machine}));
    my $expected = expected({map { $_ => $json->{$_} } grep { /^$machine\./ } keys %$json});
    is(differences($got, $expected), '', "$machine: " . keys(%$expected) . ' registers are as in JSON');
    %places = (%places, %$places);
    $n += keys %$got;
}
is($n, scalar keys %$json, 'none is missing');

# ---- addresses ----

# Bus 7f and ff, device 0b: bus << 20 | device << 15 | function << 12, in the window of PCI.
is("@{$places{'snbep.ubox'}}", 'ubox@0x2000007f58000 s1_ubox@0x200000ff58000', 'PCI functions have ECAM\'s addresses');
is($places{'snbep.cbo'}[1], 'cbo1@0x3000000006900', 'MSR d20 is at 8 * 0xd20 in the window of MSRs');
is("@{$places{'epyc.apic'}}", 'apic@0xfee00000', 'memory keeps its address');
my $zen3 = (grep { text($_, 'name') eq 'ibs_zen3' } children(xml($text{epyc}), 'peripherals', 'peripheral'))[0];
is(text($zen3, 'alternatePeripheral'), 'ibs', 'a variant is an alternate');
my $second = (grep { text($_, 'name') eq 's1_ubox' } children(xml($text{snbep}), 'peripherals', 'peripheral'))[0];
is($second->{attributes}{derivedFrom}, 'ubox', 'other places are derived');

my ($status, $out) = pmulab('describe', 'imc.PMON_CTL1', '--format=svd');
is(invalid($out), '', 'one register is valid');
is(join(' ', keys %{(from_svd('snbep', xml($out)))[0]}), 'snbep.imc.PMON_CTL1', '... and nothing else');

# ---- errors are refused ----

sub changed {
    my ($machine, $change) = @_;
    local $_ = $text{$machine};
    $change->();
    isnt($_, $text{$machine}, "damage to $machine");
    return $_;
}

sub refused {
    my ($what, $change) = @_;
    like(invalid(changed('snbep', $change)), qr/fails to validate|parser error/, "... $what: xmllint refuses it");
}
refused('a register has no name', sub { s/<name>PMON_CTL0<\/name>\n// });
refused('an access mode that does not exist', sub { s/<access>read-only</<access>read</ });
refused('a name that is no identifier', sub { s/<name>imc_guide</<name>imc-guide</ });
refused('bits that are no number', sub { s/<bitWidth>8</<bitWidth>eight</ });
refused('an element that does not end', sub { s/<\/registers>// });

sub noticed {
    my ($machine, $what, $change) = @_;
    my ($got) = from_svd($machine, xml(changed($machine, $change)));
    isnt(differences($got, expected({map { $_ => $json->{$_} } grep { /^$machine\./ } keys %$json})), '', "... $what: is detected");
}
noticed('snbep', 'a width off by one', sub { s/bitWidth>8</bitWidth>7</ });
noticed('power9', 'the most significant bit taken for the least', sub { s/bitOffset>62</bitOffset>0</ });
noticed('epyc', 'a name of a value is gone', sub { s/<enumeratedValue>(?:(?!<\/enumeratedValue>).)*NMI.*?<\/enumeratedValue>//s });

done_testing();
