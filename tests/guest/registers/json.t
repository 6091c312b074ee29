#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab describe --format=json`: every register, field and name of the plain
# text, read by an independent JSON parser. No guest is needed.
use strict;
use warnings;
no warnings 'portable'; # registers have 64 bits
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use JSON::PP;
use Registers;
use Test::More;

my $folder = File::Temp->newdir;
my ($status, $text) = pmulab('describe', '--format=json');
is($status, 0, 'all machines as JSON');
my $whole = JSON::PP->new->decode($text);
is_deeply([map { $_->{name} } @{$whole->{machines}}], [MACHINES, 'board'], '... all of them');
is("$whole->{format} $whole->{version}", 'pmulab registers 1', '... with the format\'s name');
my $json = registers_of($whole);

# ---- against the plain text ----

# A register from JSON, in the text's words.
sub in_words {
    my ($r) = @_;
    return {
        map({ $_ => $r->{$_} } qw(width reset source), defined $r->{not_modelled} ? 'not_modelled' : ()),
        offset => hex $r->{offset},
        fields => [map { {
            bits => $_->{bits}, name => $_->{name}, access => $_->{access} eq 'ACTION' ? 'WO' : $_->{access},
            reset => hex $_->{reset}, prose => $_->{prose} } } @{$r->{fields}}],
    };
}

my $n = 0;
for my $machine (MACHINES) {
    my $described = described($machine);
    my @wrong;
    for my $path (keys %$described) {
        my %r = %{$described->{$path}};
        $r{not_modelled} = delete $r{'not modelled'} if $r{'not modelled'};
        delete @r{qw(instances number silicon)};
        $r{offset} = hex $r{offset};
        $n++;
        push @wrong, $path if !$json->{$path} || !is_same(in_words($json->{$path}), \%r);
    }
    is("@wrong", '', "$machine: " . keys(%$described) . ' registers are as described');
    is_deeply([sort grep { /^$machine\./ } keys %$json], [sort keys %$described], "$machine: ... and no others");
}
cmp_ok($n, '>', 200, "$n registers");

sub is_same {
    my ($one, $two) = map { in_order($_) } @_;
    diag("$one\n$two") if $one ne $two;
    return $one eq $two;
}

# The same text for the same contents: numbers as strings, keys in order.
sub in_order {
    my ($x) = @_;
    return '{' . join(', ', map { "$_: " . in_order($x->{$_}) } sort keys %$x) . '}' if ref $x eq 'HASH';
    return '[' . join(', ', map { in_order($_) } @$x) . ']' if ref $x eq 'ARRAY';
    return "$x";
}

# ---- numbering ----

my (@bits, @masks);
for my $path (sort keys %$json) {
    my $r = $json->{$path};
    for my $f (@{$r->{fields}}) {
        my ($high, $low, $first, $last) = @$f{qw(lsb0_high lsb0_low msb0_first msb0_last)};
        my ($a, $b) = $r->{numbering} eq 'msb0' ? ($first, $last) : ($high, $low);
        push @bits, "$path.$f->{name}" if $f->{bits} ne ($a == $b ? $a : "$a:$b") || $high + $first != $r->{width} - 1 ||
            $low + $last != $r->{width} - 1 || $high - $low + 1 != $f->{width};
        my $mask = ($f->{width} == 64 ? ~0 : (1 << $f->{width}) - 1) << $low;
        push @masks, "$path.$f->{name}" if hex $f->{mask} != $mask;
    }
}
is("@bits", '', 'bits are numbered from both ends');
is("@masks", '', 'masks are those of the bits');
my %sampsel = %{(grep { $_->{name} eq 'SAMPSEL' } @{$json->{'power9.core.TRACE_IMC'}{fields}})[0]};
is_deeply([@sampsel{qw(bits lsb0_high lsb0_low msb0_first msb0_last mask)}], ['0:1', 63, 62, 0, 1, '0xc000000000000000'],
    'IBM counts from the most significant (imc.rst: SAMPSEL is 0:1)');

# ---- blocks, names, events, options ----

my %imc = %{$json->{'snbep.imc.PMON_CTL0'}{block}};
is_deeply([@imc{qw(space numbered variant_of)}], ['pci', JSON::PP::false, undef], 'a block in PCI configuration space');
is_deeply([map { "$_->{name} $_->{base} $_->{function}" } @{$imc{instances}}[0, 3, 4]],
    ['imc0 0x7f80000 7f:10.0', 'imc3 0x7f85000 7f:10.5', 's1.imc0 0xff80000 ff:10.0'], '... with its functions');
is_deeply([map { $_->{base} } @{$json->{'snbep.cbo.CTL0'}{block}{instances}}[0, 1, 8]], [qw(0xd00 0xd20 0xd00)], 'MSRs of a slice');
is($json->{'power9.core.PDBAR'}{block}{instances}[0]{base}, undef, 'a base that depends on the configuration');
is($json->{'epyc.ibs-zen3.IBS_CTL'}{block}{variant_of}, 'ibs', 'a variant');
is_deeply([sort { $a cmp $b } do { my %s = map { $_->{block}{space} => 1 } values %$json; keys %s }],
    [qw(memory mmio msr pci scom spr sysreg)], 'all spaces');

