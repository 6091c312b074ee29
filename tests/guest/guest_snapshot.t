#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# A restored guest behaves exactly like a booted one: the whole trace, including
# the boot, and the steps' output are the same to the last byte. This holds on
# each machine that can be saved. Runs that need a boot get one, and report the
# reason. The cache is private and initially empty.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use BootTest;
use Digest::MD5 qw(md5_hex);
use File::Basename qw(basename);
use File::Path qw(remove_tree);
use Test::More;

my $pmulab = $BootTest::pmulab;
my $cache = "$scratch/cache/pmulab";
my $made = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
mkdir "$scratch/cache";
mkdir $cache;
symlink $_, "$cache/" . basename($_) for grep { !m{/(lock|warm-[^/]*)$} } glob "$made/*";
delete $ENV{PMULAB_SAVED_MIB};
$ENV{XDG_CACHE_HOME} = "$scratch/cache";

sub run {
    my ($results, @args) = @_;
    my $out = `'$pmulab' run --results '$scratch/$results' @args 2>&1`;
    return ($? >> 8, $out);
}

# The reason for a boot, "null" if there was none.
sub cold {
    my ($results, $scenario) = @_;
    my $path = "$scratch/$results/$scenario/result.json";
    return 'nothing' unless -e $path;
    return slurp($path) =~ /"cold" : (?:"([^"]*)"|(null))/ ? $1 // $2 : 'nothing';
}

sub entries {
    return grep { -d } glob "$cache/warm-*";
}

my @scenarios = qw(snbep/first-light snbep/multiplex epyc/document epyc/ldlat-perf kunpeng/fault-interrupt);
my $tree = "$FindBin::Bin/../../scenarios";
my @files = map { "'$tree/$_.scn'" } @scenarios;
for my $pass ('that saves', 'that finds saved guests') {
    my ($status, $out) = run('warm', '-j', 2, @files);
    is($status, 0, "a run $pass") or diag($out);
    is(cold('warm', $_), 'null', "$_ did not boot") for @scenarios;
    is(scalar entries(), 4, 'one entry for each configuration');
}
my ($status, $out) = run('cold', '--cold', '-j', 2, @files);
is($status, 0, 'a run that boots') or diag($out);
for my $scenario (@scenarios) {
    my ($warm, $cold) = map { "$scratch/$_/$scenario" } qw(warm cold);
    is(cold('cold', $scenario), '--cold', "$scenario records the reason");
    ok(-s "$cold/trace.pmt" && slurp("$warm/trace.pmt") eq slurp("$cold/trace.pmt"), "$scenario: one trace")
        or diag(`bash -c "diff <('$pmulab' trace '$cold/trace.pmt') <('$pmulab' trace '$warm/trace.pmt') | head -4"`);
    my @out = map { basename($_) } glob "$cold/*.out $cold/*.err";
    is(scalar(grep { slurp("$warm/$_") ne slurp("$cold/$_") } @out), 0, "$scenario: one output")
        or diag("@out");
    is(slurp("$warm/console.log"), slurp("$cold/console.log"), "$scenario: one console");
}

# Guests of one kernel share most of their memory: one has the whole memory, the
# others their differences.
{
    my %whole = map { (stat "$_/ram")[1] => 1 } grep { !-e "$_/base" } entries();
    my @above = grep { -e "$_/base" } entries();
    is(scalar keys %whole, 3, 'three kernels have one whole memory each');
    is(scalar @above, 1, 'the fourth is based on one of them');
    ok($whole{(stat "$_/base")[1]}, '... which is a saved guest\'s memory') for @above;
    cmp_ok(-s "$_/ram", '<', 16 << 20, 'its own part is small') for @above;
    cmp_ok(-s "$_/model", '<', 1 << 20, "the plugin's state is small") for entries();
}

# From here on most guests are kunpeng with one CPU, which boots fastest.
sub one {
    my ($config) = @_;
    return "machine kunpeng\ncpus 1\n" . ($config ? "config $config\n" : '') . "step one\n    run perf stat -e instructions:u true\n";
}
my $one = spew("$scratch/one.scn", one(''));
($status, $out) = run('one', $one);
is($status, 0, 'a small guest') or diag($out);
($status, $out) = run('cold', '--cold', $one);
is($status, 0, '... which boots') or diag($out);

