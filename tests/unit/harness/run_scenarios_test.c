/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that the arguments of `pmulab run` stand for. */
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

int main(void)
{
    g_autofree char *folder = g_dir_make_tmp("files-XXXXXX", NULL);
    char two[] = "two", slash[] = "two/", empty[] = "empty", all[] = "all", file[] = "else",
         gone[] = "gone.scn";

    g_assert(folder && !g_chdir(folder) && !g_mkdir(two, 0700) && !g_mkdir(empty, 0700));
    g_assert(!g_mkdir("two/results", 0700) && !g_mkdir("all", 0700) && !g_mkdir("all/b", 0700));
    g_assert(!g_mkdir("all/a", 0700) && !g_mkdir("all/a/part", 0700) && !g_mkdir("all/a/part/below", 0700) &&
             !g_mkdir("all/none", 0700));
    for (const char *const *name = (const char *const[]){"two/b.scn", "two/a.scn", "two/c.dts",
             "two/results/d.scn", "all/b/2.scn", "all/a/9.scn", "all/a/1.scn", "all/a/part/3.scn",
             "all/a/part/below/4.scn", "two/results/result.json", "all/note.txt", NULL};
         *name; name++)
        write_file(*name);
    check_files((char *[]){two, NULL}, "two/a.scn two/b.scn",
        "a folder: its scenarios, by their names, and no results");
    check_files((char *[]){file, slash, gone, NULL}, "else two/a.scn two/b.scn gone.scn",
        "what is no folder is itself");
    check_files((char *[]){all, NULL}, "all/a/1.scn all/a/9.scn all/a/part/3.scn all/b/2.scn",
        "those in its folders, by their names, and in theirs, none further below");
    check_files((char *[]){file, empty, NULL}, "empty: no scenarios in this folder; expected files NAME.scn",
        "a folder without any");
    for (const char *const *name = (const char *const[]){"two/results/d.scn", "two/results/result.json",
             "two/results", "two/a.scn", "two/b.scn", "two/c.dts", "two", "empty", "all/a/part/below/4.scn",
             "all/a/part/below", "all/a/part/3.scn", "all/a/part", "all/a/1.scn", "all/a/9.scn",
             "all/b/2.scn", "all/note.txt", "all/a", "all/b", "all/none", "all", folder, NULL};
         *name; name++)
        g_remove(*name);
    return done_testing();
}
