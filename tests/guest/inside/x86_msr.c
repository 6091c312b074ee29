/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs in the guest, as root: model-specific registers through the kernel's msr
 * driver, and without it. */
#include "tests/guest/inside/x86_guest.h"
#include "tests/guest/inside/x86_msr_file.h"
#include "tests/tap.h"

#include <signal.h>

enum {
    PCU_BOX_CTL = 0xc24,
    PCU_CTL0 = 0xc30,
    PCU_CTR0 = 0xc36,
    CBO7_CTR3 = 0xdf9,
    UBOX_CTR1 = 0xc17
};

static void check_held(unsigned msr, uint64_t written, uint64_t expected, const char *what)
{
    write_msr(0, msr, written);
    is_u64(read_msr(0, msr), expected, "%s", what);
    is_u64(read_msr(1, msr), expected, "... on the socket's other CPU too");
    write_msr(1, msr, 0);
    is_u64(read_msr(0, msr), 0, "... which can write it");
}

static void test_ours(void)
{
    check_held(
        PCU_BOX_CTL, 0x10003, 0x10000, "C24 holds what intel_uncore writes, but for the actions");
    check_held(PCU_BOX_CTL, 0x10100, 0x10100, "C24 holds frz_en and frz");
    check_held(
        PCU_CTL0, UINT64_C(0xffffffff12345678), 0x12244078, "C30 holds the fields of its 32 bits");
    check_held(
        PCU_CTR0, UINT64_C(0xfedcba9876543210), UINT64_C(0xba9876543210), "C36 holds 48 bits");
    check_held(CBO7_CTR3, UINT64_C(0x123456789abc), UINT64_C(0x023456789abc),
        "DF9 is ours too, of 44 bits");
    check_held(UBOX_CTR1, UINT64_MAX, UINT64_C(0xfffffffffff), "C17 holds 44 bits");
}

/* QEMU implements some; the others read 0 and ignore writes. */
static void test_not_ours(void)
{
    is_u64(read_msr(0, 0xc0000080) & 0x500, 0x500, "EFER is QEMU's: long mode");
    write_msr(0, 0xc00, 0x12345678);
    is_u64(read_msr(0, 0xc00), 0, "C00, which this part lacks, is not ours");
    write_msr(0, 0xc25, 0x12345678);
    is_u64(read_msr(0, 0xc25), 0, "C25, a hole between ours, is not ours");
}

/* Only the kernel may use these instructions, on our registers as on any
 * (#GP). */
static void rdmsr(void)
{
    __asm__ volatile("rdmsr" ::"c"(PCU_BOX_CTL) : "rax", "rdx");
}

static void wrmsr(void)
{
    __asm__ volatile("wrmsr" ::"c"(PCU_CTL0), "a"(0xbad), "d"(0));
}

static void test_privilege(void)
{
    write_msr(0, PCU_CTL0, 0x400d);
    is_u64((uint64_t)signal_of(rdmsr), SIGSEGV, "RDMSR by a program faults");
    is_u64((uint64_t)signal_of(wrmsr), SIGSEGV, "WRMSR by a program faults");
    is_u64(read_msr(0, PCU_CTL0), 0x400d, "... and writes nothing");
}

int main(void)
{
    if (!open_msrs()) {
        perror("/dev/cpu/*/msr");
        return 2;
    }
    test_ours();
    test_not_ours();
    test_privilege();
    return done_testing();
}
