/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of machines: each has everything that the code around it
 * requires. */
#include "harness/hardware/machine_plan.h"
#include "harness/machine/machines.h"
#include "harness/proof/machine_proof.h"
#include "tests/tap.h"

#include <string.h>

static void is_text(const struct machine *m, const char *member, const char *text)
{
    ok(text && *text && !strchr(text, '\n'), "%s has one line of %s", m->name, member);
}

/* `pmulab boot` builds a command line from these. */
static void test_guest(const struct machine *m)
{
    g_autofree char *plugin = g_strdup_printf("pmulab-%s.so", m->name);

    is_text(m, "summary", m->summary);
    is_text(m, "guest", m->guest);
    is_text(m, "qemu", m->qemu);
    is_text(m, "pci_bus", m->pci_bus);
    is_text(m, "share_bus", m->share_bus);
    is_text(m, "console", m->console);
    is_text(m, "shell", m->shell);
    is_text(m, "mark", m->mark);
    is_str(m->plugin, plugin, "%s's plugin has its name", m->name);
    ok(m->qemu_args && m->qemu_args[0], "%s has QEMU's machine", m->name);
    ok(m->modules && m->append, "%s has lists and words, if empty ones", m->name);
    ok(m->cpus >= 1 && m->threads_max >= 1 && m->memory_mib >= 256, "%s has CPUs and memory",
        m->name);
}

/* Functions of drivers that Debian builds into its kernels, by Linux's
 * sources; and others. */
static void test_built_in(void)
{
    static const struct {
        const char *machine, *function;
        gboolean driver;
    } functions[] = {{"epyc", "perf_ibs_add", TRUE}, {"epyc", "amd_uncore_umc_start", TRUE},
        {"epyc", "amd_pmu_enable_all", TRUE}, {"epyc", "x86_pmu_disable", TRUE},
        {"epyc", "native_write_msr", FALSE}, {"epyc", "ibsen", FALSE},
        {"kunpeng", "armv8pmu_start", TRUE}, {"kunpeng", "__armv8_pmuv3_map_event", TRUE},
        {"kunpeng", "hisi_uncore_pmu_start", TRUE}, {"kunpeng", "hisi_hha_pmu_write_evtype", TRUE},
        {"kunpeng", "hisi_sas_probe", FALSE}, {"power9", "imc_event_start", TRUE},
        {"power9", "mimic", FALSE}};

    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
        ok(g_regex_match_simple(machine_find(functions[i].machine, NULL)->built_in,
               functions[i].function, 0, 0) == functions[i].driver,
            "%s: %s is%s a driver's", functions[i].machine, functions[i].function,
            functions[i].driver ? "" : " not");
}

static void test_product(void)
{
    const char *const skx[] = {"sockets=2", "variant=skx", NULL}, *const zen5[] = {
                                                                      "variant=zen5", NULL};
    const struct machine *snbep = machine_find("snbep", NULL), *epyc = machine_find("epyc", NULL);
    g_autofree char *standard = machine_product(snbep, NULL), *of_skx = machine_product(snbep, skx),
                    *of_zen5 = machine_product(epyc, zen5);

    is_str(standard, snbep->summary, "a machine without a variant");
    is_str(of_skx, "Skylake-SP, Xeon Scalable", "a variant has its own product");
    is_str(of_zen5, "Zen 5, EPYC 9005 (family 1Ah model 02h)", "... also on epyc");
}

static void test_model(const struct machine *m)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    unsigned n = 0;

    if (!m->model || !m->model->banks || !m->model->block) {
        ok(false, "%s has a model", m->name);
        return;
    }
    is_str(m->model->name, m->name, "... of its name");
    if (!m->model->banks[0]) {
        ok(m == machine_find("board", NULL), "... whose registers are in a file");
        return;
    }
    ok(!m->model->value_name == !m->model->value_named, "... with names of values both ways");
    ok(!m->model->events || m->model->event, "... with events, or none");
    for (unsigned block = 0; block < m->model->end_block;
         block = machine_block_after(m->model, block))
        n += m->model->block(block, name, sizeof(name), &bank);
    ok(n > 0 && !m->model->block(m->model->end_block, name, sizeof(name), &bank),
        "... with blocks");
}

static void test_plan(const struct machine *m)
{
    const struct machine_plan_ops *ops = m->plan;
    char wrong[MACHINE_PLAN_WRONG] = "";
    struct machine_plan *plan;

    if (!ok(ops && ops->size > sizeof(struct machine_plan) && ops->defaults && ops->begin &&
                ops->line && ops->model && ops->moments && !ops->pmus == !ops->term,
            "%s reads a scenario's lines", m->name))
        return;
    plan = machine_plan_new(m);
    ok(!machine_plan_option(plan, "coffee=black", wrong) &&
            strstr(wrong, "no option 'coffee=black'"),
        "... refuses an unknown option");
    ok(machine_plan_cpus(plan, m->cpus, wrong), "... accepts its default number of CPUs: %s",
        wrong);
    ok(machine_plan_planned(plan).model == m->model, "... plans its own hardware");
    is_u64(machine_plan_moments(plan)->n_entries, 0, "... without events");
    ok(!machine_plan_line(plan, "coffee", wrong) && *wrong, "... refuses an unknown line");
    machine_plan_free(plan);
}

/* A machine may have no proof. A proof has all hooks that belong together. */
static void test_proof(const struct machine *m)
{
    const struct machine_proof *proof = m->proof;

    ok(!proof || (proof->replay && proof->event), "%s's proof has a replay and events", m->name);
    ok(!proof || !proof->measure || proof->never,
        "... and a reason for events that were not measured");
    ok(!proof || (!proof->access == !proof->drops && (!proof->access || proof->samples)),
        "... and of samples all or nothing");
}

int main(void)
{
    const struct machine *m;
    unsigned n = 0;

    for (; (m = machine_number(n)); n++) {
        ok(machine_find(m->name, NULL) == m, "%s is found by its name", m->name);
        test_guest(m);
        test_model(m);
        test_plan(m);
        test_proof(m);
    }
    ok(n >= 4, "there are %u machines", n);
    test_built_in();
    test_product();
    return done_testing();
}
