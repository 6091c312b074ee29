/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that the arguments of `pmulab run` mean. */
#include "harness/cli/run/run_scenarios.h"
#include "tests/tap.h"

#include <glib/gstdio.h>

static void write_file(const char *name)
{
    g_assert(g_file_set_contents(name, "", 0, NULL));
}

static void check_files(char **paths, const char *expected, const char *what)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *files = run_files(paths, &error);
    g_autofree char *got = NULL;

    if (files) {
        g_ptr_array_add(files, NULL);
        got = g_strjoinv(" ", (char **)files->pdata);
        g_ptr_array_unref(files);
    }
    is_str(got ? got : error->message, expected, "%s", what);
}

/* ---- skimmed, and the rest of them loaded ---- */

static char *names_of(const GPtrArray *items)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; items && i < items->len; i++) {
        g_autofree char *name = run_item_name(g_ptr_array_index(items, i));

        g_string_append_printf(text, "%s%s", i ? " " : "", name);
    }
    return g_string_free(text, FALSE);
}

static gboolean is_index(const struct run_item *item, guint index, gconstpointer data)
{
    (void)item;
    return *(const unsigned *)data >> index & 1;
}

static void is_kept(char **paths, unsigned bits, const char *expected, const char *what)
{
    GPtrArray *items = run_scenarios_skim(paths, NULL);
    g_autofree char *got = NULL;

    run_items_keep(items, is_index, &bits);
    got = names_of(items);
    is_str(got, expected, "%s", what);
    g_ptr_array_unref(items);
}

/* The first mistake, or the loaded scenarios with their configurations. */
static char *load_kept(char **paths, unsigned bits)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *items = run_scenarios_skim(paths, &error);
    GString *text = g_string_new(NULL);

    if (items)
        run_items_keep(items, is_index, &bits);
    if (items && run_scenarios_skimmed(items, &error))
        for (guint i = 0; i < items->len; i++) {
            const struct scenario *s =
                ((const struct run_item *)g_ptr_array_index(items, i))->scenario;

            g_string_append_printf(text, "%s%s %s %s", i ? ", " : "", s->name,
                s->values ? s->values : "-",
                s->config->len ? (const char *)g_ptr_array_index(s->config, 0) : "-");
        }
    if (error)
        g_string_assign(text, error->message);
    g_clear_pointer(&items, g_ptr_array_unref);
    return g_string_free(text, FALSE);
}

static void is_loaded(char **paths, unsigned bits, const char *expected, const char *what)
{
    g_autofree char *got = load_kept(paths, bits);

    is_str(got, expected, "%s", what);
}

static void test_skim(void)
{
    char one[] = "one.scn", two[] = "two.scn", bad[] = "bad.scn", none[] = "none.scn";
    char *all[] = {one, two, bad, NULL}, *nobody[] = {none, NULL};

    g_assert(g_file_set_contents(one, "machine snbep\nstep s\n run true\n", -1, NULL));
    g_assert(g_file_set_contents(
        two, "machine epyc\nparam n 2 77\nconfig sockets=%{n}\nstep s\n run true\n", -1, NULL));
    g_assert(g_file_set_contents(bad,
        "machine snbep\ntraffic\n at step gone\n  imc0 X 1M/s\nstep s\n run true\n", -1, NULL));
    g_assert(g_file_set_contents(none, "step s\n run true\n", -1, NULL));
    is_kept(all, 0xf, "snbep/one epyc/two,n=2 epyc/two,n=77 snbep/bad",
        "all skimmed scenarios have names");
    is_kept(all, 0xa, "epyc/two,n=2 snbep/bad", "some are kept, in order");
    is_kept(all, 0x9, "snbep/one snbep/bad", "others");
    is_kept(all, 0, "", "none");
    is_loaded(
        all, 0x1, "one - -", "kept scenarios are loaded; mistakes in other files do not matter");
    is_loaded(all, 0x8, "bad.scn:3: no step 'gone'; expected one of: s", "and is refused by name");
    is_loaded(all, 0x2, "two,n=2 n=2 sockets=2", "it contains the parameter values");
    is_loaded(all, 0x4, "two.scn:3: 'sockets=77'; sockets: expected 1 or 2, with n=77",
        "... and in the message on a mistake");
    is_loaded(nobody, 0, "none.scn: no machine; expected 'machine NAME'",
        "without a machine there is no name");
    for (char **name = (char *[]){one, two, bad, none, NULL}; *name; name++)
        g_remove(*name);
}

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("files-XXXXXX", NULL);
    char two[] = "two", slash[] = "two/", empty[] = "empty", all[] = "all", file[] = "else",
         gone[] = "gone.scn";

    g_assert(folder && !g_chdir(folder) && !g_mkdir(two, 0700) && !g_mkdir(empty, 0700));
    g_assert(!g_mkdir("two/results", 0700) && !g_mkdir("all", 0700) && !g_mkdir("all/b", 0700));
    g_assert(!g_mkdir("all/a", 0700) && !g_mkdir("all/a/part", 0700) &&
             !g_mkdir("all/a/part/below", 0700) && !g_mkdir("all/none", 0700));
    for (const char *const *name = (const char *const[]){"two/b.scn", "two/a.scn", "two/c.dts",
             "two/results/d.scn", "all/b/2.scn", "all/a/9.scn", "all/a/1.scn", "all/a/part/3.scn",
             "all/a/part/below/4.scn", "two/results/result.json", "all/note.txt", NULL};
         *name; name++)
        write_file(*name);
    check_files((char *[]){two, NULL}, "two/a.scn two/b.scn",
        "a folder: its scenarios by name, without results");
    check_files((char *[]){file, slash, gone, NULL}, "else two/a.scn two/b.scn gone.scn",
        "a path that is no folder means itself");
    check_files((char *[]){all, NULL},
        "all/a/1.scn all/a/9.scn all/a/part/3.scn all/a/part/below/4.scn all/b/2.scn",
        "scenarios in subfolders by name, at any depth");
    check_files((char *[]){file, empty, NULL},
        "empty: no scenarios in this folder; expected files NAME.scn",
        "a folder without scenarios");
    test_skim();
    for (const char *const *name =
             (const char *const[]){"two/results/d.scn", "two/results/result.json", "two/results",
                 "two/a.scn", "two/b.scn", "two/c.dts", "two", "empty", "all/a/part/below/4.scn",
                 "all/a/part/below", "all/a/part/3.scn", "all/a/part", "all/a/1.scn", "all/a/9.scn",
                 "all/b/2.scn", "all/note.txt", "all/a", "all/b", "all/none", "all", folder, NULL};
         *name; name++)
        g_remove(*name);
    return done_testing();
}
