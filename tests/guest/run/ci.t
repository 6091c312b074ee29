#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab ci`: requests, the guest's environment, its formats (KTAP by the
# kernel's own parser), statuses, the table and --truth. Boots nine guests.
use strict;
use warnings;
use Cwd qw(abs_path);
use FindBin;
use lib "$FindBin::Bin/../../lib";
use Test::More;

use BootTest;

my $root = abs_path("$FindBin::Bin/../../..");
my $cache = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';

# Returns status, standard output, standard error.
sub ci {
    my (@args) = @_;
    my $command = join ' ', map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } $pmulab, 'ci', @args;
    my $out = `cd '$scratch/share' && $command 2>'$scratch/err'`;
    # The first run may fetch the locale's package.
    return ($? >> 8, $out, slurp("$scratch/err") =~ s/^(?:To fetch: .*|package \S+ \(\S+\): .*)\n//mgr);
}

# ---- requests that boot nothing ----

for my $case (
    ['no command',            qr/expected a command after '--'/],
    ['an empty command',      qr/expected a command after '--'/, '--', ' '],
    ['a command without --',  qr/'true'; a command goes after '--'/, 'true'],
    ['an unknown machine',    qr/no machine 'vax'; there are: .*snbep/, '--machine', 'snbep,vax', '--', 'true'],
    ['an empty word',         qr/--kernel '6\.1,'; expected words with/, '--kernel', '6.1,', '--', 'true'],
    ['an unknown variant',    qr/--variant 'skz'; expected a variant of one/, '--machine', 'snbep', '--variant', 'skx,skz', '--', 'true'],
    ['a machine without any', qr/'epyc' has none of these variants/, '--machine', 'snbep,epyc', '--variant', 'skx', '--', 'true'],
    ['an unknown kernel',     qr/--kernel 'nowhere'; expected oldstable, stable/, '--machine', 'snbep', '--kernel', 'nowhere', '--', 'true'],
    ['root as user',          qr/--user 'root'; expected small letters/, '--user', 'root', '--', 'true'],
    ['a missing folder',      qr/--share nowhere: expected a folder/, '--share', 'nowhere', '--', 'true'],
    ['no time',               qr/--limit: expected a number of seconds/, '--limit', '0', '--', 'true'],
    ['an unknown format',     qr/--format 'xml'; expected tap\|ktap\|github\|junit/, '--format', 'xml', '--', 'true'],
    ['a wrong package',       qr/--package 'No'; expected the name of a Debian package/, '--package', 'No', '--', 'true'],
) {
    my ($what, $pattern, @args) = @$case;
    my ($status, $out, $err) = ci(@args);
    is("$status|$out", '2|', "$what: status 2, and nothing on standard output");
    like($err, qr/\Apmulab: [^\n]*$pattern[^\n]*\n\z/, '... one line with the reason');
}

# A guest that boots fast: the command is the same on all of them.
my @small = qw(--machine kunpeng --cpus 1);
system "'$pmulab' setup kunpeng >/dev/null";

# ---- text, and the environment ----

# The second machine's variant fails.
my ($status, $out, $err) = ci('--machine', 'snbep,epyc', '--variant', 'hsx,zen4', qw(--user builder --limit 100 --), <<'END');
echo "$PMULAB $(id -un) $(id -u) $HOME $LANG $CI $(pwd) $(locale charmap)"
touch ~/own /tmp/own /dev/shm/own && echo made
[ ! -d /sys/class/net/eth0 ] && echo no network
grep -c ^nameserver /etc/resolv.conf 2>/dev/null
echo aside >&2
perf stat -x, -e instructions:u true 2>&1 | grep -c '^[1-9][0-9]*,,instructions:u'
[ "$PMULAB" = snbep/hsx ] || exit 3
END
is($status, 3, 'the status is the highest');
my $uid = (stat "$scratch/share")[4] || 1000;
for my $name ('snbep/hsx', 'epyc/zen4') {
    like($out, qr{^==> \Q$name\E\n\Q$name\E builder $uid /home/builder C\.UTF-8 true /mnt/share UTF-8\nmade\nno network\n1\n}m,
        "$name: the environment, and a PMU for a user who is not root");
}
is($err, "aside\naside\n", 'standard error is separate');
like($out, qr/\n  machine  variant  seconds  result\n  snbep    hsx  +[\d.]+  ok\n  epyc     zen4 +[\d.]+  exit status 3\n1 of 2 passed\n\z/,
    'the table') or diag($out);

# ---- KTAP, by the kernel's own parser ----

# The kernel's kunit.py, which works only in its folder; or undef.
sub kunit {
    my $build = $ENV{BUILD} || 'build';
    my $folder = ($build =~ m{^/} ? $build : "$root/$build") . '/kunit';
    my ($source) = glob "$cache/sources-*/root/usr/src/linux-source-*.tar.xz";
    return undef if !$source || system 'command -v python3 >/dev/null';
    my $program = "$folder/tools/testing/kunit/kunit.py";
    if (!-e $program) {
        mkdir $folder;
        system "tar -xJf '$source' -C '$folder' --strip-components=1 --wildcards '*/tools/testing/kunit/*.py'";
    }
    return $program;
}

