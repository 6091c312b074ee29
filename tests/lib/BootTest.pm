# SPDX-License-Identifier: GPL-2.0-or-later
# Shared by the tests of `pmulab boot`: starts it in an empty folder, and checks
# for left-over files.
package BootTest;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;
use Time::HiRes qw(sleep time);

our @EXPORT = qw($pmulab $scratch slurp spew start_boot boot_from boot refused runs wait_for children check_nothing_left);

our $pmulab  = abs_path($ENV{PMULAB} // 'build/pmulab');
our $scratch = tempdir(CLEANUP => 1);

# Leftovers end up here.
mkdir "$scratch/$_" or die "$scratch/$_: $!" for qw(tmp share cwd);
$ENV{TMPDIR}          = "$scratch/tmp";
$ENV{XDG_RUNTIME_DIR} = "$scratch/tmp";
chdir "$scratch/cwd" or die $!;

# Runs before File::Temp's END, which cannot remove the current folder.
END { chdir '/' }

# Starts `pmulab boot ARGS` with its input from a file. Returns its pid.
sub start_boot {
    my ($input, @args) = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    open STDIN,  '<', $input          or die $!;
    open STDOUT, '>', "$scratch/out" or die $!;
    open STDERR, '>', "$scratch/err" or die $!;
    exec $pmulab, 'boot', @args or die "$pmulab: $!";
}

# Returns status (128 + n after signal n), standard output, standard error.
sub boot_from {
    my ($input, @args) = @_;
    waitpid start_boot($input, @args), 0;
    my $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
    return ($status, slurp("$scratch/out"), slurp("$scratch/err"));
}

sub boot {
    return boot_from('/dev/null', @_);
}

sub one_line {
    my ($text) = @_;
    return $text =~ /\Apmulab: [^\n]+\n\z/;
}

sub refused {
    my ($what, $expected, $pattern, @args) = @_;
    my ($status, $out, $err) = boot(@args);
    is($status, $expected, "$what: status $expected");
    is($out,    '',        "$what: nothing on standard output");
    ok(one_line($err) && $err =~ $pattern, "$what: one line with the reason") or diag($err);
}

# A process that has ended without a wait() is still listed, as a zombie.
sub runs {
    my ($pid) = @_;
    my $stat = slurp("/proc/$pid/stat") // return 0;
    return $stat !~ /\) [ZX] /;
}

sub wait_for {
    my ($seconds, $holds) = @_;
    my $end = time + $seconds;
    sleep 0.05 until $holds->() || time > $end;
    return $holds->();
}

sub children {
    my ($pid) = @_;
    return split ' ', slurp("/proc/$pid/task/$pid/children") // '';
}

sub files_in {
    my ($folder) = @_;
    opendir my $dir, $folder or die "$folder: $!";
    return join ' ', sort grep { !/^\.\.?$/ } readdir $dir;
}

sub check_nothing_left {
    my ($what) = @_;
    is(files_in("$scratch/tmp"), '', "$what: no file is left in TMPDIR");
    is(files_in("$scratch/cwd"), '', "$what: no file is left in the working directory");
}

1;
