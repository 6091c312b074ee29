// SPDX-License-Identifier: GPL-2.0-or-later
// The mask of a band's byte is shifted by bytes.
// Changes: arch/x86/events/intel/uncore_snbep.c
// Shown by: scenarios/snbep/xeon/boxes/finding-band.scn
@@
expression config1;
identifier reg1;
@@
 config1 &
-	(0xff << reg1->idx)
+	(0xff << (reg1->idx * 8))
