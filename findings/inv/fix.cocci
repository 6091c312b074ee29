// SPDX-License-Identifier: GPL-2.0-or-later
// The mask gets the bit that the format offers.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-inv.scn
@@
@@
-#define IVBEP_PMON_RAW_EVENT_MASK (SNBEP_PMON_CTL_EV_SEL_MASK | SNBEP_PMON_CTL_UMASK_MASK | SNBEP_PMON_CTL_EDGE_DET | SNBEP_PMON_CTL_TRESH_MASK)
+#define IVBEP_PMON_RAW_EVENT_MASK	SNBEP_PMON_RAW_EVENT_MASK
