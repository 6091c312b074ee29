# SPDX-License-Identifier: GPL-2.0-or-later
# A small kernel from the sources of a guest's kernel, for drivers that Debian
# builds into its own, and sources that are edited for one build.
package OwnKernel;
use strict;
use warnings;
use Exporter qw(import);
use File::Path qw(make_path);
use Files;
use FindBin;

our @EXPORT = qw(own_kernel small_kernels kernel_sources keep restore);

use constant JOBS => 2;

sub missing {
    my ($compiler) = map { /^CROSS_COMPILE=(.*)/ ? "$1gcc" : () } @_;
    my @missing = grep { system("command -v $_ >/dev/null") } qw(flex bison bc), $compiler // ();
    s/(.*)-gcc$/gcc-$1/ for @missing;
    return @missing;
}

# Extracts all sources of the kernel of a guest, given as @guest (options of
# `pmulab module`), into folder $sources. False if that fails.
sub kernel_sources {
    my ($pmulab, $sources, @guest) = @_;
    return 1 if -d $sources;
    make_path($sources =~ s{/[^/]*$}{}r);
    system("rm -rf $sources.part && $pmulab module @guest --from . --extract $sources.part >/dev/null") == 0 or return 0;
    return rename "$sources.part", $sources;
}

# A kernel: how->{sources}, its folder built, the fragments of its configuration
# (names in tests/driver-bugs/kernels), make's words with the target first,
# and fetch, which gets the sources. Returns the build's folder, and functions
# that get it ready and build it; both leave their status in $?.
sub own_kernel {
    my (%how) = @_;
    my ($target, @words) = @{$how{words}};
    my $make = "MAKEFLAGS= make -s -j" . JOBS . " -C $how{sources} O=$how{built} @words";
    return {
        built => $how{built},
        fetch => sub {
            my @missing = missing(@words);
            die "a kernel's build needs @missing: run  apt-get install @missing  as root\n" if @missing;
            return $how{fetch}->() && configure($how{built}, $make, @{$how{fragments}});
        },
        build => sub { `$make $target 2>&1` },
    };
}

# Small kernels of one tree of sources, in folders of $trees, by their names.
sub small_kernels {
    my ($sources, $trees) = @_;
    my %how = (
        x86 => [[qw(common epyc findings)], qw(bzImage ARCH=x86)],
        arm64 => [[qw(common kunpeng)], qw(Image ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu-)],
        ppc64 => [[qw(common power9)], qw(vmlinux ARCH=powerpc CROSS_COMPILE=powerpc64le-linux-gnu-)],
    );
    return map {
        my ($fragments, @words) = @{$how{$_}};
        $_ => own_kernel(
            sources => $sources, built => "$trees/$_", words => \@words, fragments => $fragments, fetch => sub { 1 },
        );
    } keys %how;
}

# Configures only the fragments. Linux 7 has SYSCTL in the place of PROC_SYSCTL.
sub configure {
    my ($built, $make, @fragments) = @_;
    my $wanted = join '', map { slurp("$FindBin::Bin/../driver-bugs/kernels/$_.config") } @fragments;
    my $fragment = "$built/wanted.config";
    return 1 if -f "$built/.config" && (slurp($fragment) // '') eq $wanted;
    make_path($built);
    spew("$fragment.new", $wanted);
    system("KCONFIG_ALLCONFIG=$fragment.new $make allnoconfig >/dev/null") == 0 or return 0;
    my %has = map { $_ => 1 } split /\n/, slurp("$built/.config");
    $has{'CONFIG_PROC_SYSCTL=y'} = $has{'CONFIG_SYSCTL=y'};
    my @lacks = grep { /^CONFIG_/ && !$has{$_} } split /\n/, $wanted;
    die "$built: the kernel has no @lacks\n" if @lacks;
    return rename "$fragment.new", $fragment;
}

# Returns the text of a file before all edits. A copy stays next to it, because
# an interrupted run leaves its edit.
sub keep {
    my ($path) = @_;
    my $good = -f "$path.good" ? slurp("$path.good") : slurp($path);
    spew("$path.good", $good) unless -f "$path.good";
    return $good;
}

# Undoes the edits of files that keep() has seen.
sub restore {
    my (@paths) = @_;
    for my $path (@paths) {
        spew($path, slurp("$path.good")) if -f "$path.good" && slurp($path) ne slurp("$path.good");
    }
}

1;
