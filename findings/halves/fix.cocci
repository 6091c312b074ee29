// SPDX-License-Identifier: GPL-2.0-or-later
// The lower half is read again. If it is less than before, a carry came between
// the reads, and both halves are taken again.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/finding-halves.scn
@@
typedef u32, u64;
identifier box, event, pdev, hwc, count;
@@
 snbep_uncore_pci_read_counter(struct intel_uncore_box *box, struct perf_event *event)
 {
 	...
 	u64 count = 0;
+	u32 low;

 	pci_read_config_dword(pdev, hwc->event_base, (u32 *)&count);
 	pci_read_config_dword(pdev, hwc->event_base + 4, (u32 *)&count + 1);

+	/* Take both again if the lower half overflowed between the reads. */
+	pci_read_config_dword(pdev, hwc->event_base, &low);
+	if (low < (u32)count) {
+		pci_read_config_dword(pdev, hwc->event_base, (u32 *)&count);
+		pci_read_config_dword(pdev, hwc->event_base + 4, (u32 *)&count + 1);
+	}
 	return count;
 }
