// SPDX-License-Identifier: GPL-2.0-or-later
// From family 17h on, the event has 14 bits, as the driver's format says.
// Changes: arch/x86/events/amd/uncore.c
// Shown by: scenarios/epyc/df/finding-df-event.scn
@@
typedef u64;
identifier event;
@@
+static u64 amd_uncore_df_event_mask(void)
+{
+	if (pmu_version >= 2)
+		return AMD64_PERFMON_V2_RAW_EVENT_MASK_NB;
+
+	/* From family 17h on, the event continues in bits 60:59. */
+	if (boot_cpu_data.x86 >= 0x17)
+		return AMD64_RAW_EVENT_MASK_NB | GENMASK_ULL(60, 59);
+	return AMD64_RAW_EVENT_MASK_NB;
+}
+
 static int amd_uncore_df_event_init(struct perf_event *event)
 {
 	<...
-	(pmu_version >= 2 ? AMD64_PERFMON_V2_RAW_EVENT_MASK_NB : AMD64_RAW_EVENT_MASK_NB)
+	amd_uncore_df_event_mask()
 	...>
 }
