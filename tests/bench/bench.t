#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `make bench`: the arithmetic of its figures, its file, the comparison with an
# earlier one, and a run. No test here depends on times.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bench;
use Bench::Access;
use Bench::Boot;
use Bench::Growth;
use Bench::Lines;
use Bench::Live;
use Bench::Loop;
use Bench::Model;
use Bench::Scenario;
use File::Temp qw(tempdir);
use Results;
use Test::More;

my $folder = tempdir(CLEANUP => 1);

sub spew {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!";
    print $file $text;
    close $file or die $!;
    return "$folder/$name";
}

# ---- figures ----

my $row = ratio_row(['a', 'b'], [3, 2.2, 2, 4, 2.4], [1, 1, 2, 1, 1], note => 'n');
is($row->{ratio}, 2, 'the ratio of the minimums with and without, over all rounds');
is_deeply([@$row{qw(with without note)}], [2, 1, 'n'], '... which are kept');
# Round by round 3 2.2 1 4 2.4; from their median, 2.4: 0.6 0.2 1.4 1.6 0.
cmp_ok(abs($row->{noise} - 0.3), '<', 1e-9, 'noise: the rounds\' median distance from their median');
is(ratio_row(['a'], [1, 2], [1, 1])->{noise}, undef, '... undefined for two rounds');

my %took = (a => [{ wall => 9, CPU => 3 }, { wall => 8, CPU => 4 }], b => [{ wall => 1, CPU => 2 }, { wall => 1, CPU => 2 }]);
$row = time_row(['x'], \%took, 'CPU', 'a', 'b');
is_deeply([@$row{qw(ratio note)}], [1.5, '3.00 s to 2.00 s'], 'times of the requested kind');

my @order;
my %all = alternate(3, 'test', [qw(a b)], sub { push @order, $_[0]; return scalar @order });
is("@order", 'a b b a a b', 'the first one alternates');
is_deeply(\%all, { a => [1, 4, 5], b => [2, 3, 6] }, '... and each has its rounds in their order');
%all = alternate(2, 'test', [qw(a b)], sub { my $name = shift; timed_parts(['echo', 'line']); $_ = 'other'; $name });
is_deeply(\%all, { a => ['a', 'a'], b => ['b', 'b'] }, '... even if $measure uses $_');

my $script = 'echo begin a b; echo more; i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; echo end; echo begin c; echo end; echo over; exec sleep 100';
my @other;
my @parts = timed_parts(['sh', '-c', $script], sub { push @other, @_ });
is(join(',', map { $_->[0] } @parts), 'a b,c', 'parts of a guest by their names; `over` ends it');
cmp_ok($parts[0][1], '>', $parts[1][1], '... with CPU time');
is("@other", 'more', '... and its other lines');
ok(!eval { timed_parts(['sh', '-c', 'echo begin a; exit 3']); 1 }, 'a failing guest ends the run');
like($@, qr/^bench: '.*' failed$/, '... with its command');

# ---- comparison ----

sub compared {
    my ($ratio, $noise, $earlier, $noise_earlier) = @_;
    return Results::moved({ ratio => $ratio, noise => $noise }, { ratio => $earlier, noise => $noise_earlier })->{beyond};
}

is(compared(1.09, 0.03, 1, 0.02), 0,  'a change within twice both noises does not count');
is(compared(1.11, 0.03, 1, 0.02), 1,  'a larger change counts');
is(compared(0.89, 0.03, 1, 0.02), -1, '... also an improvement');
is(compared(1.03, 0, 1, 0), 0, 'the least noise is a hundredth');
is(compared(1.05, 0, 1, 0), 1, '...');
is(compared(1.3, undef, 1, undef), 0, 'unknown noise counts as a tenth');

my %earlier = (sections => [{ name => 's', rows => [{ what => ['m', 'x'], ratio => 1, noise => 0.01 }] }]);
my %section = (name => 's', title => 'all of it',
    rows => [{ what => ['m', 'x'], ratio => 1.5, noise => 0.02, note => 'why' }, { what => ['m', 'longer'], ratio => 1234.5 }]);
is(Results::table(\%section, Results::by_name(\%earlier)), <<'END', 'a table with changes');
s: all of it
  m  x       1.500  +-2.0%  +50.0% moved  why
  m  longer   1234
END
is(Results::table(\%section), <<'END', '... and without a comparison');
s: all of it
  m  x       1.500  +-2.0%    why
  m  longer   1234
