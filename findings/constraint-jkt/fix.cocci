// SPDX-License-Identifier: GPL-2.0-or-later
// Events 23 to 25 of the ring stop of PCIe: counter 0 alone.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/boxes/finding-constraint.scn
@@
@@
 struct event_constraint snbep_uncore_r2pcie_constraints[] = {
 ...,
-	UNCORE_EVENT_CONSTRAINT(0x23, 0x3),
-	UNCORE_EVENT_CONSTRAINT_RANGE(0x24, 0x26, 0x3),
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x23, 0x25, 0x1),
+	UNCORE_EVENT_CONSTRAINT(0x26, 0x3),
 ...
 };
