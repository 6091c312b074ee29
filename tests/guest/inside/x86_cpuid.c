/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs in the guest: CPUID where QEMU's shared translations make an
 * instruction's address hard to determine. To answer a leaf, the plugin sets
 * the PC. A wrong address would make the code continue there, so each piece of
 * code here reports its own address. Usage: x86_cpuid snbep|epyc
 */
#include "tests/guest/inside/x86_guest.h"
#include "tests/tap.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/io.h>
#include <sys/mman.h>

enum { PAGE = 4096, LEAF_OURS = 0x40000000 };

/* RAX, RBX, RCX, RDX, as 64 bits. */
struct registers {
    uint64_t r[4];
};

/*
 * uint64_t probe(uint64_t leaf, struct registers *after): position-independent,
 * so that it can be copied. Before, all four registers hold garbage above bit
 * 31. Returns the address after CPUID.
 */
extern const uint8_t probe_begin[];
extern const uint64_t probe_size, probe_to_insn; /* bytes; from the beginning to CPUID */
__asm__(".pushsection .text\n"
        "probe_begin:\n"
        "    push %rbx\n"
        "    mov %rsi, %r8\n"
        "    mov $-1, %rbx\n"
        "    mov $-1, %rdx\n"
        "    mov $0xffffffff00000000, %rcx\n"
        "    mov %rcx, %rax\n"
        "    or %rdi, %rax\n"
        "probe_insn:\n"
        "    cpuid\n"
        "probe_behind:\n"
        "    mov %rax, (%r8)\n"
        "    mov %rbx, 8(%r8)\n"
        "    mov %rcx, 16(%r8)\n"
        "    mov %rdx, 24(%r8)\n"
        "0:  lea 0b(%rip), %rax\n"
        "    sub $(0b - probe_behind), %rax\n"
        "    pop %rbx\n"
        "    ret\n"
        "1:\n"
        ".popsection\n"
        ".pushsection .rodata\n"
        ".balign 8\n"
        "probe_size: .quad 1b - probe_begin\n"
        "probe_to_insn: .quad probe_insn - probe_begin\n"
        ".popsection\n");

typedef uint64_t (*probe_function)(uint64_t leaf, struct registers *after);

/* The probe whose CPUID has been copied to @insn. */
static probe_function probe_at(uint8_t *insn)
{
    uint8_t *begin = insn - probe_to_insn;
    probe_function probe;

    memcpy(&probe, &begin, sizeof(probe));
    return probe;
}

static void copy_probe(uint8_t *insn)
{
    memcpy(insn - probe_to_insn, probe_begin, probe_size);
}

/* Whether the probe at @insn continues right after its CPUID with leaf
 * 40000000's values. */
static bool goes_on(uint8_t *insn)
{
    struct registers after;
    uint64_t behind;

    memset(&after, 0xee, sizeof(after));
    behind = probe_at(insn)(LEAF_OURS, &after);
    return behind == (uintptr_t)insn + 2 && !(after.r[0] | after.r[1] | after.r[2] | after.r[3]);
}

/* ---- leaves ---- */

static void check_zero(uint8_t *insn, uint32_t leaf)
{
    struct registers after;

    probe_at(insn)(leaf, &after);
    is_u64(after.r[0] | after.r[1] | after.r[2] | after.r[3], 0, "leaf %08x is all zeros", leaf);
}

/* Values of leaves that differ between machines. */
static const struct identity {
    const char *machine, *vendor;
    uint64_t signature;
} identities[] = {{"snbep", "GenuineIntel", 0x206d7}, {"epyc", "AuthenticAMD", 0xa10f11}};

