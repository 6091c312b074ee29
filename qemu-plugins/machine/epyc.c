/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `epyc`. It binds the MSRs of instruction-based sampling, the extended space of
 * the local APIC, CPUID and the step port to the model.
 *
 * -plugin pmulab-epyc.so[,traffic=FILE][,trace=FILE][,variant=NAME][,... docs/hardware/ibs.md]
 */
#include "models/ibs/epyc.h"

#include "models/ibs/epyc_plan.h"
#include "models/sim/step.h"
#include "qemu-plugins/carrier.h"
#include "qemu-plugins/one_insn.h"
#include "qemu-plugins/trap/x86.h"
#include "qemu-plugins/trap/x86_apic.h"

#include <string.h>

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct epyc_config config;
    struct epyc machine;
    struct epyc_plan_text plan;
    struct sim_host host;
} self;

/* ---- registers ---- */

static bool has_port(unsigned port)
{
    return port == SIM_STEP_PORT;
}

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    (void)machine;
    (void)access;
    (void)port;
    (void)size;
    (void)value;
    return false;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    (void)port;
    if (size != 1)
        return false;
    epyc_step(machine, access, value & SIM_STEP_MAX, value & SIM_STEP_END);
    carrier_update();
    return true;
}

static bool has_msr(uint32_t msr)
{
    return epyc_has_msr(&self.machine, msr);
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    uint64_t value = epyc_msr_read(machine, access, msr);

    carrier_update();
    return value;
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    epyc_msr_write(machine, access, msr, value);
    carrier_update();
}

/* All that the machine says of CPUID it says on top of QEMU. */
static bool has_leaf(uint32_t leaf)
{
    (void)leaf;
    return false;
}

static void amend_cpuid(void *machine, unsigned cpu, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    (void)cpu;
    epyc_cpuid(machine, leaf, subleaf, regs);
}

static const struct trap_x86_hooks hooks = {
    .has_port = has_port,
    .port_in = port_in,
    .port_out = port_out,
    .has_msr = has_msr,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .has_leaf = has_leaf,
    .amends_leaf = epyc_has_leaf,
    .amend_cpuid = amend_cpuid,
};

static bool has_apic(unsigned offset)
{
    return offset == APIC_VERSION || offset == APIC_SVR || ext_apic_has(offset);
}

static bool apic_read(void *machine, const struct sim_access *access, uint32_t offset, uint32_t *value)
{
    bool ours = epyc_apic_read(machine, access, offset, value);

    carrier_update();
    return ours;
}

static void apic_write(void *machine, const struct sim_access *access, uint32_t offset, uint32_t value)
{
    epyc_apic_write(machine, access, offset, value);
    carrier_update();
}

static const struct trap_x86_apic_hooks apic_hooks = {
    .has = has_apic,
    .read = apic_read,
    .write = apic_write,
};

/* ---- carrier ---- */

static const char *option(const char *text)
{
    if (!strncmp(text, "cpus=", 5)) /* QEMU says how many */
        return "";
    return epyc_config_option(&self.config, text);
}

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    const char *wrong;

    if (info->system.max_vcpus > EPYC_MAX_CPUS)
        return "more CPUs than 32, which is what there is room for";
    self.config.cpus = (unsigned)info->system.max_vcpus;
    wrong = epyc_config_wrong(&self.config);
    if (wrong)
        return wrong;
    self.host = *host;
    epyc_reset(&self.machine, &self.config, &self.host);
    epyc_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return epyc_plan_line(&self.plan, line, wrong);
}

_Static_assert(EPYC_CONFIG_TEXT <= CARRIER_TEXT, "a configuration's text fits");

static void config_text(char text[CARRIER_TEXT])
{
    epyc_config_text(&self.config, text);
}

static uint64_t deadline(void)
{
    return epyc_deadline(&self.machine);
}

static void advance(uint64_t now)
{
    epyc_advance(&self.machine, now);
}

static bool start(const qemu_info_t *info)
{
    one_insn_init();
    trap_x86_apic_start(&apic_hooks, &self.machine);
    return trap_x86_start(info, &hooks, &self.machine);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    trap_x86_apic_translated(tb);
    trap_x86_translated(tb);
}

static void listen(qemu_plugin_id_t id)
{
    trap_x86_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}

static const struct carrier_machine carried = {
    .name = "epyc",
    .target = "x86_64",
    .options = "variant, sockets, window, fetch-ops, seed, cache-log, caps, lvt, val, nmi, "
               "or one that docs/hardware/ibs.md lists",
    .option = option,
    .reset = reset,
    .plan_line = plan_line,
    .config_text = config_text,
    .deadline = deadline,
    .advance = advance,
    .start = start,
    .listen = listen,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    self.config = EPYC_DEFAULTS;
    return carrier_install(&carried, id, info, argc, argv);
}
