// SPDX-License-Identifier: GPL-2.0-or-later
// A read leaves the counter as it is. Only the handler of an overflow clears it:
// all counters are frozen then.
// Changes: drivers/perf/fsl_imx9_ddr_perf.c
// Shown by: hardware/finding-imx9-read.scn
@@
identifier new;
@@
 void ddr_perf_event_update(struct perf_event *event)
 {
 ...
-	local64_add(new, &event->count);
-	ddr_perf_clear_counter(pmu, counter);
+	local64_add(new - local64_xchg(&hwc->prev_count, new), &event->count);
 }

@@
typedef irqreturn_t;
@@
 irqreturn_t ddr_perf_irq_handler(int irq, void *p)
 {
 <...
 		ddr_perf_event_update(event);
+		ddr_perf_clear_counter(pmu, i);
+		local64_set(&event->hw.prev_count, 0);
 ...>
 }
