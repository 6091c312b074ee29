# SPDX-License-Identifier: GPL-2.0-or-later
# Barriers in pages, as axe-core finds them: text below the contrast of WCAG AA,
# controls without names, wrong roles. `make check` fetches axe-core from npm.
package Axe;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter 'import';
use Files;
use Test::More;

our @EXPORT = qw(no_barriers);

# Tests may leave the folder.
my $library = abs_path($ENV{BUILD} || 'build') . '/npm/axe.js';

# Checks that the page in $browser has no serious or critical fault: by day in a
# wide window, and by night on a phone. A content security policy forbids pages
# from loading scripts, but not the debugger.
sub no_barriers {
    my ($browser, $page) = @_;
    my @looks = (['light', 1280], ['dark', 390]);
    SKIP: {
        skip 'no axe-core: `make check` fetches it', scalar @looks if !-s $library;
        $browser->run(slurp($library) . ';0') if !$browser->run('typeof axe === "object"');
        for my $look (@looks) {
            my ($scheme, $width) = @$look;
            $browser->scheme($scheme);
            $browser->size($width, 900);
            is($browser->run(<<'END'), '', "$page, $scheme, $width pixels: no barrier");
axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.filter((v) => /serious|critical/.test(v.impact))
    .flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.target} ${node.any.map((one) => one.message)}`)).join("\n"))
END
        }
        $browser->scheme('light');
        $browser->size(1280, 900);
    }
    return;
}

1;
