// SPDX-License-Identifier: GPL-2.0-or-later
// prev_count changes only if no other CPU has changed it since it was read.
// Changes: arch/x86/events/intel/uncore.c
// Shown by: scenarios/snbep/finding-reader.scn
@@
identifier event, prev_count, new_count;
statement S;
@@
-	if (local64_xchg(&event->hw.prev_count, new_count) != prev_count)
+	if (!local64_try_cmpxchg(&event->hw.prev_count, &prev_count, new_count))
 		S
