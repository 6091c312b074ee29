#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe --format=svd` and `--format=ipxact`: xmllint validates them by the public schemas (tests/schema/), and each
# register of each machine is in them as the tables have it. No guest is needed.
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
my $schemas = "$FindBin::Bin/../../schema";
my %schema = (svd => "$schemas/cmsis-svd/CMSIS-SVD.xsd", ipxact => "$schemas/ieee-1685-2022/index.xsd");
my $json = registers_of((pmulab('describe', '--format=json'))[1]);

# What xmllint finds wrong, or ''.
sub invalid {
    my ($format, $text) = @_;
    my $file = spew("$folder/x.xml", $text);
    my $said = `xmllint --nonet --noout --schema '$schema{$format}' '$file' 2>&1`;
    return $? ? $said || 'xmllint failed' : '';
}

sub number {
    my ($text) = @_;
    return undef if !defined $text;
    return $text =~ /^\d+'h([0-9a-f]+)$/ || $text =~ /^0x([0-9a-f]+)$/ ? hex $1 : $text;
}

# ---- what they must say ----

my %svd_access = (RW => 'read-write', RO => 'read-only', WO => 'write-only', ACTION => 'write-only', RW1C => 'read-write oneToClear', RV => 'read-only');

sub byte {
    my ($r) = @_;
    return hex($r->{offset}) * ($r->{block}{numbered} ? 8 : 1);
}

sub names {
    my ($f) = @_;
    return join ',', map { hex($_->{value}) . ":$_->{name}" } @{$f->{values}};
}

# One line for each field behind one for the register; the same for both formats, but for reserved fields.
sub expected {
    my ($format, $registers) = @_;
    my $lines = lines($registers,
        a_field => sub {
            my ($r, $f) = @_;
            my $name = $f->{access} eq 'RV' ? "$f->{name}_$f->{lsb0_high}_$f->{lsb0_low}" : id($f->{name});
            my $manual = $r->{numbering} eq 'msb0' ? " (bits $f->{bits} in the manual)" : '';
            my $acts = $f->{access} eq 'ACTION' ? ' (writing 1 acts at once; nothing is held)' : '';
            my $reset = $format eq 'ipxact' ? ' ' . hex $f->{reset} : '';
            my $reserved = $f->{access} eq 'RV' ? ' reserved' : '';
            return "$name $f->{lsb0_low} $f->{width}$reset $svd_access{$f->{access}}$reserved '$f->{prose}$manual$acts' " . names($f);
        }, $format eq 'ipxact' ? (reserved => 1) : ());
    for my $path (keys %$lines) {
        my $r = $registers->{$path};
        my $reset = $format eq 'svd' ? ' ' . hex $r->{reset} : '';
        unshift @{$lines->{$path}}, byte($r) . " $r->{width}$reset";
    }
    return $lines;
}

# ---- and what they say ----

sub names_in {
    my ($f, $what) = @_;
    return join ',', map { number(text($_, 'value')) . ':' . text($_, $what) } children($f, 'enumeratedValues', 'enumeratedValue');
}

# The registers of each first place of a kind by path, and the places: {PATH OF THE BLOCK => [NAME@BASE, ...]}.
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

