// SPDX-License-Identifier: GPL-2.0-or-later
// A leader that was taken from its context, because its CPU is off, accepts no
// more siblings. This is the check with ctx::mutex held.
// Changes: kernel/events/core.c
// Shown by: scenarios/snbep/finding-orphan.scn
@@
typedef bool;
identifier event;
@@
+static bool perf_leader_is_gone(struct perf_event *leader)
+{
+	if (leader->state <= PERF_EVENT_STATE_EXIT)
+		return true;
+	/* It left its context when its CPU went offline. */
+	return !(leader->attach_state & PERF_ATTACH_CONTEXT);
+}
+
 static int perf_event_set_clock(struct perf_event *event, clockid_t clk_id)
 { ... }

@@
identifier group_leader;
@@
 if (
-    group_leader->state <= PERF_EVENT_STATE_EXIT
+    perf_leader_is_gone(group_leader)
    ) {
 	err = -ENODEV;
 	goto err_locked;
 }
