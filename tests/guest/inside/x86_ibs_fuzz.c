/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * x86_ibs_fuzz ROUNDS
 *
 * Runs in a guest `epyc`, as root, with nothing else sampling. Writes random
 * values to IBS's registers of both CPUs and to the APIC's LVT entries. This
 * causes samples every few ops and unexpected NMIs. The test passes if the
 * guest survives and a later write still works.
 */
#include "tests/guest/inside/x86_guest.h"
#include "tests/tap.h"

#include <fcntl.h>

enum {
    FETCH_CTL = 0xc0011030,
    OP_CTL = 0xc0011033,
    OP_RIP,
    LAST = 0xc001103f,
    EILVT = 0x850,
    N_EILVT = 4
};
#define FETCH_EN  (UINT64_C(1) << 48)
#define FETCH_VAL (UINT64_C(1) << 49)
#define OP_EN     (UINT64_C(1) << 17)
#define NMI       0x400

static int msr_file[2];
static uint64_t state = 1;

/* Marsaglia's xorshift: the same values in each run. */
static uint64_t any(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static bool write_msr(unsigned cpu, unsigned msr, uint64_t value)
{
    return pwrite(msr_file[cpu], &value, sizeof(value), msr) == sizeof(value);
}

static uint64_t read_msr(unsigned cpu, unsigned msr)
{
    uint64_t value = UINT64_C(0xbadbadbadbadbad);

    return pread(msr_file[cpu], &value, sizeof(value), msr) == sizeof(value) ? value : UINT64_MAX;
}

/* Half of the periods end soon; most others would have no effect. */
static uint64_t any_control(uint64_t enable)
{
    return any() & 1 ? any() : (any() & 0x3f) | enable;
}

/* IBS_CTL is read-only; Zen4 lacks 103D to 103F. */
static bool faults(unsigned msr)
{
    return msr == 0xc001103a || msr >= 0xc001103d;
}

static bool write_any(void)
{
    unsigned cpu = any() & 1, msr;

    switch (any() % 5) {
    case 0:
        return write_msr(cpu, FETCH_CTL, any_control(FETCH_EN));
    case 1:
        return write_msr(cpu, OP_CTL, any_control(OP_EN));
    case 2:
        return write_msr(cpu, EILVT + any() % N_EILVT, any() & 1 ? NMI : any() & 0x10000);
    case 3:
        read_msr(cpu, FETCH_CTL + any() % (LAST - FETCH_CTL + 1));
        return true;
    default:
        msr = FETCH_CTL + any() % (LAST - FETCH_CTL + 1);
        return write_msr(cpu, msr, any()) != faults(msr);
    }
}

/* Restores Linux's values, with sampling off. */
static void put_back(unsigned cpu)
{
    write_msr(cpu, OP_CTL, 0);
    write_msr(cpu, FETCH_CTL, 0);
    for (unsigned i = 0; i < N_EILVT; i++)
        write_msr(cpu, EILVT + i, i ? 0x10000 : NMI);
}

int main(int argc, char **argv)
{
    unsigned long rounds = argc == 2 ? strtoul(argv[1], NULL, 10) : 0, failed = 0;

    msr_file[0] = open("/dev/cpu/0/msr", O_RDWR);
    msr_file[1] = open("/dev/cpu/1/msr", O_RDWR);
    if (!rounds || msr_file[0] < 0 || msr_file[1] < 0) {
        fprintf(stderr, "usage: x86_ibs_fuzz ROUNDS, with /dev/cpu/*/msr\n");
        return 2;
    }
    for (unsigned long i = 0; i < rounds; i++)
        failed += !write_any();
    ok(failed == 0, "%lu writes of anything", rounds);
    for (unsigned cpu = 0; cpu < 2; cpu++) {
        put_back(cpu);
        is_u64(read_msr(cpu, OP_CTL), 0, "CPU %u: IBS_OP_CTL is 0 again", cpu);
        is_u64(read_msr(cpu, FETCH_CTL) & (FETCH_EN | FETCH_VAL), 0,
            "... and IBS_FETCH_CTL has no sample");
        write_msr(cpu, OP_RIP, 0x1234);
        is_u64(read_msr(cpu, OP_RIP), 0x1234, "... and nothing latches any more");
    }
    return done_testing();
}
