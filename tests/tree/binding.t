#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The devicetree binding of the PMCU, by dtschema (Debian: dt-schema): the schema is valid, its example passes, and each
# mistake in an example is found.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die $!;
my $binding = 'driver/hisilicon,pmcu.yaml';
for my $program (qw(dt-doc-validate dt-extract-example dt-validate dtc)) {
    plan skip_all => "no $program: Debian's packages dt-schema and device-tree-compiler have it"
        if system("command -v $program >/dev/null");
}

# A binding's $id contains its folder in the kernel.
my $dir = tempdir(CLEANUP => 1);
my $schemas = "$dir/perf";
mkdir $schemas or die $!;
system('cp', $binding, $schemas) == 0 or die 'cp';

# Returns the errors of the example after the change $change of its text, or "".
sub complaint {
    my ($change) = @_;
    my $source = `dt-extract-example $binding`;
    $source =~ s/\Q$change->[0]\E/$change->[1]/ or die "no $change->[0]" if $change;
    $source =~ s/^\s*interrupt-parent.*\n//mg;
    open my $file, '>', "$dir/example.dts" or die $!;
    print $file $source;
    close $file or die $!;
    system("dtc -q -@ -I dts -O dtb -o $dir/example.dtb $dir/example.dts") and return 'dtc refuses it';
    my $said = `dt-validate -s $schemas $dir/example.dtb 2>&1`;
    return join '', grep { /pmcu/ } split /^/, $said;
}

is(`dt-doc-validate -u $dir $schemas/hisilicon,pmcu.yaml 2>&1`, '', 'the binding is a valid schema');
is(complaint(), '', 'its example passes');
for my $case (
    ['no number of the die', 'hisilicon,scl-id = <1>;', '', qr/'hisilicon,scl-id' is a required property/],
    ['no clusters at all', 'hisilicon,nr-cluster = <8>', 'hisilicon,nr-cluster = <0>', qr/less than the minimum/],
    ['an unknown property', 'hisilicon,scl-id', "hisilicon,die = <1>;\nhisilicon,scl-id", qr/hisilicon,die/]) {
    my ($what, $from, $to, $expected) = @$case;
    like(complaint([$from, $to]), $expected, "found: $what");
}
done_testing();
