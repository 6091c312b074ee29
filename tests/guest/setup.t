#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# `pmulab setup`: with a filled cache, offline, refused, failing and killed.
# Nothing is downloaded.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";

use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Compare;
use File::Temp qw(tempdir);
use Files;
use IO::Socket::INET;
use POSIX qw(:sys_wait_h);
use Test::More;
use Time::HiRes qw(sleep time);

my $pmulab = abs_path($ENV{PMULAB} // 'build/pmulab');
my $temp = tempdir(CLEANUP => 1);
my $caches = 0;

# No proxy for our own port.
$ENV{no_proxy} = $ENV{NO_PROXY} = '127.0.0.1';
delete @ENV{qw(PMULAB_QEMU PMULAB_MIRROR PMULAB_OFFLINE)};

# Runs pmulab with environment variables; returns status, output and errors.
sub pmulab {
    my ($set, @arguments) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        @ENV{keys %$set} = values %$set;
        open(STDOUT, '>', "$temp/out");
        open(STDERR, '>', "$temp/err");
        exec($pmulab, @arguments) or POSIX::_exit(127);
    }
    waitpid($pid, 0);
    return (($? & 127) ? "signal $?" : $? >> 8, slurp("$temp/out"), slurp("$temp/err"));
}

sub fresh_cache { return "$temp/cache" . $caches++ }

sub entries {
    my ($cache) = @_;
    return join ' ', sort grep { $_ ne 'lock' } map { s{.*/}{}r } glob("$cache/pmulab/*");
}

# With a guest command, 1 would be that command's status.
use constant BOOT_FAILED => 125;

sub fails {
    my ($name, $expected, $status, $err, $expected_status) = @_;
    is($status, $expected_status // 1, "$name: exit status");
    like($err, qr/^pmulab: [^\n]*$expected[^\n]*\n\z/, "$name: one line with the reason");
}

# A QEMU that only prints its version.
sub fake_qemu {
    my ($version) = @_;
    my $folder = "$temp/qemu-$version";
    mkdir $folder;
    for my $arch (qw(x86_64 aarch64 ppc64)) {
        my $path = "$folder/qemu-system-$arch";
        open(my $file, '>', $path) or die "$path: $!";
        print $file "#!/bin/sh\necho 'QEMU emulator version $version (fake)'\n";
        close $file;
        chmod 0755, $path;
    }
    return $folder;
}

# Nothing here takes long; a hang is a failure.
alarm 120;

my $full = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
# The cache of `make check-all` has these, that of `make check` does not.
my $newer = grep { -d } glob "$full/packages-amd64-backports-*";
my $uefi = grep { -d } glob "$full/uefi-*";
my @kernel = $newer ? ('--kernel', 'amd64-backports') : ();

# The cache that `make check` has filled.
{
    my ($status, $out, $err) = pmulab({PMULAB_MIRROR => 'http://127.0.0.1:9'}, 'setup', '--offline');
    is($status, 0, 'warm: a filled cache is enough offline') or diag($err);
    is($err, '', 'warm: no complaint');
    like($out, qr/^(?:QEMU[^:]*: 1[1-9]\.\S*, \S+\n)+(guest \S+: Linux \S+, cached\n){3}\z/,
        'warm: lists its findings, plain in a pipe');
    # `make demo` fetches the needs of its scenario before the command is built.
    my $makefile = slurp('Makefile');
    my ($demo) = $makefile =~ /^DEMO := (.*)$/m;
    my ($words) = $makefile =~ m{\$\(BUILD\)/fetch (\S+ \S+)$}m;
    my (undef, $needs) = pmulab({PMULAB_OFFLINE => 1}, 'setup', $demo);
    is(scalar(`PMULAB_OFFLINE=1 @{[dirname($pmulab)]}/fetch $words`), $needs, "warm: the demo's fetch has what $demo needs");
  SKIP: {
        skip 'the cache has no amd64-backports, which make check-all fetches', 2 if !$newer;
        ($status, $out, $err) = pmulab({PMULAB_MIRROR => 'http://127.0.0.1:9'}, 'setup', '--offline', @kernel);
        is($status, 0, 'warm: with another kernel') or diag($err);
        like($out, qr/^(?:.*\n){4,}guest amd64-backports: Linux [7-9]\.\S*, (?:cached|rebuilt [^\n]+)\n\z/, 'warm: which comes last');
    }
  SKIP: {
        skip 'the cache has no UEFI, which make check-all fetches', 2 if !$uefi;
        ($status, $out, $err) = pmulab({PMULAB_MIRROR => 'http://127.0.0.1:9'}, 'setup', '--offline', '--uefi');
        is($status, 0, 'warm: with UEFI') or diag($err);
        like($out, qr/^(?:.*\n){4,}UEFI: cached\n\z/, 'warm: which comes last');
    }
}

my @own;

# Packages without images, as after a change of guest/init: the images are
# rebuilt identically.
{
    my $cache = fresh_cache();
    mkdir $_ for $cache, "$cache/pmulab";
    symlink $_, "$cache/pmulab/" . s{.*/}{}r for glob("$full/packages-* $full/qemu-*");
    my ($status, $out, $err) =
        pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline', @kernel);
    is($status, 0, 'images from packages: offline') or diag($err);
    like($out, qr/^guest \Q$_\E: Linux \S+, rebuilt/m, "images from packages: $_ rebuilt") for 'ppc64el', @kernel[1 .. $#kernel];
    for my $boot (['boot', 'kunpeng', '--config', 'tables=acpi', '--', 'true'], ['run', 'scenarios/kunpeng/acpi.scn']) {
        ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache, PMULAB_OFFLINE => 1}, @$boot);
        fails("$boot->[0] without UEFI", 'no UEFI in the cache .*run `pmulab setup --uefi`', $status, $err,
            $boot->[0] eq 'boot' ? BOOT_FAILED : 1);
    }
    ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline', '--uefi');
    fails('offline without UEFI', 'not in the cache .*: UEFI; ', $status, $err);
    for my $image (glob("$cache/pmulab/guest-*")) {
        my $name = $image =~ s{.*/}{}r;
        push @own, $name;
        is(compare("$image/initramfs", "$full/$name/initramfs"), 0, "images from packages: same $name");
    }
}

