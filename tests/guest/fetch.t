#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# Commands fetch missing parts of the cache when they first need them. A
# stand-in for apt supplies the packages from the cache that `make check` has
# filled. Nothing is downloaded.
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use Test::More;
use Time::HiRes qw(time);

my $pmulab = abs_path($ENV{PMULAB} // 'build/pmulab');
my $full = abs_path(($ENV{XDG_CACHE_HOME} || "$ENV{HOME}/.cache") . '/pmulab');
my $tree = abs_path("$FindBin::Bin/../..");
my $scratch = tempdir(CLEANUP => 1);
chdir $scratch or die $!;
END { chdir '/' }

my ($program) = glob "$full/qemu-*/root/usr/bin/qemu-system-x86_64";
my ($packages) = grep { -d } glob "$full/packages-amd64-" . '[0-9a-f]' x 16 . '/root';
plan skip_all => "no QEMU and packages of amd64 in $full" if !$program || !$packages;
my ($qemu) = $program =~ m{(.*)/usr/bin/};

$ENV{no_proxy} = $ENV{NO_PROXY} = '127.0.0.1';
delete @ENV{qw(PMULAB_QEMU PMULAB_OFFLINE)};
$ENV{PMULAB_MIRROR} = 'http://127.0.0.1:9';
alarm 300;

# A package is a file with the name of its tree.
mkdir 'bin' or die $!;
spew('bin/apt-get', <<"END");
#!/bin/sh
case " \$* " in
*" install "*) ;;
*) exit 0 ;;
esac
echo "\$*" >>'$scratch/asked'
archives=\$(sed -n 's/^Dir::Cache::archives "\\(.*\\)";\$/\\1/p' "\$APT_CONFIG")
case "\$*" in
*qemu-system*) echo '$qemu' >"\$archives/qemu.deb" ;;
*) echo '$packages' >"\$archives/guest.deb" ;;
esac
END
spew('bin/dpkg-deb', "#!/bin/sh\nexec tar -c -C \"\$(cat \"\$2\")\" ./usr ./boot 2>/dev/null\n");
chmod 0755, 'bin/apt-get', 'bin/dpkg-deb';
my $path = $ENV{PATH};

my $caches = 0;
sub fresh_cache { $ENV{XDG_CACHE_HOME} = "$scratch/cache" . $caches++ }

sub start {
    my ($name, @args) = @_;
    my $pid = fork // die "fork: $!";
    return $pid if $pid;
    open STDIN,  '<', '/dev/null' or die $!;
    open STDOUT, '>', "$name.out" or die $!;
    open STDERR, '>', "$name.err" or die $!;
    exec $pmulab, @args or die "$pmulab: $!";
}

sub result {
    my ($pid, $name) = @_;
    waitpid $pid, 0;
    return ($? >> 8, slurp("$name.out"), slurp("$name.err"));
}

sub pmulab { return result(start('one', @_), 'one') }

spew('here.scn', "machine snbep\nstep s\n    run true\n");
mkdir 'set' or die $!;
spew('set/here.scn', slurp('here.scn'));

my @commands = (
    [boot => 125, 'QEMU x86_64', 'no qemu-system-x86_64 on PATH and none in the cache: run `pmulab setup`', qw(boot snbep -- true)],
    [run => 1, 'QEMU x86_64', 'no qemu-system-x86_64 on PATH and none in the cache: run `pmulab setup`', 'run', 'here.scn'],
    ['run of a folder' => 1, 'QEMU x86_64', 'no qemu-system-x86_64 on PATH and none in the cache: run `pmulab setup`', 'run', 'set'],
    [live => 125, 'QEMU ppc64', 'no qemu-system-ppc64 on PATH and none in the cache: run `pmulab setup`', qw(live power9 -- true)],
    [module => 1, 'guest arm64', 'no guest arm64 in the cache \S+: run `pmulab setup`', qw(module --machine kunpeng), "$tree/driver/hisi_pmcu"],
);

