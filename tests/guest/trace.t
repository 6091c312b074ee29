#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab trace`: its output, its filters, and its errors for invalid files. No
# guest is needed: the traces are written here.
use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use TraceFile;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $folder = File::Temp->newdir;
my $file = "$folder/trace";
my $header = 'machine=snbep box-ctl=silicon dclk=800000000 sockets=2';

sub run {
    my $command = join ' ', map { "'$_'" } $pmulab, 'trace', @_;
    my $out = `$command 2>&1`;
    return ($? >> 8, $out);
}

sub refused {
    my ($expected, $complaint, @arguments) = @_;
    my ($status, $out) = run(@arguments);
    is($status, $expected, "@arguments: status");
    like($out, qr/\Apmulab: \Q$complaint\E[^\n]*\n\z/, "@arguments: one line with the reason");
}

# Blocks by models/snbep/variant.h: kind << 8 | index; imcN is N. The second socket's are SOCKET_1 higher.
use constant { CBO0 => 2 << 8, PCI => 0x21 << 8, SOCKET_1 => 1 << 14 };
my $pc = 0x7fffffff81000040;
my @records = (
    [$READ, 4, 0, 1_000_000, PCI, 0x8000, $pc, 0x3cb08086],
    [$READ, 2, 0, 1_000_500, PCI, 0x8202, $pc, 0x3cb2],
    [$READ, 1, 0, 1_001_000, PCI, 0x803c, $pc, 0],
    [$WRITE, 4, 0, 2_000_000, 0, 0xf4, $pc, 0x10003],
    [$WRITE, 8, 1, 3_000_000, CBO0, 0x04, $pc, 0x10003],
    [$BEGIN, 0, 1, 1_500_000_000, 0, 0, $pc, 1],
    [$PLAN, 0, 0, 1_500_000_000, 0, 0, 0, 0],
    [$REFUSED, 0, 0, 1_500_000_000, 0, 0, 0, 1],
    [$READ, 4, 1, 1_500_000_010, 0, 0xa0, $pc, 0xfffffff0],
    [$READ, 4, 1, 1_500_000_020, 0, 0xa4, $pc, 0xffff],
    [$WRITE, 4, 1, 1_500_000_030, 0, 0xd8, $pc, 0x00400304],
    [$WRITE, 4, 1, 1_500_000_040, SOCKET_1 + 3, 0xdc, $pc, 0x01480080],
    [$OVERFLOW, 0, 0, 1_600_000_000, 0, 0, 0, 0],
    [$READ, 4, 1, 1_700_000_000, 0, 0xd0, $pc, 16384],
    [$END, 0, 1, 1_700_000_010, 0, 0, $pc, 1],
    [$WRITE, 1, 1, 12_345_678_901_234, 3, 0x4c, $pc, 7],
);
write_trace($file, $header, @records);

my ($status, $out) = run($file);
is($status, 0, 'a complete trace');
is($out, <<"END", 'everything, decoded');
# $header
       seconds cpu               pc    register                   value      fields
   0.001000000   0 7fffffff81000040 R pci 10.0 VENDOR_ID..       0x3cb08086 VENDOR_ID=0x8086 DEVICE_ID=0x3cb0
   0.001000500   0 7fffffff81000040 R pci 10.2 DEVICE_ID         0x3cb2
   0.001001000   0 7fffffff81000040 R pci 10.0+0x3c              0x00
   0.002000000   0 7fffffff81000040 W imc0.PMON_BOX_CTL          0x00010003 frz_en=1 rst_ctrs=1 rst_ctrl=1
   0.003000000   1 7fffffff81000040 W cbo0.BOX_CTL               0x00010003 frz_en=1 rst_ctrs=1 rst_ctrl=1
   1.500000000   1 7fffffff81000040 step 1 begins
   1.500000000   -                - plan entry 0 takes effect
   1.500000000   -                - plan entry 1 is refused: it conflicts with the current traffic
   1.500000010   1 7fffffff81000040 R imc0.PMON_CTR0[31:0]       0xfffffff0 event_count[31:0]=4294967280
   1.500000020   1 7fffffff81000040 R imc0.PMON_CTR0[63:32]      0x0000ffff event_count[47:32]=65535
   1.500000030   1 7fffffff81000040 W imc0.PMON_CTL0             0x00400304 en=1 umask=RD ev_sel=CAS_COUNT
   1.500000040   1 7fffffff81000040 W s1.imc3.PMON_CTL1          0x01480080 thresh=1 en=1 rsv[21:19]=1 ev_sel=RPQ_OCCUPANCY
   1.600000000   -                - imc0.PMON_CTR0 overflows
   1.700000000   1 7fffffff81000040 R imc0.PMON_FIXED_CTR[31:0]  0x00004000 event_count[31:0]=16384
   1.700000010   1 7fffffff81000040 step 1 ends
12345.678901234   1 7fffffff81000040 W imc3+0x4c                  0x07
END

# The numbers of the passing records, identified by their lines.
my %number;
@number{grep { /^ *\d+\./ } split /\n/, $out} = 0 .. $#records;

