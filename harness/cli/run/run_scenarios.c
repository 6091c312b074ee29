/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads the scenarios that `pmulab run` gets, and checks that everything they
 * need exists. */
#include "harness/cli/run/run_scenarios.h"

#include "harness/base/error.h"
#include "harness/cli/run/run_needs.h"
#include "harness/fetch/fetch.h"
#include "harness/report/results.h"
#include "harness/scenario/scenario_load.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/own_kernel.h"
#include "harness/setup/qemu_root.h"
#include "harness/setup/uefi.h"

#include <string.h>

#define SUFFIX ".scn"

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static gboolean is_scenario(const char *path)
{
    return g_str_has_suffix(path, SUFFIX);
}

/* A folder, but not one with the results of a run, which hold a copy of its
 * scenario. */
static gboolean is_folder(const char *path)
{
    g_autofree char *result = g_build_filename(path, "result.json", NULL);

    return g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(result, G_FILE_TEST_EXISTS);
}

/* The entries of @folder that satisfy @fits, sorted. NULL with G_FILE_ERROR. */
static GPtrArray *list_folder(
    const char *folder, gboolean (*fits)(const char *path), GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    GPtrArray *paths;
    const char *name;

    if (!dir)
        return NULL;
    paths = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir))) {
        char *path = g_build_filename(folder, name, NULL);

        if (fits(path))
            g_ptr_array_add(paths, path);
        else
            g_free(path);
    }
    g_ptr_array_sort(paths, by_name);
    return paths;
}

/* A deeper folder has a link to itself. */
enum { DEPTH = 16 };

/* The scenarios in @folder, then those in its folders. NULL with
 * G_FILE_ERROR. */
static GPtrArray *list_scenarios(
    const char *folder, unsigned depth, GError **error) // NOLINT(misc-no-recursion)
{
    GPtrArray *paths = list_folder(folder, is_scenario, error);
    g_autoptr(GPtrArray) folders = paths && depth ? list_folder(folder, is_folder, NULL) : NULL;

    for (guint i = 0; folders && i < folders->len; i++) {
        GPtrArray *below = list_scenarios(g_ptr_array_index(folders, i), depth - 1, NULL);

        if (below)
            g_ptr_array_extend_and_steal(paths, below);
    }
    return paths;
}

static gboolean add_folder(GPtrArray *files, const char *folder, GError **error)
{
    g_autoptr(GPtrArray) paths = list_scenarios(folder, DEPTH, error);

    if (!paths)
        return FALSE;
    if (!paths->len)
        return error_usage(
            error, "%s: no scenarios in this folder; expected files NAME" SUFFIX, folder);
    g_ptr_array_extend_and_steal(files, g_steal_pointer(&paths));
    return TRUE;
}

static gboolean add_path(GPtrArray *files, const char *path, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return add_folder(files, path, error);
    g_ptr_array_add(files, g_strdup(path));
    return TRUE;
}

GPtrArray *run_files(char **paths, GError **error)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);

    for (; *paths; paths++)
        if (!add_path(files, *paths, error)) {
            g_ptr_array_unref(files);
            return NULL;
        }
    return files;
}

/* ---- scenarios ---- */

char *run_item_title(const struct run_item *item)
{
    const struct scenario *scenario = item->scenario;

    return scenario->values ? g_strdup_printf("%s: %s", scenario->path, scenario->values)
                            : g_strdup(scenario->path);
}

char *run_item_name(const struct run_item *item)
{
    return g_strdup_printf("%s/%s", item->scenario->machine->name, item->scenario->name);
}

static void item_free(gpointer data)
{
    struct run_item *item = data;

    scenario_free(item->scenario);
    g_free(item->skip);
    g_free(item);
}

/* Swaps elements: closing each gap would take hours for a hundred thousand. */
void run_items_keep(GPtrArray *items,
    gboolean (*stays)(const struct run_item *item, guint index, gconstpointer data),
    gconstpointer data)
{
    guint n = 0;

    for (guint i = 0; i < items->len; i++) {
        gpointer item = items->pdata[i];

        if (!stays(item, i, data))
            continue;
        items->pdata[i] = items->pdata[n];
        items->pdata[n++] = item;
    }
    g_ptr_array_set_size(items, (gint)n);
}

/* scenario_load() or scenario_skim(). */
typedef GPtrArray *(*load_fn)(const char *path, GError **error);

