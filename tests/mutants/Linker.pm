# SPDX-License-Identifier: GPL-2.0-or-later
# Links a unit test so that one source can be replaced without another link. The
# product's objects are in a shared library, which all tests with the same
# objects use. The program searches libmutant.so before that library; here is an
# empty one, and LD_LIBRARY_PATH names the folder of another. For each test the
# Makefile writes a list of the link's inputs and flags, one a line, to
# UNIT/tests/ROOM/NAME.t.
package Linker;
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use Fcntl qw(:flock);
use File::Path qw(make_path);
use Files;
use List::Util qw(max uniq);
use Time::HiRes qw(stat);

my @compiler = split ' ', $ENV{CC} // 'cc';

sub run {
    system(@_) == 0 or die "mutants: @_: failed\n";
}

# The test's own objects, those of the product, archives and flags, with UNIT and the program's path.
sub parts {
    my ($list) = @_;
    my ($unit) = $list =~ m{^(.*)/tests/.*\.t$} or die "mutants: $list; expected UNIT/tests/NAME.t\n";
    my @lines = split /\n/, slurp($list) // die "mutants: no $list\n";
    # House and oracle call each other, so each archive is listed twice. With
    # --whole-archive the linker would use both.
    my @inputs = uniq grep { /\.[oa]$/ } @lines;
    return {
        unit => $unit,
        program => $list =~ s/\.t$//r,
        own => [grep { m{/obj/tests/} } @inputs],
        product => [grep { /\.o$/ && !m{/obj/tests/} } @inputs],
        archives => [grep { /\.a$/ } @inputs],
        flags => [grep { !/\.[oa]$/ } @lines],
    };
}

sub newest {
    return max map { (stat)[9] // 0 } @_;
}

# Other processes see a complete file or none.
sub linked {
    my ($target, @options) = @_;
    run(@compiler, '-o', "$target.$$", @options);
    rename "$target.$$", $target or die "mutants: $target: $!\n";
}

# Returns the library with the product's objects, which it links if there is no current one.
sub product {
    my ($parts) = @_;
    my @objects = (@{$parts->{product}}, @{$parts->{archives}});
    my $library = "$parts->{unit}/lib/lib" . substr(md5_hex("@objects @{$parts->{flags}}"), 0, 8) . '.so';
    make_path("$parts->{unit}/lib/empty");
    open my $lock, '>', "$parts->{unit}/lib/lock" or die "mutants: $parts->{unit}/lib/lock: $!\n";
    flock $lock, LOCK_EX;
    my $empty = "$parts->{unit}/lib/empty/libmutant.so";
    linked($empty, '-shared', '-Wl,-soname=libmutant.so', '-x', 'c', '/dev/null') if !-e $empty;
    linked($library, '-shared', '-pthread', '-Wl,--whole-archive', @objects, '-Wl,--no-whole-archive', @{$parts->{flags}})
        if newest($library) < newest(@objects);
    return $library;
}

# Returns the program of a list, which it links if there is no current one. An archive gives it only members that the
# library lacks: none. RUNPATH comes after LD_LIBRARY_PATH; gold's default, RPATH, would come before it.
sub program {
    my ($list) = @_;
    my $parts = parts($list);
    my $library = product($parts);
    linked($parts->{program}, '-pthread', '-rdynamic', @{$parts->{own}}, '-Wl,--no-as-needed', '-L', "$parts->{unit}/lib/empty", '-l:libmutant.so', $library,
        '-Wl,--as-needed', @{$parts->{archives}}, "-Wl,--enable-new-dtags,-rpath,$parts->{unit}/lib/empty:$parts->{unit}/lib", @{$parts->{flags}})
        if newest($parts->{program}) < newest($list, $library, @{$parts->{own}});
    return $parts->{program};
}

# The global symbols of objects and thin archives, as {FILE => [[OBJECT, SYMBOL, TYPE]...]}.
sub symbols {
    my (@files) = @_;
    my %symbols;
    open my $nm, '-|', 'nm', '-A', '-g', '-P', @files or die "mutants: nm: $!\n";
    while (<$nm>) {
        my ($file, $member, $symbol, $type) = /^([^:\[]+)(?:\[([^\]]+)\])?: (\S+) (\w)/ or next;
        push @{$symbols{$file}}, [$member // $file, $symbol, $type];
    }
    close $nm or die "mutants: nm: failed\n";
    return \%symbols;
}

# For each list, the objects of the product that its test would take from archives, as {LIST => {OBJECT => 1}}, with
# paths below obj/.
sub uses {
    my (@lists) = @_;
    my @parts = map { parts($_) } @lists;
    my $symbols = symbols(uniq map { (@{$_->{own}}, @{$_->{product}}, @{$_->{archives}}) } @parts);
    my (%needs, %defined, %uses);
    for (map { @$_ } values %$symbols) {
        push @{$needs{$_->[0]}}, $_->[1] if $_->[2] eq 'U';
    }
    for my $i (0 .. $#lists) {
        my ($unit, $own) = @{$parts[$i]}{qw(unit own)};
        my @product = (@{$parts[$i]{product}}, @{$parts[$i]{archives}});
        # Reversed, so the first object that defines a symbol wins.
        my $defined = $defined{"@product"} //= {map { $_->[1] => $_->[0] } reverse grep { $_->[2] !~ /[Uvw]/ } map { @{$symbols->{$_} // []} } @product};
        my %seen = map { $_->[1] => 1 } grep { $_->[2] ne 'U' } map { @{$symbols->{$_}} } @$own;
        # A plugin's entry is a weak symbol of the stand-in for QEMU.
        delete $seen{qemu_plugin_install};
        my @needed = (map({ @{$needs{$_} // []} } @$own), grep({ m{/qemu-plugins/machine/} } @product) ? 'qemu_plugin_install' : ());
        my %taken;
        while (@needed) {
            my $symbol = pop @needed;
            next if $seen{$symbol}++;
            my $object = $defined->{$symbol} // next;
            push @needed, @{$needs{$object} // []} if !$taken{$object}++;
        }
        $uses{$lists[$i]} = {map { m{^\Q$unit\E/(?:tests/\.\./)?obj/(.*)\.o$} ? ($1 => 1) : () } keys %taken};
    }
    return \%uses;
}

1;
