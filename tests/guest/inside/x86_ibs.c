/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs in a guest `epyc` of variant zen4, as root, with nothing sampling: IBS's
 * registers through the kernel's msr driver, and the extended space of the
 * local APIC through /dev/mem (kernel word iomem=relaxed).
 */
#include "tests/guest/inside/x86_guest.h"
#include "tests/guest/inside/x86_msr_file.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>

enum {
    FETCH_CTL = 0xc0011030,
    FETCH_LINADDR,
    OP_CTL = 0xc0011033,
    OP_RIP,
    IBS_CTL = 0xc001103a,
    OP_DATA4 = 0xc001103d,
    OP_CTL2,
};

/* ---- MSRs ---- */

static void check_held(unsigned msr, uint64_t written, uint64_t expected, const char *what)
{
    uint64_t before = read_msr(1, msr);

    write_msr(0, msr, written);
    is_u64(read_msr(0, msr), expected, "%s", what);
    is_u64(read_msr(1, msr), before, "... and the other CPU has its own");
    write_msr(0, msr, 0);
}

/* The kernel's driver returns EIO for #GP. */
static void is_gp(unsigned msr, bool reads, const char *what)
{
    uint64_t value = 1;

    ok(pwrite(msr_file[0], &value, sizeof(value), msr) < 0 && errno == EIO, "%s: #GP", what);
    if (reads)
        ok(pread(msr_file[1], &value, sizeof(value), msr) < 0 && errno == EIO, "... reads, too");
}

static void test_msrs(void)
{
    is_u64(read_msr(0, IBS_CTL), 0x100, "IBS_CTL says LVT entry 0");
    is_u64(read_msr(1, IBS_CTL), 0x100, "... on the other CPU, too");
    check_held(OP_CTL, 0x1234, 0x1234, "IBS_OP_CTL holds MaxCnt");
    check_held(OP_CTL, UINT64_C(0xfffffffffffdffff), UINT64_C(0x07ffffff07fdffff),
        "IBS_OP_CTL holds all that Zen4 has, but for En");
    check_held(OP_RIP, UINT64_C(0xffff800012345678), UINT64_C(0xffff800012345678),
        "IBS_OP_RIP can be written");
    check_held(FETCH_LINADDR, 0x1234, 0, "IBS_FETCH_LINADDR cannot");
    is_gp(IBS_CTL, false, "a write of IBS_CTL");
    is_u64(read_msr(0, IBS_CTL), 0x100, "... which changes nothing");
    is_gp(OP_DATA4, true, "Zen4 has no IBS_OP_DATA4");
    is_gp(OP_CTL2, true, "nor IBS_OP_CTL2");
    is_u64(read_msr(0, 0xc0000080) & 0x500, 0x500, "EFER is QEMU's");
    is_u64(read_msr(0, 0x840), 0x40007, "x2APIC's 840 is the APIC's 400");
    is_u64(read_msr(1, 0x850), 0x400, "850 is EILVT0, which Linux made an NMI");
}

static void rdmsr(void)
{
    __asm__ volatile("rdmsr" ::"c"(IBS_CTL) : "rax", "rdx");
}

static void wrmsr(void)
{
    __asm__ volatile("wrmsr" ::"c"(OP_CTL), "a"(0xbad), "d"(0));
}

static void test_privilege(void)
{
    write_msr(0, OP_CTL, 0x600);
    is_u64((uint64_t)signal_of(rdmsr), SIGSEGV, "RDMSR by a program faults");
    is_u64((uint64_t)signal_of(wrmsr), SIGSEGV, "WRMSR by a program faults");
    is_u64(read_msr(0, OP_CTL), 0x600, "... and writes nothing");
    write_msr(0, OP_CTL, 0);
}

/* ---- the APIC ---- */

static volatile uint8_t *apic;

/*
 * Loads and stores with a displacement of 32 bits, as compilers use for an APIC
 * at a known address. The destination's 64 bits are garbage before.
 */
#define LOAD(offset, wide, narrow)                                                                 \
    ({                                                                                             \
        uint64_t loaded;                                                                           \
        __asm__ volatile("mov $-1, %%" wide "\n"                                                   \
                         "%{disp32%} movl " #offset "(%1), %%" narrow "\n"                         \
                         "mov %%" wide ", %0"                                                      \
                         : "=r"(loaded)                                                            \
                         : "D"(apic)                                                               \
                         : wide, "memory");                                                        \
        loaded;                                                                                    \
    })
