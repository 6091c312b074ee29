#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab lab` as a student uses it: the list, the task, a shell on a terminal
# with its hints, the grade, the record of solved labs; and the same from a
# script. labs.t tests the labs themselves.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp;
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Files;
use IO::Select;
use IPC::Open2;
use Test::More;

my $pmulab = abs_path($ENV{PMULAB} || 'build/pmulab');
my @labs = map { m{^labs/(.*)\.lab$} } glob 'labs/*/*.lab';
my $scratch = File::Temp->newdir;
my $errors = File::Temp->new;
chdir $scratch or die $!;
$ENV{XDG_STATE_HOME} = "$scratch/state";

# Returns status and standard output; standard error is in $errors.
sub lab {
    my ($input, @words) = @_;
    spew("$scratch/input", $input);
    my $out = join ' ', map { "'$_'" } $pmulab, 'lab', @words;
    $out = `$out <$scratch/input 2>$errors`;
    return ($? >> 8, $out);
}

my ($status, $list) = lab('');
is($status, 0, 'the list');
is_deeply([sort $list =~ /^(\S+)\t\t\S.*$/mg], [sort @labs], '... has every lab, none of them solved');
is(($list =~ /^(\S+)/)[0], 'snbep/count-reads', '... in order');

# Without QEMU and guest there is no grade, and one line says what is missing.
{
    local $ENV{XDG_CACHE_HOME} = "$scratch/empty";
    local $ENV{PMULAB_OFFLINE} = 1;
    local $ENV{PATH} = '/usr/sbin:/sbin:' . join ':', grep { !-x "$_/qemu-system-x86_64" } split /:/, $ENV{PATH};
    my ($failed, $said) = lab('', 'snbep/count-reads');
    isnt($failed, 0, 'an empty cache');
    $said .= slurp("$errors");
    like($said, qr/no qemu-system-x86_64 on PATH and none in the cache: run `pmulab setup`/, '... says what to run');
    unlike($said, qr/not yet|pmulab trace/, '... and is no wrong answer');
}

# A script in place of the shell: the trace is kept, and only an answer from a
# right count helps.
my $right = "setpci -s 7f:10.0 d8.l=00400304\nsetpci -s 7f:10.0 a0.l=0\nusleep 1000\nset -- \$(setpci -s 7f:10.0 a0.l a4.l)\n";
($status, my $out) = lab("hint\n${right}answer 1\nhint\n", 'count-reads');
is($status, 1, 'a wrong answer');
like($out, qr/^snbep\/count-reads: not yet, with 2 hints\n  ok  PMON_CTL0 counts reads\n  ok  .*\n  no  the count\n/,
    '... is refused, with the correct parts listed');
like($out, qr/^      printed 1, truth (\d+) \(\g1 events\), difference -\d+, allowed 0\n/m, '... compared with the truth');
like($out, qr{^  All accesses: pmulab trace --step 1 pmulab-results/snbep/count-reads/trace.pmt$}m, '... and the trace is named');
like(`$pmulab trace --step 1 --register imc0.PMON_CTL0 pmulab-results/snbep/count-reads/trace.pmt`,
    qr/W imc0\.PMON_CTL0 +0x00400304 en=1 umask=RD/, '... which has the student\'s access');
($status, $out) = lab("${right}answer 1\nanswer \$((0x\$2\$1))\n", 'snbep/count-reads');
is($status, 0, 'the last answer counts');
like($out, qr/^snbep\/count-reads: solved\n(?:  ok  .*\n){3}  All/, '... and solves it');
like((lab(''))[1], qr/^snbep\/count-reads\tsolved\t/m, '... which the list shows');
is(slurp("$scratch/state/pmulab/labs"), "snbep/count-reads\n", '... from a file');

# Teachers' options are not recorded.
unlink "$scratch/state/pmulab/labs";
($status, $out) = lab('', '--solve', 'count-reads');
is("$status " . (split /\n/, $out)[0], '0 snbep/count-reads: solved', 'the solution');
ok(!-e "$scratch/state/pmulab/labs", '... is not recorded as solved');
($status, $out) = lab('', '--mistake=1', 'count-reads');
like("$status $out", qr/^1 snbep\/count-reads: not yet\n.*^        en \(bit 22\) is 0, expected 1; it means: the counter counts/ms,
    'a mistake, and the bit');

# On a terminal. The shell asks it where the cursor is.
my $PROMPT = qr/snbep:~# (?:\e\[6n)?\z/;
{
    my $pid = open2(my $from, my $to, 'script', '-qec', "$pmulab lab count-reads", '/dev/null');
    my $seen = '';
    my $until = sub {
        my ($pattern) = @_;
        my $select = IO::Select->new($from);
        while ($seen !~ $pattern && $select->can_read(60)) {
            sysread $from, $seen, 4096, length $seen or last;
        }
        return like($seen, $pattern, "on a terminal: $pattern");
    };
    my $type = sub { syswrite $to, "$_[0]\r" };
    $until->(qr/\A\S*Make CTL0 count reads.*`check` ends the shell and grades.*$PROMPT/s);
    $type->('task');
    $until->(qr/task\s+.*?answer 123456.*$PROMPT/s);
    $type->('hint');
    $until->(qr/hint\s+On the host.*CAS_COUNT\.\s+.*$PROMPT/s);
    $type->('setpci -s 7f:10.0 d8.l=00400304; setpci -s 7f:10.0 a0.l=0; set -- $(setpci -s 7f:10.0 a0.l a4.l)');
    $until->(qr/a4\.l\)\s+.*$PROMPT/s);
    $type->('answer $((0x$2$1)); false');
    $until->(qr/Your answer is: \d+\s+.*$PROMPT/s);
    $type->('check');
    $until->(qr/snbep\/count-reads: solved\S*, with 1 hint\s+(?:ok  .*\s+){3}/);
    close $to;
    waitpid $pid, 0;
    is($? >> 8, 0, '... with that status');
}

# Wrong requests.
for (['no lab', qr/^pmulab: no lab 'snbep\/count-read'; did you mean snbep\/count-reads\? There are: /, 'snbep/count-read'],
    ['two', qr/^pmulab: lab: expected one lab$/, 'count-reads', 'wrap'],
    ['both', qr/^pmulab: lab: expected one of --check, --solve and --mistake$/, qw(--check --solve wrap)],
    ['a mistake that is not there', qr/^pmulab: lab: --mistake 9: snbep\/wrap has \d; expected 1 to \d$/, qw(--mistake 9 wrap)],
    ['a file that is not there', qr/^pmulab: .*none\.lab.*No such file/, 'none.lab'])
{
    my ($what, $complaint, @words) = @$_;
    ($status, $out) = lab('', @words);
    $complaint = qr/$complaint/;
    like(slurp("$errors"), $complaint, "$what: one line with the reason");
    cmp_ok($status, '>', 0, '... with a nonzero status');
    is($out, '', '... and nothing else');
}
chdir '/';
done_testing();