# A guest that cannot be built does not prevent the others.
{
    my $full = ($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab';
    my $cache = fresh_cache();
    mkdir $_ for $cache, "$cache/pmulab";
    symlink $_, "$cache/pmulab/" . s{.*/}{}r for glob("$full/packages-{amd64,ppc64el}-* $full/qemu-*");
    mkdir "$cache/pmulab/" . s{.*/}{}r for glob("$full/packages-arm64-*");
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline');
    is($status, 1, 'a broken guest: exit status');
    like($out, qr/^guest \Q$_\E: Linux \S+, rebuilt/m, "a broken guest: $_ is still built") for qw(amd64 ppc64el);
    like($err, qr/\Apmulab: guest arm64: [^\n]+\npmulab: not made: guest arm64; `pmulab setup` tries again\n\z/,
        'a broken guest: the reason, and finally its name');
}

# Pruning removes saved guests, and files of other versions that were unused for
# a week.
{
    my $cache = fresh_cache();
    my $day = 24 * 60 * 60;
    push @own, map { s{.*/}{}r } glob(($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab/uefi-*');
    my %age = (map({ $_ => 30 } @own), 'guest-amd64-0123456789abcdef' => 8, 'guest-amd64-fedcba9876543210' => 6,
        'packages-amd64-0123456789abcdef' => 8, 'qemu-0123456789abcdef' => 6, 'uefi-0123456789abcdef' => 8, 'warm-0123456789abcdef' => 0, 'mine' => 30);
    mkdir $_ for $cache, "$cache/pmulab", map { "$cache/pmulab/$_" } keys %age;
    for my $file (qw(warm-0123456789abcdef/ram packages-amd64-0123456789abcdef/file)) {
        open(my $handle, '>', "$cache/pmulab/$file") or die "$file: $!";
        print $handle 'x' x (1 << 20);
    }
    utime time, time - $age{$_} * $day, "$cache/pmulab/$_" for keys %age;
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--prune');
    is($status, 0, 'prune') or diag($err);
    is($out, "Freed 2 MiB: saved guests: 1; left by other versions: 3\n", 'prune: reports the freed space');
    is(entries($cache), join(' ', sort @own, qw(guest-amd64-fedcba9876543210 mine qemu-0123456789abcdef)),
        'prune: leaves this version\'s files, and recently used ones');
    ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--prune', '--offline');
    fails('prune and more', 'setup: --prune: expected nothing else', $status, $err, 2);
}

{
    my $cache = fresh_cache();
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline');
    fails('offline and empty', 'not in the cache .*guest amd64, guest arm64, guest ppc64el', $status, $err);
    ok(!-e $cache, 'offline and empty: leaves nothing behind');
    for my $narrow (['snbep', 'QEMU x86_64, guest amd64'], ['power10', 'QEMU ppc64, guest ppc64el'],
        ['scenarios/kunpeng/acpi.scn', 'QEMU aarch64, guest arm64, UEFI'],
        ['--kernel=backports epyc', 'QEMU x86_64, guest amd64, guest amd64-backports'])
    {
        my ($words, $missing) = @$narrow;
        ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache, PMULAB_OFFLINE => 1}, 'setup', split ' ', $words);
        fails("setup $words", "not in the cache \\S+: $missing; run `pmulab setup` without PMULAB_OFFLINE once", $status, $err);
    }
}

{
    my $cache = fresh_cache();
    my $folder = fake_qemu('11.1.3');
    my ($status, $out, $err) =
        pmulab({XDG_CACHE_HOME => $cache, PMULAB_QEMU => $folder, PMULAB_OFFLINE => 1}, 'boot', 'snbep', '--', 'true');
    fails('boot without a guest', 'no guest amd64 in the cache .*run `pmulab setup`', $status, $err, BOOT_FAILED);
    ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache, PMULAB_QEMU => $folder, PMULAB_OFFLINE => 1}, 'boot', 'snbep', '--kernel',
        'amd64-backports', '--', 'true');
    fails('boot without its kernel', 'no guest amd64-backports in the cache .*run `pmulab setup --kernel amd64-backports`', $status,
        $err, BOOT_FAILED);
    ok(!-e $cache, 'boot without a guest: leaves nothing behind');
}

