/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The accesses trapped by the plugin of `power9`. skiboot starts this program
 * big-endian, in real mode. */
#include "tests/bench/inside/access.h"

/* skiboot passes its table of contents in r8 and its entry in r9. The program
 * is position independent. opal() calls skiboot with a call's number and three
 * arguments. */
__asm__(".text\n"
        "    .abiversion 2\n"
        ".globl _start\n"
        "_start:\n"
        "    bl 0f\n"
        "0:  mflr 12\n"
        "    addis 2, 12, .TOC.-0b@ha\n"
        "    addi 2, 2, .TOC.-0b@l\n"
        "    lis 1, 0x0a00\n" /* free memory: the stack below, skiboot's values above */
        "    std 8, 64(1)\n"
        "    std 9, 72(1)\n"
        "    b access_start\n"
        "opal:\n"
        "    mflr 0\n"
        "    std 0, 16(1)\n"
        "    stdu 1, -64(1)\n"
        "    std 2, 24(1)\n"
        "    mr 0, 3\n"
        "    mr 3, 4\n"
        "    mr 4, 5\n"
        "    mr 5, 6\n"
        "    lis 12, 0x0a00\n"
        "    ld 2, 64(12)\n"
        "    ld 12, 72(12)\n"
        "    mtctr 12\n"
        "    bctrl\n"
        "    ld 2, 24(1)\n"
        "    addi 1, 1, 64\n"
        "    ld 0, 16(1)\n"
        "    mtlr 0\n"
        "    blr\n");

enum { OPAL_CONSOLE_WRITE = 1 };
long opal(long number, long terminal, uint64_t *length, char *text);

static void put(char c)
{
    uint64_t length = 1;

    opal(OPAL_CONSOLE_WRITE, 0, &length, &c);
}

/* SCOMs of core 0 by XSCOM: HTM_MODE, with a value that stops collection, and a
 * SCOM that QEMU answers. */
#define HTM_MODE UINT64_C(0x603fc80091000)
#define STOPPED  UINT64_C(0xe000000000000000)
#define QEMUS    UINT64_C(0x603fc8012d000)
#define MEMORY   UINT64_C(0x08000000)

static void scom_read(uint64_t address)
{
    uint64_t value;

    __asm__ volatile("ldcix %0, 0, %1" : "=r"(value) : "r"(address));
}

static void scom_write(uint64_t address, uint64_t value)
{
    __asm__ volatile("stdcix %0, 0, %1" ::"r"(value), "r"(address));
}

enum { SPR_LDBAR = 850, SPR_SPRG0 = 272 };

#define READ(spr)                                                                                  \
    do {                                                                                           \
        uint64_t value_;                                                                           \
        __asm__ volatile("mfspr %0, %1" : "=r"(value_) : "i"(spr));                                \
    } while (0)
#define WRITE(spr) __asm__ volatile("mtspr %1, %0" ::"r"(0l), "i"(spr))

/* As the kernel reads counters. */
static void load_reversed(uint64_t address)
{
    uint64_t value;

    __asm__ volatile("ldbrx %0, 0, %1" : "=r"(value) : "r"(address));
}

static void measure_all(void)
{
    MEASURE_BOTH("SCOM read", scom_read(HTM_MODE), ACCESSES_DEVICE, scom_read(QEMUS));
    MEASURE_BOTH(
        "SCOM write", scom_write(HTM_MODE, STOPPED), ACCESSES_DEVICE, scom_write(QEMUS, 0));
    MEASURE_BOTH("SPR read", READ(SPR_LDBAR), ACCESSES_INLINE, READ(SPR_SPRG0));
    MEASURE_BOTH("SPR write", WRITE(SPR_LDBAR), ACCESSES_INLINE, WRITE(SPR_SPRG0));
    MEASURE("qemu load", ACCESSES_INLINE, load_reversed(MEMORY));
}
