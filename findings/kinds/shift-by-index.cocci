// SPDX-License-Identifier: GPL-2.0-or-later
// A mask of several bits is shifted by the number of a field, not by the place
// of its first bit.
@@
constant mask != {1, 1U, 1UL, 1ULL};
expression E;
identifier idx = {idx};
@@
* mask << E->idx
