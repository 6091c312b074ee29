// SPDX-License-Identifier: GPL-2.0-or-later
// Event 4134 also gets the filter's field of nodes.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-node.scn
@@
@@
 struct extra_reg hswep_uncore_cbox_extra_regs[] = {
 ...,
 SNBEP_CBO_EVENT_EXTRA_REG(0x4134, 0xffff,
-	0x4
+	0xc
 ),
 ...
 };
