// SPDX-License-Identifier: GPL-2.0-or-later
// Rows for the ring stops of QPI, and a table for the home agents.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-constraint-hsx.scn
@@
@@
 struct event_constraint hswep_uncore_r3qpi_constraints[] = {
 ...,
 	UNCORE_EVENT_CONSTRAINT_RANGE(0x28, 0x29, 0x3),
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x2a, 0x2b, 0x1),
 ...
 };

@@
@@
+static struct event_constraint hswep_uncore_ha_constraints[] = {
+	UNCORE_EVENT_CONSTRAINT_RANGE(0x61, 0x65, 0x7),
+	EVENT_CONSTRAINT_END
+};
+
 static struct intel_uncore_type hswep_uncore_ha = {
 	.perf_ctr_bits = 48,
+	.constraints	= hswep_uncore_ha_constraints,
 };
