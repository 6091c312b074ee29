#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Scenarios of one machine have different names, because their results share a
# folder: `pmulab run scenarios` refuses duplicates. It finds all scenarios at
# any depth of folders.
use strict;
use warnings;
use Test::More;

my %paths;
for my $path (split /\n/, `git ls-files 'scenarios/*.scn'`) {
    open my $file, '<', $path or die "$path: $!\n";
    my ($machine) = map { /^machine\s+(\S+)/ ? $1 : () } <$file>;
    my ($name) = $path =~ m{([^/]+)\.scn$};
    push @{$paths{($machine // 'none') . "/$name"}}, $path;
}
is(join('; ', map { join ' and ', @$_ } grep { @$_ > 1 } values %paths), '', 'names are unique within a machine');
is(join(' ', grep { m{^none/} } keys %paths), '', '... and each scenario has a machine');
my $pmulab = $ENV{PMULAB} // 'build/pmulab';
my %listed = map { /^(\S+?\.scn)\b/ ? ($1 => 1) : () } `$pmulab run --list scenarios`;
is(join(' ', grep { !$listed{$_} } sort map { @$_ } values %paths), '', '... and is listed');
done_testing;
