#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe --format=systemrdl`: an independent, strict reader of
# SystemRDL 2.0 (tests/lib/SystemRdl.pm) finds every register of every machine
# as in the tables. No guest is needed.
use strict;
use warnings;
no warnings 'portable'; # registers have 64 bits
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Registers;
use SystemRdl;
use Test::More;

my $json = registers_of((pmulab('describe', '--format=json'))[1]);
my %rdl = map { $_ => (pmulab('describe', $_, '--format=systemrdl'))[1] } MACHINES;

# ---- all registers, back from the text ----

# The bytes of the registers of a block from its start: a number counts as 8.
sub byte {
    my ($r) = @_;
    return hex($r->{offset}) * ($r->{block}{numbered} ? 8 : 1);
}

sub enumeration {
    my ($names) = @_; # VALUE => NAME
    return join ',', map { "$_:$names->{$_}" } sort { $a <=> $b } keys %$names;
}

# All properties of a field and its register in the language, from the tables.
my %sw = (RW => 'rw', RO => 'r', WO => 'w', ACTION => 'w', RW1C => 'rw');
sub expected {
    my ($registers) = @_;
    my $lines = lines($registers,
        a_field => sub { "$_[1]{name}\[$_[1]{lsb0_high}:$_[1]{lsb0_low}]" },
        b_reset => sub { hex $_[1]{reset} },
        c_sw => sub { $sw{$_[1]{access}} . ($_[1]{access} eq 'RW1C' ? ' woclr' : '') },
        d_access => sub { $_[1]{access} },
        e_manual => sub { $_[0]{numbering} eq 'msb0' ? $_[1]{bits} : '' },
        f_prose => sub { $_[1]{prose} },
        g_names => sub { enumeration({map { hex($_->{value}) => $_->{name} } @{$_[1]{values}}}) });
    for my $path (keys %$lines) {
        my $r = $registers->{$path};
        my $reserved = join "\n", map { $_->{bits} . ($_->{name} eq 'rsv' ? '' : " $_->{name}") . ": $_->{prose}" }
            grep { $_->{access} eq 'RV' } @{$r->{fields}};
        unshift @{$lines->{$path}}, join "\n", byte($r), $r->{width}, $r->{prose}, $r->{source}, $r->{not_modelled} // '',
            $r->{numbering}, $r->{block}{numbered} ? hex $r->{offset} : '', $reserved;
    }
    return $lines;
}