#define STORE(offset, value)                                                                       \
    __asm__ volatile("movl %0, " #offset "(%1)" ::"r"((uint32_t)(value)), "D"(apic) : "memory")

static void check_registers(unsigned cpu)
{
    run_on(cpu);
    is_u64(LOAD(0x400, "rax", "eax"), 0x40007, "CPU %u: 400 says that there are 4 entries", cpu);
    is_u64(LOAD(0x410, "rcx", "ecx"), 0, "410 is 0");
    is_u64(LOAD(0x500, "rdx", "edx"), 0x400, "500 is the NMI that Linux made it");
    is_u64(LOAD(0x510, "rbx", "ebx"), 0x10000, "510 is masked");
    is_u64(LOAD(0x520, "rsi", "esi"), 0x10000, "520 is masked");
    is_u64(LOAD(0x530, "r15", "r15d"), 0x10000, "530 is masked");
    is_u64(LOAD(0x480, "r8", "r8d"), 0xffffffff, "480 enables all vectors");
    is_u64(LOAD(0x30, "r12", "r12d"), UINT64_C(0x80050014),
        "30 is QEMU's version, and says that all this is there");
    is_u64(LOAD(0x20, "rax", "eax"), (uint64_t)cpu << 24, "20 is QEMU's");
    is_u64(LOAD(0xf0, "r9", "r9d") & 0x100, 0x100, "f0 is QEMU's: the APIC is enabled");
}

static void check_writes(unsigned cpu)
{
    run_on(cpu);
    STORE(0x530, 0x10456);
    is_u64(LOAD(0x530, "rax", "eax"), 0x10456, "CPU %u: 530 holds what is written", cpu);
    STORE(0x530, 0xffffffff);
    is_u64(LOAD(0x530, "rax", "eax"), 0x107ff, "... but for what is reserved");
    __asm__ volatile("movl $0x10000, 0x530(%0)" ::"D"(apic) : "memory");
    is_u64(LOAD(0x530, "rax", "eax"), 0x10000, "... and what is in the instruction");
    STORE(0x400, 0);
    is_u64(LOAD(0x400, "rax", "eax"), 0x40007, "400 is read-only");
}

/* Instructions other than MOVs with the register's number in them, on EILVT3,
 * which is masked. */
static void check_shapes(unsigned cpu)
{
    volatile uint8_t *entry = apic + 0x530;
    uint64_t got = 0;
    bool equal;

    run_on(cpu);
    __asm__ volatile("movl (%1), %k0" : "=r"(got) : "r"(entry) : "memory");
    is_u64(got, 0x10000, "CPU %u: by an address in a register", cpu);
    __asm__ volatile("movl (%1,%2,8), %k0"
                     : "=r"(got)
                     : "r"(apic), "r"(INT64_C(0x530 / 8))
                     : "memory");
    is_u64(got, 0x10000, "by two registers");
    __asm__ volatile("orl $0x456, (%0)" ::"r"(entry) : "memory");
    is_u64(LOAD(0x530, "rax", "eax"), 0x10456, "or");
    __asm__ volatile("lock andl $0x100ff, (%0)" ::"r"(entry) : "memory");
    is_u64(LOAD(0x530, "rax", "eax"), 0x10056, "and, locked");
    got = 0x10000;
    __asm__ volatile("xchgl %k0, (%1)" : "+r"(got) : "r"(entry) : "memory");
    is_u64(got, 0x10056, "exchange brings what was there");
    __asm__ volatile("cmpl $0x10000, (%1)" : "=@ccz"(equal) : "r"(entry) : "memory");
    is_u64(equal, true, "... and leaves what is to be; compare");
    __asm__ volatile("movzbl 2(%1), %k0" : "=r"(got) : "r"(entry) : "memory");
    is_u64(got, 0, "a byte is none of the APIC's");
    STORE(0x280, 0);
    is_u64(LOAD(0x280, "rax", "eax"), 0, "no access was to an illegal register");
}

/* Registers at the same offset of other pages are not the APIC's. */
static void test_elsewhere(void)
{
    uint8_t *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t loaded;

    if (page == MAP_FAILED)
        exit(2);
    page[0x500] = 0x5a;
    __asm__ volatile("movl 0x500(%1), %k0" : "=r"(loaded) : "r"(page) : "memory");
    is_u64(loaded, 0x5a, "memory is memory");
}

static bool map_apic(void)
{
    int fd = open("/dev/mem", O_RDWR | O_SYNC);
    void *mapped =
        fd < 0 ? MAP_FAILED : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0xfee00000);

    apic = mapped;
    return mapped != MAP_FAILED;
}

int main(void)
{
    if (!open_msrs() || !map_apic()) {
        perror("/dev/cpu/*/msr or /dev/mem");
        return 2;
    }
    test_msrs();
    test_privilege();
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        check_registers(cpu);
        check_writes(cpu);
        check_shapes(cpu);
    }
    test_elsewhere();
    return done_testing();
}
