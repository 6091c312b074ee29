/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens traces and captures for `pmulab trace` and `pmulab lint`. */
#include "harness/cli/input.h"

#include "harness/base/error.h"
#include "harness/hardware/hardware_file.h"

#include <string.h>

/* The machine in the header. If it is unknown, the file is at fault, not the
 * command line. */
static const struct machine *find_machine(
    const struct trace_file *file, const char *path, GError **error)
{
    g_autofree char *name = trace_file_setting(file, "machine");
    g_autoptr(GError) unknown = NULL;
    const struct machine *machine = name ? machine_find(name, &unknown) : NULL;

    if (unknown)
        error_failed(error, "%s: %s", path, unknown->message);
    else if (!machine)
        error_failed(error, "%s: the header does not say which machine was traced: '%s'", path,
            trace_file_header(file));
    return machine;
}

static struct trace_file *open_trace(struct input *input, const char *path, GError **error)
{
    struct trace_file *file;

    if (input->machine || input->config || input->moves || input->anonymous) {
        error_usage(
            error, "--machine, --config, --move and --anonymous are for captures: expected --as");
        return NULL;
    }
    file = trace_file_open(path, error);
    input->recorder = file ? find_machine(file, path, error) : NULL;
    if (file && !input->recorder)
        g_clear_pointer(&file, trace_file_close);
    if (file) {
        g_autofree char *hardware = trace_file_setting(file, "hardware");

        hardware_file_use(hardware);
    }
    return file;
}

struct capture *input_open_capture(const struct input *input, const char *path, GError **error)
{
    const struct capture_options options = {.format = input->format,
        .machine = input->machine,
        .config = (const char *const *)input->config,
        .moves = (const char *const *)input->moves,
        .anonymous = input->anonymous};

    return capture_open(path, &options, error);
}

struct trace_file *input_open(struct input *input, const char *path, GError **error)
{
    if (!input->format)
        return open_trace(input, path, error);
    input->capture = input_open_capture(input, path, error);
    if (!input->capture)
        return NULL;
    input->recorder = capture_machine(input->capture);
    return capture_trace(input->capture);
}

/* Sets the options in a trace's header. QEMU's own ones, all but the number of
 * CPUs, describe the guest. */
static gboolean set_options(
    struct machine_plan *plan, const char *header, char wrong[MACHINE_PLAN_WRONG])
{
    const struct machine *machine = plan->machine;
    g_auto(GStrv) words = g_strsplit(header, " ", -1);
    guint64 cpus = machine->cpus;

    for (char **word = words; *word; word++) {
        const struct config_option *option = config_find(machine->model->options, *word);

        if (g_str_has_prefix(*word, "cpus="))
            cpus = g_ascii_strtoull(*word + strlen("cpus="), NULL, 10);
        else if (option && !option->qemu && !machine_plan_option(plan, *word, wrong))
            return FALSE;
    }
    return machine_plan_cpus(plan, (unsigned)MIN(cpus, G_MAXUINT16), wrong);
}

struct machine_plan *input_plan(
    const struct input *input, const struct trace_file *file, gboolean *own, GError **error)
{
    char wrong[MACHINE_PLAN_WRONG];
    struct machine_plan *plan;

    *own = !input->capture;
    if (input->capture)
        return capture_plan(input->capture);
    plan = machine_plan_new(input->recorder);
    if (set_options(plan, trace_file_header(file), wrong)) {
        machine_plan_planned(plan);
        return plan;
    }
    error_failed(error, "the trace's header: %s", wrong);
    machine_plan_free(plan);
    return NULL;
}

void input_clear(struct input *input)
{
    g_free(input->format);
    g_free(input->machine);
    g_strfreev(input->config);
    g_strfreev(input->moves);
}