static gboolean add_file(
    GPtrArray *items, const char *path, gboolean by_folder, load_fn load, GError **error)
{
    g_autoptr(GPtrArray) loaded = load(path, error);

    while (loaded && loaded->len) {
        struct run_item *item = g_new0(struct run_item, 1);

        item->by_folder = by_folder;
        item->scenario = g_ptr_array_steal_index(loaded, 0);
        scenario_rest(item->scenario);
        g_ptr_array_add(items, item);
    }
    return loaded != NULL;
}

static gboolean add_path_items(GPtrArray *items, char *path, load_fn load, GError **error)
{
    const gboolean by_folder = g_file_test(path, G_FILE_TEST_IS_DIR);
    g_autoptr(GPtrArray) files = run_files((char *[]){path, NULL}, error);

    for (guint i = 0; files && i < files->len; i++)
        if (!add_file(items, g_ptr_array_index(files, i), by_folder, load, error))
            return FALSE;
    return files != NULL;
}

static GPtrArray *items_of(char **paths, load_fn load, GError **error)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(item_free);

    for (; *paths; paths++)
        if (!add_path_items(items, *paths, load, error))
            return NULL;
    return g_steal_pointer(&items);
}

GPtrArray *run_scenarios(char **paths, GError **error)
{
    return items_of(paths, scenario_load, error);
}

GPtrArray *run_scenarios_skim(char **paths, GError **error)
{
    return items_of(paths, scenario_skim, error);
}

gboolean run_scenarios_skimmed(const GPtrArray *items, GError **error)
{
    for (guint i = 0; i < items->len; i++) {
        struct run_item *item = g_ptr_array_index(items, i);
        struct scenario *loaded = scenario_skimmed(item->scenario, error);

        if (!loaded)
            return FALSE;
        scenario_rest(loaded);
        scenario_free(item->scenario);
        item->scenario = loaded;
    }
    return TRUE;
}

gboolean run_scenarios_inside(const GPtrArray *items, GError **error)
{
    for (guint i = 0; i < items->len; i++) {
        const struct run_item *item = g_ptr_array_index(items, i);

        if (item->scenario->outside)
            return error_usage(error, "%s, or --allow-files", item->scenario->outside);
    }
    return TRUE;
}

/* ---- requirements ---- */

/* Also checks its modules, so that missing ones are reported before any guest
 * starts. */
static gboolean has_kernel(const struct scenario *scenario, GError **error)
{
    const struct own_kernel_needs needs = {
        .guest = scenario->guest, .modules = scenario->machine->modules};
    struct own_kernel kernel;
    g_autoptr(GBytes) archive = NULL;
    gboolean ok = own_kernel_find(
                      scenario->kernel, guest_recipe_find(scenario->guest)->arch, &kernel, error) &&
                  own_kernel_pack(&kernel, &needs, &archive, error);

    own_kernel_clear(&kernel);
    return ok;
}

static gboolean has_guest(const struct scenario *scenario, GError **error)
{
    const struct machine *machine = scenario->machine;
    g_autofree char *plugin = machine_plugin_path(machine, error);
    struct guest_image image;
    struct qemu qemu;

    if (!plugin || !qemu_find(machine->qemu, &qemu, error))
        return FALSE;
    qemu_clear(&qemu);
    if (!guest_image_find(scenario->guest, &image, error))
        return FALSE;
    guest_image_clear(&image);
    return !scenario->kernel || has_kernel(scenario, error);
}

static gboolean has_uefi(const struct scenario *scenario, GError **error)
{
    g_autofree char *uefi = NULL;

    if (!run_wants_uefi(scenario))
        return TRUE;
    uefi = uefi_find(error);
    return uefi != NULL;
}

static gboolean has_packages(const struct scenario *scenario, GError **error)
{
    for (guint i = 0; i < scenario->packages->len; i++) {
        g_autofree char *archive =
            guest_package_find(scenario->guest, g_ptr_array_index(scenario->packages, i), error);

        if (!archive)
            return FALSE;
    }
    return TRUE;
}

static const struct scenario *scenario_at(const GPtrArray *items, guint index)
{
    return ((const struct run_item *)g_ptr_array_index(items, index))->scenario;
}

gboolean run_scenarios_differ(const GPtrArray *items, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < items->len; i++) {
        const struct scenario *scenario = scenario_at(items, i);
        g_autofree char *name = run_item_name(g_ptr_array_index(items, i));
        const struct scenario *other = g_hash_table_lookup(names, name);

        if (other)
            return error_usage(error,
                "%s: its results and those of %s would share a folder; expected different names",
                scenario->path, other->path);
        g_hash_table_insert(names, g_steal_pointer(&name), (gpointer)(guintptr)scenario);
    }
    return TRUE;
}

