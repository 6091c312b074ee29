#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Completion in bash: the results for half-typed command lines. No guest is
# needed.
use strict;
use warnings;
use File::Temp;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $script = 'harness/cli/completion.bash';
my $folder = File::Temp->newdir;
for my $name (qw(one.scn two.txt)) { open my $file, '>', "$folder/$name" or die $! }
mkdir "$folder/three" or die $!;

is(`bash -c '. $script && complete -p pmulab'`, "complete -F _pmulab pmulab\n", 'bash knows the function');

# Bash's offers for TAB after @words, of which the last is half-typed. Readline
# has split them at "=".
sub offered {
    my (@words) = @_;
    my $bash = '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pmulab "$1"; printf "%s\n" "${COMPREPLY[@]}"';
    open my $out, '-|', 'bash', '-c', $bash, $script, $pmulab, @words or die $!;
    chomp(my @all = <$out>);
    return grep { length } @all;
}

sub completes {
    my ($typed, @expected) = @_;
    is(join(' ', offered(@$typed)), join(' ', @expected), join(' ', map { length ? $_ : '<TAB>' } 'pmulab', @$typed));
}

# Subcommands and options are read from --help.
my @commands = `$pmulab --help` =~ /^  (\w+)  /mg;
completes([''], @commands, qw(help --help --version));
completes(['he'], 'help');
completes(['help', ''], @commands);
for my $command (grep { !/^(?:fdt|hardware)$/ } @commands) {
    my %long = map { $_ => 1 } `$pmulab $command --help` =~ /^  (?:-\w, )?(--[\w-]+)/mg;
    is_deeply([sort(offered($command, '--'))], [sort keys %long], "pmulab $command --<TAB>: the options of --help");
}
completes([qw(fdt flash --)], qw(--output --catalogue --key --machine --check --size --force --help));
completes([qw(fdt c)], qw(catalogue check));
completes([qw(hardware c)], 'check');
completes([qw(hardware n)], 'new');
completes([qw(hardware new --)], qw(--from --help));
completes([qw(fdt acpi --)], qw(--output --config --cpus --force --help));

# Machines, registers, fields, and names of their values.
my @machines = `cat harness/machine/machines.h` =~ /^    MACHINE\((\w+)\)/mg;
completes(['boot', ''], @machines);
completes([qw(boot --cpus 4 sn)], 'snbep');
completes([qw(boot snbep -- t)]);
completes(['describe', ''], @machines, map { "$_." } @machines);
completes([qw(describe kunpeng.p)], qw(kunpeng.pmcu. kunpeng.pmcu kunpeng.pa. kunpeng.pa));
completes([qw(describe snbep.imc.ev)], 'snbep.imc.events');
completes([qw(decode SNBEP.IMC.pmon_ctl)], map { "snbep.imc.PMON_CTL$_" } 0 .. 3);
completes([qw(describe snbep.o)], 'snbep.options');
completes([qw(describe --format s)], qw(svd systemrdl));
completes([qw(describe --format = systemrdl power9.co)], qw(power9.core. power9.core));
completes([qw(decode snbep.o)]);
completes([qw(decode sn)], 'snbep.');
completes([qw(encode snbep.imc.PMON_CTL0 e)], qw(en= edge_det= ev_sel=));
completes([qw(encode snbep.imc.PMON_CTL0 en = 1 ev_sel = CA)], 'CAS_COUNT');
completes([qw(encode snbep.imc.PMON_CTL0 ev_sel = CAS_COUNT umask = RD)], qw(RD_REG RD_UNDERFILL RD));
completes([qw(encode snbep.imc.PMON_CTL0 umask = RD_R)], 'RD_REG');
completes([qw(encode snbep.imc.PMON_CTL0 ev_sel = ACT_COUNT umask = RD_R)]);
completes([qw(encode snbep.imc.NONE e)]);
completes([qw(lab op-s)], 'op-sample');

# Files of the expected kind.
my %files = map { $_ => "$folder/$_" } qw(one.scn two.txt three);
completes(['run', "$folder/"], @files{qw(three one.scn)});
completes(['run', '-j', '2', "$folder/o"], $files{'one.scn'});
completes(['run', '-j', '']);
completes(['run', '--results', "$folder/t"], $files{three});
completes(['run', '--results', '=', "$folder/t"], $files{three});
is_deeply([sort(offered('trace', "$folder/t"))], [sort @files{qw(two.txt three)}], 'pmulab trace: any file');
completes(['report', "$folder/"], $files{three});
completes(['fdt', 'check', "$folder/tw"], $files{'two.txt'});
completes([qw(boot snbep --kernel st)], 'stable');
completes([qw(boot kunpeng --config t)], 'tables= trigger=');
completes([qw(boot kunpeng --config tables = a)], 'acpi');
completes([qw(boot kunpeng --config = tables = a)], 'acpi');
completes([qw(boot --config t)]);
completes([qw(setup --kernel b)], 'backports');
completes([qw(setup snbep ku)], 'kunpeng');
completes(['setup', "$folder/o"], $files{'one.scn'});
completes([qw(boot snbep --config), ''], qw(variant= box-ctl= dclk= ht= absent= duplicated= uclk= uclkgate= qfclk= lbr= aperf= access=));
completes([qw(boot epyc --config va)], qw(variant= val=));
completes([qw(boot kunpeng --config clock = 1)]);
completes([qw(run scenarios/snbep --tag l)], 'lint');
completes([qw(run --tag l)]);
completes([qw(run --format k)], 'ktap');
completes([qw(ci --format j)], 'junit');
completes([qw(ci --machine ep)], 'epyc');
completes([qw(ci --variant zen4)], 'zen4');
completes([qw(ci -- tr)]);
completes([qw(lab snbep/c)], 'snbep/count-reads');
completes(['run', $folder, '--tag', '']);
completes(['nothing', '']);
done_testing();