spew("$scratch/share/nested", "#!/bin/sh\nprintf 'TAP version 13\\n1..2\\nok 1 one\\033\\nnot ok 2 two\\n'; echo 'not ok 9 stderr' >&2; exit 1\n");
chmod 0755, "$scratch/share/nested";
($status, $out, $err) = ci(@small, qw(--format ktap -- ./nested));
is("$status|$err", '1|', 'KTAP: the status, and nothing aside');
like($out, qr/\AKTAP version 1\n1\.\.1\n/, 'a plan');
like($out, qr/^  TAP version 13\n  1\.\.2\n  ok 1 one\\x1b\n  not ok 2 two\n/m, 'TAP of the command is nested, without its escape sequences');
like($out, qr/^# not ok 9 stderr\n/m, '... its standard error is not');
like($out, qr/^# exit status 1\nnot ok 1 kunpeng\n# .*\n# .*\n# 0 of 1 passed\n\z/m, 'the result, and the table as comments');
SKIP: {
    my $kunit = kunit() // skip 'no source of a kernel in the cache, or no python3, to parse it', 2;
    spew("$scratch/ktap", $out);
    my $parsed = `cd / && python3 '$kunit' parse '$scratch/ktap' 2>&1`;
    like($parsed, qr/Ran 2 tests: passed: 1, failed: 1$/m, 'kunit.py counts the nested tests') or diag($parsed);
    unlike($parsed, qr/\[ERROR\]/, '... without an error');
}

# ---- TAP ----

($status, $out, $err) = ci(@small, '--format', 'tap', '--', q{printf 'not ok 1 mine\nno end'; kill -9 $$});
is($status, 137, 'TAP: a killed command');
is($out =~ s/ +[\d.]+  signal/ N  signal/r, <<'END', 'lines of the command are comments') or diag($err);
TAP version 13
1..1
# not ok 1 mine
# no end
# signal 9
not ok 1 - kunpeng
#   machine  seconds  result
#   kunpeng N  signal 9
# 0 of 1 passed
END

# ---- JUnit ----

($status, $out, $err) = ci(@small, qw(--format junit --limit 2 --), 'echo "<begun>"; sleep 1000');
is($status, 124, 'JUnit: a late command');
like($err, qr/^<begun>\npmulab: the command took longer than 2 s$/m, 'its output is on standard error');
spew("$scratch/junit.xml", $out);
SKIP: {
    skip 'no xmllint', 2 if system 'command -v xmllint >/dev/null 2>&1';
    is(system("xmllint --noout --schema '$root/tests/guest/junit.xsd' '$scratch/junit.xml' 2>'$scratch/err'"), 0, 'XML by its schema')
        or diag(slurp("$scratch/err"));
    like(`xmllint --xpath 'string(//failure)' '$scratch/junit.xml'`, qr/^the command took longer than 2 s\noutput:\n\| <begun>$/m, '... with the reason and the output');
}

# ---- GitHub ----

($status, $out, $err) = ci(@small, '--format', 'github', '--', 'echo out; exit 4');
like($out, qr/\A::group::kunpeng\nout\n::endgroup::\n::error title=kunpeng::exit status 4: echo out; exit 4\n/, 'GitHub: a group and an annotation') or diag($out);

# ---- what the hardware counted ----

spew("$scratch/share/count.c", <<'END');
#include "pmulab_mark.h"
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE, .size = sizeof(attr),
        .config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS, .disabled = 1, .exclude_kernel = 1};
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0), wrong = 0;
    long long branches = 0;

    for (int n = 1; n < 3; n++) {
        wrong |= pmulab_mark_begin("loop");
        ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
        for (volatile int i = 0; i < 1000 * n; i++)
            ;
        ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
        wrong |= pmulab_mark_end("loop");
    }
    wrong |= read(fd, &branches, sizeof(branches)) != sizeof(branches);
    printf("branches %lld\n", branches);
    return wrong;
}
END
is(system("cc -static -I '$root/guest' -o '$scratch/share/count' '$scratch/share/count.c'"), 0, 'a program with marks is built');
for my $machine ('snbep', 'epyc') {
    ($status, $out, $err) = ci('--machine', $machine, qw(--user builder --truth --), './count; pmulab-mark two words; pmulab-mark none end');
    is($status, 1, "$machine: a name that has not begun is an error");
    like($err, qr/\Ausage: pmulab-mark NAME begin\|end; [^\n]*\npmulab-mark: this name has not begun\n\z/, '... and so is another word');
    my ($printed) = $out =~ /^branches (\d+)$/m;
    cmp_ok($printed // 0, '>', 3000, "$machine: the program counts its branches");
    my @rows = $out =~ /^(the command|loop, measurement \d)\n  counted by .*\n  cpu.*?  (\d+) +(\d+)  yes .*=0xc[24]\n/mg;
    is_deeply([@rows[0 .. 2]], ['the command', $printed, $printed], '... as the hardware') or diag($out);
    is(join(' ', @rows[3, 6]), 'loop, measurement 1 loop, measurement 2', '... and two measurements');
    is($rows[5] + $rows[8], $printed, '... that add up to it');
    cmp_ok($rows[8] - $rows[5], '==', 1000, '... of which the second has 1000 branches more');
}

# ---- without a guest ----

($status, $out, $err) = ci(@small, '--', 'poweroff -f; sleep 9');
is($status, 125, 'a guest that ends: status 125');
like($out, qr/kunpeng +[\d.]+  the guest ended before the command did/, '... with the reason in the table');
check_nothing_left('ci');
done_testing();
