#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# IBS against a second, independent plugin (witness.c), which numbers each
# executed instruction. Each sample's instruction was executed right before its
# interrupt, whether in a program, a library or the kernel. It is exactly the
# instruction that the driver's write requested.
use strict;
use warnings;
no warnings 'portable';    # numbers of 64 bits
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} // 'build/pmulab');
my $build = abs_path($ENV{BUILD} // 'build');
my $dir = tempdir(CLEANUP => !$ENV{KEEP});
note($dir) if $ENV{KEEP};

# AMD64 APM volume 2, 13.3.3: MaxCnt in bits 15:0 (times 16) and 26:20, En 17,
# Val 18, CntCtl 19, CurCnt 58:32. In IBS_FETCH_CTL, En is 48 and Val 49. The
# instruction's address is in IBS_OP_RIP or IBS_FETCH_LINADDR. Bit 50, Comp: the
# fetch delivered bytes to the decoder (processor programming reference, family
# 17h, MSRC001_1030).
my $comp = 1 << 50;
my %engines = (
    op => { number => 'c0011033', on => 1 << 17, val => 1 << 18, address => 'c0011034' },
    fetch => { number => 'c0011030', on => 1 << 48, val => 1 << 49, address => 'c0011031' },
);

# The plugin answers each RDMSR, in the middle of its block.
my $read_msr = "dd if=/dev/cpu/0/msr bs=8 skip=@{[0xc0011038 / 8]} count=3000 of=/dev/null 2>/dev/null";

# pmulab's QEMU, with the witness.
sub hire {
    mkdir "$dir/qemu" or die $!;
    open my $script, '>', "$dir/qemu/qemu-system-x86_64" or die $!;
    print $script "#!/bin/sh\nunset PMULAB_QEMU\n[ \"\$*\" = --version ] ||\n",
        "    set -- \"\$@\" -plugin '$build/guest/witness.so,log=$dir/log'\n",
        "exec '$build/guest/run_qemu' qemu-system-x86_64 \"\$@\"\n";
    close $script;
    chmod 0755, "$dir/qemu/qemu-system-x86_64";
    $ENV{PMULAB_QEMU} = "$dir/qemu";
}

# By the host's clock an NMI handler takes long. The kernel must neither reduce
# the samples for that, nor print a message in the handler, where the next
# sample would come. Runs programs with and without libraries. The guest reports
# the handler's first address.
sub record {
    my ($name, $event, $period, @clock) = @_;
    open my $file, '>', "$dir/$name.scn" or die $!;
    print $file "machine epyc\ncpus 1\nstep go\n run grep -w asm_exc_nmi /proc/kallsyms\n",
        " run mount --bind /dev/null /proc/kallsyms\n",
        " run mount -t debugfs none /sys/kernel/debug\n run echo 1000000000 >/sys/kernel/debug/x86/nmi_longest_ns\n",
        " run perf record -q -a -e $event -c $period -o /tmp/p sh -c 'pmulab-hot 200000; lspci -n; md5sum /init; $read_msr'\n";
    close $file;
    system("$pmulab run @clock --results $dir $dir/$name.scn >$dir/$name.tap 2>&1") == 0
        or die "$name: pmulab run failed: " . `cat $dir/$name.tap`;
    my ($out) = glob "$dir/epyc/$name/1-*.out" or die "$name: no output\n";
    my ($handler) = `cat $out` =~ /^([0-9a-f]+) . asm_exc_nmi$/m or die "$name: no handler\n";
    return $handler;
}

# The addresses of an engine's samples, and the control registers' values.
sub samples {
    my ($name, $engine) = @_;
    my (@pcs, @controls);
    open my $raw, '-|', $pmulab, 'trace', '--raw', "$dir/epyc/$name/trace.pmt" or die $!;
    while (<$raw>) {
        chomp;
        my (undef, undef, undef, $kind, undef, $register, undef, $value) = split /\t/;
        next if $kind ne 'latch';
        push @pcs, $value =~ s/^0+//r if $register eq $engine->{address};
        push @controls, hex $value if $register eq $engine->{number};
    }
    return \(@pcs, @controls);
}

# The witness's records: for each interrupt at @handler, the latest
# instructions' addresses and the first one's number; for the write before it
# that started @engine, number and value; and the instruction counts at which
# exceptions or other interrupts have occurred since.
sub interrupts {
    my ($engine, $handler) = @_;
    my ($wrote, $value, $others, @seen);
    open my $log, '<', "$dir/log" or die $!;
    while (<$log>) {
        my ($what, $n, @rest) = split;
        if ($what eq 'write' && $rest[0] eq $engine->{number}) {
            my $to = hex $rest[1];
            ($wrote, $value, $others) = ($n, $to, {}) if $to & $engine->{on} && !($to & $engine->{val});
        }
        next if $what ne 'arrive';
        if ($rest[1] ne $handler) { $others->{$n} = $rest[0] }
        else { push @seen, { n => $n, latest => [@rest[2 .. $#rest]], wrote => $wrote, value => $value, others => $others } }
    }
    return @seen;
}

# The period in an op engine's control register.
sub period { return ($_[0] & 0xffff) << 4 | $_[0] & 0x7f00000 }
sub asked { return period($_[0]) - ($_[0] >> 32 & 0x7ffffff) }

# Whether the tagged op faulted, which gives no sample: after a period from 0 to
# 127 the next op is tagged.
sub tagged_again {
    my ($seen, $passed) = @_;
    my ($asked, $period) = (asked($seen->{value}), period($seen->{value}));
    return $seen->{others}{ $seen->{wrote} + $asked - 1 } && $passed > $asked + $period - 128 && $passed <= $asked + $period;
}

# The address's distances, in instructions, from the interrupt's latest one. A
# string instruction occurs repeatedly.
sub back {
    my ($seen, $pc) = @_;
    return grep { $seen->{latest}[$_] eq $pc } 0 .. $#{ $seen->{latest} };
}

# A faulting fetch delivers nothing: it has no Comp, and the exception comes
# from its address.
sub failed {
    my ($seen, $pc, $control) = @_;
    return !($control & $comp) && ($seen->{others}{ $seen->{n} } // '') eq $pc;
}

sub check_executed {
    my ($name, $pcs, $controls, $seen) = @_;
    is(@$seen, @$pcs, "$name: an interrupt for each sample");
    my %late;
    for my $i (0 .. $#$pcs) {
        my @back = back($seen->[$i], $pcs->[$i]);
        my $why = $name eq 'fetch' && failed($seen->[$i], $pcs->[$i], $controls->[$i]) ? 'failed' : 'never';
        $late{ @back ? $back[0] : $why }++;
    }
    is($late{never} // 0, 0, "$name: each shows an executed instruction or a faulting fetch");
    note("$name: instructions begun between the sampled one and its interrupt, how often: ", join ', ', map {"$_: $late{$_}"} sort keys %late);
    cmp_ok(scalar(grep {/^f{8}/} @$pcs), '>', 50, "$name: samples of the kernel");
    cmp_ok(scalar(grep {/^[45].{5}$/} @$pcs), '>', 50, "$name: samples of a program");
    # mmap_base: below the stack's gap by up to 2^28 random pages, which is 1 TiB below 0x7fff'ffff'f000.
    cmp_ok(scalar(grep {/^7[ef].{10}$/} @$pcs), '>', 50, "$name: samples of libraries");
}

# The write counts, and the tagged instruction does not. The first write may
# start counting; then its own block is not counted yet. This differs if perf,
# while probing the kernel, used the core PMU right before. The witness may
# start too late to see that write.
sub check_periods {
    my ($name, $pcs, $seen) = @_;
    my ($exact, $others) = (0, '');
    for my $i (grep { defined $seen->[$_]{wrote} } 0 .. $#$pcs) {
        my ($after, $asked) = ($seen->[$i]{n} - $seen->[$i]{wrote}, asked($seen->[$i]{value}));
        my @passed = map { $after - $_ } back($seen->[$i], $pcs->[$i]);
        if (grep { $_ == $asked || !$i && $_ == $asked + 1 || tagged_again($seen->[$i], $_) } @passed) { $exact++ }
        else { $others .= "$pcs->[$i]: @passed instead of $asked\n" }
    }
    cmp_ok($exact, '>', 1000, "$name: samples with a known request");
    is($others, '', "$name: ... each shows the requested instruction");
}

hire();
# By the host's clock, generated code counts the executed instructions.
my @cases = (
    ['op', 'op', 'ibs_op/cnt_ctl=1/', 4000],
    ['fetch', 'fetch', 'ibs_fetch//', 2000],
    ['op-host-clock', 'op', 'ibs_op/cnt_ctl=1/', 9008, '--no-icount'],
);
for my $case (@cases) {
    my ($name, $engine, @how) = @$case;
    my $handler = record($name, @how);
    my ($pcs, $controls) = samples($name, $engines{$engine});
    my @seen = interrupts($engines{$engine}, $handler);
    rename "$dir/log", "$dir/log.$name";
    check_executed($name, $pcs, $controls, \@seen);
    check_periods($name, $pcs, \@seen) if $engine eq 'op';
}
done_testing();
