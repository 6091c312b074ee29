/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A dump of CPUID against the model of its part. */
#include "harness/cli/capture_cpuid.h"

#include "harness/base/error.h"
#include "harness/base/output.h"
#include "harness/base/table.h"
#include "harness/capture/cpuid_dump.h"

/* The options for the part of the dump: the user's, or else its variant's. */
static const struct machine *find_machine(const struct input *input, const struct cpuid_dump *dump,
    const char *path, const char **option, GError **error)
{
    const struct machine *machine = machine_of_cpuid(&dump->cpu, option);

    if (input->machine) {
        *option = NULL;
        return machine_find(input->machine, error);
    }
    if (!machine)
        error_usage(error,
            "%s: no machine is a %s family %u model %u stepping %u; expected --machine NAME", path,
            dump->cpu.vendor, dump->cpu.family, dump->cpu.model, dump->cpu.stepping);
    return machine;
}

static gboolean set_options(
    struct machine_plan *plan, const struct input *input, const char *option, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];

    if (option)
        machine_plan_option(plan, option, wrong);
    for (char **own = input->config; own && *own; own++)
        if (!machine_plan_option(plan, *own, wrong))
            return error_usage(error, "%s: --config: %s", plan->machine->name, wrong);
    return machine_plan_cpus(plan, plan->machine->cpus, wrong) ||
           error_usage(error, "%s: --config: %s", plan->machine->name, wrong);
}

static guint count_differences(const GArray *rows)
{
    guint n = 0;

    for (guint i = 0; i < rows->len; i++) {
        const struct cpuid_row *row = &g_array_index(rows, struct cpuid_row, i);

        n += row->seen != row->model;
    }
    return n;
}

static void print_table(struct output *out, const GArray *rows)
{
    static const struct table_column columns[] = {
        {"register", FALSE}, {"seen", TRUE}, {"model says", TRUE}};
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    for (guint i = 0; i < rows->len; i++) {
        const struct cpuid_row *row = &g_array_index(rows, struct cpuid_row, i);
        g_autofree char *name = cpuid_row_name(row);
        g_autofree char *seen = g_strdup_printf("0x%08x", row->seen);
        g_autofree char *model = g_strdup_printf("0x%08x", row->model);

        if (row->seen != row->model)
            table_row(table, OUTPUT_PLAIN, (const char *const[]){name, seen, model});
    }
    table_print(table, out);
}

static int print_comparison(const GArray *rows)
{
    const guint n = count_differences(rows);
    struct output out;
    int status;

    output_begin(&out);
    if (n)
        print_table(&out, rows);
    output_printf(&out, "# registers compared: %u, that differ: %u\n", rows->len, n);
    status = output_end(&out);
    return n ? STATUS_FAILED : status;
}

static int print_facts(const struct cpuid_dump *dump, const struct machine_plan *plan,
    const char *options, const GArray *rows)
{
    struct output out;

    output_begin(&out);
    output_printf(&out, "source mine - write here where the dump is from\n");
    for (guint i = 0; i < rows->len; i++) {
        const struct cpuid_row *row = &g_array_index(rows, struct cpuid_row, i);
        g_autofree char *name = cpuid_row_name(row);

        if (row->seen != row->model)
            output_printf(
                &out, "differs %s the model says %x; write the reason here\n", name, row->model);
    }
    output_printf(&out, "capture %s mine %x %s %s\n", plan->machine->name, dump->cpu.stepping,
        options, *dump->brand ? dump->brand : "write the part's name here");
    for (guint i = 0; i < rows->len; i++) {
        const struct cpuid_row *row = &g_array_index(rows, struct cpuid_row, i);
        g_autofree char *name = cpuid_row_name(row);
        const gboolean differs = row->seen != row->model;

        output_printf(
            &out, "  %s=%x%s%s\n", name, row->seen, differs ? "!" : "", differs ? name : "");
    }
    return output_end(&out);
}

/* The options as the ledger writes them. */
static char *options_text(const struct input *input, const char *option)
{
    g_autofree char *own = input->config ? g_strjoinv(",", input->config) : NULL;

    if (option && own)
        return g_strjoin(",", option, own, NULL);
    return g_strdup(option ? option : own ? own : "-");
}

int capture_cpuid(const struct input *input, const char *path, gboolean facts)
{
    struct cpuid_dump dump;
    GError *error = NULL;
    const char *option = NULL;
    const struct machine *machine = NULL;
    struct machine_plan *plan = NULL;
    int status = STATUS_FAILED;

    if (cpuid_dump_read(&dump, path, &error))
        machine = find_machine(input, &dump, path, &option, &error);
    if (machine && (!machine->access || !machine->access->cpuid))
        error_usage(&error, "%s: the CPUID of %s is not described", path, machine->name);
    else if (machine)
        plan = machine_plan_new(machine);
    if (plan && set_options(plan, input, option, &error)) {
        g_autofree char *options = options_text(input, option);
        g_autoptr(GArray) rows = NULL;

        machine_plan_planned(plan);
        rows = cpuid_dump_compare(&dump, plan);
        status = facts ? print_facts(&dump, plan, options, rows) : print_comparison(rows);
    }
    if (plan)
        machine_plan_free(plan);
    cpuid_dump_clear(&dump);
    return error ? error_exit(error) : status;
}
