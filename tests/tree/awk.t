#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# awk parses a ">" after print's arguments as a redirection, so a comparison
# there needs parentheses. Without them the line writes a file in the guest and
# prints nothing.
use strict;
use warnings;
use FindBin;
use Test::More;

# Whether an awk program in $line compares in print, outside of parentheses.
sub compares {
    my ($line) = @_;
    return 0 if $line !~ /\bawk\b/;
    for my $statement ($line =~ /\bprintf?\b([^;}']*)/g) {
        1 while $statement =~ s/"[^"]*"|\([^()]*\)//g;
        return 1 if $statement =~ /(?<!>)>(?!>)/;
    }
    return 0;
}

ok(compares(q(run awk '{ n++ } END { print n > 100 ? "many" : "few" }')), 'a comparison in print is found');
ok(!compares(q(run awk '{ n++ } END { print (n > 100 ? "many" : "few") }' >/tmp/out)), '... but not in parentheses');
chdir "$FindBin::Bin/../.." or die $!;
my @wrong;
for my $path (split /\n/, `git ls-files scenarios labs docs guest tests examples README.md`) {
    next if $path =~ m{^tests/tree/awk\.t$|\.[ch]$} || !-f $path || -B $path;
    open my $file, '<', $path or die "$path: $!";
    while (my $line = <$file>) {
        push @wrong, "$path:$.: $line" if compares($line);
    }
}
is(join('', @wrong), '', 'no awk compares in print without parentheses');
done_testing();
