# SPDX-License-Identifier: GPL-2.0-or-later
# The folders of findings/. The comment at the top of fix.cocci names the files
# of the kernel that it changes, and the scenarios that show the bug:
#
#     // Changes: arch/x86/events/intel/uncore.c
#     // Shown by: scenarios/snbep/finding-reader.scn
#
# A finding without proof.txt also has the line "Not proved: REASON".
package Findings;
use strict;
use warnings;
use Exporter qw(import);
use Files;

our @EXPORT = qw(all_findings wanted_findings);

# All findings of the tree: name, changes, folder of the first, shown, unproved.
sub all_findings {
    my ($tree) = @_;
    return map { read_finding($_) } sort glob "$tree/findings/*/fix.cocci";
}

sub read_finding {
    my ($path) = @_;
    my ($name) = $path =~ m{([^/]+)/fix\.cocci$};
    my ($head) = slurp($path) =~ m{\A((?://.*\n)*)};
    my @changes = $head =~ m{^// Changes: (\S+)$}mg;
    my ($unproved) = $head =~ m{^// Not proved: (.*)$}m;
    return {
        name => $name, changes => \@changes, folder => ($changes[0] // '') =~ s{/[^/]*$}{}r,
        shown => [$head =~ m{^// Shown by: (\S+)$}mg], unproved => $unproved,
    };
}

# The findings with these names, or all.
sub wanted_findings {
    my ($tree, @names) = @_;
    my @all = all_findings($tree);
    return @all if !@names;
    my %named = map { $_->{name} => $_ } @all;
    return map { $named{$_} // die "findings: no '$_'; expected some of ", join(', ', sort keys %named), "\n" } @names;
}

1;
