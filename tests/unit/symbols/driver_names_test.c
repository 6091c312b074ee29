/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of addresses in custom modules, in modules of a kernel's build tree,
 * and in that kernel itself. The modules are objects that the compiler makes
 * here. */
#include "harness/symbols/driver_names.h"

#include "harness/setup/guest_image.h"
#include "tests/tap.h"

#include <glib/gstdio.h>
#include <string.h>

/* Line 2 begins a module's function, and line 5 one in its init section. */
#define MODULE(NAME, FUNCTION)                                                                     \
    "static const char name[] __attribute__((section(\".modinfo\"), used)) = \"name=" NAME "\";\n" \
    "void " FUNCTION "(void)\n"                                                                    \
    "{\n"                                                                                          \
    "}\n"                                                                                          \
    "__attribute__((section(\".init.text\"))) void begin_" FUNCTION "(void)\n"                     \
    "{\n"                                                                                          \
    "}\n"

static const char places[] = "mine/sections/.text:0xffffffffc0001000\n"
                             "mine/sections/.init.text:0xffffffffc0002000\n"
                             "beside/sections/.text:0xffffffffc0003000\n"
                             "bare/sections/.text:0xffffffffc0004000\n"
                             "vmlinux/sections/.text:0xffffffff81000000\n"
                             "ffffffff81000000 T _text\n"
                             "ffffffff81000000 t perf_ibs_start\n"
                             "ffffffff81000100 t something_else\n";

static char *tree;

static char *in_tree(const char *name)
{
    return g_build_filename(tree, name, NULL);
}

static void write_file(const char *name, const char *text, gssize size)
{
    g_autofree char *path = in_tree(name), *parent = g_path_get_dirname(path);

    g_mkdir_with_parents(parent, 0777);
    g_file_set_contents(path, text, size, NULL);
}

/* The object file @output below the tree. */
static void compile(const char *output, const char *options, const char *source)
{
    g_autofree char *line =
        g_strdup_printf("cc %s -O0 -c -o %s/%s %s/code.c", options, tree, output, tree);
    int status = -1;

    write_file("code.c", source, -1);
    ok(g_spawn_command_line_sync(line, NULL, NULL, &status, NULL) && !status, "%s is compiled",
        output);
}

/* The parts of a tree that own_kernel_find() needs
 * (tests/unit/scenario/kernel_test.c). */
static void make_tree(void)
{
    tree = g_dir_make_tmp("pmulab-names-XXXXXX", NULL);
    write_file("arch/x86/boot/bzImage", "image", -1);
    write_file("include/config/kernel.release", "6.7.8-own\n", -1);
    write_file("modules.order", "beside.o\n", -1);
    compile("vmlinux", "-g", "\nvoid perf_ibs_start(void)\n{\n}\n");
    compile("beside.ko", "-g", MODULE("beside", "poke"));
    compile("mine.ko", "-g", MODULE("mine", "peek"));
    compile("bare.ko", "-g0", MODULE("bare", "prod"));
}

static void remove_tree(void)
{
    static const char *const names[] = {"arch/x86/boot/bzImage", "arch/x86/boot", "arch/x86",
        "arch", "include/config/kernel.release", "include/config", "include", "modules.order",
        "vmlinux", "beside.ko", "mine.ko", "bare.ko", "code.c"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = in_tree(names[i]);

        g_remove(path);
    }
    g_rmdir(tree);
    g_free(tree);
}

static GBytes *bytes_of(const char *name)
{
    g_autofree char *path = in_tree(name);
    char *data;
    gsize size;

    return g_file_get_contents(path, &data, &size, NULL) ? g_bytes_new_take(data, size) : NULL;
}

static void is_named(const struct driver_naming *naming, guint64 address, const char *expected)
{
    g_autoptr(GArray) addresses = g_array_new(FALSE, FALSE, sizeof(address));
    GString *text;

    g_array_append_val(addresses, address);
    text = driver_names(addresses, naming);
    is_str(text->str, expected, "%" G_GINT64_MODIFIER "x", address);
    g_string_free(text, TRUE);
}

