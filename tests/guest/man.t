#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The man pages have exactly the subcommands, arguments, options, variables and
# machines of the command itself, and are well-formed. No guest is needed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $build = $ENV{BUILD} || 'build';
my $page = slurp('docs/pmulab.1');

# A line of the page without markup: "[-j N] FILE...".
sub plain {
    my ($line) = @_;
    $line =~ s/\b(?:Ar|Cm) //g;
    $line =~ s/\bFl (?=\S)/-/g;
    $line =~ s/ Ns //g;
    $line =~ s/\bOo /[/g;
    $line =~ s/ Oc\b/]/g;
    $line =~ s/\bOp (.*)/[$1]/;
    $line =~ s/ \.\.\./.../g;
    return $line;
}

# Options in the form of --help: "-j, --jobs=N".
sub in_page { return [sort map { plain($_) =~ s/ , /, /r } $_[0] =~ /^\.It (Fl .*)$/mg] }
sub in_help { return [sort grep { !/--help/ } $_[0] =~ /^  (?=-)((?:-\w, )?--\S+)/mg] }

my @commands = `$pmulab help` =~ /^  (\w+)  /mg;
my (undef, @actions) = split /\n/, `$pmulab complete fdt ''`;
my @all = map { $_ eq 'fdt' ? map { "fdt $_" } @actions : $_ } @commands;
my %sections = $page =~ /^\.Ss (.*)\n((?:(?!\.S[sh]).*\n)*)/mg;
is_deeply([sort keys %sections], [sort @all], 'the page has a section for each command');
for my $command (@all) {
    my $help = `$pmulab $command --help`;
    my $section = $sections{$command} // '';
    is_deeply(in_page($section), in_help($help), "$command: the options of --help");
    my ($usage) = $help =~ /\AUsage:\n +(.*?) *$/m;
    my ($form) = map { plain($_) } $section =~ /^\.D1 (.*)$/m;
    s/ \[OPTION\S*\]//i for $usage, $form;
    is($form, $usage, "$command: the arguments of --help");
}

my ($about) = $page =~ /^\.Sh DESCRIPTION\n(.*?)^\.Ss/ms;
my (undef, @machines) = split /\n/, `$pmulab complete boot ''`;
is_deeply([sort $about =~ /^\.It Cm (\w+)$/mg], [sort @machines], 'the machines');

my %variables = map { $_ => 1 } map { `$pmulab $_ --help` =~ /^([A-Z][A-Z_]+)=/mg } @all;
is_deeply([sort $page =~ /^\.It Ev (\w+)$/mg], [sort keys %variables], 'the variables');

my @own = `$build/pmcu-report --help` =~ /^  (-\S+)/mg;
is_deeply([map { s/ .*//r } @{in_page(slurp('docs/pmcu-report.1'))}], [sort @own], 'pmcu-report: its options');

my %checkers = (groff => 'groff -mandoc -ww -z', mandoc => 'mandoc -T lint -W warning');
for my $name (sort keys %checkers) {
  SKIP: {
        skip "no $name", 2 if system("command -v $name >/dev/null");
        is(`$checkers{$name} $_ 2>&1`, '', "$_: $name has no complaints") for glob 'docs/*.1';
    }
}
done_testing();
