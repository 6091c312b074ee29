/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin of the machine `snbep`. It binds configuration space of the uncore buses, the uncore's MSRs, the
 * hypervisor's CPUID leaves and the step port to the model.
 *
 * -plugin pmulab-snbep.so[,traffic=FILE][,trace=FILE][,box-ctl=silicon|guide][,dclk=HZ][,sockets=1|2]
 */
#include "models/sim/step.h"
#include "models/uncore/snbep_config.h"
#include "models/uncore/snbep_cpuid.h"
#include "models/uncore/snbep_plan.h"
#include "qemu-plugins/clock.h"
#include "qemu-plugins/trace_file.h"
#include "qemu-plugins/trap/arbiter.h"
#include "qemu-plugins/trap/pci_config.h"
#include "qemu-plugins/trap/x86.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct snbep machine;
    struct pci_config pci_config;
    struct trace_file trace;
    uint64_t deadline; /* ns, that the clock was last told */
} self = {.trace = {.fd = -1}, .deadline = SIM_NEVER};

static void deadline_passed(void *data);

/* After anything that may have moved it. Called within the arbiter. */
static void update_deadline(void)
{
    uint64_t when = snbep_deadline(&self.machine);

    if (when == self.deadline)
        return;
    self.deadline = when;
    clock_set_deadline(when, deadline_passed, NULL);
}

static void deadline_passed(void *data)
{
    (void)data;
    arbiter_enter();
    snbep_advance(&self.machine, clock_now());
    self.deadline = SIM_NEVER; /* this one is gone: the next is news, even at the same time */
    update_deadline();
    arbiter_leave();
}

static void record(void *data, const struct trace_record *r)
{
    (void)data;
    trace_file_add(&self.trace, r);
    if (r->kind == TRACE_STEP_END)
        trace_file_flush(&self.trace);
    if (r->kind == TRACE_REFUSED)
        fprintf(stderr, "pmulab: entry %u of the plan does not fit the traffic of the moment\n",
            (unsigned)r->value + 1);
}

static bool has_port(unsigned port)
{
    return pci_config_has_port(port) || port == SIM_STEP_PORT;
}

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    struct pci_target t;

    if (!pci_config_target(&self.pci_config, port, size, &t) || !snbep_has_bus(machine, t.bus))
        return false;
    *value = snbep_pci_read(machine, access, t.bus, t.devfn, t.offset, size);
    update_deadline();
    return true;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    struct pci_target t;

    pci_config_out(&self.pci_config, port, size, value);
    if (port == SIM_STEP_PORT && size == 1) {
        snbep_step(machine, access, value & SIM_STEP_MAX, value & SIM_STEP_END);
        update_deadline();
        return true;
    }
    if (!pci_config_target(&self.pci_config, port, size, &t) || !snbep_has_bus(machine, t.bus))
        return false;
    snbep_pci_write(machine, access, t.bus, t.devfn, t.offset, size, value);
    update_deadline();
    return true;
}

/* QEMU numbers CPUs socket by socket. */
static unsigned socket_of(const struct snbep *machine, unsigned cpu)
{
    unsigned cpus = (unsigned)qemu_plugin_num_vcpus();

    return cpu < cpus ? cpu * machine->config.n_sockets / cpus : 0;
}

static uint64_t msr_read(void *machine, const struct sim_access *access, uint32_t msr)
{
    return snbep_msr_read(machine, access, socket_of(machine, access->cpu), msr);
}

static void msr_write(void *machine, const struct sim_access *access, uint32_t msr, uint64_t value)
{
    snbep_msr_write(machine, access, socket_of(machine, access->cpu), msr, value);
}

/* Leaves that a real machine hasn't. */
static void cpuid(void *machine, uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    (void)machine;
    (void)leaf;
    (void)subleaf;
    memset(regs, 0, 4 * sizeof(regs[0]));
}

static const struct trap_x86_hooks hooks = {
    .has_port = has_port,
    .port_in = port_in,
    .port_out = port_out,
    .has_msr = snbep_has_msr,
    .msr_read = msr_read,
    .msr_write = msr_write,
    .has_leaf = snbep_cpuid_leaf,
    .cpuid = cpuid,
};

/* Files that the options name; they are opened when all options are known to be sound. */
struct files {
    const char *traffic, *trace;
};

static bool parse_option(const char *option, struct snbep_config *config, struct files *files)
{
    const char *wrong = snbep_config_option(config, option);

    if (!wrong)
        return true;
    if (!strncmp(option, "traffic=", 8))
        files->traffic = option + 8;
    else if (!strncmp(option, "trace=", 6))
        files->trace = option + 6;
    else {
        if (*wrong)
            fprintf(stderr, "pmulab: option '%s': %s\n", option, wrong);
        else
            fprintf(stderr,
                "pmulab: unknown option '%s': expected traffic, trace, box-ctl, dclk or sockets\n", option);
        return false;
    }
    return true;
}

static bool read_traffic(const char *path, struct snbep *machine)
{
    static struct snbep_plan_text text; /* too large for a stack, and read once */
    g_autofree char *content = NULL;
    gsize length;
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) lines = NULL;
    char wrong[SNBEP_PLAN_WRONG];

    if (!g_file_get_contents(path, &content, &length, &error)) {
        fprintf(stderr, "pmulab: traffic: %s\n", error->message);
        return false;
    }
    if (strlen(content) != length) {
        fprintf(stderr, "pmulab: %s: expected text, and there is a zero byte in it\n", path);
        return false;
    }
    snbep_plan_begin(&text, machine);
    lines = g_strsplit(content, "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        if (!snbep_plan_line(&text, lines[i], wrong)) {
            fprintf(stderr, "pmulab: %s:%u: %s\n", path, i + 1, wrong);
            return false;
        }
    return true;
}

static bool open_trace(const char *path, const struct snbep_config *config)
{
    char text[SNBEP_CONFIG_TEXT];

    snbep_config_text(config, text);
    g_autofree char *header = g_strdup_printf("machine=%s %s", snbep_model.name, text);
    return trace_file_open(&self.trace, path, header);
}

static void exiting(void *data)
{
    (void)data;
    if (!arbiter_try_enter(100))
        return;
    trace_file_close(&self.trace);
    arbiter_leave();
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    struct snbep_config config = SNBEP_DEFAULTS;
    struct files files = {NULL, NULL};

    if (strcmp(info->target_name, "x86_64") || !info->system_emulation) {
        fprintf(stderr, "pmulab: pmulab-snbep.so needs qemu-system-x86_64, not '%s'\n", info->target_name);
        return -1;
    }
    for (int i = 0; i < argc; i++)
        if (!parse_option(argv[i], &config, &files))
            return -1;
    snbep_reset(&self.machine, &config, &(struct sim_host){.trace = record});
    if (files.traffic && !read_traffic(files.traffic, &self.machine))
        return -1;
    clock_init();
    if (!trap_x86_start(id, info, &hooks, &self.machine))
        return -1;
    if (files.trace && !open_trace(files.trace, &config))
        return -1;
    qemu_plugin_register_atexit_cb(id, exiting, NULL);
    return 0;
}