static void test_leaves(const struct identity *identity, uint8_t *insn)
{
    struct registers after;
    char vendor[13] = "";

    copy_probe(insn);
    check_zero(insn, LEAF_OURS);
    check_zero(insn, 0x40000001);
    check_zero(insn, 0x4fffffff);
    is_u64(probe_at(insn)(0, &after), (uintptr_t)insn + 2, "leaf 0 goes on behind itself");
    memcpy(vendor, &after.r[1], 4);
    memcpy(vendor + 4, &after.r[3], 4);
    memcpy(vendor + 8, &after.r[2], 4);
    is_str(vendor, identity->vendor, "leaf 0 is QEMU's");
    is_u64(probe_at(insn)(1, &after) ? after.r[0] : 0, identity->signature,
        "leaf 1: family, model, stepping");
    is_u64(after.r[2] >> 31, 0, "leaf 1: no hypervisor");
}

/* AMD's leaves: one leaf combines the machine's facts with QEMU's. */
static void test_ibs_leaves(uint8_t *insn)
{
    struct registers after;

    probe_at(insn)(0x80000000, &after);
    ok(after.r[0] >= 0x8000001b, "leaf 80000000: IBS's leaf is there");
    is_u64(after.r[1], 0x68747541, "... and the vendor's name is QEMU's");
    probe_at(insn)(0x80000001, &after);
    is_u64(after.r[0], 0xa10f11, "leaf 80000001: the signature again");
    is_u64(after.r[2] & 0x409, 0x409, "... IBS, the extended APIC, and what QEMU has (LAHF)");
    is_u64(after.r[3] & 0x20100800, 0x20100800, "... and QEMU's EDX: long mode, NX, SYSCALL");
    is_u64(probe_at(insn)(0x8000001b, &after), (uintptr_t)insn + 2,
        "leaf 8000001b goes on behind itself");
    is_u64(after.r[0], 0xbff, "... and has Zen4's capabilities");
    is_u64(after.r[1] | after.r[2] | after.r[3], 0, "... and nothing else");
}

/* ---- one physical page at two virtual ones ---- */

struct alias {
    uint8_t *at[2];
};

static struct alias map_twice(size_t size)
{
    int fd = memfd_create("code", 0);
    struct alias a = {{NULL, NULL}};

    if (fd < 0 || ftruncate(fd, (off_t)size))
        exit(2);
    for (unsigned i = 0; i < 2; i++) {
        a.at[i] = mmap(NULL, size, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED, fd, 0);
        if (a.at[i] == MAP_FAILED)
            exit(2);
    }
    close(fd);
    return a;
}

/*
 * Code that has run at one address runs at the other, from the same
 * translation. The page ends one byte after CPUID (ffd), right after it (ffe),
 * in the middle of it (fff), or in the code before it (1000 and later).
 */
static void test_aliases(struct alias a)
{
    static const unsigned places[] = {0x100, 0xffd, 0xffe, 0xfff, 0x1000, 0x1001, 0x1005};

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        bool good[2] = {true, true};

        copy_probe(a.at[0] + places[i]);
        for (unsigned round = 0; round < 3; round++)
            for (unsigned k = 0; k < 2; k++)
                good[k] &= goes_on(a.at[k] + places[i]);
        ok(good[0], "CPUID at offset %x of the first mapping", places[i]);
        ok(good[1], "... and of the second, translated for the first");
    }
}

/* ---- both CPUs at once ---- */

enum { ROUNDS = 20000 };

struct runner {
    unsigned cpu;
    uint8_t *insn;
    unsigned good;
};

static void *run(void *data)
{
    struct runner *r = data;

    run_on(r->cpu);
    for (unsigned i = 0; i < ROUNDS; i++)
        r->good += goes_on(r->insn);
    return NULL;
}

static void test_both_cpus(struct alias a)
{
    struct runner runners[2] = {{0, a.at[0] + 0xffe, 0}, {1, a.at[1] + 0xffe, 0}};
    pthread_t threads[2];

    copy_probe(a.at[0] + 0xffe);
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &runners[i]);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < 2; i++)
        is_u64(runners[i].good, ROUNDS, "CPU %u goes on behind itself each time", i);
}

/* ---- 32-bit code ---- */

/* compat_code's results: CPUID's registers, port reads into EAX, AX and AL, and
 * its own address. */
