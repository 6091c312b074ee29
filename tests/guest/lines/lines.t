#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The guest's own traffic against a second, independent plugin (witness.c) with
# its own caches. Both begin with empty caches, a few blocks apart. After a walk
# has filled them, they contain the same lines. From then on both move the same
# lines.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} // 'build/pmulab');
my $build = abs_path($ENV{BUILD} // 'build');
my $dir = tempdir(CLEANUP => !$ENV{KEEP});
note($dir) if $ENV{KEEP};

# pmulab's QEMU, with the witness.
sub hire {
    mkdir "$dir/qemu" or die $!;
    open my $script, '>', "$dir/qemu/qemu-system-x86_64" or die $!;
    print $script "#!/bin/sh\nunset PMULAB_QEMU\n[ \"\$*\" = --version ] ||\n",
        "    set -- \"\$@\" -plugin '$build/guest/lines_witness.so,log=$dir/log'\n",
        "exec '$build/guest/run_qemu' qemu-system-x86_64 \"\$@\"\n";
    close $script;
    chmod 0755, "$dir/qemu/qemu-system-x86_64";
    $ENV{PMULAB_QEMU} = "$dir/qemu";
}

my %programs = (2 => 'pmulab-lines 2', 3 => 'pmulab-lines 1 store', 4 => 'sh -c "md5sum /usr/bin/perf; find /proc /sys | wc -l"');

sub run {
    open my $file, '>', "$dir/lines.scn" or die $!;
    print $file "machine snbep\ncpus 1\ntraffic\n    at step fill\n        memory guest\n",
        "step fill\n    run pmulab-lines 1 store\n    run pmulab-lines 1\n",
        (map {"step s$_\n    run $programs{$_}\n"} sort keys %programs);
    close $file;
    system("$pmulab run --results $dir $dir/lines.scn >$dir/tap 2>&1") == 0 or die 'pmulab run failed: ' . `cat $dir/tap`;
}

# Lines read and written in each step, from the trace.
sub traced {
    my ($step, %sums);
    open my $raw, '-|', $pmulab, 'trace', '--raw', "$dir/snbep/lines/trace.pmt" or die $!;
    while (<$raw>) {
        chomp;
        my (undef, undef, undef, $kind, undef, $offset, undef, $value) = split /\t/;
        $step = hex $value if $kind eq 'step-begin';
        undef $step if $kind eq 'step-end';
        $sums{$step}[hex $offset] += hex $value if $kind eq 'lines' && defined $step;
    }
    return %sums;
}

# The same, from the witness. A mark is the step's number, with bit 7 set at its
# end.
sub witnessed {
    my (%begin, %sums);
    open my $log, '<', "$dir/log" or die $!;
    while (<$log>) {
        my ($mark, @moved) = split;
        my $step = $mark & 0x7f;
        if ($mark & 0x80 && $begin{$step}) { $sums{$step} = [map { $moved[$_] - $begin{$step}[$_] } 0, 1] }
        elsif (!($mark & 0x80)) { $begin{$step} = \@moved }
    }
    return %sums;
}

hire();
run();
my %traced = traced();
my %witnessed = witnessed();
for my $step (sort keys %programs) {
    my $sum = $traced{$step}[0] // 0;
    is_deeply($traced{$step}, $witnessed{$step}, "$programs{$step}: lines read and written: @{$witnessed{$step} // ['none']}");
    cmp_ok($sum, '>', $step == 4 ? 10000 : 1 << 20, '... including those of 64 MiB') if $step < 4;
}
done_testing();
