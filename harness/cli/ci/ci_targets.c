/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Multiplies `pmulab ci`'s lists of machines, variants and kernels. */
#include "harness/cli/ci/ci_targets.h"

#include "harness/base/error.h"
#include "harness/hardware/machine_plan.h"
#include "harness/setup/debian.h"
#include "harness/setup/guest_recipe.h"

#include <string.h>

static void target_free(gpointer data)
{
    struct ci_target *target = data;

    g_free(target->variant);
    g_free(target->kernel);
    g_free(target->name);
    g_free(target);
}

/* The words of @list, or NULL without one. */
static gboolean split(const char *option, const char *list, char ***words, GError **error)
{
    *words = list ? g_strsplit(list, ",", -1) : NULL;
    if (!list || (**words && !g_strv_contains((const char *const *)*words, "")))
        return TRUE;
    return error_usage(error, "ci: --%s '%s'; expected words with commas between", option, list);
}

static gboolean has_variant(const struct machine *machine, const char *variant)
{
    const struct config_option *option = config_find(machine->model->options, "variant=");

    return option && option->words && g_strv_contains(option->words, variant);
}

/* Programs that were built on this computer run in the guests of these. A
 * machine whose PMUs are in a file needs the file. */
static GPtrArray *own_machines(void)
{
    const struct debian_arch *arch = debian_arch_host();
    GPtrArray *machines = g_ptr_array_new();
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (arch && !strcmp(machine->guest, arch->name) && machine->plan->pmus)
            g_ptr_array_add(machines, (gpointer)(guintptr)machine);
    return machines;
}

static GPtrArray *machines_of(const char *list, GError **error)
{
    g_autoptr(GPtrArray) machines = list ? g_ptr_array_new() : own_machines();
    g_auto(GStrv) words = NULL;

    if (!split("machine", list, &words, error))
        return NULL;
    for (char **word = words; word && *word; word++) {
        const struct machine *machine = machine_find(*word, error);

        if (!machine)
            return NULL;
        g_ptr_array_add(machines, (gpointer)(guintptr)machine);
    }
    return g_steal_pointer(&machines);
}

/* "6.1", "vmlinuz-6.1.0-50-amd64": a kernel's name in reports. */
static void add_target(
    GPtrArray *targets, const struct machine *machine, const char *variant, const char *kernel)
{
    struct ci_target *target = g_new0(struct ci_target, 1);
    g_autofree char *base = kernel ? g_path_get_basename(kernel) : NULL;

    *target = (struct ci_target){
        .machine = machine, .variant = g_strdup(variant), .kernel = g_strdup(kernel)};
    target->name = g_strconcat(machine->name, variant ? "/" : "", variant ? variant : "",
        base ? "/" : "", base ? base : "", NULL);
    g_ptr_array_add(targets, target);
}

static void add_kernels(
    GPtrArray *targets, const struct machine *machine, const char *variant, char **kernels)
{
    if (!kernels)
        add_target(targets, machine, variant, NULL);
    for (; kernels && *kernels; kernels++)
        add_target(targets, machine, variant, *kernels);
}

static gboolean add_machine(GPtrArray *targets, const struct machine *machine, char **variants,
    char **kernels, GError **error)
{
    const guint before = targets->len;

    if (!variants)
        add_kernels(targets, machine, NULL, kernels);
    for (char **variant = variants; variant && *variant; variant++)
        if (has_variant(machine, *variant))
            add_kernels(targets, machine, *variant, kernels);
    if (targets->len > before)
        return TRUE;
    return error_usage(error,
        "ci: --variant: '%s' has none of these variants; `pmulab describe %s.options` lists its "
        "own",
        machine->name, machine->name);
}

static gboolean check_variants(const GPtrArray *machines, char **variants, GError **error)
{
    for (; variants && *variants; variants++) {
        gboolean found = FALSE;

        for (guint i = 0; i < machines->len && !found; i++)
            found = has_variant(g_ptr_array_index(machines, i), *variants);
        if (!found)
            return error_usage(
                error, "ci: --variant '%s'; expected a variant of one of the machines", *variants);
    }
    return TRUE;
}

static gboolean check_kernels(char **kernels, GError **error)
{
    for (; kernels && *kernels; kernels++)
        if (!guest_kernel_is_known(*kernels) && !g_file_test(*kernels, G_FILE_TEST_EXISTS))
            return error_usage(error,
                "ci: --kernel '%s'; expected oldstable, stable, backports, a version of these, a "
                "kernel's file or the tree it was built in",
                *kernels);
    return TRUE;
}

GPtrArray *ci_targets(const struct ci_lists *lists, GError **error)
{
    g_autoptr(GPtrArray) machines = machines_of(lists->machines, error);
    g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func(target_free);
    g_auto(GStrv) variants = NULL, kernels = NULL;

    if (!machines || !split("variant", lists->variants, &variants, error) ||
        !split("kernel", lists->kernels, &kernels, error) || !check_kernels(kernels, error) ||
        !check_variants(machines, variants, error))
        return NULL;
    for (guint i = 0; i < machines->len; i++)
        if (!add_machine(targets, g_ptr_array_index(machines, i), variants, kernels, error))
            return NULL;
    return g_steal_pointer(&targets);
}
