#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: each folder of findings/ is complete and can be sent, and
# docs/findings.md links to exactly these folders.
use strict;
use warnings;
use lib 'tests/lib';
use File::Temp qw(tempdir);
use Files;
use Findings;
use Test::More;

my @findings = all_findings('.');
my %is = map { $_->{name} => $_ } @findings;
my @folders = sort grep { $_ ne 'kinds' } map { m{^findings/([^/]+)$} } grep { -d } glob 'findings/*';
cmp_ok(scalar @folders, '>', 0, 'there are findings');

# Reports without a tag Fixes, because the commit could not be looked up. This
# list only gets shorter.
my @untagged = qw(band constraint-hsx constraint-ivt constraint-jkt halves inv node orphan throttled);

# The tags of a report, and the words that replace a tag.
sub tags {
    my ($report) = @_;
    return $report =~ /^(Fixes:.*)$/mg, map { s/\s+/ /gr } $report =~ /(No\s+"Fixes:"\s+tag\s+is\s+given:)/g;
}

# The files that a finding lacks.
sub lacks {
    my ($finding) = @_;
    my @files = (qw(report.txt reproducer.c fix.cocci), $finding->{unproved} ? () : 'proof.txt');
    return grep { !-s "findings/$finding->{name}/$_" } @files;
}

for my $name (@folders) {
    my $finding = $is{$name} // {name => $name, changes => [], shown => []};
    is(join(' ', lacks($finding)), '', "$name: all files are there");
    is(join(' ', grep { !-f } @{$finding->{shown}}), '', "$name: its scenarios exist");
    ok(@{$finding->{changes}} && @{$finding->{shown}}, "$name: fix.cocci names files and scenarios");
    ok(!($finding->{unproved} && -e "findings/$name/proof.txt"), "$name: ... and no reason for a lack of proof, if it has proof");
    my $report = slurp("findings/$name/report.txt") // '';
    like($report, qr/\ASubject: \S+: .*\n\n/, "$name: the report begins with a subject");
    is(join("\n", grep { (length > 72 && !/^Fixes:/) || /\s$|[^ -~]/ } split /\n/, $report), '', "$name: ... and is plain mail of 72 columns");
    if (grep { $_ eq $name } @untagged) {
        is(join("\n", tags($report)), 'No "Fixes:" tag is given:', "$name: ... and says why it has no tag Fixes");
    } else {
        like(join("\n", tags($report)), qr/\AFixes: [0-9a-f]{12} \("\S[^"\n]*\S"\)\z/, "$name: ... and has one tag Fixes");
        like($report, qr/\n\nFixes: .*\n\z/, "$name: ... as its last line");
    }
    like(slurp("findings/$name/reproducer.c") // '', qr{\A// SPDX.*\n(?:#define _GNU_SOURCE\n)?/\*\n}, "$name: the reproducer begins with a comment");
}

SKIP: {
    skip 'no cc', 1 if system('command -v cc >/dev/null');
    my $dir = tempdir(CLEANUP => 1);
    my @bad = grep { system("cc -std=gnu11 -Wall -Wextra -Werror -O1 -o $dir/x findings/$_/reproducer.c") } @folders;
    is(join(' ', @bad), '', 'each reproducer compiles without a warning');
}

SKIP: {
    my @patches = glob 'findings/*/fix.cocci findings/kinds/*.cocci';
    skip 'no spatch: Debian\'s package coccinelle has it', 1 if system('command -v spatch >/dev/null');
    is(join(' ', grep { system("spatch --parse-cocci $_ >/dev/null 2>&1") } @patches), '', 'each semantic patch can be parsed');
}

my %linked = map { $_ => 1 } (slurp('docs/findings.md') =~ m{\]\(\.\./findings/([\w-]+)/?\)}g);
is_deeply([sort keys %linked], \@folders, 'docs/findings.md links to each folder, and to no other');
my %named = map { $_ => 1 } (slurp('docs/findings.md') =~ m{findings/kinds/([\w-]+\.cocci)}g);
is_deeply([sort keys %named], [map { s{.*/}{}r } glob 'findings/kinds/*.cocci'], '... and names each semantic patch of a kind');
done_testing();
