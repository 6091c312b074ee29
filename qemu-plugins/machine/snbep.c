/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `snbep`. It connects configuration space of the uncore buses, the uncore's MSRs,
 * the hypervisor's CPUID leaves and the step port to the model.
 *
 * -plugin pmulab-snbep.so[,traffic=FILE][,trace=FILE][,box-ctl=silicon|guide][,dclk=HZ][,sockets=1|2]
 *        [,absent=BOX+...][,duplicated=BOX+...]
 */
#include "models/sim/step.h"
#include "models/snbep/snbep_config.h"
#include "models/snbep/snbep_cpuid.h"
#include "models/snbep/snbep_plan.h"
#include "qemu-plugins/carrier/carrier.h"
#include "qemu-plugins/carrier/cover.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/trap/pci_config.h"
#include "qemu-plugins/trap/tally.h"
#include "qemu-plugins/trap/x86.h"

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct snbep_config config;
    struct snbep machine;
    struct snbep_plan_text plan;
    struct pci_config pci_config;
} self = {.config = SNBEP_DEFAULTS};

static bool has_port(unsigned port)
{
    return pci_config_has_port(port) || port == SIM_STEP_PORT || carrier_has_port(port);
}

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    struct pci_target t;

    if (!pci_config_target(&self.pci_config, port, size, &t) || !snbep_has_bus(machine, t.bus))
        return false;
    *value = snbep_pci_read(machine, access, t.bus, t.devfn, t.offset, size);
    if (!snbep_has_function(machine, t.bus, t.devfn))
        tally_skip();
    carrier_update();
    return true;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    struct pci_target t;

    if (carrier_has_port(port) && size == 4) {
        carrier_port_out(access, port, value);
        return true;
    }
    pci_config_out(&self.pci_config, port, size, value);
    if (port == SIM_STEP_PORT && size == 1) {
        if (!carrier_marked(value))
            snbep_step(machine, access, value & SIM_STEP_MAX, value & SIM_STEP_END);
        carrier_update();
        return true;
    }
    if (!pci_config_target(&self.pci_config, port, size, &t) || !snbep_has_bus(machine, t.bus))
        return false;
    snbep_pci_write(machine, access, t.bus, t.devfn, t.offset, size, value);
    if (!snbep_has_function(machine, t.bus, t.devfn))
        tally_skip();
    carrier_update();
    return true;
}

/* QEMU numbers CPUs socket by socket. */
static unsigned socket_of(const struct snbep *machine, unsigned cpu)
{
    return cpu * machine->config.n_sockets / (unsigned)qemu_plugin_num_vcpus();
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    return snbep_msr_read(machine, access, socket_of(machine, access->cpu), msr);
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    snbep_msr_write(machine, access, socket_of(machine, access->cpu), msr, value);
}

static const struct trap_x86_hooks hooks = {
    .has_port = has_port,
    .port_in = port_in,
    .port_out = port_out,
    .has_msr = snbep_has_msr,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .lacks_leaf = snbep_cpuid_leaf,
};

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    (void)info;
    snbep_reset(&self.machine, &self.config, host);
    snbep_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return snbep_plan_line(&self.plan, line, wrong);
}

static bool peek(unsigned block, uint32_t offset, unsigned size, uint64_t *value)
{
    return snbep_peek(&self.machine, block, offset, size, value);
}

static uint64_t deadline(void)
{
    return snbep_deadline(&self.machine);
}

static void advance(uint64_t now)
{
    snbep_advance(&self.machine, now);
}

static bool start(const qemu_info_t *info)
{
    /* Without -icount QEMU's TSC is the host's. */
    if (clock_readable(false))
        snbep_tsc_unknown(&self.machine);
    return trap_x86_start(info, &hooks, &self.machine);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    carrier_translated();
    trap_x86_translated(tb, false);
    cover_translated(tb);
}

static void listen(qemu_plugin_id_t id)
{
    trap_x86_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}

static void state(struct snapshot *snapshot)
{
    struct snbep *m = &self.machine;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, &m->imc, sizeof(m->imc));
    snapshot_part(snapshot, &m->overflow, sizeof(m->overflow));
    snapshot_part(snapshot, &m->ubox, sizeof(m->ubox));
    snapshot_part(snapshot, &m->msr, sizeof(m->msr));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
    snapshot_part(snapshot, &self.pci_config, sizeof(self.pci_config));
}

static const struct carrier_machine carried = {
    .name = "snbep",
    .target = "x86_64",
    .options = snbep_options,
    .config = &self.config,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .peek = peek,
    .start = start,
    .listen = listen,
    .state = state,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    return carrier_install(&carried, id, info, argc, argv);
}