sub from_ipxact {
    my ($machine, $root) = @_;
    my (%lines, %places);
    for my $area (children($root, 'memoryMaps', 'memoryMap', 'addressBlock')) {
        my $block = "$machine." . text($area, 'vendorExtensions', 'kind');
        push @{$places{$block}}, text($area, 'name') . '@' . sprintf '0x%x', number(text($area, 'baseAddress'));
        for my $r (children($area, 'register')) {
            my @fields = map {
                my $policy = child($_, 'fieldAccessPolicies', 'fieldAccessPolicy');
                my $writes = text($policy, 'modifiedWriteValue');
                'a_field=' . join ' ', text($_, 'name'), text($_, 'bitOffset'), text($_, 'bitWidth'),
                    number(text($_, 'resets', 'reset', 'value')),
                    text($policy, 'access') . ($writes ? " $writes" : '') . (text($policy, 'reserved') ? ' reserved' : ''),
                    "'" . text($_, 'description') . "'", names_in($_, 'displayName')
            } sort { text($b, 'bitOffset') <=> text($a, 'bitOffset') } children($r, 'field');
            my $path = "$block." . text($r, 'displayName');
            my $all = [join(' ', number(text($r, 'addressOffset')), text($r, 'size')), @fields];
            # Blocks of a kind are alike.
            $lines{$path} = differences({x => $all}, {x => $lines{$path} // $all}) ? ['blocks differ'] : $all;
        }
    }
    return (\%lines, \%places);
}

my %reader = (svd => \&from_svd, ipxact => \&from_ipxact);
my (%text, %places);
for my $format (sort keys %reader) {
    my $n = 0;
    for my $machine (MACHINES) {
        (my $status, $text{$format}{$machine}) = pmulab('describe', $machine, "--format=$format");
        is(invalid($format, $text{$format}{$machine}), '', "$machine is valid by the schema of $format");
        my ($got, $places) = $reader{$format}->($machine, xml($text{$format}{$machine}));
        my $expected = expected($format, {map { $_ => $json->{$_} } grep { /^$machine\./ } keys %$json});
        is(differences($got, $expected), '', "$machine as $format: " . keys(%$expected) . ' registers are as they were');
        $places{$format} = {%{$places{$format} // {}}, %$places};
        $n += keys %$got;
    }
    is($n, scalar keys %$json, "$format: none is left out");
}

# ---- addresses ----

# Bus 7f and ff, device 10, functions 0, 1, 4, 5: bus << 20 | device << 15 | function << 12. SVD has windows for spaces.
is("@{$places{ipxact}{'snbep.imc'}}", 'imc0@0x7f80000 imc1@0x7f81000 imc2@0x7f84000 imc3@0x7f85000 s1_imc0@0xff80000 s1_imc1@0xff81000 ' .
    's1_imc2@0xff84000 s1_imc3@0xff85000', 'PCI functions are where ECAM has them');
is("@{$places{svd}{'snbep.ubox'}}", 'ubox@0x2000007f58000 s1_ubox@0x200000ff58000', '... in SVD in the window of PCI');
is($places{ipxact}{'snbep.cbo'}[1], 'cbo1@0x6900', 'MSR d20 is at 8 times that');
is($places{svd}{'snbep.cbo'}[1], 'cbo1@0x3000000006900', '... in SVD in the window of MSRs');
is("@{$places{svd}{'epyc.apic'}}", 'apic@0xfee00000', 'memory is where it is');
my $zen3 = (grep { text($_, 'name') eq 'ibs_zen3' } children(xml($text{svd}{epyc}), 'peripherals', 'peripheral'))[0];
is(text($zen3, 'alternatePeripheral'), 'ibs', 'a variant is an alternate');
my $second = (grep { text($_, 'name') eq 's1_ubox' } children(xml($text{svd}{snbep}), 'peripherals', 'peripheral'))[0];
is($second->{attributes}{derivedFrom}, 'ubox', 'other places are derived');
my @maps = map { text($_, 'name') } children(xml($text{ipxact}{epyc}), 'memoryMaps', 'memoryMap');
is("@maps", 'msr ibs_fam10h ibs_zen1 ibs_zen3 ibs_zen5 ibs_zen6 mmio core_zen1 core_fam10h l3_zen1 l3_zen3 df_zen1', 'IP-XACT has a map for each space and variant');

for my $format (sort keys %reader) {
    my ($status, $out) = pmulab('describe', 'imc.PMON_CTL1', "--format=$format");
    is(invalid($format, $out), '', "one register as $format is valid");
    is(join(' ', keys %{($reader{$format}->('snbep', xml($out)))[0]}), 'snbep.imc.PMON_CTL1', '... and nothing else');
}

# ---- what is wrong is refused ----

sub changed {
    my ($format, $machine, $change) = @_;
    local $_ = $text{$format}{$machine};
    $change->();
    isnt($_, $text{$format}{$machine}, "damage to $format");
    return $_;
}

sub refused {
    my ($format, $machine, $what, $change) = @_;
    like(invalid($format, changed($format, $machine, $change)), qr/fails to validate|parser error/, "... $what: xmllint refuses it");
}
refused('svd', 'snbep', 'a register has no name', sub { s/<name>PMON_CTL0<\/name>\n// });
refused('svd', 'snbep', 'an access mode that does not exist', sub { s/<access>read-only</<access>read</ });
refused('svd', 'snbep', 'a name that is no identifier', sub { s/<name>imc_guide</<name>imc-guide</ });
refused('svd', 'snbep', 'bits that are no number', sub { s/<bitWidth>8</<bitWidth>eight</ });
refused('svd', 'snbep', 'an element that does not end', sub { s/<\/registers>// });
refused('ipxact', 'snbep', 'a field has no width', sub { s/<ipxact:bitWidth>8<\/ipxact:bitWidth>\n// });
refused('ipxact', 'snbep', 'an access mode that does not exist', sub { s/<ipxact:access>read-only</<ipxact:access>read</ });
refused('ipxact', 'snbep', 'two fields of one name', sub { s/<ipxact:name>umask</<ipxact:name>ev_sel</ });
refused('ipxact', 'snbep', 'an unknown element', sub { s/<ipxact:size>/<ipxact:bits>/; s/<\/ipxact:size>/<\/ipxact:bits>/ });

sub noticed {
    my ($format, $machine, $what, $change) = @_;
    my ($got) = $reader{$format}->($machine, xml(changed($format, $machine, $change)));
    isnt(differences($got, expected($format, {map { $_ => $json->{$_} } grep { /^$machine\./ } keys %$json})), '', "... $what: is noticed");
}
for my $format (sort keys %reader) {
    noticed($format, 'snbep', 'a width off by one', sub { s/bitWidth>8</bitWidth>7</ });
    noticed($format, 'power9', 'the most significant bit taken for the least', sub { s/bitOffset>62</bitOffset>0</ });
    noticed($format, 'epyc', 'a name of a value is gone', sub { s/<(\w+:)?enumeratedValue>\s*<[^>]*>NMI<.*?<\/\1?enumeratedValue>//s || s/<enumeratedValue>(?:(?!<\/enumeratedValue>).)*NMI.*?<\/enumeratedValue>//s });
}

done_testing();
