// SPDX-License-Identifier: GPL-2.0-or-later
// The field is EBX 23:16.
// Changes: arch/x86/include/asm/perf_event.h
// Shown by: scenarios/epyc/umc/finding-umc-64.scn
@@
@@
 union cpuid_0x80000022_ebx {
 	struct {
 		...
 		unsigned int num_umc_pmc :
-		6
+		8
 		;
 	} split;
 	...
 };