# Configurations share memory if the guest cannot distinguish them yet.
sub saved {
    my ($config, $results) = @_;
    my @before = entries();
    my $scenario = spew("$scratch/one.scn", one($config));
    my ($status, $out) = run($results, $scenario);
    is($status, 0, "$results: passes") or diag($out);
    is(cold($results, 'kunpeng/one'), 'null', "$results: starts from a saved guest");
    my %before = map { $_ => 1 } @before;
    return grep { !$before{$_} } entries();
}

sub memory { return (stat "$_[0]/ram")[1] }

# An identifier of the whole memory that an entry shares.
sub whole_memory { return -e "$_[0]/base" ? (stat "$_[0]/base")[1] : memory($_[0]) }

my ($slow) = saved('blind=20000', 'another time');
my ($plain) = grep { $_ ne $slow && memory($_) == memory($slow) } entries();
ok($plain, 'another time: the memory already exists');
my ($whole) = grep { !-e "$_/base" } entries();
cmp_ok((stat "$whole/ram")[12] * 512, '<', 180 << 20, 'a whole memory is compressed');

# Entries whose sources are gone are removed; so are the least recently used
# ones if room is short, except recent ones.
spew("$plain/made-of", "file 1-1.000000000 $scratch/nothing\n");
my ($third) = saved('blind=30000', 'a third time');
ok(!-e $plain && -e $slow, 'a saved guest whose source is gone is removed');
is(memory($slow), memory($third), 'its memory stays for others');
{
    my @before = entries();
    local $ENV{PMULAB_SAVED_MIB} = 250;
    my (undef, $said) = run('no room', spew("$scratch/one.scn", one('blind=40000')));
    like($said, qr/^pmulab: this guest boots anew each time, as it cannot be saved: saved guests of the last hour take 1\d\d of 250 MiB$/m,
        'no room: said once');
    like(cold('no room', 'kunpeng/one'), qr/^saved guests of the last hour take 1\d\d of 250 MiB$/, 'no room: boots');
    is("@{[entries()]}", "@before", 'no room: recently used entries stay');
    utime time, time - 2 * 60 * 60, @before;
    my @small = grep { whole_memory($_) == whole_memory($slow) } @before;
    my ($fourth) = saved('blind=40000', 'room again');
    is("@{[sort(entries())]}", join(' ', sort $fourth, @small), 'room again: entries that share existing memory stay');
}

# Settings that act before the first step must be part of the saved guest.
my %early = (
    boot => [<<'END', 'at boot'], late => [<<'END', 'long after boot'], count => [<<'END', 'at an access of boot'], fault => [<<'END', 'a fault at boot']);
machine snbep
cpus 1
traffic
    at boot
        imc0 CAS_COUNT.RD_REG 90M/s
step one
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 1
    expect perf exact
END
machine snbep
cpus 1
traffic
    at boot + 20s
        imc0 CAS_COUNT.RD_REG 90M/s
step one
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 20
    expect perf exact
END
machine snbep
cpus 1
traffic
    at write 2 of imc0.PMON_CTL0
        imc0 CAS_COUNT.RD_REG 90M/s
step one
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 1
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 1
    expect perf exact
END
machine snbep
cpus 1
traffic
    at boot
        fault imc0.PMON_CTR0 reads 5 3 times
step one
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 1
END
my @early = sort keys %early;
spew("$scratch/$_.scn", $early{$_}[0]) for @early;
my @early_files = map { "'$scratch/$_.scn'" } @early;
my $before = () = entries();
for my $results ('early', 'early again', 'early cold') {
    my ($status, $out) = run($results, '-j', 2, $results =~ /cold/ ? '--cold' : (), @early_files);
    is($status, 0, "$results: passes") or diag($out);
}
is(scalar entries(), $before + @early, 'each has its own saved guest');
for my $name (@early) {
    is(cold('early again', "snbep/$name"), 'null', "$early{$name}[1]: no boot");
    my @traces = map { slurp("$scratch/$_/snbep/$name/trace.pmt") } 'early', 'early again', 'early cold';
    ok($traces[0] eq $traces[2] && $traces[1] eq $traces[2], "$early{$name}[1]: the trace equals a boot's");
}

# An incomplete entry is ignored.
unlink map { "$_/model" } entries();
$one = spew("$scratch/one.scn", one(''));
($status, $out) = run('again', $one);
is($status, 0, 'with an incomplete saved guest the scenario passes') or diag($out);
is(cold('again', 'kunpeng/one'), 'null', '... and saves a new one');
is(slurp("$scratch/again/kunpeng/one/trace.pmt"), slurp("$scratch/cold/kunpeng/one/trace.pmt"), '... with the same trace');
is(scalar(glob "$cache/*.partial"), undef, 'no partial entry is left');

