# SPDX-License-Identifier: GPL-2.0-or-later
# Follows a page of docs/ in an empty folder: saves its files, runs its commands
# and compares their output with the page. Guests' figures depend on the guest's
# kernel, so any number matches any other, and columns may be wider. The words
# must be equal. Blocks about registers need no guest, and are compared exactly.
#
# A block is commands ("$ COMMAND", then the output), or a file whose first line
# is a comment with its name. A line "..." matches any lines of output.
package Page;
use strict;
use warnings;
use Cwd;
use Exporter qw(import);
use File::Basename;
use File::Path qw(make_path);
use File::Temp;
use Files;
use Test::More;

our @EXPORT = qw(follow);

# One line of output, with differences between guests removed.
sub plain {
    my ($line) = @_;
    $line =~ s/\b0x[0-9a-f]+\b|\b[0-9a-f]{8,}\b|\d+(\.\d+)?/0/g;
    $line =~ s/\s+/ /g;
    $line =~ s/^ | $//g;
    return $line;
}

sub matches {
    my ($expected, $found, $same) = @_;
    my $pattern = join '', map { $_ eq '...' ? '(?:.*\n)*?' : quotemeta($same->($_)) . '\n' } split /\n/, $expected;
    my $output = join '', map { $same->($_) . "\n" } split /\n/, $found;
    return $output =~ /\A$pattern\z/;
}

sub runs {
    my ($folder, $command, $expected) = @_;
    my $found = `cd $folder && { $command\n} 2>&1`;
    my $exact = $command =~ /^pmulab (describe|decode|encode)/;
    ok(matches($expected, $found, $exact ? sub { $_[0] } : \&plain), "\$ $command")
        or diag("the page has\n${expected}the command printed\n$found");
}

# Returns the names of the page's files, and the text of each, in its order.
sub follow {
    my ($page) = @_;
    my $text = slurp($page);
    my $folder = File::Temp->newdir;
    local $ENV{PATH} = dirname(Cwd::abs_path($ENV{PMULAB} || 'build/pmulab')) . ":$ENV{PATH}";
    my @files;
    for my $block ($text =~ /^```\n(.*?)^```$/msg) {
        if ($block =~ m{\A(?:#|//|/\*) ([\w/]+(?:\.\w+|/Makefile))(?: \*/)?\n}) {
            make_path(dirname("$folder/$1"));
            spew("$folder/$1", $block);
            push @files, [$1, $block];
        } elsif ($block =~ /\A\$ /) {
            runs($folder, $1, $2) while $block =~ /^\$ (.*)\n((?:(?!\$ ).*\n)*)/mg;
        } else {
            fail("a block that is neither a file nor commands: $block");
        }
    }
    is(() = $text =~ /^```/mg, 2 * (() = $text =~ /^```\n.*?^```$/msg), 'each block is closed and was checked');
    return @files;
}

1;
