#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Help, tables and diagrams fit 80 columns if the terminal has 80. In a pipe,
# lines may be longer. No guest is needed.
use strict;
use warnings;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';

plan skip_all => 'no script(1), which makes a terminal' if system('command -v script >/dev/null');

# The lines on a terminal of 80 columns, without its escapes.
sub lines {
    my ($command) = @_;
    my $shown = `TERM=xterm script -qec 'stty cols 80; $pmulab $command' /dev/null </dev/null`;
    return map { s/\r//gr =~ s/\e\[[0-9;]*[mK]//gr } split /\n/, $shown;
}

my @commands = `$pmulab --help` =~ /^  (\w+)  /mg;
for my $command (
    '--help', (map { "$_ --help" } grep { $_ ne 'fdt' } @commands),
    qw(lab explain),
    (map { ("describe $_", "describe $_.options") } qw(snbep epyc kunpeng power9)),
    (map { "describe $_" } qw(snbep.imc snbep.imc.PMON_CTL0 epyc.ibs epyc.ibs.IBS_OP_DATA3 power9.core.TRACE_IMC)),
    'decode epyc.ibs.IBS_OP_DATA3 0x100000'
) {
    my @lines = lines($command);
    ok(@lines > 3, "pmulab $command: " . @lines . ' lines');
    is(join("\n", grep { length > 80 } @lines), '', '... of at most 80 columns');
}
like(join("\n", lines('--help')), qr/^  boot +a shell/m, "the list of commands leaves arguments out");
like(scalar `$pmulab --help`, qr/^  boot +MACHINE /m, '... which a pipe has');
done_testing();
