/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of all machines, and the search for their plugins. */
#include "harness/machine/machines.h"

#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"

#include <string.h>

#define MACHINE_ROW(NAME) &NAME##_machine,
static const struct machine *const machines[] = {MACHINES(MACHINE_ROW)};
#undef MACHINE_ROW

const struct machine *machine_number(unsigned i)
{
    return i < G_N_ELEMENTS(machines) ? machines[i] : NULL;
}

/* The line about variant @name, or NULL. */
static const char *variant_prose(const struct machine_model *model, const char *name)
{
    for (unsigned i = 0; model->variant && i < model->end_block;
         i = machine_block_after(model, i)) {
        const char *prose;
        const char *variant = model->variant(i, &prose);

        if (variant && !strcmp(variant, name))
            return prose;
    }
    return NULL;
}

char *machine_product(const struct machine *machine, const char *const *config)
{
    const char *prose = NULL;

    for (; config && *config; config++)
        if (g_str_has_prefix(*config, "variant="))
            prose = variant_prose(machine->model, *config + strlen("variant="));
    return g_strdup(prose ? prose : machine->summary);
}

char *machine_names(void)
{
    GString *names = g_string_new(NULL);

    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", machines[i]->name);
    return g_string_free(names, FALSE);
}

const struct machine *machine_find(const char *name, GError **error)
{
    g_autofree char *names = NULL;
    g_autofree char *hint = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        if (!strcmp(name, machines[i]->name))
            return machines[i];
    names = machine_names();
    hint = did_you_mean(name, names);
    error_usage(error, "no machine '%s'%s", name, hint);
    return NULL;
}

static gboolean is_part(const struct machine_part *part, const struct machine_cpuid *cpuid)
{
    return !strcmp(part->vendor, cpuid->vendor) && part->family == cpuid->family &&
           cpuid->model >= part->model_from && cpuid->model <= part->model_to &&
           (!part->stepping_to ||
               (cpuid->stepping >= part->stepping_from && cpuid->stepping <= part->stepping_to));
}

const struct machine *machine_of_cpuid(const struct machine_cpuid *cpuid, const char **option)
{
    for (size_t i = 0; i < G_N_ELEMENTS(machines); i++)
        for (const struct machine_part *part = machines[i]->parts; part && part->option; part++)
            if (is_part(part, cpuid)) {
                *option = part->option;
                return machines[i];
            }
    return NULL;
}

char *machine_plugin_path(const struct machine *machine, GError **error)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", error);
    g_autofree char *dir = self ? g_path_get_dirname(self) : NULL;
    g_autofree char *beside = NULL;
    g_autofree char *seen = NULL;
    g_autofree char *installed = NULL;

    if (!self)
        return NULL;
    beside = g_build_filename(dir, machine->plugin, NULL);
    if (g_file_test(beside, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer(&beside);
    seen = g_build_filename(PMULAB_PLUGINS_AT, machine->plugin, NULL);
    installed = g_canonicalize_filename(seen, dir);
    if (g_file_test(installed, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer(&installed);
    error_failed(error, "the plugin is neither %s nor %s; `make` builds it", beside, installed);
    return NULL;
}
