// SPDX-License-Identifier: GPL-2.0-or-later
// The handler has counted the sample, and the engine does not count until it is
// armed again. So a stop in between has nothing to add.
// Changes: arch/x86/events/amd/ibs.c
// Shown by: scenarios/epyc/finding-throttled.scn
@@
identifier perf_ibs, event, config, hwc, new_config, throttle;
@@
 perf_ibs_handle_irq(...)
 {
 	...
 	perf_ibs_event_update(perf_ibs, event, config);
+	hwc->state |= PERF_HES_UPTODATE;
 	...
 	if (!throttle) {
 		...
+		hwc->state &= ~PERF_HES_UPTODATE;
 		perf_ibs_enable_event(perf_ibs, hwc, new_config);
 	}
 	...
 }
