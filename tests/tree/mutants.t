#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Without a build: `make mutants` finds the same mutants each time and changes
# only code, its two lists match the sources, and it links a test so that one
# source can be replaced.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib", "$FindBin::Bin/../mutants";
use File::Temp qw(tempdir);
use Files;
use Linker;
use Mutator;
use Test::More;
use Trial;

my $small = <<'END';
/* 1 + 1 */
#include "models/a < b.h"
enum { LIMIT = 9 };
static const struct row rows[2] = {{"one 1", 0xff}};

static bool fits(const char *text, unsigned *at)
{
    char buffer[16];
    unsigned n = 2; /* n < 3 */

    assert(n == 2);
    if (n < LIMIT && *at)
        sprintf(buffer, "%u < 5", n);
    for (unsigned i = 0; i < n; i++)
        *at -= i;
    free(buffer);
    (void)text;
    text = g_new0(char, 1);
    return *at & 1;
}

static void none(unsigned *at)
{
    *at = fits("x",
        at) ? '1' : '2';
}
END

is_deeply([map { change_of($_) =~ s/^small.c://r } mutants('small.c', $small)], [split /\n/, <<'END'], 'all mutants of a small source, and no others');
3: enum { LIMIT = 9 };  ->  enum { LIMIT = 10 };
3: enum { LIMIT = 9 };  ->  enum { LIMIT = 8 };
4: static const struct row rows[2] = {{"one 1", 0xff}};  ->  static const struct row rows[2] = {{"one 1", 0x100}};
4: static const struct row rows[2] = {{"one 1", 0xff}};  ->  static const struct row rows[2] = {{"one 1", 0xfe}};
9: unsigned n = 2; /* n < 3 */  ->  unsigned n = 1; /* n < 3 */
9: unsigned n = 2; /* n < 3 */  ->  unsigned n = 3; /* n < 3 */
12: if (n < LIMIT && *at)  ->  if (!(n < LIMIT && *at))
12: if (n < LIMIT && *at)  ->  if (n <= LIMIT && *at)
12: if (n < LIMIT && *at)  ->  if (n >= LIMIT && *at)
12: if (n < LIMIT && *at)  ->  if (n < LIMIT || *at)
13: sprintf(buffer, "%u < 5", n);  ->  ;
14: for (unsigned i = 0; i < n; i++)  ->  for (unsigned i = 1; i < n; i++)
14: for (unsigned i = 0; i < n; i++)  ->  for (unsigned i = 0; i <= n; i++)
14: for (unsigned i = 0; i < n; i++)  ->  for (unsigned i = 0; i >= n; i++)
15: *at -= i;  ->  ;
15: *at -= i;  ->  *at += i;
18: text = g_new0(char, 1);  ->  ;
19: return *at & 1;  ->  return 0;
19: return *at & 1;  ->  return *at | 1;
19: return *at & 1;  ->  return *at & 0;
19: return *at & 1;  ->  return *at & 2;
24: *at = fits("x", at) ? '1' : '2';  ->  ;
24: *at = fits("x",  ->  return; *at = fits("x",
25: at) ? '1' : '2';  ->  at) || 1 ? '1' : '2';
END

# The same on the real sources: words in comments, directives and assertions
# stay, and so do quoted ones except in deleted statements.
sub untouched {
    my ($text, $quotes) = @_;
    my @kept;
    while ($text =~ m{(/\*.*?\*/)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|^([ \t]*#.*?)$|\b(g?_?(?:static_)?assert\w*\s*\(.*?\);)}gmsi) {
        push @kept, $& if $quotes || !defined $2;
    }
    return join "\n", @kept;
}

my @sources = sources();
my (%all, @touched, @length, $tried);
for my $file (@sources) {
    my $text = slurp($file);
    $all{$file} = [mutants($file, $text)];
    for my $mutant (grep { $tried++ % 47 == 0 } @{$all{$file}}) {
        my $quotes = $mutant->{put} !~ /;$/;
        my $mutated = mutated($text, $mutant);
        push @touched, change_of($mutant) if untouched($text, $quotes) ne untouched($mutated, $quotes);
        push @length, change_of($mutant) if ($text =~ tr/\n//) != ($mutated =~ tr/\n//);
    }
}
cmp_ok($tried, '>', 5000, 'mutants of the sources');
is_deeply(\@touched, [], 'no mutant changes a comment, a directive, an assertion or a string');
is_deeply(\@length, [], 'no mutant moves later lines');
is_deeply([grep { !@{$all{$_}} && code_alone(slurp($_)) =~ / [-+<]=? |return/ } @sources], [], 'each source has mutants');

sub listed {
    my $list = `BUILD=none tests/mutants/run --list @_ 2>&1`;
    is($?, 0, "run --list @_") or diag($list);
    return $list;
}
my $all = listed('--n 40 --seed 7');
is(scalar(() = $all =~ /\n/g), 40, 'the requested number');
like($all, qr{^$_/}m, "some of $_/") for qw(models harness/(?:judge|proof|truth) qemu-plugins oracle harness/trace);
my $first = listed('--n 40 --seed 7 --only trace');
is(listed('--n 40 --seed 7 --only trace'), $first, 'the same seed gives the same mutants');
isnt(listed('--n 40 --seed 8 --only trace'), $first, 'another seed gives other mutants');
unlike(listed('--n 40 --only trace,oracle'), qr{^(?!harness/trace/|oracle/)}m, 'only some groups');
unlike(listed('--n 5 --file models/snbep/box.c'), qr{^(?!models/snbep/box\.c:)}m, 'only one file');
like(`tests/mutants/run --only all 2>&1`, qr/^mutants: no group 'all'/, 'no such group');

my %equivalent = eval { Trial::equivalents('tests/mutants/equivalent', \%all) };
is($@, '', 'each equivalent mutant is a source\'s, with a reason');
my $folder = tempdir(CLEANUP => 1);
my ($some) = @{$all{'models/snbep/box.c'}};
my $row = brief($some);
is_deeply({Trial::equivalents(spew("$folder/1", "# a list\n\n$row // why\n"), \%all)}, {$row => 'why'}, 'a row');
eval { Trial::equivalents(spew("$folder/2", $row), \%all) };
like($@, qr/the reason$/, 'an entry without a reason is an error');
eval { Trial::equivalents(spew("$folder/3", $row =~ s/: /: gone/r . " // why\n"), \%all) };
like($@, qr/no mutant '.* gone.*any more$/, 'an entry whose line is gone is an error');

my $twice = "static int f(void)\n{\n    g();\n    g();\n    h();\n}\n";
my %twice = ('f.c' => [mutants('f.c', $twice)]);
is_deeply([map { within($_) } grep { $_->{put} eq ';' } @{$twice{'f.c'}}], ['f #1', 'f #2', 'f'], 'mutants that look the same are numbered');
is_deeply([map { brief($_) } grep { $_->{old} =~ /^h/ && $_->{put} eq ';' } @{$twice{'f.c'}}], ['f.c: f: {{h() -> }};'], 'a mutant in brief');
$row = "f.c: f #2: {{g() -> }};";
is_deeply({Trial::equivalents(spew("$folder/4", "$row // why\n"), \%twice)}, {$row => 'why'}, '... one of them in the list');
eval { Trial::equivalents(spew("$folder/5", ($row =~ s/ #2//r) . " // why\n"), \%twice) };
like($@, qr/expected FUNCTION #NUMBER$/, '... without its number an error');

like(trapped($small), qr/^\{ __builtin_trap\(\);\n    char buffer.*^\{ __builtin_trap\(\);\n    \*at = /ms, 'each function traps');

# One test of two archives that call each other, in a tree like the Makefile's.
my $unit = "$folder/unit";
my %objects = (
    'models/one/one' => 'int two(void); int one(void) { return two() - 1; } int last(void) { return 1; }',
    'oracle/two/two' => 'int last(void); int two(void) { return last() + 1; }',
    'models/one/other' => 'int other(void) { return 1; }',
    'tests/unit/one/one_test' => '#include <stdio.h>' . "\n" . 'int one(void); int main(void) { printf("1..1\n%s 1\n", one() == 1 ? "ok" : "not ok"); return 0; }',
);
my @compile = (split(' ', $ENV{CC} // 'cc'), qw(-fPIC -x c -c -o));
for my $name (keys %objects) {
    system('mkdir', '-p', "$unit/obj/$name");
    system(@compile, "$unit/obj/$name.o", spew("$unit/obj/$name/source.c", "$objects{$name}\n")) == 0 or BAIL_OUT('no object');
}
mkdir $_ for "$unit/tests", "$unit/tests/one";
system('ar', 'rcs', '--thin', "$unit/tests/house.a", map { "$unit/obj/models/one/$_.o" } qw(one other));
system('ar', 'rcs', '--thin', "$unit/liboracle.a", "$unit/obj/oracle/two/two.o");
my @archives = ("$unit/tests/house.a", "$unit/liboracle.a");
my $list = spew("$unit/tests/one/one_test.t", join "\n", "$unit/obj/tests/unit/one/one_test.o", @archives, @archives, '-lm', '');
is_deeply(Linker::uses($list), {$list => {'models/one/one' => 1, 'oracle/two/two' => 1}}, 'the sources that a test uses');
my $program = eval { Linker::program($list) };
is($@, '', 'a test whose archives are named twice links');
sub outcome {
    local $ENV{LD_LIBRARY_PATH} = $_[0];
    return defined $program ? `$program 2>&1` : undef;
}
is(outcome("$unit/lib/empty"), "1..1\nok 1\n", '... passes');
system(@compile, "$folder/mutant.o", spew("$folder/mutant.c", 'int last(void); int two(void) { return last() - 1; }'));
system(split(' ', $ENV{CC} // 'cc'), '-shared', '-o', "$folder/libmutant.so", "$folder/mutant.o");
is(outcome($folder), "1..1\nnot ok 1\n", '... and fails with a mutant of one source');

my %rows = map { split /\s+\|\s+/, $_, 2 } grep { !/^#|^\s*$/ } split /\n/, slurp('tests/mutants/scenarios');
is_deeply([grep { !-e "scenarios/$_.scn" } map { split } values %rows], [], 'scenarios of the table exist');
is_deeply([grep { my $pattern = $_; !grep { /^(?:$pattern)/ } @sources } keys %rows], [], 'each of its patterns matches a source');
is_deeply([grep { !Trial::row_for($_) } @sources], [], '... and each source matches one of them');
done_testing();
