#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# A QEMU that lacks one of the private symbols of qemu/private.h: `pmulab
# --version` reports it, and each plugin starts or refuses as the table there
# specifies. In copies of QEMU's binaries, the symbol is really hidden. For some
# symbols the listed loss is also verified.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Cwd qw(abs_path);
use Fcntl qw(SEEK_SET);
use File::Basename qw(basename dirname);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Files;
use Test::More;
use Time::HiRes qw(time);

my $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
my $build   = abs_path($ENV{BUILD} // 'build');
my $scratch = tempdir(CLEANUP => 1);

# ---- the table ----

my $table = slurp('qemu/private.h') or die 'no table';
# A row may take several lines.
$table =~ s{ \\\n\s++(?!ABILITY|FUNCTION|VARIABLE|OF_THREAD)}{ }g;
my %abilities;
$abilities{$1} = {targets => [split /, /, $2], loss => $3, stopped => [split /, /, $4]}
    while $table =~ /^    ABILITY\((\w+), +"([^"]*)", "([^"]*)", "([^"]*)"\)/mg;
my @symbols;
while ($table =~ /^    (FUNCTION|VARIABLE|OF_THREAD)\((\w+), (.*)/mg) {
    my ($kind, $ability, $rest) = ($1, $2, $3);
    push @symbols, [$1, $ability] if $kind eq "FUNCTION" ? $rest =~ /^.*?(\w+), \(/ : $rest =~ /, (\w+)\) \\$/;
}
my $rows = () = $table =~ /^    (?:FUNCTION|VARIABLE|OF_THREAD)\([A-Z]/mg;
is(scalar @symbols, $rows, "all rows of the table are parsed");
ok(!grep({ !$abilities{$_->[1]} } @symbols), 'each symbol has an ability');

# The document's rows, generated from the same table.
my @documented = (slurp('docs/dependencies.md') // '') =~ /^(\| `\w+`(?:, `\w+`)* \| (?:all|x86_64|aarch64|ppc64)\b.*)$/mg;
my @expected = map {
    my ($name, $ability) = ($_, $abilities{$_});
    join ' | ', '| ' . join(', ', map { "`$_->[0]`" } grep { $_->[1] eq $name } @symbols),
        join(', ', @{ $ability->{targets} }) || 'all', $ability->{loss}, join(', ', @{ $ability->{stopped} }) . ' |';
} $table =~ /^    ABILITY\((\w+)/mg;
is_deeply(\@documented, \@expected, 'docs/dependencies.md agrees');

# By machine: its binary, the program for the bare machine, and that program's
# status.
my $x86 = "-M pc -device isa-debug-exit,iobase=0xf4 -drive file=$build/guest/real_mode.img,format=raw,if=ide,snapshot=on";
my $icount = '-icount shift=1,sleep=off';
my %machines = (
    snbep   => ['x86_64', "$x86 -cpu SandyBridge,tsc-deadline=off", 1],
    epyc    => ['x86_64', "$x86 -cpu EPYC", 1],
    kunpeng => ['aarch64', "-M virt,virtualization=on,gic-version=3,dtb-randomness=off -cpu neoverse-n1 -m 256M " .
            "-kernel $build/guest/arm64/mmio $icount", 0],
    power9 => ['ppc64', "-M powernv9 -m 2G -device ipmi-bmc-sim,id=bmc -device isa-ipmi-bt,bmc=bmc,irq=10 " .
            "-kernel $build/guest/ppc64/blocks $icount", 0],
);

sub is_in { my ($what, @list) = @_; return !!grep { $_ eq $what } @list }

sub is_for_target {
    my ($ability, $target) = @_;
    return !@{$ability->{targets}} || is_in($target, @{$ability->{targets}});
}

# ---- QEMU ----

# Each binary's path, its number of symbols found, and the number expected.
my %found;
sub version { return `$pmulab --version` }
sub qemu_lines { return map { [/^qemu-system-(\w+) \S+: (\d+) of (\d+) private symbols, (.*)/] } grep { /^qemu/ } split /\n/, version() }
$found{$_->[0]} = $_ for qemu_lines();
is_deeply([sort keys %found], [qw(aarch64 ppc64 x86_64)], '--version finds the binary of each machine') or BAIL_OUT(version());
for my $target (sort keys %found) {
    my $used = grep { is_for_target($abilities{$_->[1]}, $target) } @symbols;
    is("$found{$target}[1] of $found{$target}[2]", "$used of $used", "qemu-system-$target: all symbols of the table");
}

# A private cache or folder has copies of the binaries; the rest is unchanged.
sub copy_binary {
    my ($found, $folder) = @_;
    copy($found->[3], $folder) or die "$found->[3]: $!";
    $found->[3] = "$folder/" . basename($found->[3]);
    chmod 0755, $found->[3];
}

# Links in $to to all of $from, except for names that match $except.
sub link_all {
    my ($from, $to, $except) = @_;
    symlink $_, "$to/" . basename($_) for grep { basename($_) !~ $except } glob "$from/*";
}

my $ours = "$scratch/pmulab";
for my $found (values %found) {
    if ($found->[3] =~ m{^(.*)/(qemu-[\w-]+)/root/usr/bin/[^/]+$}) {
        my ($cache, $entry) = ($1, $2);
        make_path("$ours/$entry/root/usr/bin");
        link_all($cache, $ours, qr/^(?:warm|qemu)-|^lock$/);
        symlink "$cache/$entry/version", "$ours/$entry/version";
        link_all("$cache/$entry/root/usr", "$ours/$entry/root/usr", qr/^bin$/);
        link_all("$cache/$entry/root", "$ours/$entry/root", qr/^usr$/);
        copy_binary($found, "$ours/$entry/root/usr/bin");
        $ENV{XDG_CACHE_HOME} = $scratch;
    } else {
        make_path("$scratch/qemu");
        copy_binary($found, "$scratch/qemu");
        $ENV{PMULAB_QEMU} = "$scratch/qemu";
    }
}
is_deeply([sort map { $_->[3] } qemu_lines()], [sort map { $_->[3] } values %found], 'copies are found in place of the binaries');

# The file offset of each symbol's visibility. 64-bit little-endian ELF: section
# headers, then .dynsym.
use constant { SHT_DYNSYM => 11, SYM_SIZE => 24, ST_OTHER => 5, STV_DEFAULT => 0, STV_HIDDEN => 2 };
sub visibilities {
    my $elf = slurp(shift);
    my ($offset, $size, $n) = (unpack('Q<', substr $elf, 0x28, 8), unpack('S<S<', substr $elf, 0x3a, 4));
    my @sections = map { [unpack 'L<L<Q<4L<2Q<2', substr $elf, $offset + $_ * $size, 64] } 0 .. $n - 1;
    my ($dynsym) = grep { $_->[1] == SHT_DYNSYM } @sections;
    my $strings = $sections[ $dynsym->[6] ][4];
    my %where;
    for (my $at = $dynsym->[4]; $at < $dynsym->[4] + $dynsym->[5]; $at += SYM_SIZE) {
        my ($name, $section) = unpack 'L<x2S<', substr $elf, $at, 8;
        $where{ unpack 'Z*', substr $elf, $strings + $name, 256 } = $at + ST_OTHER if $section;
    }
    return \%where;
}
my %where = map { $_ => visibilities($found{$_}[3]) } keys %found;

sub set_visibility {
    my ($target, $symbol, $visibility) = @_;
    open my $file, '+<:raw', $found{$target}[3] or die "$found{$target}[3]: $!";
    seek $file, $where{$target}{$symbol}, SEEK_SET;
    print $file chr $visibility;
    close $file or die $!;
}

# Calls $what with the symbol missing.
sub without {
    my ($target, $symbol, $what) = @_;
    set_visibility($target, $symbol, STV_HIDDEN);
    $what->();
    set_visibility($target, $symbol, STV_DEFAULT);
}

# Returns QEMU's status, or the signal, and the plugin's lines on standard error
# without notes on accesses (see mmio.t).
sub run_bare {
    my ($machine, $more) = @_;
    my ($target, $qemu) = @{ $machines{$machine} };
    my $out = `timeout -s KILL 60 $build/guest/run_qemu qemu-system-$target $qemu -nodefaults -no-user-config -display none \\
        -no-reboot -serial stdio -plugin $build/pmulab-$machine.so,trace=$scratch/trace $more 2>&1 </dev/null`;
    return ($? & 127 ? "signal " . ($? & 127) : $? >> 8, join '', map { "$_\n" } grep { /^pmulab: (?!note: )/ } split /\n/, $out);
}

# ---- effects ----

sub says_so {
    my ($target, $symbol, $ability) = @_;
    my @stopped = grep { $machines{$_}[0] eq $target } @{ $ability->{stopped} };
    my $loss = $ability->{loss} . (@stopped ? '; ' . join(' and ', @stopped) . (@stopped > 1 ? ' do' : ' does') . ' not start' : '');
    my ($n, $lines) = version() =~ /^qemu-system-$target \S+: (\d+) of .*\n((?:  .*\n)*)/m;
    is($n, $found{$target}[2] - 1, "--version: one fewer in qemu-system-$target");
    is($lines, "  without $symbol: $loss\n", "... with the loss");
}

sub starts_or_not {
    my ($machine, $symbol, $ability) = @_;
    my ($target, undef, $ends) = @{ $machines{$machine} };
    my ($status, $lines) = run_bare($machine, '');
    if (is_in($machine, @{ $ability->{stopped} })) {
        is($lines, "pmulab: $machine needs $symbol, which this QEMU does not export: $ability->{loss}\n", "$machine refuses");
        is($status, 1, '... and QEMU ends cleanly');
        return;
    }
    # A symbol that only machines need which cannot start without it does not
    # affect the others. Only options let CPUs wait.
    my $used = (!@{ $ability->{targets} } || !@{ $ability->{stopped} }) && $ability != $abilities{WAITS};
    is($lines, $used ? "pmulab: this QEMU does not export $symbol: $ability->{loss}\n" : '', "$machine: the loss");
    is($status, $ends, '... and it runs to the end');
}

for my $machine (sort keys %machines) {
    my ($status, $lines) = run_bare($machine, '');
    is("$status $lines", "$machines{$machine}[2] ", "$machine with all symbols: no message");
}
for (@symbols) {
    my ($symbol, $ability) = ($_->[0], $abilities{$_->[1]});
    for my $target (grep { is_for_target($ability, $_) } sort keys %found) {
        note("$symbol of qemu-system-$target");
        without($target, $symbol, sub {
            says_so($target, $symbol, $ability);
            starts_or_not($_, $symbol, $ability) for grep { $machines{$_}[0] eq $target } sort keys %machines;
        });
    }
}

# ---- losses ----

# With -icount, time is executed instructions at 2 ns each; the host's time is
# in us.
sub trace_times { return map { /^(\d+)/ } `$pmulab trace --raw $scratch/trace` }
run_bare('snbep', $icount);
ok(scalar(grep { $_ % 1000 } trace_times()), "snbep with -icount: time is the guest's");

# CPUs that share a thread would be confused.
without('aarch64', 'current_cpu', sub {
    my ($status, $lines) = run_bare('kunpeng', '-smp 2');
    is($lines, "pmulab: this QEMU does not export current_cpu: $abilities{CPU_NUMBER}{loss}\n" .
        "pmulab: CPUs 0 and 1 take turns, and without current_cpu nothing tells them apart\n", 'two CPUs that take turns: refused');
    is($status, 1, '... cleanly');
});

# Scenarios: one CPU boots faster.
sub scenario {
    my ($name, @options) = @_;
    my $file = spew("$scratch/$name.scn", <<'END');
machine snbep
cpus 1
traffic
    at step measure
        imc0 CAS_COUNT.RD_REG 90M/s
step measure
    run perf stat -a -e uncore_imc_0/cas_count_read/ sleep 0.1
    expect perf exact
END
    my $out = `$pmulab run @options --results $scratch/results $file 2>&1`;
    return ($? >> 8, $out);
}
without('x86_64', 'runstate_is_running', sub {
    my ($status, $out) = scenario('refused');
    is($status, 1, 'without runstate_is_running no scenario with -icount');
    like($out, qr/^not ok 1 .*\n# snbep needs runstate_is_running, which this QEMU does not export: \Q$abilities{SAVING}{loss}\E$/m, '... with the reason');
    ($status, $out) = scenario('accepted', '--no-icount');
    is($status, 0, '... but one without it passes') or diag($out);
});
without('x86_64', 'all_cpu_threads_idle', sub {
    my ($status, $out) = scenario('turns');
    is($status, 0, 'the main loop does not wait its turn: a scenario passes') or diag($out);
    is(scalar(() = glob "$scratch/pmulab/warm-*"), 1, '... from a guest that was saved') if ($ENV{XDG_CACHE_HOME} // '') eq $scratch;
});
done_testing();