END
like(Results::table(\%section, Results::by_name(\%earlier), 1), qr/^\e\[31m  m  x .*\e\[0m\n  m  longer/m, 'colour for changes');

is(Results::table({ name => 's', title => 'nothing', rows => [], skipped => ['vax, no scenario named'] }), <<'END', 'skipped machines are listed');
s: nothing
  skipped: vax, no scenario named
END

# ---- machines ----

my @sections = map { "Bench::$_" } qw(Access Boot Growth Lines Live Loop Model Scenario);
for my $machine (qw(snbep power9 kunpeng epyc)) {
    is_deeply([grep { $_ eq $machine } machines()], [$machine], "$machine is one of the machines");
    is_deeply([grep { $_->lacks($machine) } @sections], $machine eq 'power9' ? ['Bench::Lines'] : [], '... with measurements in all its sections');
}
is_deeply([grep { !$_->lacks('vax') } @sections], ['Bench::Growth'], 'a machine without a file is only booted');

# ---- files ----

Results::save("$folder/saved", { rounds => 2, sections => [\%section] });
is_deeply(Results::load("$folder/saved")->{sections}, [\%section], 'a file is read back unchanged');
for (['', 'an empty file'], ['{', 'no JSON'], ['[]', 'a list'], ['{"format": 2, "sections": []}', 'another format'], ['{"format": 1}', 'no sections']) {
    my ($text, $what) = @$_;
    my $path = spew('wrong', $text);
    ok(!eval { Results::load($path); 1 }, "$what is refused");
    is($@, "bench: $path: expected results of `make bench`, of format 1\n", '... in one line');
}
ok(!eval { Results::load("$folder/none"); 1 } && $@ =~ /^bench: \Q$folder\E\/none: No such file/, 'so is a missing file');

# ---- measurements ----

# The source's number of accesses for each of four kinds, and 100 before those. The program is killed, so the last records
# of the last kind are not written.
my $times = eval { Bench::Access::accesses('epyc', 'icount', ",trace=$folder/trace") } // {};
is(scalar(grep { /^ours/ && $times->{$_} > 0 } keys %$times), 4, 'each kind of access takes time') or diag($@);
my @counts = split ' ', `$pmulab trace --raw $folder/trace 2>&1 | awk '\$4 == "read" || \$4 == "write" { n[\$4 \$6]++ } END { for (i in n) print n[i] }'`;
is(scalar(grep { $_ == 500_100 } @counts), 3, '... and reaches our registers') or diag("@counts");
is(scalar @counts, 4, '...');

# ---- a run ----

sub bench {
    my (@args) = @_;
    my $out = `$FindBin::Bin/run @args 2>&1`;
    return ($? >> 8, $out);
}

my ($status, $out) = bench("--only=model --machines=snbep --rounds=1 --output=$folder/results");
is($status, 0, 'only models, one round') or diag($out);
my $results = eval { Results::load("$folder/results") } // {};
is_deeply([map { $_->{name} } @{ $results->{sections} // [] }], ['model'], '... with a file');
is(scalar(grep { $_->{ratio} > 0 } @{ $results->{sections}[0]{rows} }), 6, '... with a figure of each operation');
my $seconds = $results->{sections}[0]{took} // 'unknown';
like($out, qr/^model: [^\n]*, in $seconds s\n/m, '... and the section\'s duration') or diag($out);
($status, $out) = bench("--only=model --machines=snbep --rounds=1 --against=$folder/results --output=$folder/again");
like($out, qr/^  snbep  counter read, 1 us after another +[\d.]+ +[+-][\d.]+%.* ns,/m, 'a run compared with an earlier one shows changes');

# The second section takes far longer than the kill: all children are in its group, so none of them continues.
sub broken_off {
    my (@args) = @_;
    my $pid = open(my $out, '-|') // die "fork: $!";
    if (!$pid) {
        setpgrp;
        open STDERR, '>&', \*STDOUT;
        exec "$FindBin::Bin/run", @args or die "exec: $!";
    }
    my $text = '';
    while (defined(my $line = <$out>)) {
        $text .= $line;
        kill TERM => -$pid if $line =~ /^  snbep  register read, in the trace/;
    }
    close $out;
    return $text;
}

my $text = broken_off("--only=model,boot", "--machines=snbep", "--rounds=1", "--output=$folder/part");
like($text, qr/^model: /m, 'a section is printed before the next one is measured');
like($text, qr/^bench: broken off; \Q$folder\E\/part has model\n/m, '... where an interrupted run ends with a message');
$results = eval { Results::load("$folder/part") } // {};
is_deeply([map { $_->{name} } @{ $results->{sections} // [] }], ['model'], '... and its results are in the file');
is_deeply([glob "$folder/*.new"], [], '... and nowhere else');

for (['--only=boots', qr/^bench: --only boots: expected of boot, access, loop, lines, live, model, scenario, growth$/],
    ['--machines=vax', qr/^bench: --machines vax: expected of (?:\w+, )*snbep(?:, \w+)*$/], ['--rounds=0', qr/^bench: usage: run /],
    ["--against=$folder/none", qr/^bench: .*No such file/]) {
    my ($arg, $expected) = @$_;
    ($status, $out) = bench($arg);
    ok($status && $out =~ $expected && $out =~ tr/\n// == 1, "run $arg is refused in one line") or diag($out);
}
done_testing();