static struct {
    uint32_t cpuid[4], address, in_eax, in_ax, in_al, here;
} compat;
static uint8_t compat_stack[4096] __attribute__((aligned(16)));

/* Calls 32-bit code on a stack within its reach, through Linux's user segments
 * 23 and 2b. */
void compat_call(const void *code, void *results, void *stack_top);
extern const uint8_t compat_code[], compat_here[];
__asm__(".pushsection .text\n"
        "compat_call:\n"
        "    push %rbx\n"
        "    push %rbp\n"
        "    push %r12\n"
        "    mov %rsp, %r12\n"
        "    mov %rdx, %rsp\n"
        "    sub $16, %rsp\n"
        "    mov %edi, (%rsp)\n"
        "    movl $0x23, 4(%rsp)\n"
        "    lcall *(%rsp)\n"
        "    mov %r12, %rsp\n"
        "    pop %r12\n"
        "    pop %rbp\n"
        "    pop %rbx\n"
        "    ret\n"
        ".code32\n"
        "compat_code:\n"
        "    mov $0x2b, %ecx\n"
        "    mov %ecx, %ds\n"
        "    mov $0x40000000, %eax\n"
        "    cpuid\n"
        "    mov %eax, (%esi)\n"
        "    mov %ebx, 4(%esi)\n"
        "    mov %ecx, 8(%esi)\n"
        "    mov %edx, 12(%esi)\n"
        "    mov $0xcf8, %edx\n"
        "    mov 16(%esi), %eax\n"
        "    out %eax, %dx\n"
        "    mov $0xcfc, %edx\n"
        "    mov $0x11223344, %eax\n"
        "    in %dx, %eax\n"
        "    mov %eax, 20(%esi)\n"
        "    mov $0x11223344, %eax\n"
        "    in %dx, %ax\n"
        "    mov %eax, 24(%esi)\n"
        "    mov $0x11223344, %eax\n"
        "    in %dx, %al\n"
        "    mov %eax, 28(%esi)\n"
        "    call compat_here\n"
        "compat_here:\n"
        "    pop %eax\n"
        "    mov %eax, 32(%esi)\n"
        "    xor %ecx, %ecx\n"
        "    mov %ecx, %ds\n"
        "    lret\n"
        ".code64\n"
        ".popsection\n");

static void test_compat(bool ports)
{
    memset(&compat, 0xee, sizeof(compat));
    compat.address = 0x807f8000;
    compat_call(compat_code, &compat, compat_stack + sizeof(compat_stack));
    is_u64(compat.cpuid[0] | compat.cpuid[1] | compat.cpuid[2] | compat.cpuid[3], 0,
        "32-bit code: CPUID 40000000 is all zeros");
    is_u64(compat.here, (uintptr_t)compat_here, "32-bit code goes on where it should");
    if (!ports)
        return;
    is_u64(compat.in_eax, 0x3cb08086, "32-bit code: IN to EAX");
    is_u64(compat.in_ax, 0x11228086, "32-bit code: 66 IN to AX");
    is_u64(compat.in_al, 0x11223386, "32-bit code: IN to AL");
}

/* ---- faults ---- */

static void locked_cpuid(void)
{
    __asm__ volatile(".byte 0xf0, 0x0f, 0xa2" ::"a"(LEAF_OURS) : "rbx", "rcx", "rdx");
}

int main(int argc, char **argv)
{
    struct alias a = map_twice(3 * PAGE);
    bool epyc = argc == 2 && !strcmp(argv[1], identities[1].machine);

    test_leaves(&identities[epyc], a.at[0] + 0x200);
    if (epyc)
        test_ibs_leaves(a.at[0] + 0x200);
    test_aliases(a);
    test_both_cpus(a);
    if (ok(!iopl(3), "ports are open"))
        test_compat(!epyc);
    is_u64((uint64_t)signal_of(locked_cpuid), SIGILL, "LOCK CPUID is an invalid opcode");
    return done_testing();
}
