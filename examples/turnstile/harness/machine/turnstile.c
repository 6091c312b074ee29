/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `turnstile` for QEMU and scenarios. */
#include "harness/machine/machines.h"

#include "harness/hardware/machine_plan.h"
#include "models/sim/step.h"
#include "models/turnstile/turnstile_plan.h"

/* ---- QEMU and the guest ---- */

/* A PC. No x2APIC, since QEMU 11.1 aborts with it under -icount; no TSC
 * deadline timer, which TCG lacks. */
static const char *const qemu_args[] = {"-M", "q35,smm=off,vmport=off,sata=off", "-cpu",
    "SandyBridge,hypervisor=off,tsc-deadline=off,x2apic=off", NULL};
static const char *const modules[] = {NULL};

/* ---- scenarios ---- */

struct turnstile_scenario {
    struct machine_plan plan;
    struct turnstile_config config;
    struct turnstile model;
    struct plan_text text;
};

static struct turnstile_scenario *own(struct machine_plan *plan)
{
    return (struct turnstile_scenario *)plan;
}

static void *plan_defaults(struct machine_plan *plan)
{
    own(plan)->config = TURNSTILE_DEFAULTS;
    return &own(plan)->config;
}

static void plan_begin(struct machine_plan *plan)
{
    static const struct sim_host nobody;
    struct turnstile_scenario *s = own(plan);

    turnstile_reset(&s->model, &s->config, &nobody);
    turnstile_plan_begin(&s->text, &s->model);
}

static bool plan_line(struct machine_plan *plan, const char *line, char wrong[PLAN_TEXT_WRONG])
{
    return plan_text_line(&own(plan)->text, line, wrong);
}

static const struct machine_plan_ops plan_ops = {
    .size = sizeof(struct turnstile_scenario),
    .model = offsetof(struct turnstile_scenario, model),
    .moments = offsetof(struct turnstile_scenario, model.plan),
    .defaults = plan_defaults,
    .begin = plan_begin,
    .line = plan_line,
};

const struct machine turnstile_machine = {
    .name = "turnstile",
    .summary = "a gate at I/O ports that counts people",
    .guest = "amd64",
    .qemu = "qemu-system-x86_64",
    .plugin = "pmulab-turnstile.so",
    .qemu_args = qemu_args,
    .modules = modules,
    .pci_bus = "pcie.0",
    .share_bus = "pcie.0",
    .console = "ttyS0",
    .shell = "ttyS0",
    .append = "no_timer_check tsc=reliable",
    .mark = "port:" G_STRINGIFY(SIM_STEP_PORT),
    .model = &turnstile_model,
    .plan = &plan_ops,
    .cpus = 1,
    .threads_max = 1,
    .resumes = TRUE,
    .memory_mib = 1024,
    .kernel_mib = 64,
};
