#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Follows docs/first-hardware.md: a PMU from a file, its driver, and a mistake.
use strict;
use warnings;
use lib 'tests/lib';
use Page;
use Test::More;

my @files = map { $_->[0] } follow($ENV{PAGE} || 'docs/first-hardware.md');
is("@files", 'acme.rdl acme.events driver/acme_bus.c driver/Makefile acme.scn wrap.scn', 'the page has its files');
done_testing();
