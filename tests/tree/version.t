#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The version in the Makefile is that of the changelogs.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More tests => 2;

my ($version) = slurp('Makefile') =~ /^VERSION := (\S+)$/m or die 'no version in the Makefile';
my ($ours) = slurp('CHANGELOG.md') =~ /^## (\S+)/m;
my ($debian) = slurp('debian/changelog') =~ /\Apmulab \((\S+)\)/;
is($ours, $version, 'CHANGELOG.md');
is($debian, $version, 'debian/changelog');
