// SPDX-License-Identifier: GPL-2.0-or-later
// An event that is off stays off when it moves to another CPU.
// Changes: kernel/events/core.c
// Shown by: scenarios/snbep/finding-migrated.scn
@@
identifier event;
@@
 __perf_pmu_install_event(...)
 {
 	...
 	if (event->state
-	    >=
+	    >
 	    PERF_EVENT_STATE_OFF)
 		event->state = PERF_EVENT_STATE_INACTIVE;
 	...
 }
