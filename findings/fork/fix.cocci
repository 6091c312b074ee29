// SPDX-License-Identifier: GPL-2.0-or-later
// A period that was taken from MaxCnt replaces it in the attributes. An
// inherited event then has a period and no MaxCnt, as with perf's own period.
// Changes: arch/x86/events/amd/ibs.c
// Shown by: scenarios/epyc/finding-fork.scn
@@
identifier config, perf_ibs, event, period;
@@
 	config &= ~perf_ibs->cnt_mask;
+	event->attr.config = config;
 	event->attr.sample_period = period;
