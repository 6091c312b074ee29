/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the lines `file`, `module` and `package` of a scenario. */
#include "harness/scenario/guest_extra.h"

#include "harness/hardware/hardware_file.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/kernel_modules.h"

#include <string.h>

/* The words of @text without the empty ones between blanks. */
static GPtrArray *words_of(const char *text)
{
    g_auto(GStrv) pieces = g_strsplit_set(text, " \t", -1);
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);

    for (char **piece = pieces; *piece; piece++)
        if (**piece)
            g_ptr_array_add(words, g_strdup(*piece));
    return words;
}

static char *path_of(const struct scenario *scenario, const char *word)
{
    g_autofree char *folder = g_path_get_dirname(scenario->path);

    return g_path_is_absolute(word) ? g_strdup(word) : g_build_filename(folder, word, NULL);
}

static const char *already_as(const struct scenario *scenario, const char *as)
{
    for (guint i = 0; i < scenario->files->len; i++)
        if (!strcmp(g_array_index(scenario->files, struct guest_file, i).as, as))
            return g_array_index(scenario->files, struct guest_file, i).path;
    return NULL;
}

static gboolean add_file(
    struct scenario *scenario, struct guest_file *file, const char *word, char **wrong)
{
    const char *other;

    if (!g_file_test(file->path, G_FILE_TEST_EXISTS))
        *wrong = g_strdup_printf(
            "file '%s'; expected a file or folder beside the scenario, or a path from there", word);
    else if (!file->as)
        *wrong = g_strdup_printf(
            "file '%s': expected an absolute path in the guest, without . and .., and not "
            "below /dev, /mnt, /proc, /run, /sys or /tmp",
            word);
    else if ((other = already_as(scenario, file->as)))
        *wrong = g_strdup_printf(
            "file '%s': %s is %s already; expected one file of that name", word, file->as, other);
    else
        g_array_append_vals(scenario->files, file, 1);
    return !*wrong;
}

gboolean scenario_read_file(struct scenario *scenario, const char *text, char **wrong)
{
    g_autoptr(GPtrArray) words = words_of(text);
    const char *const *word = (const char *const *)words->pdata;
    struct guest_file file = {NULL, NULL};
    g_autofree char *base = NULL;

    if (words->len < 1 || words->len > 2) {
        *wrong =
            g_strdup_printf("file '%s'; expected PATH or PATH AS, without blanks in them", text);
        return FALSE;
    }
    base = g_path_get_basename(word[0]);
    file.path = path_of(scenario, word[0]);
    file.as = guest_file_as(base, words->len == 2 ? word[1] : NULL);
    if (add_file(scenario, &file, words->len == 2 && !file.as ? word[1] : word[0], wrong))
        return TRUE;
    g_free(file.path);
    g_free(file.as);
    return FALSE;
}

gboolean scenario_read_module(struct scenario *scenario, const char *text, char **wrong)
{
    g_autofree char *path = path_of(scenario, text);

    if (kernel_module_name_is_valid(text)) {
        g_ptr_array_add(scenario->modules, g_strdup(text));
        return TRUE;
    }
    if (kernel_module_file(text) && g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        g_ptr_array_add(scenario->modules, g_steal_pointer(&path));
        return TRUE;
    }
    *wrong = g_strdup_printf(
        "module '%s'; expected a .ko file beside the scenario, or a path from there, or the name "
        "of a module of the guest's kernel",
        text);
    return FALSE;
}

char *scenario_read_hardware(const struct scenario *scenario, const char *text, char **wrong)
{
    g_autofree char *path = path_of(scenario, text);
    g_autoptr(GError) error = NULL;
    char *option = hardware_file_option(path, &error);

    if (error)
        *wrong = g_strdup(error->message);
    else
        hardware_file_use(strchr(option, '=') + 1); /* later lines name its registers */
    return option;
}

gboolean scenario_read_package(struct scenario *scenario, const char *text, char **wrong)
{
    g_autoptr(GPtrArray) words = words_of(text);

    for (guint i = 0; i < words->len; i++) {
        const char *name = g_ptr_array_index(words, i);

        if (!guest_package_name_is_valid(name)) {
            *wrong = g_strdup_printf("package '%s'; expected the name of a Debian package", name);
            return FALSE;
        }
        if (!g_ptr_array_find_with_equal_func(scenario->packages, name, g_str_equal, NULL))
            g_ptr_array_add(scenario->packages, g_strdup(name));
    }
    if (words->len)
        return TRUE;
    *wrong = g_strdup("nothing after 'package'; expected the name of a Debian package");
    return FALSE;
}
