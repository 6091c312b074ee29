#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs docs/first-scenario.md: saves its files, runs its commands, compares
# their output with the page. Guests' figures depend on the guest's kernel, so
# any number matches any other, and columns may be wider. The words must be
# equal. Blocks about registers need no guest, and are compared exactly.
use strict;
use warnings;
use Cwd;
use File::Basename;
use File::Temp;
use Test::More;

my $page = $ENV{PAGE} || 'docs/first-scenario.md';
my $pmulab = Cwd::abs_path($ENV{PMULAB} || 'build/pmulab');
my $folder = File::Temp->newdir;
$ENV{PATH} = dirname($pmulab) . ":$ENV{PATH}";

sub text_of {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/;
    return <$in>;
}
my $text = text_of($page);

# One line of output, with differences between guests removed.
sub plain {
    my ($line) = @_;
    $line =~ s/\b0x[0-9a-f]+\b|\b[0-9a-f]{8,}\b|\d+(\.\d+)?/0/g;
    $line =~ s/\s+/ /g;
    $line =~ s/^ | $//g;
    return $line;
}

# A line "..." of the page matches any lines.
sub matches {
    my ($expected, $found, $same) = @_;
    my $pattern = join '', map { $_ eq '...' ? '(?:.*\n)*?' : quotemeta($same->($_)) . '\n' } split /\n/, $expected;
    my $output = join '', map { $same->($_) . "\n" } split /\n/, $found;
    return $output =~ /\A$pattern\z/;
}

sub runs {
    my ($command, $expected) = @_;
    my $found = `cd $folder && { $command\n} 2>&1`;
    my $exact = $command =~ /^pmulab (describe|decode|encode)/;
    ok(matches($expected, $found, $exact ? sub { $_[0] } : \&plain), "\$ $command")
        or diag("the page has\n${expected}the command printed\n$found");
}

sub saves {
    my ($name, $content) = @_;
    open my $out, '>', "$folder/$name" or die "$name: $!";
    print $out $content;
    close $out or die "$name: $!";
}

my ($files, $first) = (0);
for my $block ($text =~ /^```\n(.*?)^```$/msg) {
    if ($block =~ /\A# (\w+\.scn)\n/) {
        saves($1, $block);
        $first //= $block =~ s/\A.*\n//r;
        $files++;
    } elsif ($block =~ /\A\$ /) {
        runs($1, $2) while $block =~ /^\$ (.*)\n((?:(?!\$ ).*\n)*)/mg;
    } else {
        fail("a block that is neither a file nor commands: $block");
    }
}
is($files, 5, 'the page has its five scenarios');
is(() = $text =~ /^```/mg, 2 * (() = $text =~ /^```\n.*?^```$/msg), 'each block is closed and was checked');
like(text_of('README.md'), qr/^```\n\Q$first\E```$/m, 'the README has the first of them');
done_testing();
