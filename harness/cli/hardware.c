/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab hardware`: checks files that describe PMUs. */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "models/pmu/missing.h"

#include <stdio.h>
#include <string.h>

static void print(void *self, const char *line)
{
    (void)self;
    puts(line);
}

static void print_pmus(const char *path)
{
    char wrong[HARDWARE_WRONG];
    const struct hardware *hardware = hardware_find(path, wrong);

    for (unsigned i = 0; hardware && i < hardware->n; i++) {
        const struct pmu_kind *kind = &hardware->pmus[i];

        printf("%s: OK: %s has %u counter%s and %u events; the driver of %s finds it\n", path,
            kind->bank->name, kind->n_counters, kind->n_counters == 1 ? "" : "s", kind->events.n,
            kind->compatible ? kind->compatible : kind->hid);
    }
}

int command_hardware(int argc, char **argv)
{
    GError *error = NULL;
    g_auto(GStrv) words = arguments_parse(argc, argv, "check FILE",
        "Prints one line for each part that FILE lacks for a driver to find its PMUs and for perf\n"
        "to count with them: docs/hardware-from-a-file.md.",
        2, 2, &error);

    if (words && strcmp(words[0], "check") != 0)
        error_usage(&error, "hardware: no action '%s'; expected check FILE", words[0]);
    if (!words || error)
        return error_exit(error);
    if (hardware_missing(words[1], print, NULL))
        return STATUS_FAILED;
    print_pmus(words[1]);
    return STATUS_OK;
}
