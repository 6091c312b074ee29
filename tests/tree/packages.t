#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# harness/setup/packages on machines with missing packages: `make` names them
# and installs nothing, `make deps` installs them. dpkg-query, apt-get and id
# are replaced here.
use strict;
use warnings;
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $bin = File::Temp->newdir;

sub program {
    my ($name, $text) = @_;
    open my $file, '>', "$bin/$name" or die $!;
    print $file "#!/bin/sh\n$text";
    close $file;
    chmod 0755, "$bin/$name";
}

my @all = qw(gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-powerpc64le-linux-gnu make pkgconf libc6-dev libglib2.0-dev
    libglib2.0-dev-bin libjson-glib-dev liblzma-dev libzstd-dev libfdt-dev libdw-dev libelf-dev libmicrohttpd-dev apt dpkg tar debian-archive-keyring ca-certificates
    device-tree-compiler);
my %provides = ('libc6-dev' => 'libc-dev (= 2.36)', pkgconf => 'pkg-config (= 1.8), pkgconf-bin', clang => 'c-compiler, objc-compiler');

# Runs it with installed packages @there, as user number $id. Returns status,
# output, and the words of each apt-get.
sub run {
    my ($id, $words, @there) = @_;
    my $rows = join '', map { "ii $_\nii " . ($provides{$_} // '') . "\n" } @there;
    program('dpkg-query', "cat <<END\n${rows}rc gcc\nrc c-compiler\nEND\n");
    program('apt-get', "echo \"\$@\" >>$bin/asked\n");
    program('id', "echo $id\n");
    unlink "$bin/asked";
    my $said = `PATH=$bin:\$PATH harness/setup/packages $words 2>&1`;
    return ($? >> 8, $said, -e "$bin/asked" ? slurp("$bin/asked") : '');
}

my @lacking = grep { $_ ne 'make' } @all;
is_deeply([run(0, 'tell build', @all, 'clang')], [0, '', ''], 'nothing missing: silence; clang is a compiler, pkgconf is pkg-config');
is_deeply([run(0, 'tell build', @lacking)], [1, "pmulab needs gcc make: run  make deps  as root\n", ''],
    'a build names missing packages in one line, and installs nothing, even as root');
is_deeply([run(0, 'tell build', grep { $_ ne 'tar' } @all, 'clang')], [0, '', ''], 'a build does not require setup\'s packages');
is_deeply([run(0, 'install run', @lacking, 'clang')],
    [0, "pmulab needs make: installing\n", "-qq update\n-qq install -y --no-install-recommends make\n"], 'make deps installs it');
is_deeply([run(7, 'install run', @lacking, 'clang')], [1, "pmulab needs make: run  apt-get install make  as root\n", ''],
    'an ordinary user gets the command');
is((run(0, 'install image', grep { $_ ne 'tar' } @all, 'clang', qw(debhelper dpkg-dev mmdebstrap perl util-linux)))[2],
    "-qq update\n-qq install -y --no-install-recommends tar umoci\n", 'an image needs programs besides those of a run and of the package');
is((run(0, 'build'))[0], 2, 'anything else is a wrong request');
done_testing();
