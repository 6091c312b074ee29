/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Collects the guests, programs, packages and firmware that machines and
 * scenarios need. */
#include "harness/cli/setup_needs.h"

#include "harness/base/error.h"
#include "harness/cli/run/run_needs.h"
#include "harness/cli/run/run_scenarios.h"
#include "harness/setup/guest_recipe.h"

#include <string.h>

static gboolean is_named(const struct guest_recipe *guest, char **kernels)
{
    for (; kernels && *kernels; kernels++)
        if (guest_recipe_has(guest, *kernels))
            return TRUE;
    return FALSE;
}

/* Guests of @arch with other kernels, and @packages (of char *, or NULL) for
 * these. */
static void add_others(
    struct fetch_list *list, const char *arch, const GPtrArray *packages, char **kernels)
{
    const struct guest_recipe *guest;

    for (unsigned i = 0; (guest = guest_recipe_number(i)); i++) {
        if (strcmp(guest->arch, arch) != 0 || !is_named(guest, kernels))
            continue;
        fetch_list_guest(list, guest->name);
        for (guint j = 0; packages && j < packages->len; j++)
            fetch_list_package(list, guest->name, g_ptr_array_index(packages, j));
    }
}

static void add_machine(struct fetch_list *list, const struct machine *machine, char **kernels)
{
    fetch_list_qemu(list, machine->qemu);
    fetch_list_guest(list, machine->guest);
    add_others(list, machine->guest, NULL, kernels);
}

static gboolean add_scenarios(struct fetch_list *list, char *path, char **kernels, GError **error)
{
    g_autoptr(GPtrArray) items = run_scenarios((char *[]){path, NULL}, error);

    for (guint i = 0; items && i < items->len; i++) {
        const struct scenario *scenario =
            ((const struct run_item *)g_ptr_array_index(items, i))->scenario;

        run_needs(list, scenario);
        add_others(list, scenario->machine->guest, scenario->packages, kernels);
    }
    return items != NULL;
}

static gboolean add_word(struct fetch_list *list, char *word, char **kernels, GError **error)
{
    const struct machine *machine = machine_find(word, NULL);

    if (machine)
        add_machine(list, machine, kernels);
    else if (g_file_test(word, G_FILE_TEST_EXISTS))
        return add_scenarios(list, word, kernels, error);
    else
        return error_usage(
            error, "setup: '%s': expected a machine, or scenarios: a file or a folder", word);
    return TRUE;
}

/* Guests that --kernel names, as amd64-backports. */
static void add_named(struct fetch_list *list, char **kernels)
{
    for (; kernels && *kernels; kernels++)
        if (guest_recipe_find(*kernels))
            fetch_list_guest(list, *kernels);
}

gboolean setup_needs(struct fetch_list *list, char **words, char **kernels, GError **error)
{
    const struct machine *machine;

    add_named(list, kernels);
    for (unsigned i = 0; !words && (machine = machine_number(i)); i++)
        add_machine(list, machine, kernels);
    for (; words && *words; words++)
        if (!add_word(list, *words, kernels, error))
            return FALSE;
    return TRUE;
}
