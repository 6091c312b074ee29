// SPDX-License-Identifier: GPL-2.0-or-later
// Rows for events of Ivy Bridge-EP. Both tables are also the E5-2600's, which
// has none of these events, so they cost it nothing.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-constraint-ivt.scn
@@
@@
 struct event_constraint snbep_uncore_cbox_constraints[] = {
 ...,
-	UNCORE_EVENT_CONSTRAINT(0x02, 0x3),
-	UNCORE_EVENT_CONSTRAINT_RANGE(0x04, 0x5, 0x3),
-	UNCORE_EVENT_CONSTRAINT(0x07, 0x3),
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x02, 0x07, 0x3),
 ...,
-	UNCORE_EVENT_CONSTRAINT_RANGE(0x12, 0x13, 0x3),
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x12, 0x14, 0x3),
 ...,
 	UNCORE_EVENT_CONSTRAINT(0x3b, 0x1),
+	UNCORE_EVENT_CONSTRAINT(0x3c, 0x3),
 ...
 };

@@
@@
 struct event_constraint snbep_uncore_r2pcie_constraints[] = {
 ...,
 	UNCORE_EVENT_CONSTRAINT(0x12, 0x1),
+	UNCORE_EVENT_CONSTRAINT(0x13, 0x1),
 ...,
 	UNCORE_EVENT_CONSTRAINT_RANGE(0x24, 0x26, 0x3),
+	UNCORE_EVENT_CONSTRAINT(0x28, 0x3),
 ...
 };
