// SPDX-License-Identifier: GPL-2.0-or-later
// A difference of two counter values is shifted back as a signed number: half
// of the counter's range comes out negative.
@@
typedef s64;
identifier delta;
expression new, prev, shift;
position p;
@@
 s64 delta;
 ...
 delta = (new << shift) - (prev << shift);
 ...
* delta@p >>= shift;
