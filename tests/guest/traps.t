#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The plugin's traps, tested from inside: the programs of inside/ run in a
# guest, and their points become this test's. Once with a thread per CPU, and
# once under -icount, where the clock cannot be read within a block.
use strict;
use warnings;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my $build  = $ENV{BUILD} // 'build';
my $share  = tempdir(CLEANUP => 1);

for my $program (qw(x86_ports x86_cpuid x86_msr x86_ibs x86_ibs_fuzz)) {
    copy("$build/guest/$program", $share) or die "$program: $!";
    chmod 0755, "$share/$program";
}

sub judged_inside {
    my ($machine, $how, @programs) = @_;
    my $script = join '; ', map { "/mnt/share/$_; echo status \$?" } @programs;
    my $out = `timeout -s KILL 120 $pmulab boot $machine $how --share $share -- '$script' 2>&1`;
    is($?, 0, "boot $machine $how: the guest ends with status 0") or diag($out);
    for (split /\n/, $out) {
        ok(!$1, $2) if /^(not )?ok \d+ - (.*)/;
        diag($_) if /^#/ && !/^# CPU/;
    }
    is(() = $out =~ /^status 0$/mg, @programs, "boot $machine $how: all programs complete") or diag($out);
}

judged_inside('snbep', '',         'x86_ports 1000', 'x86_cpuid snbep', 'x86_msr');
judged_inside('snbep', '--icount', 'x86_ports 20',   'x86_cpuid snbep', 'x86_msr');
my $relaxed = '--append iomem=relaxed';    # for the APIC through /dev/mem
judged_inside('epyc', $relaxed,            'x86_cpuid epyc', 'x86_ibs', 'x86_ibs_fuzz 3000');
judged_inside('epyc', "--icount $relaxed", 'x86_cpuid epyc', 'x86_ibs', 'x86_ibs_fuzz 3000');
done_testing();