{
    my $cache = fresh_cache();
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache, PMULAB_OFFLINE => 1}, 'boot', 'snbep', '--', 'true');
    fails('boot with an empty cache', 'run `pmulab setup`', $status, $err, BOOT_FAILED);
}

for my $version ('10.0.0', '7.2.19', '11.0.5') {
    my $cache = fresh_cache();
    my $folder = fake_qemu($version);
    my %set = (XDG_CACHE_HOME => $cache, PMULAB_QEMU => $folder);
    my ($status, $out, $err) = pmulab(\%set, 'setup');
    fails("QEMU $version", "QEMU \Q$version\E; 11\\.1 or later", $status, $err);
    ($status, $out, $err) = pmulab({PMULAB_QEMU => $folder}, 'boot', 'snbep', '--', 'true');
    fails("boot with QEMU $version", "QEMU \Q$version\E; 11\\.1 or later", $status, $err, BOOT_FAILED);
    ok(!-e $cache, "QEMU $version: leaves nothing behind");
}

{
    my ($status, $out, $err) = pmulab({PMULAB_QEMU => fake_qemu('12.3.4')}, 'setup', '--offline');
    is($status, 0, 'a later QEMU is accepted') or diag($err);
    like($out, qr/^QEMU: 12\.3\.4, /, '... and named');
}

{
    my ($status, $out, $err) = pmulab({PMULAB_QEMU => "$temp/none"}, 'setup');
    fails('PMULAB_QEMU to nowhere', 'PMULAB_QEMU: there is no program', $status, $err);
}

for my $mirror ('http://127.0.0.1:9/debian', "file://$temp/nothing", 'not a mirror') {
    my $cache = fresh_cache();
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache, PMULAB_MIRROR => $mirror}, 'setup');
    fails("mirror $mirror", "from \Q$mirror\E: .*PMULAB_MIRROR", $status, $err);
    is(entries($cache), '', "mirror $mirror: leaves nothing behind");
}

# A private apt-get whose mirror fails for codenames, at lists or at packages.
# Also returns the names under which packages were requested; the second attempt
# must find no files of the first.
sub torn_mirror {
    my ($cache, $at, $words) = @_;
    my $bin = tempdir(DIR => $temp);
    open(my $file, '>', "$bin/apt-get") or die "$bin/apt-get: $!";
    print $file "#!/bin/sh\n", <<'END' =~ s/AT/$at/r =~ s/WORDS/$words/r;
setting() { sed -n "s/^$1 \"\(.*\)\";\$/\1/p" "$APT_CONFIG"; }
names=$(awk '{ print $4 }' "$(setting Dir::Etc::sourcelist)" | xargs)
case "$* " in *install*) echo "$names:" $(ls "$(setting Dir::Cache::archives)") >>"$0.log" ;; esac
case "$* $names" in
*AT*trixie*) touch "$(setting Dir::Cache::archives)/new.deb"; echo "E: Failed to fetch http://m/WORDS" >&2 ;;
*update*) exit 0 ;;
*) echo "E: packages of $names" >&2 ;;
esac
exit 100
END
    close $file;
    chmod 0755, "$bin/apt-get";
    my ($status, $out, $err) =
        pmulab({PATH => "$bin:$ENV{PATH}", XDG_CACHE_HOME => $cache, PMULAB_MIRROR => 'http://m'}, 'setup');
    open(my $log, '<', "$bin/apt-get.log") or return ($err, '');
    return ($err, join('', <$log>));
}

