// SPDX-License-Identifier: GPL-2.0-or-later
// prev_count is exchanged before it is known that no other reader has changed
// it: the retry begins from its own value.
@@
expression E, prev, now;
@@
(
* local64_xchg(&E->hw.prev_count, now) != prev
|
* local64_xchg(&E->prev_count, now) != prev
)