for my $command (@commands) {
    my ($what, $expected, $item, $missing, @args) = @$command;
    fresh_cache();
    local $ENV{PMULAB_OFFLINE} = 1;
    my $began = time;
    my ($status, $out, $err) = pmulab(@args);
    cmp_ok(time - $began, '<', 60, "$what, offline: fails fast");
    is("$status|$out", "$expected|", "$what, offline: status");
    like($err, qr/\Apmulab: $missing\n\z/, "$what, offline: one line");
    ok(!-e $ENV{XDG_CACHE_HOME}, "$what, offline: leaves nothing behind");
}
for my $command (@commands) {
    my ($what, $expected, $item, $missing, @args) = @$command;
    fresh_cache();
    my ($status, $out, $err) = pmulab(@args);
    is("$status|$out", "$expected|", "$what without a mirror: status");
    like($err, qr{\ATo fetch: $item[^\n]+\npmulab: \Q$item\E: can't fetch packages from http://127.0.0.1:9: [^\n]+; `pmulab setup` tries again\n\z},
        "$what without a mirror: one line after the announcement");
    is(join(' ', glob "$ENV{XDG_CACHE_HOME}/pmulab/*"), "$ENV{XDG_CACHE_HOME}/pmulab/lock", "$what without a mirror: leaves nothing");
}

# With packages.
$ENV{PATH} = "$scratch/bin:$path";
fresh_cache();
my ($status, $out, $err) = pmulab(qw(boot snbep -- echo here));
is("$status|$out", "0|here\n", 'boot fetches, and its output is the command\'s') or diag($err);
like($err, qr{\ATo fetch: QEMU x86_64, guest amd64 \(about \d+ MiB\) from http://127.0.0.1:9 into \Q$ENV{XDG_CACHE_HOME}\E/pmulab
QEMU x86_64: 1[1-9]\.\S+, fetched \([0-9.]+ s\)
guest amd64: Linux 6\.12\.\S+, fetched \([0-9.]+ s\)\n}, '... with progress on standard error');
unlike(slurp('asked'), qr/qemu-system-(?:arm|ppc)|arm64|ppc64/, '... and nothing for other machines');
unlink 'asked';
($status, $out, $err) = pmulab(qw(boot snbep -- echo here));
is("$status|$out", "0|here\n", 'a second run');
unlike($err, qr/fetch|QEMU|guest amd64/i, '... nothing is fetched, and nothing reported');
($status, $out, $err) = pmulab('setup', '--offline', 'snbep', "$tree/scenarios/snbep/first-light.scn");
like("$status|$out|$err", qr/\A0\|QEMU x86_64: \S+, cached\nguest amd64: Linux \S+, cached\n\|\z/, 'setup of the machine finds everything');
($status, $out, $err) = pmulab('setup', '--offline');
like($err, qr/\Apmulab: not in the cache \S+: QEMU aarch64, QEMU ppc64, guest arm64, guest ppc64el; run/, 'setup of all machines misses the others');
ok(!-e 'asked', '... without running apt');

# Two at once: one waits for the other's guest.
fresh_cache();
my @runs = map { start($_, 'run', '--results', "results-$_", 'here.scn') } qw(left right);
my $waited = 0;
for my $name (qw(left right)) {
    ($status, $out, $err) = result(shift @runs, $name);
    is($status, 0, "two at once, $name: passes") or diag($err);
    like($out, qr/\ATAP version 13\n/, "two at once, $name: only TAP on standard output");
    unlike($out, qr/fetch/, "two at once, $name: without progress");
    $waited += $err =~ /^Another pmulab is at work on this cache: waiting for it$/m;
}
is($waited, 1, 'two at once: one waits');
is(scalar(() = slurp('asked') =~ /install/g), 2, 'two at once: QEMU and guest are fetched once');

# A folder's other scenarios run without those that lack something.
spew('set/newer.scn', "machine epyc\nkernel backports\nstep s\n    run true\n");
$ENV{PATH} = $path;
($status, $out, $err) = pmulab('run', 'set');
is($status, 0, 'a folder with a scenario that cannot be fetched passes');
like($out, qr/^ok 1 - set\/here\.scn: guest boots/m, '... the rest runs');
like($out, qr/ # SKIP no guest amd64-backports in the cache /, '... that one is skipped');
like($err, qr/^pmulab: guest amd64-backports: can't fetch packages [^\n]+; `pmulab setup` tries again\n\z/m, '... with the reason');

# A damaged disk: 64 KiB of zeros within a file. Then the kernel has no root, or
# QEMU does not start.
for my $name (qw(guest-amd64-*/initramfs qemu-*/root/usr/bin/qemu-system-x86_64)) {
    my ($file) = glob "$ENV{XDG_CACHE_HOME}/pmulab/$name";
    my $good = slurp($file);
    open my $out, '+<:raw', $file or die "$file: $!";
    seek $out, 4096, 0;
    print $out "\0" x 65536;
    close $out or die $!;
    ($status, $out, $err) = pmulab(qw(boot snbep -- true));
    isnt($status, 0, "$name is damaged");
    like($err, qr/^pmulab: \Q$file\E is not as it was fetched; expected its checksum: /m, '... and the error names it');
    spew($file, $good);
    chmod 0755, $file;
}

done_testing();