sub names {
    my ($path, $field) = @_;
    my ($f) = grep { $_->{name} eq $field } @{$json->{$path}{fields}};
    my $list = sub { join ',', map { hex($_->{value}) . "=$_->{name}" } @{$_[0]{values}} };
    return join ' ', $list->($f), map { "$_->{field}=" . hex($_->{value}) . ':' . $list->($_) } @{$f->{values_while}};
}
like(names('snbep.imc.PMON_CTL2', 'ev_sel'), qr/^0=CLOCKTICKS,1=ACT_COUNT,2=PRE_COUNT,4=CAS_COUNT,/, 'values have names');
like(names('snbep.imc.PMON_CTL2', 'umask'), qr/^ ev_sel=2:.* ev_sel=4:1=RD_REG,2=RD_UNDERFILL,3=RD,4=WR_WMM,8=WR_RMM,12=WR,15=ALL /,
    '... some only together with another field');
is(names('epyc.ibs.IBS_OP_DATA2', 'DataSrcLo'),
    ' DataSrcHi=0:1=local-CCX,2=near-CCX,3=DRAM,5=far-CCX,6=PMEM,7=IO DataSrcHi=1:0=CXL,4=peer-agent', '... some from two fields');
is((grep { $_->{name} eq 'rst' } @{$json->{'snbep.imc.PMON_FIXED_CTL'}{fields}})[0]{access}, 'ACTION', 'actions differ from write-only fields');

my ($snbep) = grep { $_->{name} eq 'snbep' } @{$whole->{machines}};
my ($events) = grep { $_->{name} eq 'imc' } @{$snbep->{events}};
my %printed = (pmulab('describe', 'snbep.imc.events'))[1] =~ /^ +(0x[0-9a-f]{2})  ([A-Z_]+)/mg;
is_deeply({map { $_->{code} => $_->{name} } @{$events->{events}}}, \%printed, 'events');
is_deeply([map { "$_->{name}=$_->{code}" } @{(grep { $_->{name} eq 'CAS_COUNT' } @{$events->{events}})[0]{sub_events}}],
    [qw(RD_REG=0x01 RD_UNDERFILL=0x02 WR_WMM=0x04 WR_RMM=0x08 RD=0x03 WR=0x0c ALL=0x0f)], 'sub-events');
my ($power9) = grep { $_->{name} eq 'power9' } @{$whole->{machines}};
ok((grep { $_->{name} eq 'mcs01' } @{$power9->{events}}), 'events of units');
my @options = grep { $_ ne 'option' } (pmulab('describe', 'kunpeng.options'))[1] =~ /^  ([a-z]\S*)  +\S/mg;
my ($kunpeng) = grep { $_->{name} eq 'kunpeng' } @{$whole->{machines}};
is_deeply([map { $_->{name} } @{$kunpeng->{options}}], \@options, 'options');

# ---- parts, files, mistakes ----

my $one = registers_of((pmulab('describe', 'imc2.pmon_ctl1', '--format', 'json'))[1]);
is_deeply([keys %$one], ['snbep.imc.PMON_CTL1'], 'one register, by the name of a block');
is(scalar keys %{registers_of((pmulab('describe', 'epyc.apic', '--format=json'))[1])}, 16, 'one block');
is(join(' ', sort { $a cmp $b } do { my %m = map { /^(\w+)/; $1 => 1 } keys %{registers_of((pmulab('describe', 'epyc', '--format=json'))[1])}; keys %m }),
    'epyc', 'one machine');
is_deeply([pmulab('describe', '--format=json', '-o', "$folder/all.json")], [0, "$folder/all.json\n"], 'a file');
is(slurp("$folder/all.json"), $text, '... with the same contents');
($status, my $out) = pmulab('describe', '--format=json', '-o', '/nowhere/x');
is($status, 1, 'a missing folder');
like($out, qr{^pmulab: /nowhere/x: cannot be written: [^\n]*\n\z}, '... is named');

sub refused {
    my ($complaint, @arguments) = @_;
    is_deeply([pmulab('describe', @arguments)], [2, "pmulab: $complaint\n"], "@arguments");
}
refused("no format 'jsn'; did you mean json? There are: text, json, svd, systemrdl, bitfield", '--format=jsn');
for my $format (qw(svd systemrdl)) {
    refused("describe: --format=$format: a file has one machine: expected a machine, a block or a register", "--format=$format");
}
refused("describe: 'power9.mcs01' has no registers: --format has a machine, a block or a register", '--format=json', 'power9.mcs01');
refused('describe: -o needs --format with a format for programs', '-o', "$folder/x", 'snbep');
like((pmulab('describe', 'snbep.imc.FOO', '--format=svd'))[1], qr/^pmulab: snbep\.imc has no register 'FOO'; /, 'a missing register');
is((pmulab('describe', 'snbep', '--format=text'))[1], (pmulab('describe', 'snbep'))[1], 'text is also a format');

done_testing();
