// SPDX-License-Identifier: GPL-2.0-or-later
// UPI gets a control of 64 bits, written as the later processors write theirs.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-umask-ext.scn
@ has_upper @
identifier event, box;
@@
 snbep_uncore_pci_enable_event(struct intel_uncore_box *box, struct perf_event *event)
 { ... }
+
+static void skx_upi_uncore_pci_enable_event(struct intel_uncore_box *box,
+					    struct perf_event *event)
+{
+	/* The upper half first: the lower half enables the counter. */
+	pci_write_config_dword(box->pci_dev, event->hw.config_base + 4,
+			       (u32)(event->hw.config >> 32));
+	snbep_uncore_pci_enable_event(box, event);
+}

@ depends on has_upper @
@@
 struct intel_uncore_ops skx_upi_uncore_pci_ops = {
 	.enable_event =
-	snbep_uncore_pci_enable_event,
+	skx_upi_uncore_pci_enable_event,
 };
