# SPDX-License-Identifier: GPL-2.0-or-later
# What a test says to whoever watches, beside its points.
package Aside;
use strict;
use warnings;
use Exporter qw(import);
use Test::More;
use Time::HiRes qw(sleep);

our @EXPORT = qw(aside);

# Says @words on standard error; a point must follow. Where both come at once, prove -j counts the point twice, waits for
# the one behind it, and looks at no other test meanwhile. So the point comes a little later.
sub aside {
    my (@words) = @_;
    diag(@words);
    sleep 0.3;
}

1;
