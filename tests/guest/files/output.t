#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Output files, for each command that writes one: pipes and symbolic links are
# written through and kept, and "-" is standard output. No guest is needed.
use strict;
use warnings;
no warnings 'portable'; # addresses have 64 bits
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Cwd qw(abs_path);
use Files;
use POSIX qw(mkfifo);
use Test::More;
use TraceFile;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
chdir $folder or die $!;
$ENV{XDG_CACHE_HOME} = "$folder/none";

my $pc = 0x7fffffff81000040;
write_trace('trace', 'machine=snbep box-ctl=silicon dclk=800000000 sockets=2', [$WRITE, 4, 0, 2_000_000, 0, 0xf4, $pc, 0x10003]);
mkdir 'results' or die $!;

# The option that takes the file comes last.
my @commands = (
    ['describe', 'snbep.imc', '--format=json', '-o'],
    ['atlas', '-o'],
    ['fdt', 'catalogue', '-o'],
    ['fdt', 'catalogue', '--dts', '-o'],
    ['trace', 'trace', '--vcd'],
    ['trace', 'trace', '--perfetto'],
);
for my $command (@commands) {
    my $name = join ' ', @$command;
    my $line = join ' ', map { "'$_'" } $pmulab, @$command;

    my $plain = `$line plain`;
    is($?, 0, "$name FILE");
    my $expected = slurp('plain');

    my $got = `$line - 2>&1`;
    ok($got eq $expected, "$name -: only the file's contents on standard output");

    symlink 'target', 'link' or die $!;
    `$line link`;
    ok(-l 'link' && slurp('target') eq $expected, '... a link stays, and its target is written');

    mkfifo('fifo', 0600) or die $!;
    defined(my $reader = fork) or die $!;
    exec 'timeout 60 cat fifo >got' or die $! if !$reader;
    `timeout 60 $line fifo`;
    waitpid $reader, 0;
    ok(-p 'fifo' && slurp('got') eq $expected, '... a pipe stays, and its reader gets everything');

    # A copy of the device node, because a mistake would destroy /dev/null.
    SKIP: {
        skip 'only root makes device nodes', 1 if system('mknod null c 1 3 2>/dev/null');
        `$line null`;
        ok(-c 'null', '... a device stays a device');
    }
    unlink 'plain', 'link', 'target', 'fifo', 'null';
}

chdir '/' or die $!;
done_testing();
