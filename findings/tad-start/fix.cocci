// SPDX-License-Identifier: GPL-2.0-or-later
// A counter that starts at 0 was last read as 0.
// Changes: drivers/perf/marvell_cn10k_tad_pmu.c
// Shown by: hardware/finding-tad-start.scn
@@
@@
 void tad_pmu_event_counter_start(struct perf_event *event, int flags)
 {
 ...
 	hwc->state = 0;
+	local64_set(&hwc->prev_count, 0);
 ...
 }