/* Whether the results of scenario number @index can be written. */
static gboolean check_folder(
    const GPtrArray *items, guint index, const char *results, GError **error)
{
    g_autofree char *folder = results_folder(results, scenario_at(items, index));

    return results_check(folder, error);
}

/* Whether the requirements of @item exist. The guest of @last (may be NULL)
 * exists. */
static gboolean has_all(const struct run_item *item, const struct scenario *last, GError **error)
{
    const struct scenario *scenario = item->scenario;

    if ((!last || scenario->machine != last->machine || scenario->guest != last->guest ||
            scenario->kernel) &&
        !has_guest(scenario, error))
        return FALSE;
    return has_packages(scenario, error) && has_uefi(scenario, error);
}

static gboolean may_skip(const struct run_item *item, const GError *missing)
{
    return item->by_folder && g_error_matches(missing, HARNESS_ERROR, HARNESS_ERROR_MISSING);
}

/* Skips @item if its kernel does not fit it. */
static void skip_misfit(struct run_item *item)
{
    g_autofree char *release =
        item->scenario->bounds->len ? scenario_release(item->scenario) : NULL;

    if (release && !item->skip)
        item->skip = scenario_misfit(item->scenario, release);
}

gboolean run_scenarios_kernel(const GPtrArray *items, const char *name, GError **error)
{
    if (!guest_kernel_is_known(name) && !g_file_test(name, G_FILE_TEST_EXISTS))
        return error_usage(error,
            "--kernel '%s'; expected Debian's (oldstable, stable, backports), a version of these, "
            "a kernel's "
            "file or "
            "the tree it was built in",
            name);
    for (guint i = 0; i < items->len; i++) {
        struct run_item *item = g_ptr_array_index(items, i);
        struct scenario *scenario = item->scenario;
        const char *own = scenario->guest;
        g_autoptr(GError) none = NULL;

        if (scenario->own_kernel) {
            if (scenario->kernel || guest_name(scenario->machine->guest, name, NULL) != own)
                item->skip = g_strdup_printf("it names its kernel: %s",
                    scenario->kernel ? scenario->kernel : guest_recipe_find(own)->version);
        } else if (!scenario_set_kernel(scenario, name, &none)) {
            item->skip = g_strdup(none->message);
            scenario->guest = own;
        }
    }
    return TRUE;
}

/* Fetches the requirements of matching scenarios that the cache lacks. */
static void fetch_needs(const GPtrArray *items, GError **error)
{
    struct fetch_list *list = fetch_list_new();

    for (guint i = 0; i < items->len; i++) {
        struct run_item *item = g_ptr_array_index(items, i);

        skip_misfit(item);
        if (!item->skip)
            run_needs(list, item->scenario);
    }
    fetch_missing(list, error);
}

/* Skips @item, or fails, because of @missing. @unfetched, or NULL, is why it
 * was not fetched. */
static gboolean skip_or_fail(
    struct run_item *item, const GError *missing, const GError *unfetched, GError **error)
{
    if (may_skip(item, missing)) {
        item->skip = g_strdup(missing->message);
        return TRUE;
    }
    if (unfetched && g_error_matches(missing, HARNESS_ERROR, HARNESS_ERROR_MISSING))
        missing = unfetched;
    g_propagate_error(error, g_error_copy(missing));
    return FALSE;
}

static gboolean check_all(const GPtrArray *items, const GError *unfetched, GError **error)
{
    const struct scenario *last = NULL;
    g_autoptr(GError) missing = NULL;
    gboolean misfits = FALSE;

    for (guint i = 0; i < items->len; i++) {
        struct run_item *item = g_ptr_array_index(items, i);

        skip_misfit(item);
        misfits = misfits || item->skip;
        if (item->skip)
            continue;
        g_clear_error(&missing);
        if (has_all(item, last, &missing))
            last = item->scenario;
        else if (!skip_or_fail(item, missing, unfetched, error))
            return FALSE;
    }
    if (last || (misfits && !missing) || !items->len)
        return TRUE;
    g_propagate_error(error, unfetched ? g_error_copy(unfetched) : g_steal_pointer(&missing));
    return FALSE;
}

gboolean run_scenarios_ready(const GPtrArray *items, const char *results, GError **error)
{
    g_autoptr(GError) unfetched = NULL;

    if (!run_scenarios_differ(items, error))
        return FALSE;
    for (guint i = 0; i < items->len; i++)
        if (!check_folder(items, i, results, error))
            return FALSE;
    fetch_needs(items, &unfetched);
    if (!check_all(items, unfetched, error))
        return FALSE;
    if (unfetched)
        error_exit(g_steal_pointer(&unfetched));
    return TRUE;
}
