/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QEMU 11.1, target/i386/tcg/system/misc_helper.c: the registers that RDMSR
 * reads. */
#include "qemu-plugins/qemu/x86_msrs.h"

#include <stddef.h>

static const struct range {
    uint32_t first, last;
} known[] = {
    {0x1b, 0x1b},             /* APIC_BASE */
    {0x34, 0x35},             /* SMI_COUNT, CORE_THREAD_COUNT */
    {0x8b, 0x8b},             /* BIOS_SIGN_ID */
    {0xfe, 0xfe},             /* MTRRCAP */
    {0x174, 0x176},           /* SYSENTER */
    {0x179, 0x17b},           /* MCG */
    {0x198, 0x198},           /* PERF_STATUS */
    {0x1a0, 0x1a0},           /* MISC_ENABLE */
    {0x200, 0x20f},           /* variable MTRRs */
    {0x250, 0x250},           /* fixed MTRRs */
    {0x258, 0x259},           /* fixed MTRRs */
    {0x268, 0x26f},           /* fixed MTRRs */
    {0x277, 0x277},           /* PAT */
    {0x2ff, 0x2ff},           /* MTRR_DEF_TYPE */
    {0x400, 0x427},           /* ten banks of machine checks */
    {0x6e1, 0x6e1},           /* PKRS */
    {0x800, 0x8ff},           /* x2APIC */
    {0xd90, 0xd90},           /* BNDCFGS */
    {0xc0000080, 0xc0000084}, /* EFER, SYSCALL */
    {0xc0000100, 0xc0000103}, /* bases, TSC_AUX */
    {0xc0010117, 0xc0010117}, /* VM_HSAVE_PA */
};

bool qemu_reads_msr(uint32_t msr)
{
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (msr >= known[i].first && msr <= known[i].last)
            return true;
    return false;
}
