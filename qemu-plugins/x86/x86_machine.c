/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Begins and ends accesses, and handles whatever has nothing to do with the
 * model. */
#include "qemu-plugins/x86/x86_machine.h"

#include "models/sim/step.h"
#include "models/x86/page_walk.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/x86_nmi.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/x86_cpu.h"

static struct {
    const struct x86_machine_hooks *hooks;
    const struct sim_host *host;
    uint8_t apic_ids[X86_MAX_CPUS];
} self;

void x86_machine_start(const struct x86_machine_hooks *hooks, const struct sim_host *host)
{
    self.hooks = hooks;
    self.host = host;
    for (unsigned cpu = 0; cpu < X86_MAX_CPUS; cpu++)
        self.apic_ids[cpu] = (uint8_t)cpu;
}

struct sim_access x86_machine_begin(const struct sim_access *access)
{
    const struct sim_access here = blocks_begin_timed(access);

    if (self.hooks->begun)
        self.hooks->begun(here.cpu);
    return here;
}

void x86_machine_end(unsigned cpu, void (*end)(unsigned cpu))
{
    self.hooks->handled(cpu);
    end(cpu);
    runtime_update();
}

bool x86_machine_has_port(unsigned port)
{
    return port == SIM_STEP_PORT || runtime_has_port(port);
}

bool x86_machine_port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    bool witness = runtime_has_port(port) && size == 4, mark = port == SIM_STEP_PORT && size == 1;

    (void)machine;
    if (!witness && !mark)
        return false;
    const struct sim_access here = x86_machine_begin(access);
    if (witness)
        runtime_port_out(&here, port, value);
    else if (!runtime_marked(value))
        self.hooks->step(&here, value & SIM_STEP_MAX, value & SIM_STEP_END);
    x86_machine_end(here.cpu, blocks_end_access_skip);
    return true;
}

void x86_machine_apic_id(unsigned cpu, uint8_t id)
{
    self.apic_ids[cpu] = id;
}

void x86_machine_send_nmi(unsigned cpu)
{
    runtime_sends_nmi(cpu);
    x86_nmi_send(self.apic_ids[cpu]);
}

static void send_nmi(void *cpu)
{
    x86_machine_send_nmi(GPOINTER_TO_UINT(cpu));
}

void x86_machine_send_nmi_soon(unsigned cpu)
{
    clock_run_soon(cpu, send_nmi, GUINT_TO_POINTER(cpu));
}

uint8_t x86_machine_page_shift(unsigned cpu, uint64_t linear, uint64_t physical)
{
    const bool la57 = x86_la57(x86_get(cpu, X86_CR4));
    struct page_walked page;

    if (!page_walk(self.host, x86_get(cpu, X86_CR3), la57, linear, &page) ||
        page.physical != physical)
        return 0;
    return page.shift;
}

void x86_machine_no_msr(uint32_t msr)
{
    notes_nothing(NOTES_MSR, msr);
}

void x86_machine_msr_faulted(uint32_t msr)
{
    notes_nothing(NOTES_FAULT, msr);
}

void x86_machine_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, self.apic_ids, sizeof(self.apic_ids));
}
