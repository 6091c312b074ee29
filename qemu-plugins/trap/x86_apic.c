/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places a machine's registers over the local APIC's page. */
#include "qemu-plugins/trap/x86_apic.h"

#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/mmio.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_pc.h"

/* Address of the page. No software moves it with IA32_APIC_BASE. */
#define APIC_PAGE UINT64_C(0xfee00000)

/* Distance and size of registers, in bytes. */
enum { SPACING = 16, SIZE = 4 };

static struct {
    const struct trap_x86_apic_hooks *hooks;
    void *machine;
} trap;

/* @first: the offset of the register, as a pointer. */
static void read_register(
    void *first, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t *value)
{
    uint32_t word = (uint32_t)*value;

    if (offset || size != SIZE) {
        access_counters_skip();
        return;
    }
    trap.hooks->read(trap.machine, access, (uint32_t)(uintptr_t)first, &word);
    *value = word;
}

static void write_register(
    void *first, const struct sim_access *access, uint32_t offset, unsigned size, uint64_t value)
{
    if (!offset && size == SIZE)
        trap.hooks->write(trap.machine, access, (uint32_t)(uintptr_t)first, (uint32_t)value);
    else
        access_counters_skip();
}

static const struct mmio_hooks mmio_hooks = {read_register, write_register};

void trap_x86_apic_start(const struct trap_x86_apic_hooks *hooks, void *machine)
{
    mmio_init(x86_rip_of_block);
    trap.hooks = hooks;
    trap.machine = machine;
    for (uintptr_t offset = 0; offset < X86_PAGE; offset += SPACING)
        if (hooks->has((unsigned)offset))
            mmio_add(APIC_PAGE + offset, SPACING, &mmio_hooks, (void *)offset);
        else if (hooks->amends((unsigned)offset))
            mmio_amend(APIC_PAGE, APIC_PAGE + offset, SPACING, &mmio_hooks, (void *)offset);
}
