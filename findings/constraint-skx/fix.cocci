// SPDX-License-Identifier: GPL-2.0-or-later
// Rows for the cache slices and for UPI's ring stop.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-constraint-skx.scn
@@
@@
 struct event_constraint skx_uncore_chabox_constraints[] = {
 ...,
 	UNCORE_EVENT_CONSTRAINT(0x36, 0x1),
+	UNCORE_EVENT_CONSTRAINT(0x3b, 0x1),
 ...
 };

@@
@@
 struct event_constraint skx_uncore_m3upi_constraints[] = {
-	UNCORE_EVENT_CONSTRAINT_RANGE(0x1d, 0x1e, 0x1),
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x1c, 0x1e, 0x1),
+	UNCORE_EVENT_CONSTRAINT(0x3c, 0x1),
 ...,
 	UNCORE_EVENT_CONSTRAINT_RANGE(0x4e, 0x52, 0x7),
+	UNCORE_EVENT_CONSTRAINT(0x8e, 0x1),
 ...
 };
