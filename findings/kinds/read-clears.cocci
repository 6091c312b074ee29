// SPDX-License-Identifier: GPL-2.0-or-later
// A read of an event clears its counter, which counts meanwhile.
@exists@
identifier F =~ "update|read";
identifier C =~ "clear|reset|write";
identifier event;
expression address;
@@
 F(struct perf_event *event)
 {
 ...
(
*C(...);
|
*writel(0, address);
|
*writel_relaxed(0, address);
|
*writeq(0, address);
|
*writeq_relaxed(0, address);
|
*wrmsrq(address, 0);
)
 ...
 }
