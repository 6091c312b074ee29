/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds labs: the ones that come with pmulab, in the source tree or as
 * installed, and the user's files. */
#include "harness/base/did_you_mean.h"
#include "harness/base/error.h"
#include "harness/lab/lab.h"

#include <string.h>

/* Relative to the executable's folder: where `make install` puts them, and the
 * source tree, also from build/sanitize/. */
static const char *const places[] = {PMULAB_LABS_AT, "../labs", "../../labs"};

/* The folder of the labs, or NULL. A new string. */
static char *find_root(GError **error)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", error);
    g_autofree char *dir = self ? g_path_get_dirname(self) : NULL;
    g_autoptr(GString) tried = g_string_new(NULL);

    for (gsize i = 0; dir && i < G_N_ELEMENTS(places); i++) {
        g_autofree char *seen = g_build_filename(dir, places[i], NULL);
        g_autofree char *root = g_canonicalize_filename(seen, NULL);

        if (g_file_test(root, G_FILE_TEST_IS_DIR))
            return g_steal_pointer(&root);
        g_string_append_printf(tried, "%s%s", i ? " or " : "", root);
    }
    if (dir)
        error_failed(error, "the labs are not in %s", tried->str);
    return NULL;
}

static void destroy(gpointer data)
{
    lab_free(data);
}

static gint by_number(gconstpointer a, gconstpointer b)
{
    const struct lab *one = *(const struct lab *const *)a, *other = *(const struct lab *const *)b;

    return one->number != other->number
               ? (one->number > other->number) - (one->number < other->number)
               : strcmp(one->name, other->name);
}

/* Appends the labs of one machine to @labs. */
static gboolean add_folder(GPtrArray *labs, const char *root, const char *machine, GError **error)
{
    g_autofree char *folder = g_build_filename(root, machine, NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func(destroy);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        struct lab *lab;

        if (!g_str_has_suffix(name, LAB_SUFFIX))
            continue;
        lab = lab_load(path, error);
        if (!lab)
            return FALSE;
        g_ptr_array_add(own, lab);
    }
    g_ptr_array_sort(own, by_number);
    while (own->len)
        g_ptr_array_add(labs, g_ptr_array_steal_index(own, 0));
    return TRUE;
}

GPtrArray *lab_all(GError **error)
{
    g_autofree char *root = find_root(error);
    g_autoptr(GPtrArray) labs = g_ptr_array_new_with_free_func(destroy);
    const struct machine *machine;

    if (!root)
        return NULL;
    for (unsigned i = 0; (machine = machine_number(i)); i++)
        if (!add_folder(labs, root, machine->name, error))
            return NULL;
    return g_steal_pointer(&labs);
}

/* "count-reads" for "snbep/count-reads". */
static const char *short_name(const struct lab *lab)
{
    return strrchr(lab->name, '/') + 1;
}

struct lab *lab_find(const char *word, GError **error)
{
    g_autoptr(GPtrArray) labs = NULL;
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *hint = NULL;

    if (g_str_has_suffix(word, LAB_SUFFIX))
        return lab_load(word, error);
    labs = lab_all(error);
    for (guint i = 0; labs && i < labs->len; i++) {
        const struct lab *lab = g_ptr_array_index(labs, i);

        if (!strcmp(word, lab->name) || !strcmp(word, short_name(lab)))
            return g_ptr_array_steal_index(labs, i);
        g_string_append_printf(names, "%s%s", i ? ", " : "", lab->name);
    }
    if (!labs)
        return NULL;
    hint = did_you_mean(word, names->str);
    error_usage(error, "no lab '%s'%s", word, hint);
    return NULL;
}