static void test_names(void)
{
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    const struct driver_naming naming = {
        .places = places, .own = own, .guest = "amd64", .kernel = tree, .built_in = "^perf_ibs_"};

    g_ptr_array_add(own, bytes_of("mine.ko"));
    g_ptr_array_add(own, bytes_of("bare.ko"));
    is_named(
        &naming, UINT64_C(0xffffffffc0001000), "ffffffffc0001000 peek+0x0 [mine] at code.c:3\n");
    is_named(&naming, UINT64_C(0xffffffffc0002000),
        "ffffffffc0002000 begin_peek+0x0 [mine] at code.c:6\n");
    is_named(
        &naming, UINT64_C(0xffffffffc0003000), "ffffffffc0003000 poke+0x0 [beside] at code.c:3\n");
    is_named(&naming, UINT64_C(0xffffffffc0004000), "ffffffffc0004000 prod+0x0 [bare]\n");
    is_named(
        &naming, UINT64_C(0xffffffff81000000), "ffffffff81000000 perf_ibs_start+0x0 at code.c:3\n");
    is_named(&naming, UINT64_C(0xffffffff81000100), "ffffffff81000100 -\n");
    is_named(&naming, 0x1000, "");
}

static void test_functions(void)
{
    static const struct {
        const char *module, *name;
        guint64 address;
    } expected[] = {{NULL, "perf_ibs_start", 0xffffffff81000000},
        {"mine", "peek", 0xffffffffc0001000}, {"beside", "poke", 0xffffffffc0003000}};
    static const char *const modules[] = {"beside", NULL};
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    const struct driver_naming naming = {
        .places = places, .own = own, .guest = "amd64", .kernel = tree, .built_in = "^perf_ibs_"};
    g_autoptr(GArray) functions = NULL;

    g_ptr_array_add(own, bytes_of("mine.ko"));
    functions = driver_functions(&naming, modules);
    is_u64(functions->len, 3, "functions of a custom module, a named one, and the kernel");
    for (guint i = 0; i < MIN(functions->len, G_N_ELEMENTS(expected)); i++) {
        const struct driver_function *f = &g_array_index(functions, struct driver_function, i);

        is_str(f->name, expected[i].name, "... by address");
        is_str(f->module, expected[i].module, "... with its module");
        is_u64(f->address, expected[i].address, "... with its address");
        ok(f->size > 0, "... with a size");
    }
    is_u64(g_array_index(functions, struct driver_function, 0).size, 0x100,
        "... up to the kernel's next");
}

/* The kernel's address, kept by one run for another whose guest died. */
static void test_known_places(void)
{
    struct driver_naming naming = {.guest = "arm64",
        .places = "other/sections/.text:0xffff80007a500000\n"
                  "vmlinux/sections/.text:0xffff800080000000\n"};
    g_autofree char *entry = NULL, *known = NULL, *none = NULL, *text = NULL, *cache = NULL;

    entry = guest_image_entry("arm64");
    g_mkdir_with_parents(entry, 0777);
    is_str(driver_names_known_places(&naming), NULL, "no run yet");
    naming.moves = TRUE;
    driver_names_keep_text(&naming);
    naming.moves = FALSE;
    is_str(driver_names_known_places(&naming), NULL, "a kernel that moves is not kept");
    driver_names_keep_text(&naming);
    known = driver_names_known_places(&naming);
    is_str(known, "vmlinux/sections/.text:0xffff800080000000", "another is, without modules");
    naming.moves = TRUE;
    none = driver_names_known_places(&naming);
    is_str(none, NULL, "... but says nothing of a kernel that moves");
    text = g_build_filename(entry, "text", NULL);
    cache = g_path_get_dirname(entry);
    g_remove(text);
    g_rmdir(entry);
    g_rmdir(cache);
}

int main(void)
{
    make_tree();
    g_setenv("XDG_CACHE_HOME", tree, TRUE); /* before glib asks for it */
    test_names();
    test_functions();
    test_known_places();
    remove_tree();
    return done_testing();
}
