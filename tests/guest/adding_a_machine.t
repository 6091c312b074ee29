#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Follows docs/adding-a-machine.md in a copy of the tree: runs its commands,
# compares their output with the page, and checks the changed files.
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

# All but results, with time stamps, so make rebuilds only what depends on the
# new machine.
my @parts = grep { !/^(?:build.*|pmulab-results|debian)$/ } glob '*';
is(system('cp', '-a', @parts, $tree), 0, 'the tree is copied');
mkdir "$tree/build" or die $!;
my @built = grep { -e $_ } map { "$build/$_" } qw(obj guest npm no-npm uplot-from);
is(system('cp', '-a', @built, "$tree/build"), 0, '... with its build');
delete $ENV{$_} for qw(MAKELEVEL MFLAGS BUILD PMULAB);
# Whole-program optimization of the plugins would take longer than all the rest
# here.
$ENV{MAKEFLAGS} = 'WHOLE=';
my @before = files_of('examples/turnstile');

# ---- the page ----

# A line "..." of the page matches any lines.
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
        ok(matches($expected, $found), '... prints the output on the page') or diag("the page has\n${expected}the command printed\n$found");
        $n++;
    }
}
cmp_ok($n, '>', 10, 'the page has commands');
is(() = $text =~ /^```/mg, 2 * (() = $text =~ /^```\n.*?^```$/msg), 'each block is closed and was checked');

# ---- a machine as the others ----

my @tests = ('build/tests/machine/machines_test.t', 'build/tests/scenario/scenario_test.t', (map { "tests/guest/$_.t" } qw(command completion describe man)), 'tests/tree/options.t');
my $out = `cd $tree && make -s $tests[0] $tests[1] 2>&1 && PMULAB=build/pmulab BUILD=build prove @tests 2>&1`;
like($out, qr/^All tests successful\.$/m, 'tests of all machines pass: ' . join ', ', map { m{.*/(.*)\.t} } @tests) or diag($out);
is(system("make -s -C $tree -n does-check >/dev/null"), 0, '`make check` has rules for everything it needs');

# ---- the changes ----

my @changed = grep { compare($_, "$tree/$_") } map { my $part = $_; -d ? map { "$part/$_" } files_of($part) : $part } @parts;
is_deeply(\@changed, ['docs/pmulab.1', 'harness/machine/machines.h'], 'two existing files have changed');
is(join('', map { `diff $_ $tree/$_` =~ /^[<>].*\n/mg } @changed), <<'END', '... by three lines');
> .It Cm turnstile
> A gate that counts who passes
>     MACHINE(turnstile) \
END

my ($lines, @missing) = (0);
for my $file (@before) {
    push @missing, $file if !-e "$tree/$file" || compare("examples/turnstile/$file", "$tree/$file");
    $lines += text_of("examples/turnstile/$file") =~ tr/\n//;
}
is_deeply(\@missing, [], 'every file of the example is in its place');
my $size = sprintf '%d lines in %d files', $lines, scalar @before;
ok($text =~ / \Q$size\E\./, "the page states the size: $size");
done_testing();
