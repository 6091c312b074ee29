// SPDX-License-Identifier: GPL-2.0-or-later
// An event starts with a counter of 0, and prev_count keeps the value of the
// last read: functions that write 0, and do not set prev_count themselves.
@sets exists@
identifier F =~ "start";
identifier event, flags;
@@
 F(struct perf_event *event, int flags)
 { ... local64_set(...); ... }

@exists@
identifier F != sets.F;
identifier event, flags;
expression address;
@@
 F(struct perf_event *event, int flags)
 {
 ...
(
*writel(0, address);
|
*writel_relaxed(0, address);
|
*writeq(0, address);
|
*writeq_relaxed(0, address);
)
 ...
 }
