#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-or-later
# ci/: the files for CI services are YAML and use options that `pmulab ci` has;
# ktap-to-lava reports each verdict; each bug of an example applies to it.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Files;
use JSON::PP;
use Test::More;

my $pmulab = $ENV{PMULAB} || 'build/pmulab';
my $scratch = tempdir(CLEANUP => 1);

# ---- the services' files ----

my %file = map { $_ => slurp("ci/$_") } qw(action.yml gitlab.yml lava.yaml);
my %option = map { $_ => 1 } -x $pmulab ? `$pmulab ci --help` =~ /^  (--[\w-]+)/mg : ();
SKIP: {
    skip 'no command is built', 2 if !%option;
    for my $name (qw(action.yml gitlab.yml)) {
        my ($command) = $file{$name} =~ /\bci --format.*?-- /s ? $& : '';
        is_deeply([grep { !$option{$_} } $command =~ /(--[a-z]+)/g], [], "$name: options of pmulab ci");
    }
}
SKIP: {
    skip 'no python3 with its module yaml', 4 if system q{python3 -c 'import yaml' 2>/dev/null};
    my %data = map { $_ => decode_json(scalar `python3 -c 'import json, yaml; print(json.dumps(yaml.safe_load(open("ci/$_"))))'`) } sort keys %file;
    is($data{'action.yml'}{runs}{using}, 'composite', 'action.yml is a composite action');
    is_deeply([grep { !$_->{uses} && !$_->{shell} } @{$data{'action.yml'}{runs}{steps}}], [], '... whose commands name their shell');
    ok($data{'gitlab.yml'}{'.pmulab'}{script}, 'gitlab.yml has a hidden job');
    # lava_common/schemas/test/testdef.py
    is_deeply([$data{'lava.yaml'}{metadata}{format}, (map { ref $data{'lava.yaml'}{metadata}{$_} } qw(name os scope)), ref $data{'lava.yaml'}{run}{steps}],
        ['Lava-Test Test Definition 1.0', '', 'ARRAY', 'ARRAY', 'ARRAY'], "lava.yaml has what LAVA's schema demands");
}

# ---- KTAP for LAVA ----

spew("$scratch/ktap", <<'END');
KTAP version 1
1..2
  KTAP version 1
  # Subtest: scenarios/a b.scn
  1..3
  # a note: not ok 9 x
  ok 1 guest boots, and powers off
  ok 2 step s: fails: status 0 # XFAIL a bug
  not ok 3 step s: x < 5
not ok 1 scenarios/a b.scn
ok 2 scenarios/c.scn # SKIP since 6.2
END
is(scalar `ci/ktap-to-lava $scratch/ktap`, <<'END', 'each verdict is a test case, and so is a skipped scenario');
lava-test-case scenarios/a-b.scn/guest-boots-and-powers-off --result pass
lava-test-case scenarios/a-b.scn/step-s-fails-status-0 --result pass
lava-test-case scenarios/a-b.scn/step-s-x-5 --result fail
lava-test-case scenarios/c.scn --result skip
END

# ---- the examples ----

for my $bug (glob 'ci/examples/*/bug.diff') {
    my ($folder) = $bug =~ m{(.*)/};
    is(system("patch -s --dry-run -d $folder -p1 <$bug"), 0, "$bug applies");
}
done_testing();
