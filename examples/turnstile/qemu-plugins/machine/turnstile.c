/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plugin of the machine `turnstile`: it binds eight I/O ports and the step
 * port to the model. */
#include "models/sim/step.h"
#include "models/turnstile/turnstile_plan.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/x86.h"

int qemu_plugin_version = QEMU_API_VERSION;

static struct {
    struct turnstile_config config;
    struct turnstile machine;
    struct plan_text plan;
} self = {.config = TURNSTILE_DEFAULTS};

static bool is_gate(unsigned port)
{
    return port >= TURNSTILE_PORT && port < TURNSTILE_PORT + TURNSTILE_PORTS;
}

static bool has_port(unsigned port)
{
    return is_gate(port) || port == SIM_STEP_PORT || runtime_has_port(port);
}

static bool port_in(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t *value)
{
    if (!is_gate(port))
        return false;
    *value = turnstile_read(machine, access, port - TURNSTILE_PORT, size);
    runtime_update();
    return true;
}

static bool port_out(
    void *machine, const struct sim_access *access, unsigned port, unsigned size, uint32_t value)
{
    if (is_gate(port))
        turnstile_write(machine, access, port - TURNSTILE_PORT, size, value);
    else if (runtime_has_port(port))
        runtime_port_out(access, port, value);
    else if (!runtime_marked(value))
        turnstile_step(machine, access, value & SIM_STEP_MAX, value & SIM_STEP_END);
    runtime_update();
    return true;
}

static const struct trap_x86_hooks hooks = {
    .has_port = has_port,
    .port_in = port_in,
    .port_out = port_out,
};

static const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    (void)info;
    turnstile_reset(&self.machine, &self.config, host);
    turnstile_plan_begin(&self.plan, &self.machine);
    return NULL;
}

static bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&self.plan, line, wrong);
}

static uint64_t deadline(void)
{
    return turnstile_deadline(&self.machine);
}

static void advance(uint64_t now)
{
    turnstile_advance(&self.machine, now);
}

static bool start(const qemu_info_t *info)
{
    return trap_x86_start(info, &hooks, &self.machine);
}

static void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    runtime_translated();
    trap_x86_translated(tb, false);
}

static void listen(qemu_plugin_id_t id)
{
    trap_x86_listen(id);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}

/* A snapshot is taken before the plan starts, so the count is 0. */
static void state(struct snapshot *snapshot)
{
    struct turnstile *m = &self.machine;

    snapshot_part(snapshot, &m->now, sizeof(m->now));
    snapshot_part(snapshot, &m->values, sizeof(m->values));
    snapshot_part(snapshot, &m->faults.now, sizeof(m->faults.now));
}

static const struct runtime_machine machine_hooks = {
    .name = "turnstile",
    .target = "x86_64",
    .options = turnstile_options,
    .config = &self.config,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .start = start,
    .listen = listen,
    .state = state,
};

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    return runtime_install(&machine_hooks, id, info, argc, argv);
}
