#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Follows docs/adding-a-machine.md to the letter, in a copy of the tree: runs its commands, compares what they print with
# the page, and looks at what they have changed.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Compare qw(compare);
use File::Find qw(find);
use File::Temp qw(tempdir);
use Test::More;

my $page  = $ENV{PAGE} || 'docs/adding-a-machine.md';
my $build = $ENV{BUILD} || 'build';
my $tree  = tempdir(CLEANUP => 1);

sub text_of {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/;
    return <$in>;
}

sub files_of {
    my ($folder) = @_;
    my @files;
    find({ wanted => sub { push @files, s{^\Q$folder\E/}{}r if -f }, no_chdir => 1 }, $folder);
    return sort @files;
}

# ---- the copy ----

# All but results; with their times, so that make builds anew only what depends on the new machine.
my @parts = grep { !/^(?:build.*|pmulab-results|debian)$/ } glob '*';
is(system('cp', '-a', @parts, $tree), 0, 'the tree is copied');
mkdir "$tree/build" or die $!;
my @built = grep { -e $_ } map { "$build/$_" } qw(obj guest npm no-npm uplot-from);
is(system('cp', '-a', @built, "$tree/build"), 0, '... with what is built of it');
delete $ENV{$_} for qw(MAKEFLAGS MAKELEVEL MFLAGS BUILD PMULAB);
my @before = files_of('examples/turnstile');

# ---- the page ----

# A line "..." of the page stands for any lines.
sub matches {
    my ($expected, $found) = @_;
    my $pattern = join '', map { $_ eq '...' ? '(?:.*\n)*?' : quotemeta . '\n' } split /\n/, $expected;
    return $found =~ /\A$pattern\z/;
}

my $text = text_of($page);
my $n    = 0;
for my $block ($text =~ /^```\n(.*?)^```$/msg) {
    like($block, qr/\A\$ /, 'a block of commands');
    while ($block =~ /^\$ (.*)\n((?:(?!\$ ).*\n)*)/mg) {
        my ($command, $expected) = ($1, $2);
        my $found = `cd $tree && { $command\n} 2>&1`;
        is($?, 0, "\$ $command");
        ok(matches($expected, $found), '... prints what the page says') or diag("the page has\n${expected}the command printed\n$found");
        $n++;
    }
}
cmp_ok($n, '>', 10, 'the page has commands');
is(() = $text =~ /^```/mg, 2 * (() = $text =~ /^```\n.*?^```$/msg), 'each block is closed, and was looked at');

# ---- a machine as the others ----

for my $test (qw(harness/machines_test harness/registers_test)) {
    is(system("make -s -C $tree build/tests/$test.t >/dev/null && $tree/build/tests/$test.t >$tree/out"), 0, "tests/unit/$test.c passes")
        or diag(text_of("$tree/out"));
}
like(text_of("$tree/out"), qr/^ok/, '... and says so');
is(system("make -s -C $tree -n does-check >/dev/null"), 0, '`make check` knows how to build what it needs');

# ---- what it took ----

my @changed = grep { compare($_, "$tree/$_") } map { my $part = $_; -d ? map { "$part/$_" } files_of($part) : $part } @parts;
is_deeply(\@changed, ['harness/machine/machines.h'], 'one file that was there has changed');
my $diff = `diff harness/machine/machines.h $tree/harness/machine/machines.h`;
is($diff =~ s/^\d.*\n//mr, "> " . "    MACHINE(turnstile) \\\n", '... by one line');

my ($lines, @missing) = (0);
for my $file (@before) {
    push @missing, $file if !-e "$tree/$file" || compare("examples/turnstile/$file", "$tree/$file");
    $lines += text_of("examples/turnstile/$file") =~ tr/\n//;
}
is_deeply(\@missing, [], 'every file of the example is in its place');
my $size = sprintf '%d lines in %d files', $lines, scalar @before;
ok($text =~ / \Q$size\E\./, "the page says how much it is: $size");
done_testing();