for my $torn (
    ['a list that is not the index\'s', 'update', 'dists/trixie/main/Packages.xz  File has unexpected size (1 != 2).'],
    ['a list with another sum', 'update', 'dists/trixie/main/Packages.xz  Hash Sum mismatch'],
    ['a missing package', 'install', 'pool/main/a/a_1_all.deb  404  Not Found [IP: 192.0.2.1 80]'],
) {
    my ($what, $at, $words) = @$torn;
    my ($err, $asked) = torn_mirror(fresh_cache(), $at, $words);
    like($asked, qr/^stable(?: stable-backports)?: partial$/m, "$what: the other name");
    (my $reason = $words) =~ s/  /: /;
    like($err, qr/: \Q$reason\E/, "$what: if both fail, the first reason");
}

{
    my ($err, $asked) = torn_mirror(fresh_cache(), 'update', 'dists/trixie/main/Packages.xz  404  Not Found');
    unlike($asked, qr/stable/, 'a missing list stays an error');
    like($err, qr{: dists/trixie/main/Packages.xz: 404  Not Found }, '... with its reason');
}

{
    my ($status, $out, $err) = pmulab({PATH => '/nowhere', XDG_CACHE_HOME => fresh_cache()}, 'setup');
    fails('no tools', 'run  apt-get install apt dpkg tar', $status, $err);
}

{
    my ($status, $out, $err) = pmulab({}, 'setup', 'amd64');
    fails('neither a machine nor a scenario', "setup: 'amd64': expected a machine, or scenarios", $status, $err, 2);
    ($status, $out, $err) = pmulab({}, 'setup', '--kernel', 'newest');
    fails('an unknown kernel', "no guest has a kernel 'newest'", $status, $err, 2);
}

# A mirror that accepts the connection and never answers.
my $silent = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1', Proto => 'tcp')
    or die "listen: $!";
my $url = 'http://127.0.0.1:' . $silent->sockport . '/debian';

# Starts a setup that hangs in its first download.
sub hanging_setup {
    my ($cache) = @_;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        close $silent;
        $SIG{INT} = 'DEFAULT'; # a shell's background job ignores it, and we would inherit that
        @ENV{qw(XDG_CACHE_HOME PMULAB_MIRROR)} = ($cache, $url);
        open(STDOUT, '>', "$temp/out");
        open(STDERR, '>', "$temp/err");
        exec($pmulab, 'setup') or POSIX::_exit(127);
    }
    return $pid;
}

for my $signal (qw(KILL INT TERM)) {
    my $cache = fresh_cache();
    my $pid = hanging_setup($cache);
    my $client = $silent->accept;
    like(entries($cache), qr/^\S+\.partial$/, "$signal: at work on a partial folder");
    kill $signal, $pid;
    waitpid($pid, 0);
    is($? & 127, {KILL => 9, INT => 2, TERM => 15}->{$signal}, "$signal: ends it");
    my ($status, $out, $err) = pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline');
    fails("$signal, and again", 'not in the cache', $status, $err);
    for (1 .. 50) {
        last if entries($cache) eq '';
        sleep 0.1;
        pmulab({XDG_CACHE_HOME => $cache}, 'setup', '--offline');
    }
    is(entries($cache), '', "$signal: the next start removes the partial folder");
}

# Two at once: the second waits, reports that, and continues when the first is
# dead.
{
    my $cache = fresh_cache();
    my $first = hanging_setup($cache);
    my $client = $silent->accept;
    my $second = hanging_setup($cache);
    for (1 .. 50) {
        last if (slurp("$temp/out") // '') =~ /waiting/;
        sleep 0.1;
    }
    like(slurp("$temp/out"), qr/^Another pmulab is at work[^\n]*: waiting/,
        'two: the second reports that it waits');
    kill 'KILL', $first;
    waitpid($first, 0);
    my $next = $silent->accept;
    like(entries($cache), qr/^\S+\.partial$/, 'two: it continues when the first is dead');
    kill 'INT', $second;
    waitpid($second, 0);
    is(entries($cache), '', 'two: interrupted, it leaves nothing');
}

done_testing();
