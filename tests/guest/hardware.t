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

# `pmulab hardware check`: all gaps at once, one line each.
for my $file (glob 'hardware/*.rdl') {
    my ($block) = slurp($file) =~ /^addrmap (\w+)/m;
    like(`$pmulab hardware check $file`, qr/\A\Q$file\E: OK: $block has \d+ counters and \d+ events; the driver of \S+ finds it\n\z/,
        "nothing is missing in $file");
}
like(`$pmulab hardware check $folder/a.rdl`, qr/\A\S+a\.rdl:\d+: [^\n]*; expected [^\n]*\n\z/, 'a counter without a value');
spew("$folder/b.rdl", $text =~ s/^ *pmu_(?:found|perf) = .*\n//gmr =~ s/pmu_role = "count saturates";//r);
is(`$pmulab hardware check $folder/b.rdl` =~ s/^\S+:\d+: //gmr, <<'END', 'three gaps');
ddr_pmu: no driver finds it; expected pmu_found = "of COMPATIBLE" or "acpi ID"
ddr_pmu: perf's name of the PMU is not known; expected pmu_perf = "NAME"
ddr_pmu: it has no counter; expected a field with the role count
END
is($? >> 8, 1, '... fail');
spew("$folder/fsl-imx9-ddr.events", slurp('hardware/fsl-imx9-ddr.events'));
spew("$folder/c.rdl", slurp('hardware/fsl-imx9-ddr.rdl') =~ s/ interrupts"/"/gr =~ s/pmu_role = "freeze"; //r);
is(`$pmulab hardware check $folder/c.rdl` =~ s/^\S+:\d+: //gmr, <<'END', 'roles that work only together');
ddr_pmu: halt has no effect; expected a field with the role freeze
ddr_pmu: no overflow interrupts, though fields allow it; expected the word interrupts
END
spew("$folder/d.rdl", slurp('hardware/fsl-imx9-ddr.rdl') =~ s/field \{ (?=desc = "the count"; pmu_role = "count top interrupts"; } count\[63)/field { sw = r; /r);
is(`$pmulab hardware check $folder/d.rdl` =~ s/^\S+:\d+: //gmr, "$folder/d.rdl: OK: ddr_pmu has 11 counters and 77 events; the driver of fsl,imx93-ddr-pmu finds it\n",
    '64 bits need no start');
like(`$pmulab hardware look hardware/qcom-l3.rdl 2>&1`, qr/no action 'look'; expected check or new/, 'no such action');

like(`$pmulab boot epyc --hardware hardware/fsl-imx8-ddr.rdl -- true 2>&1`, qr/no option 'hardware=/, 'other machines take no file');

# Two files in one command: each scenario names its own registers.
my $tap = `$pmulab run --results=$folder/results hardware/fsl-imx8-ddr.scn hardware/hisi-hip08-ddrc.scn`;
is($?, 0, 'the DDR counters of i.MX 8, and a DDR controller of hip08 by ACPI') or diag($tap);
is(scalar(() = $tap =~ /^#   imx8_ddr0.* yes$/mg), 6, '... six figures are equal in all hops');
like($tap, qr/^# 2 expected, 2 sent$/m, '... two overflows interrupt');
is(scalar(() = $tap =~ /^#   hisi_sccl0_ddrc0.* yes$/mg), 10, '... ten figures are equal in all hops');
$tap = `$pmulab run --results=$folder/results hardware/arm-smmuv3-pmcg.scn`;
is($?, 0, 'the counters of an SMMUv3') or diag($tap);
is(scalar(() = $tap =~ /^#   (?:\d\S+s )?smmuv3_pmcg_b000.* yes$/mg), 9, '... nine figures are equal in all hops');
like($tap, qr/^# 3 expected, 3 sent$/m, '... three overflows interrupt');
$tap = `$pmulab run --results=$folder/results hardware/xgene-mc.scn`;
is($?, 0, 'a memory controller of an X-Gene 2, in a node in a node') or diag($tap);
is(scalar(() = $tap =~ /^#   mc0.* yes$/mg), 7, '... seven figures are equal in all hops');
like($tap, qr/^# 12 expected, 12 sent$/m, '... overflows interrupt');
done_testing();