# The same from the text. Each kind of block is read at its first place.
sub read_back {
    my ($machine, $maps) = @_;
    my %lines;
    for my $place (map { @{$_->{places}} } values %$maps) {
        for my $r (@{$place->{regs}}) {
            my $p = $r->{props};
            my @fields = map {
                my $f = $_;
                my $names = $f->{props}{encode} // {};
                join ' ', "a_field=$f->{name}\[$f->{msb}:$f->{lsb}]", "b_reset=$f->{reset}",
                    'c_sw=' . $f->{props}{sw} . ($f->{props}{onwrite} ? " $f->{props}{onwrite}" : ''),
                    "d_access=$f->{props}{pmulab_access}", 'e_manual=' . ($f->{props}{pmulab_bits} // ''), "f_prose=$f->{props}{desc}",
                    'g_names=' . enumeration({map { $_ => $names->{$_}[1]{name} } keys %$names})
            } sort { $b->{lsb} <=> $a->{lsb} } @{$r->{fields}};
            $lines{"$machine.$place->{props}{name}.$p->{name}"} = [join("\n", $r->{at}, $p->{pmulab_width} // $p->{regwidth}, $p->{desc},
                $p->{pmulab_source}, $p->{pmulab_not_modelled} // '', $p->{pmulab_numbering} // 'lsb0', $p->{pmulab_number} // '',
                ($p->{pmulab_reserved} // '') =~ s/\n +/\n/gr), @fields];
        }
    }
    return \%lines;
}

sub of_machine {
    my ($machine) = @_;
    return {map { $_ => $json->{$_} } grep { /^$machine\./ } keys %$json};
}

my $n = 0;
for my $machine (MACHINES) {
    my $maps = eval { SystemRdl::parse($rdl{$machine}) };
    is($@, '', "$machine: the language's grammar and rules");
    my $expected = expected(of_machine($machine));
    is(differences(read_back($machine, $maps), $expected), '', "$machine: " . keys(%$expected) . ' registers come back as they were');
    $n += keys %$expected;
}
is($n, scalar keys %$json, 'none is missing');

# ---- addresses of blocks ----

# Names and addresses of an addrmap's places.
sub places {
    my ($machine, $map) = @_;
    my $of = SystemRdl::parse($rdl{$machine})->{$map} or return 'no such addrmap';
    return join ' ', map { sprintf '%s@0x%x', $_->{name}, $_->{at} } @{$of->{places}};
}
# Bus 7f and ff, devices 10, 0b, 0e, 08, 09 and 13; 7e and fe, devices 00 and 02: bus << 20 | device << 15 | function << 12.
is(places('snbep', 'snbep_pci'), 'imc0@0x7f80000 imc1@0x7f81000 imc2@0x7f84000 imc3@0x7f85000 s1_imc0@0xff80000 s1_imc1@0xff81000 ' .
    's1_imc2@0xff84000 s1_imc3@0xff85000 ' .
    'ubox@0x7f58000 s1_ubox@0xff58000 window@0x7e01000 s1_window@0xfe01000 discovery@0x7e10000 s1_discovery@0xfe10000 ' .
    'pci@0x0 ha@0x7f71000 s1_ha@0xff71000 ' .
    'qpi0@0x7f42000 qpi1@0x7f4a000 s1_qpi0@0xff42000 s1_qpi1@0xff4a000 r2pcie@0x7f99000 s1_r2pcie@0xff99000 ' .
    'r3qpi0@0x7f9d000 r3qpi1@0x7f9e000 s1_r3qpi0@0xff9d000 s1_r3qpi1@0xff9e000 ' .
    # Xeon Scalable: buses 16, 3a and 5d, 97, ae and d7.
    'upi0@0x5d70000 upi1@0x5d78000 upi2@0x5d80000 s1_upi0@0xd770000 s1_upi1@0xd778000 s1_upi2@0xd780000 ' .
    'm2m0@0x3a40000 m2m1@0x3a48000 s1_m2m0@0xae40000 s1_m2m1@0xae48000 ' .
    'm3upi0@0x5d91000 m3upi1@0x5d92000 m3upi2@0x5d95000 s1_m3upi0@0xd791000 s1_m3upi1@0xd792000 s1_m3upi2@0xd795000 ' .
    'caps@0x16f3000 s1_caps@0x97f3000', 'PCI functions have ECAM\'s addresses');
my $msrs = join ' ', 'mdf0@0x14000 .* mdf39@0x15380', 'cbo0@0x6800 cbo1@0x6900 .* pcu@0x6100',
    'ubox_msr@0x6000 sbo0@0x3900 sbo1@0x3950', 'cha0@0x7000 .* cha27@0x7d80',
    'iio0@0x5200 .* irp5@0x57c0 package@0x0';
like(places('snbep', 'snbep_msr'), qr/^$msrs$/, 'MSR D00 is at 8 * 0xd00');
is(places('snbep', 'snbep_imc_guide'), 'imc_guide@0x0', 'a variant has its own map');
my ($cbo) = grep { $_->{name} eq 'cbo2' } @{SystemRdl::parse($rdl{snbep})->{snbep_msr}{places}};
is($cbo->{props}{pmulab_blocks}, 'cbo2, s1.cbo2', 'blocks of each place');
is(places('kunpeng', 'kunpeng_mmio') . ', ' . places('kunpeng', 'kunpeng_ddrc'), 'pmcu@0x0 hha@0x0, ddrc@0x0',
    'blocks at the same address have separate maps');
is(places('snbep', 'snbep_core'), 'core@0x0', '... as do blocks with interleaved numbers');
is(places('epyc', 'epyc_mmio'), 'apic@0xfee00000', 'the APIC is in memory');

# IBM's SAMPSEL is bits 0:1 of 64, counted from the most significant; bits 63:62
# elsewhere.
my ($trace) = grep { $_->{name} eq 'TRACE_IMC' } @{SystemRdl::parse($rdl{power9})->{power9_scom}{places}[0]{regs}};
my ($sampsel) = grep { $_->{name} eq 'SAMPSEL' } @{$trace->{fields}};
is("$sampsel->{msb}:$sampsel->{lsb} $sampsel->{props}{pmulab_bits}", '63:62 0:1', 'bits count from the least significant, with the manual\'s numbers as a property');
my ($class) = grep { $_->{name} eq 'CLASS_CODE' } map { @{$_->{regs}} } grep { $_->{name} eq 'pci' } @{SystemRdl::parse($rdl{snbep})->{snbep_pci}{places}};
is(join(' ', @{$class->{props}}{qw(regwidth accesswidth pmulab_width)}), '32 8 24', 'a width that the language lacks');

# ---- parts ----

my $one = SystemRdl::parse((pmulab('describe', 'power9.core.TRACE_IMC', '--format=systemrdl'))[1]);
is(join(' ', keys %$one, map { $_->{name} } @{$one->{power9_scom}{places}[0]{regs}}), 'power9_scom TRACE_IMC', 'one register');

# ---- the reader refuses errors ----

sub refused {
    my ($machine, $what, $change) = @_;
    my $text = $rdl{$machine};
    local $_ = $text;
    $change->();
    isnt($_, $text, "damage: $what");
    my $maps = eval { SystemRdl::parse($_) };
    like($@, qr/^line \d+: ./, '... is refused');
    note($@);
}
refused('snbep', 'a semicolon is missing', sub { s/regwidth = 32;/regwidth = 32/ });
refused('snbep', 'a string does not end', sub { s/desc = "freezes the box";/desc = "freezes the box;/ });
refused('snbep', 'a property is misspelt', sub { s/onwrite = woclr/onwrte = woclr/ });
refused('snbep', 'a custom property is not defined', sub { s/^property pmulab_source.*\n//m });
refused('snbep', 'a field is a bit too wide', sub { s/thresh\[31:24\]/thresh[32:24]/ });
refused('snbep', 'two fields share a bit', sub { s/umask\[15:8\]/umask[15:7]/ });
refused('snbep', 'bits are the wrong way round', sub { s/ev_sel\[7:0\]/ev_sel[0:7]/ });
refused('snbep', 'a reset does not fit', sub { s/umask\[15:8\] = 8'h0/umask[15:8] = 8'h100/ });
refused('snbep', 'a name of a value does not fit', sub { s/CAS_COUNT = 8'h4/CAS_COUNT = 16'h104/ });
refused('snbep', 'a value has two names', sub { s/CAS_COUNT = 8'h4/CAS_COUNT = 8'h5/ });
refused('snbep', 'registers overlap', sub { s/PMON_CTL1 \@ 0xdc/PMON_CTL1 \@ 0xd8/ });
refused('snbep', 'blocks overlap', sub { s/imc1 \@ 0x7f81000/imc1 \@ 0x7f80000/ });
refused('snbep', 'a register is not aligned', sub { s/PMON_BOX_CTL \@ 0xf4/PMON_BOX_CTL \@ 0xf5/ });
refused('snbep', 'a width is no power of 2', sub { s/regwidth = 64/regwidth = 48/ });
refused('power9', 'a keyword is a name', sub { s/\\int\[/int[/ });
refused('snbep', 'an unknown type', sub { s/    imc_t imc0 /    imd_t imc0 / });

# ---- the comparison detects false but valid text ----

sub noticed {
    my ($machine, $what, $change) = @_;
    local $_ = $rdl{$machine};
    $change->();
    isnt($_, $rdl{$machine}, "damage: $what");
    isnt(differences(read_back($machine, SystemRdl::parse($_)), expected(of_machine($machine))), '', '... is detected');
}
noticed('snbep', 'a field is a bit too narrow', sub { s/thresh\[31:24\] = 8/thresh[31:25] = 7/ });
noticed('power9', 'the manual\'s bits are taken for the others', sub { s/CPMC2SEL\[22:16\]/CPMC2SEL[47:41]/; s/CPMC_LOAD\[61:30\] = 32/CPMC_LOAD[61:48] = 14/; s/CPMC1SEL\[29:23\]/CPMC1SEL[40:34]/ });
noticed('epyc', 'a name of a value is gone', sub { s/ *NMI = 3'h4[^\n]*\n// });
noticed('snbep', 'an access mode is another', sub { s/sw = rw; onwrite = woclr;/sw = rw;/ });

done_testing();
