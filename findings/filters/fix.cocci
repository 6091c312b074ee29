// SPDX-License-Identifier: GPL-2.0-or-later
// All counters of a PMU have the same filter registers. An event with other
// filters waits its turn, and the last event clears the filters.
// Changes: drivers/perf/hisilicon/hisi_uncore_pmu.c
// Shown by: scenarios/kunpeng/finding-filters.scn
@@
@@
+static struct perf_event *hisi_uncore_pmu_other_event(struct hisi_pmu *hisi_pmu,
+						      struct perf_event *event)
+{
+	/* All counters of a PMU have the same filter registers. */
+	int idx = HISI_MAX_COUNTERS;
+
+	while (idx--) {
+		struct perf_event *other = hisi_pmu->pmu_events.hw_events[idx];
+
+		if (other && other != event && !(other->hw.state & PERF_HES_STOPPED))
+			return other;
+	}
+
+	return NULL;
+}
+
 int hisi_uncore_pmu_get_event_idx(struct perf_event *event)
 { ... }

@@
@@
 void hisi_uncore_pmu_disable_event(struct perf_event *event)
 {
 ...
-	if (hisi_pmu->ops->disable_filter)
+	if (hisi_pmu->ops->disable_filter && !hisi_uncore_pmu_other_event(hisi_pmu, event))
 		hisi_pmu->ops->disable_filter(event);
 }

@@
identifier hwc;
@@
 int hisi_uncore_pmu_add(struct perf_event *event, int flags)
 {
 ...
 	struct hw_perf_event *hwc = &event->hw;
+	struct perf_event *other = NULL;
 	int idx;
 ...
 	hwc->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
+
+	if (hisi_pmu->ops->enable_filter)
+		other = hisi_uncore_pmu_other_event(hisi_pmu, event);
+	if (other && other->attr.config1 != event->attr.config1)
+		return -EAGAIN;
+	if (other && other->attr.config2 != event->attr.config2)
+		return -EAGAIN;
 ...
 }
