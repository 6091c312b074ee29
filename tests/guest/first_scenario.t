#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Follows docs/first-scenario.md.
use strict;
use warnings;
use lib 'tests/lib';
use Files;
use Page;
use Test::More;

my @files = follow($ENV{PAGE} || 'docs/first-scenario.md');
is(scalar @files, 5, 'the page has its five scenarios');
my $first = $files[0][1] =~ s/\A.*\n//r;
like(slurp('README.md'), qr/^```\n\Q$first\E```$/m, 'the README has the first of them');
done_testing();
