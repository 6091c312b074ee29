#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Refusals of the plugin: QEMU ends at once with status 1, after one line of
# ours with the reason.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Test::More;

my $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
my $build   = abs_path($ENV{BUILD} // 'build');
my $plugin  = "$build/pmulab-snbep.so";
my $scratch = tempdir(CLEANUP => 1);
my $trace   = "$scratch/trace";

# Returns QEMU's status and output. There is no guest; the time limit stops a
# QEMU that continues.
sub qemu {
    my ($binary, $board, $options, $monitor) = @_;
    my $input = $monitor // '/dev/null';
    my $out = `timeout -s KILL 30 $build/guest/run_qemu $binary -M $board -nodefaults -display none -S -monitor stdio \\
        -plugin '$plugin$options' 2>&1 <$input`;
    return ($? >> 8, $out);
}

sub refused {
    my ($what, $complaint, $binary, $board, $options) = @_;
    my ($status, $out) = qemu($binary, $board, $options);
    my @ours = $out =~ /^pmulab: (.*)$/mg;
    is($status, 1, "$what: QEMU's status is 1");
    ok(@ours == 1 && $ours[0] =~ $complaint, "$what: one line with the reason") or diag($out);
    ok(!-e $trace, "$what: no trace is begun") or unlink $trace;
}

sub refused_option {
    my ($option, $complaint) = @_;
    refused($option, $complaint, 'qemu-system-x86_64', 'q35', ",$option,trace=$trace");
}

sub write_traffic {
    my ($text) = @_;
    open my $file, '>', "$scratch/traffic" or die $!;
    print $file $text;
    close $file or die $!;
    return "traffic=$scratch/traffic";
}

refused_option('frobnicate=1',  qr/^unknown option 'frobnicate=1': expected traffic, /);
refused_option('dclk=',         qr/^option 'dclk=': .*1000000 to 3200000000$/);
refused_option('dclk=999999',   qr/1000000 to 3200000000$/);
refused_option('dclk=800MHz',   qr/1000000 to 3200000000$/);
refused_option('dclk=-1',       qr/1000000 to 3200000000$/);
refused_option('sockets=3',     qr/expected 1 or 2$/);
refused_option('box-ctl=maybe', qr/expected silicon or guide$/);

refused_option("hold=$_", qr/^option 'hold=\Q$_\E': expected the number of an open file$/) for '', 'x', '-1', '99', '3x';

refused('300 CPUs', qr/^there is room for at most 64 CPUs$/, 'qemu-system-x86_64', 'q35 -smp 300', ",trace=$trace");

refused_option("traffic=$scratch/nowhere", qr/^traffic: .*\Q$scratch\E\/nowhere.*: No such file or directory$/);
refused_option("traffic=$scratch",         qr/^traffic: .*\Q$scratch\E.*: Is a directory$/);
refused_option(write_traffic("# a comment\nat boot\n\n    imc4 CAS_COUNT.RD_REG 1M/s\n"),
    qr/^\Q$scratch\E\/traffic:4: .*'imc4': expected imc0 to imc3, cbo0 to cbo7, pcu, ubox-msr, ha, qpi0 to qpi1, r2pcie, r3qpi0 to r3qpi1$/);
refused_option(write_traffic("at boot\n\0imc0 CAS_COUNT.RD_REG 1M/s\n"), qr/traffic: expected text, and there is a zero byte/);
refused_option(write_traffic("at tea-time\n"),                    qr/^\Q$scratch\E\/traffic:1: /);
refused_option(write_traffic("at boot\n  imc0 CAS_COUNT.RD_REG"), qr/^\Q$scratch\E\/traffic:2: /);

# With valid options: a trace that cannot be written.
refused('a missing folder', qr{cannot write trace .*nowhere/trace: No such file}, 'qemu-system-x86_64', 'q35',
    ",trace=$scratch/nowhere/trace");
refused('a full disk', qr/^the trace ends here: No space left on device$/, 'qemu-system-x86_64', 'q35', ',trace=/dev/full');

refused('another guest', qr/needs qemu-system-x86_64, not 'aarch64'$/, 'qemu-system-aarch64', 'virt', '');

# pmulab passes on the plugin's reason.
{
    write_traffic("at boot\n    imc0 NO_SUCH_EVENT 1M/s\n");
    my $out = `timeout -s KILL 60 $pmulab boot snbep --traffic $scratch/traffic -- true 2>&1 </dev/null`;
    is($? >> 8, 125, 'pmulab boot: status 125');
    like($out, qr/\Apmulab: [^\n]*\Q$scratch\E\/traffic:2: [^\n]*NO_SUCH_EVENT[^\n]*\n\z/, 'pmulab boot: one line with file and line');
}

# Valid options are accepted: QEMU quits by a command of its monitor.
{
    open my $file, '>', "$scratch/quit" or die $!;
    print $file "quit\n";
    close $file;
    my ($status, $out) = qemu('qemu-system-x86_64', 'q35', ",dclk=666666667,sockets=2,box-ctl=guide,trace=$trace", "$scratch/quit");
    is($status, 0, 'valid options are accepted');
    unlike($out, qr/^pmulab/m, '... without a message');
    is(`head -n 1 $trace`, "PMULABT5machine=snbep variant=snbep box-ctl=guide dclk=666666667 sockets=2\n", '... and recorded in the trace');
}

done_testing();
