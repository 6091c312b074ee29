/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source lines, from object files that the compiler makes here. */
#include "harness/symbols/source_lines.h"

#include "tests/tap.h"

#include <glib/gstdio.h>
#include <string.h>

/* A function in each of two sections, and one that calls inline functions, one
 * of them within another. */
static const char header[] =
    "static inline __attribute__((always_inline)) void poke(volatile int *p)\n"
    "{\n"
    "    *p = 1;\n"
    "}\n"
    "static inline __attribute__((always_inline)) void twice(volatile int *p)\n"
    "{\n"
    "    poke(p);\n"
    "    poke(p);\n"
    "}\n";
static const char source[] = "#include \"poke.h\"\n"
                             "void first(void)\n"
                             "{\n"
                             "}\n"
                             "__attribute__((section(\".init.text\"))) void second(void)\n"
                             "{\n"
                             "}\n"
                             "__attribute__((section(\".third\"))) void third(volatile int *p)\n"
                             "{\n"
                             "    poke(p);\n"
                             "    twice(p);\n"
                             "}\n";

static char *folder;

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void write_file(const char *name, const char *text)
{
    g_autofree char *path = in_folder(name);

    ok(g_file_set_contents(path, text, -1, NULL), "%s", name);
}

static void compile(const char *output, const char *options)
{
    g_autofree char *line =
        g_strdup_printf("cc %s -c -o %s/%s %s/lines.c", options, folder, output, folder);
    int status = -1;

    ok(g_spawn_command_line_sync(line, NULL, NULL, &status, NULL) && !status, "cc %s", options);
}

static void is_line(
    const struct source_lines *lines, const char *section, guint64 offset, const char *expected)
{
    g_autofree char *line = source_lines_at(lines, section, offset);

    is_str(line, expected, "%s + %u", section ? section : "first code", (unsigned)offset);
}

static void test_lines(const char *options)
{
    g_autofree char *path = in_folder("lines.o"), *data = NULL;
    struct source_lines *lines;
    gsize size;

    compile("lines.o", options);
    ok(g_file_get_contents(path, &data, &size, NULL), "... makes an object");
    lines = source_lines_new((const guint8 *)data, size);
    memset(data, 0, size);
    ok(lines, "... with lines");
    is_line(lines, ".text", 0, "lines.c:3");
    is_line(lines, NULL, 0, "lines.c:3");
    is_line(lines, ".init.text", 0, "lines.c:6");
    is_line(lines, ".nowhere", 0, NULL);
    is_line(lines, ".text", 0x10000, NULL);
    source_lines_free(lines);
}

/* Without optimisation a function begins with its frame; with it, with its
 * first statement. */
static void test_inline(void)
{
    g_autofree char *path = in_folder("lines.o");
    struct source_lines *lines;

    compile("lines.o", "-g -O2 -fcf-protection=none");
    lines = source_lines_open(path);
    is_line(lines, ".third", 0, "lines.c:10");
    is_line(lines, ".third", 6, "lines.c:11");
    is_line(lines, ".third", 12, "lines.c:11");
    source_lines_free(lines);
}

static void test_none(void)
{
    g_autofree char *path = in_folder("bare.o"), *none = in_folder("none.o");

    compile("bare.o", "-g0");
    ok(!source_lines_open(path), "without debug information there are no lines");
    ok(!source_lines_open(none), "no file");
    ok(!source_lines_new((const guint8 *)source, sizeof(source)), "no ELF file");
    ok(!source_lines_new(NULL, 0), "nothing at all");
    source_lines_free(NULL);
}

int main(void)
{
    static const char *const names[] = {"poke.h", "lines.c", "lines.o", "bare.o"};

    folder = g_dir_make_tmp("pmulab-lines-XXXXXX", NULL);
    write_file("poke.h", header);
    write_file("lines.c", source);
    test_lines("-g -O0");
    test_lines("-gdwarf-4 -O0");
    test_inline();
    test_none();
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = in_folder(names[i]);

        g_unlink(path);
    }
    g_rmdir(folder);
    g_free(folder);
    return done_testing();
}
