#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Hardware from a file: every file of hardware/ is described, a mistake is one
# line, and the driver in the guest's kernel counts exactly.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Temp;
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';

for my $file (glob 'hardware/*.rdl') {
    my ($block) = slurp($file) =~ /^addrmap (\w+)/m;
    like(`$pmulab describe --hardware $file board.$block`, qr/^board\.$block  the counters of /, "$file is described");
    like(`$pmulab describe --hardware $file board.$block.events`, qr/^ +0x/m, '... with its events');
}

my $folder = File::Temp->newdir;
my $text = slurp('hardware/fsl-imx8-ddr.rdl') =~ s/pmu_role = "count";//r;
spew("$folder/a.rdl", $text);
like(`$pmulab describe --hardware $folder/a.rdl board 2>&1`, qr/\Apmulab: \S+a\.rdl:\d+: [^\n]*; expected [^\n]*\n\z/,
    'a mistake is one line');
like(`$pmulab boot epyc --hardware hardware/fsl-imx8-ddr.rdl -- true 2>&1`, qr/no option 'hardware=/, 'other machines take no file');

# Two files in one command: each scenario names its own registers.
my $tap = `$pmulab run --results=$folder/results hardware/fsl-imx8-ddr.scn hardware/hisi-hip08-ddrc.scn`;
is($?, 0, 'the DDR counters of i.MX 8, and a DDR controller of hip08 by ACPI') or diag($tap);
is(scalar(() = $tap =~ /^#   imx8_ddr0.* yes$/mg), 6, '... six figures are equal in all hops');
like($tap, qr/^# 2 expected, .* 2 went out$/m, '... two overflows interrupt');
is(scalar(() = $tap =~ /^#   hisi_sccl0_ddrc0.* yes$/mg), 10, '... ten figures are equal in all hops');
$tap = `$pmulab run --results=$folder/results hardware/arm-smmuv3-pmcg.scn`;
is($?, 0, 'the counters of an SMMUv3') or diag($tap);
is(scalar(() = $tap =~ /^#   (?:\d\S+s )?smmuv3_pmcg_b000.* yes$/mg), 9, '... nine figures are equal in all hops');
like($tap, qr/^# 3 expected, .* 3 went out$/m, '... three overflows interrupt');
done_testing();
