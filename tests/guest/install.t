#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# make install installs all needed files in the requested place. The command
# finds its plugins there, and an installed scenario passes. make uninstall
# removes everything.
use strict;
use warnings;
use File::Find;
use File::Temp;
use Test::More;

my $build = $ENV{BUILD} || 'build';
my $root = File::Temp->newdir;
my @places = ('PREFIX=/opt/p', "BUILD=$build");
delete @ENV{qw(MAKEFLAGS MAKELEVEL)};

sub files {
    my @found;
    find(sub { push @found, $File::Find::name =~ s/^\Q$root\E//r if -f }, $root);
    return sort @found;
}

is(system('make', '-s', 'install', "DESTDIR=$root", @places), 0, 'make install');
my %there = map { $_ => 1 } files();
ok($there{"/opt/p/$_"}, $_) for qw(bin/pmulab include/pmulab_mark.h bin/pmcu-report lib/pmulab/pmulab-snbep.so
    lib/pmulab/pmulab-epyc.so lib/pmulab/pmulab-kunpeng.so
    lib/pmulab/pmulab-power9.so lib/pmulab/pmulab-power10.so lib/pmulab/pmulab-power11.so
    share/man/man1/pmulab.1 share/man/man1/pmcu-report.1 share/bash-completion/completions/pmulab
    share/doc/pmulab/README.md share/doc/pmulab/CHANGELOG.md share/doc/pmulab/COPYING share/doc/pmulab/docs/scenarios.md
    share/doc/pmulab/docs/hardware/snbep.md share/pmulab/scenarios/power9/foreign.dts);
my @scenarios = glob 'scenarios/*/*.scn scenarios/*/*/*.scn';
is_deeply([grep { !$there{"/opt/p/share/pmulab/$_"} } @scenarios], [], 'every scenario');
my @captures = glob 'scenarios/*/*.txt scenarios/*/*/*.txt';
is_deeply([grep { !$there{"/opt/p/share/pmulab/$_"} } @captures], [], '... and every capture that one repeats');

my @labs = glob 'labs/*/*';
is_deeply([grep { !$there{"/opt/p/share/pmulab/$_"} } @labs], [], 'every lab');

my $scenario = "$root/opt/p/share/pmulab/scenarios/snbep/first-light.scn";
my $tap = `cd $root && opt/p/bin/pmulab run --cold $scenario`;
is($?, 0, 'a scenario passes') or diag($tap);
system('rm', '-r', "$root/pmulab-results");
like(`$root/opt/p/bin/pmulab lab`, qr{^snbep/count-reads\t}, 'the labs are found there');

is(system('make', '-s', 'uninstall', "DESTDIR=$root", @places), 0, 'make uninstall');
is_deeply([files()], [], 'no file is left');
done_testing();
