#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The command itself: its version, its help and each subcommand's, and one clear
# line for unknown words. No guest is needed.
use strict;
use warnings;
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $errors = File::Temp->new;

# Returns status, standard output, standard error.
sub run {
    my $out = join ' ', map { "'$_'" } $pmulab, @_;
    $out = `$out 2>$errors`;
    return ($? >> 8, $out, slurp("$errors"));
}

sub says {
    my ($expected, @arguments) = @_;
    my ($status, $out, $err) = run(@arguments);
    is($status, 0, "@arguments: status");
    like($out, $expected, '... prints it');
    is($err, '', '... on standard output alone');
    is(join("\n", grep { length > 110 } split /\n/, $out), '', '... in lines of at most 110 characters');
    return $out;
}

# Each value has one source.
my ($version) = slurp('Makefile') =~ /^VERSION := (\S+)$/m or die 'no version in the Makefile';
my ($api) = slurp('qemu/version.h') =~ /^#define QEMU_API_VERSION (\d+)$/m or die 'no version of the plugin API';
like((run('--version'))[1], qr/^pmulab \Q$version\E\nfor QEMU's plugin API $api: QEMU 11\.1 or later\n(?:qemu-system-\w+ .*\n){3}\z/,
    'the versions of pmulab and QEMU');
{
    local $ENV{PMULAB_QEMU} = '/nonexistent';
    is((run('--version'))[1] =~ s/\A.*\n.*\n//r, join('', map {
        "qemu-system-$_: PMULAB_QEMU: there is no program /nonexistent/qemu-system-$_\n" } qw(x86_64 ppc64 aarch64)),
        '... and of a missing QEMU');
}

my $help = says(qr/^usage: pmulab COMMAND /, '--help');
my @commands = $help =~ /^  (\w+)  /mg;
is("@commands", 'setup boot live peek poke run ci explain results lab fuzz module hardware describe atlas decode encode trace capture lint report fdt', 'help names all commands');
is((run($_))[1], $help, "$_ is the same") for 'help', '-h';
my ($status, $out, $err) = run();
is_deeply([$status, $out, $err], [2, '', $help], 'no arguments: help on standard error');

for my $command (@commands) {
    my $own = says(qr/\AUsage:\n  pmulab $command |\Ausage: pmulab $command /, $command, '--help');
    is((run('help', $command))[1], $own, "help $command is the same");
}
says(qr/\AUsage:\n  pmulab fdt $_ /, 'fdt', $_, '--help') for qw(catalogue flash machine check);

sub refused {
    my ($complaint, @arguments) = @_;
    my ($state, $said, $line) = run(@arguments);
    is($state, 2, "@arguments: status");
    is("$said$line", "pmulab: $complaint\n", '... one line with the reason');
}
my $all = join ', ', @commands;
refused("no command 'bot'; did you mean boot? There are: $all", 'bot');
refused("no command 'bot'; did you mean boot? There are: $all", 'help', 'bot');
refused("no command ''; there are: $all", '');
refused("no command '--speed'; there are: $all", '--speed');
refused("$_: Unknown option --speed; `pmulab $_ --help` lists them", $_, '--speed') for grep { $_ ne 'fdt' } @commands;
refused('run: Cannot parse integer value “x” for --repeat', qw(run --repeat x));
refused('boot: Missing argument for --cpus', qw(boot --cpus));

# A missing file is a wrong request, and starts no guest.
refused("$_ /none: No such file or directory", 'boot', 'snbep', "--$_", '/none', '--', 'true') for qw(kernel traffic);
refused('module /none.ko: No such file or directory', qw(boot snbep --module /none.ko -- true));
refused('share /none: expected a folder', qw(boot snbep --share /none -- true));
refused('access=msr=9: expected --icount with it: by the host\'s clock an access cannot take time',
    qw(boot epyc --config access=msr=9 -- true));
refused('timing=approximate: expected --icount with it: by the host\'s clock a CPU cannot wait for memory',
    qw(boot epyc --config timing=approximate -- true));
refused('traffic /: expected a regular file', qw(boot snbep --traffic / -- true));

# It fetches nothing either: the cache stays empty.
{
    my $empty = File::Temp->newdir;
    local $ENV{XDG_CACHE_HOME} = "$empty/cache";
    refused("module: --from: the kernel's sources have no 'nosuch/dir'; expected a folder such as arch/x86/events/intel",
        qw(module --from nosuch/dir));
    refused('/none: expected a folder with a Kbuild or Makefile of modules', qw(module /none));
    refused('/none: expected a folder with a Kbuild or Makefile of modules',
        'run', '--driver', '/none', "$FindBin::Bin/../../scenarios/snbep/first-light.scn");
    refused('module /none.ko: No such file or directory',
        'run', '--module', '/none.ko', "$FindBin::Bin/../../scenarios/snbep/first-light.scn");
    ok(!-e "$empty/cache", 'wrong requests are refused before anything is fetched');
}

done_testing();
