# SPDX-License-Identifier: GPL-2.0-or-later
# A test's messages to the user, besides its points.
package Aside;
use strict;
use warnings;
use Exporter qw(import);
use Test::More;
use Time::HiRes qw(sleep);

our @EXPORT = qw(aside);

# Prints @words on standard error; a point must follow. If both arrive at once,
# prove -j counts the point twice, and waits for the next one without serving
# other tests. So the point comes a little later.
sub aside {
    my (@words) = @_;
    diag(@words);
    sleep 0.3;
}

1;
