// SPDX-License-Identifier: GPL-2.0-or-later
// Each link gets the address of its own function.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-upi.scn
@@
symbol dev;
@@
 spr_update_device_location(...)
 {
 <...
-	devfn
+	dev->devfn
	<< UNCORE_DISCOVERY_PCI_DEVFN_OFFSET
 ...>
 }
