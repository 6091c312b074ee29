#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a guest: the oracle is a second opinion on the models. It includes
# nothing of theirs or of the rest of the project. Its library needs only libc,
# and shares no symbol with them.
use strict;
use warnings;
use Test::More;

my $build = $ENV{BUILD} // 'build';
my $library = "$build/liboracle.a";

# The names in nm's @lines with a matching type.
sub symbols {
    my ($types, @files) = @_;
    my %found;
    for (qx(nm -P @files 2>/dev/null)) {
        $found{$1} = 1 if /^(\S+) ([$types])\b/;
    }
    return \%found;
}

my @sources = glob 'oracle/*/*.[ch]';
ok(@sources > 5, scalar(@sources) . ' sources');
for my $source (@sources) {
    open my $file, '<', $source or die "$source: $!\n";
    my @other = grep { m{^\s*#\s*include\s+"} && !m{"oracle/} } <$file>;
    is_deeply(\@other, [], "$source includes nothing else of the project");
}

ok(-e $library, "$library exists") or BAIL_OUT('expected it to be built');
my $has = symbols('TDRBC', $library);
my $needs = symbols('U', $library);
my $models = symbols('TDRBC', glob "$build/obj/models/*/*.o");
ok(keys %$has > 10 && keys %$models > 100, 'both have symbols');
is_deeply([grep { $models->{$_} } sort keys %$has], [], 'no common symbol');
is_deeply([grep { $models->{$_} } sort keys %$needs], [], 'no symbol of the models is needed');
is_deeply([grep { !/^oracle_/ } sort keys %$has], [], 'its symbols all begin with oracle_');

# The linker verifies that only libc is missing.
my $cc = $ENV{CC} // 'cc';
my $said = qx($cc -shared -Wl,-z,defs -Wl,--whole-archive $library -Wl,--no-whole-archive -o /dev/null 2>&1);
is($?, 0, 'it links with libc alone') or diag($said);

done_testing();
