/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Model-specific registers of two CPUs through the kernel's msr driver. */
#ifndef PMULAB_TESTS_GUEST_INSIDE_X86_MSR_FILE_H
#define PMULAB_TESTS_GUEST_INSIDE_X86_MSR_FILE_H

#include "tests/tap.h"

#include <fcntl.h>
#include <unistd.h>

static int msr_file[2];

/* Returns false without such a driver. */
static bool open_msrs(void)
{
    msr_file[0] = open("/dev/cpu/0/msr", O_RDWR);
    msr_file[1] = open("/dev/cpu/1/msr", O_RDWR);
    return msr_file[0] >= 0 && msr_file[1] >= 0;
}

static uint64_t read_msr(unsigned cpu, unsigned msr)
{
    uint64_t value = UINT64_C(0xbadbadbadbadbad);

    if (pread(msr_file[cpu], &value, sizeof(value), msr) != sizeof(value))
        ok(false, "MSR %x can be read", msr);
    return value;
}

static void write_msr(unsigned cpu, unsigned msr, uint64_t value)
{
    if (pwrite(msr_file[cpu], &value, sizeof(value), msr) != sizeof(value))
        ok(false, "MSR %x can be written", msr);
}

#endif