sub passes {
    my ($expected, @arguments) = @_;
    my ($state, $lines) = run(@arguments, $file);
    is(join(' ', map { $number{$_} // "? $_" } grep { /^ *\d+\./ } split /\n/, $lines), $expected, "@arguments");
    is($state, 0, "@arguments: status");
}

passes('3 8 9 10 12 13', '--register', 'imc0');
passes('3 8 9 10 12 13', '--register', 'SNBEP.IMC0');
passes('8 9 12', '--register', 'imc0.PMON_CTR0');
passes('8 9 12 13', '--register', '*_CTR*');
passes('3 4', '--register', '*box_ctl');
passes('3 4', '--register', 'imc.PMON_BOX_CTL', '--register', 'cbo?.*');
passes('10 11', '--register', 'PMON_CTL0', '--register', 's1.imc3.PMON_CTL1');
passes('11', '--register', 's1.*');
passes('15', '--register', 'imc3+0x4c');
passes('0 1', '--register', 'pci.DEVICE_ID');
passes('0 2', '--register', 'pci 10.0*');
passes('0 1 2 3', '--cpu', '0');
passes('4 5 8 9 10 11 13 14 15', '--cpu', '1');
passes('5 6 7 8 9', '--from', '1.5s', '--to', '1500000.03us');
passes('13 14 15', '--from', '1700ms');
passes('0 1', '--to', '1000501ns');
passes('5 6 7 8 9 10 11 12 13 14', '--step', '1');
passes('', '--step', '2');
passes('3 4 10 11 15', '--kind', 'write');
passes('5 6 14', '--kind', 'plan,step');
passes('7 12', '--kind', 'overflow', '--kind', 'refused');
passes('8 9 13', '--kind', 'read', '--step', '1', '--register', 'imc0', '--cpu', '1');
passes('', '--kind', 'read', '--step', '1', '--cpu', '0');

($status, $out) = run('--raw', '--step', '1', '--cpu', '1', '--register', 'imc?.*', $file);
is($out, <<'END', 'for programs');
1500000010	1	7fffffff81000040	read	0	a0	4	fffffff0
1500000020	1	7fffffff81000040	read	0	a4	4	ffff
1500000030	1	7fffffff81000040	write	0	d8	4	400304
1700000000	1	7fffffff81000040	read	0	d0	4	4000
END

refused(2, 'trace: expected one FILE');
refused(2, 'trace: expected one FILE', $file, $file);
refused(2, 'trace: Unknown option --wrong; `pmulab trace --help` lists them', '--wrong', $file);
refused(2, "--register 'imc99' matches no register of snbep", '--register', 'imc99', $file);
refused(2, "--register 'imc0.PMON_CTR5' matches no register", '--register', 'imc0.PMON_CTR5', $file);
refused(2, "--register '' matches no register", '--register', '', $file);
refused(2, "time '5': expected a number with its unit", '--from', '5', $file);
refused(2, "time '1 s': expected a number with its unit", '--to', '1 s', $file);
refused(2, "--kind 'reads': expected read, write, step, plan, overflow, refused, post, ", '--kind', 'reads', $file);
refused(2, "--kind '': expected", '--kind', '', $file);
refused(2, "--cpu '-1': expected a number from 0", '--cpu', '-1', $file);
refused(2, "--cpu 'x': expected a number from 0", '--cpu', 'x', $file);
refused(2, "--step '0': expected a number from 1", '--step', '0', $file);
refused(1, "$folder/none: cannot be opened: No such file", "$folder/none");
refused(1, "$folder: cannot be read: Is a directory", "$folder");
refused(1, "$0: is not a pmulab trace: expected it to begin with PMULABT5", $0);
refused(1, "/dev/null: is not a pmulab trace", '/dev/null');

# A truncated file: complete records are printed, then one line.
truncate $file, (-s $file) - 1 or die "$file: $!";
($status, $out) = run('--raw', $file);
is($status, 1, 'a truncated trace: status');
is(scalar(split /\n/, $out), 16, '... its complete records, and a line');
like($out, qr/\npmulab: \Q$file\E: is cut short after 15 records, at byte \d+\n\z/, '... with the reason, at the end');

write_trace($file, 'machine=vax', @records);
refused(1, "$file: no machine 'vax'; there are: snbep", $file);
write_trace($file, 'dclk=1', @records);
refused(1, "$file: the header does not say which machine", $file);
write_trace($file, $header, [$READ, 4, 0, 10, 0xffff, 0xa0, 0, 1]);
($status, $out) = run($file);
like($out, qr/ R block65535\+0xa0 +0x00000001$/m, 'a block that the machine lacks');

# The help lists each kind, as the error for a wrong one does.
my ($kinds) = (run('--kind', 'none', $file))[1] =~ /expected (.*)/;
($status, $out) = run('--help');
like($out =~ s/\s+/ /gr, qr/ Kinds: \Q$kinds\E\. /, 'help: all kinds');
like($kinds, qr/^read, write, .* or witness$/, '... all of them');

# On a terminal long lines wrap; nothing is lost.
write_trace($file, $header, @records);
SKIP: {
    my @widths = (70, 80, 100, 120);
    skip 'no script(1)', 3 * @widths if system('command -v script >/dev/null');
    (undef, my $piped) = run($file);
    $piped =~ s/^ +seconds .*\n//m;
    for my $columns (@widths) {
        my $shown = `NO_COLOR=1 TERM=xterm script -qec 'stty cols $columns; $pmulab trace $file' /dev/null </dev/null`;
        $shown =~ s/\r//g;
        ok($shown =~ s/^ +seconds cpu +pc    register.*\n//m, "a terminal of $columns columns: headings");
        is($shown =~ s/\s+/ /gr, $piped =~ s/\s+/ /gr, '... every word');
        is(join("\n", grep { length > $columns } split /\n/, $shown), '', '... and no line is too long');
    }
}

write_trace($file, $header, @records);
is(`$pmulab trace $file 2>&1 >/dev/full`, "pmulab: cannot write to standard output: No space left on device\n",
    'a full disk is reported');
done_testing();