# The small guest's entry, after removing all others.
sub only_entry {
    remove_tree(entries());
    run('fresh', $one);
    return (entries())[0];
}

# Runs it, which must pass with the same trace. The reason for a boot must match
# $reason.
sub heals {
    my ($what, $reason) = @_;
    my ($status, $out) = run('heals', spew("$scratch/one.scn", one('')));
    is($status, 0, "$what: the scenario passes") or diag($out);
    like(cold('heals', 'kunpeng/one'), $reason, "$what: the record has the reason");
    is(slurp("$scratch/heals/kunpeng/one/trace.pmt"), slurp("$scratch/cold/kunpeng/one/trace.pmt"), "$what: the same trace");
    is(slurp("$scratch/heals/kunpeng/one/console.log"), slurp("$scratch/cold/kunpeng/one/console.log"), "$what: the same console");
}

# A damaged entry is dropped and rebuilt, even if another entry shares the
# damaged memory.
my $entry = only_entry();
my $ram   = -s "$entry/ram";
like(slurp("$entry/whole"), qr/\Aram $ram \d+\n(?:$_ \d+ [0-9a-f]{32}\n){4}\z/, 'an entry describes its parts')
    for '(?:devices|model|trace|console)';
saved('blind=20000', 'a sharer');
truncate "$entry/ram", 1 << 20 or die "truncate: $!";
heals('memory cut short', qr/^null$/);
is(-s "$entry/ram", $ram, 'truncated memory is rebuilt');
open my $memory, '+<', "$entry/ram" or die "ram: $!";
seek $memory, $ram / 2, 0;
print $memory "other bytes\n";
close $memory;
heals('other bytes in memory', qr/^null$/);
for my $part (qw(devices trace)) {
    my $bytes = slurp("$entry/$part");
    substr($bytes, length($bytes) / 2, 1) ^= "\x01";
    spew("$entry/$part", $bytes);
    heals("a flipped bit in $part", qr/^null$/);
    isnt(slurp("$entry/$part"), $bytes, "a flipped bit in $part: it is rebuilt");
}

# A guest that looks valid but does not resume is dropped, and the run boots.
# The state is a Zstandard frame with four bytes in one raw block (RFC 8878,
# section 3.1.1).
my $junk = pack('V C C', 0xfd2fb528, 0x20, 4) . substr(pack('V', 4 << 3 | 1), 0, 3) . 'junk';
spew("$entry/devices", $junk);
my $parts = slurp("$entry/whole");
$parts =~ s/^devices .*$/join ' ', 'devices', length $junk, md5_hex($junk)/me;
spew("$entry/whole", $parts);
heals('a state that QEMU refuses', qr/^the saved guest did not continue: QEMU: [^\n]+$/);
ok(!-e $entry, 'an entry with a state that QEMU refuses is dropped');
heals('the run after it', qr/^null$/);

# A memory packed in another version's format looks valid, but cannot be read;
# an equal memory does not share it.
my ($packed) = saved('dies=2', 'two dies');
ok(-e "$packed/base", '... with packed memory');
spew("$packed/ram", $junk);
my ($size, $changed) = (stat "$packed/ram")[7, 9];
$parts = slurp("$packed/whole");
$parts =~ s/^ram .*$/ram $size $changed/m;
spew("$packed/whole", $parts);
saved('dies=2 blind=20000', 'two dies with another time');

# A pmulab killed while it boots a guest for saving leaves no files of it.
my @before = glob "$cache/*";
my $killed = spew("$scratch/killed.scn", one('blind=50000'));
my $pid = fork // die "fork: $!";
if (!$pid) {
    open STDOUT, '>', '/dev/null';
    exec $pmulab, 'run', '--results', "$scratch/killed", $killed or die "exec: $!";
}
ok(wait_for(60, sub { scalar grep { (readlink // '') =~ m{^/memfd:pmulab-ram} } glob "/proc/$pid/fd/*" }), 'a guest is booting for saving');
sleep 1;
kill KILL => $pid;
waitpid $pid, 0;
is("@{[glob qq{$cache/*}]}", "@before", 'killed, it leaves nothing in the cache');
done_testing();
