/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds image, release and modules of a kernel that the user brings, and packs
 * the modules for the guest. */
#include "harness/setup/own_kernel.h"

#include "harness/base/error.h"
#include "harness/base/memory_file.h"
#include "harness/format/cpio_tree.h"
#include "harness/format/elf.h"
#include "harness/setup/guest_image.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/kernel_modules.h"

#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

/* A tree's images, in the form that QEMU takes. */
static const struct {
    const char *arch, *image;
} images[] = {
    {"amd64", "arch/x86/boot/bzImage"},
    {"arm64", "arch/arm64/boot/Image"},
    {"ppc64el", "vmlinux"},
};

/* `make` writes it there: the top Makefile of Linux. */
#define TREE_RELEASE "include/config/kernel.release"

#define LIST_FOLDER "usr/lib/pmulab"

/* ---- the release ---- */

/* The word at @text, of at most @size bytes; NULL if it does not begin with a
 * digit. */
static char *release_at(const guint8 *text, gsize size)
{
    gsize n = 0;

    while (n < size && g_ascii_isgraph(text[n]))
        n++;
    return n && g_ascii_isdigit(text[0]) ? g_strndup((const char *)text, n) : NULL;
}

/* Documentation/arch/x86/boot.rst in Linux: magic number at 0x202, and at 0x20e
 * the version's offset, minus 0x200. */
static char *release_of_bzimage(const guint8 *data, gsize size)
{
    gsize at;

    if (size < 0x210 || memcmp(data + 0x202, "HdrS", 4))
        return NULL;
    at = 0x200u + (data[0x20e] | (gsize)data[0x20f] << 8);
    return at < size ? release_at(data + at, size - at) : NULL;
}

/* The kernel's banner. */
static char *release_of_banner(const guint8 *data, gsize size)
{
    static const char banner[] = "Linux version ";
    const gsize length = strlen(banner);

    for (const guint8 *at = data; (at = memmem(at, size - (gsize)(at - data), banner, length));
         at += length) {
        char *release = release_at(at + length, size - (gsize)(at - data) - length);

        if (release)
            return release;
    }
    return NULL;
}

/* gzip, as Image.gz, or after an EFI program that unpacks itself: include/linux
 * and drivers/firmware/efi/libstub/zboot-header.S in Linux have "zimg" at 4 and
 * the offset of the packed kernel at 8. */
static char *release_of_packed(const guint8 *data, gsize size)
{
    gsize at = 0;
    g_autoptr(GBytes) unpacked = NULL;
    const guint8 *kernel;

    if (size > 16 && !memcmp(data + 4, "zimg", 4))
        at = data[8] | (gsize)data[9] << 8 | (gsize)data[10] << 16 | (gsize)data[11] << 24;
    if (at + 2 > size || data[at] != 0x1f || data[at + 1] != 0x8b)
        return NULL;
    unpacked = kernel_gunzip(data + at, size - at, NULL);
    if (!unpacked)
        return NULL;
    kernel = g_bytes_get_data(unpacked, &size);
    return release_of_banner(kernel, size);
}

/* "6.1.0-50-amd64" for "vmlinuz-6.1.0-50-amd64". */
static char *release_of_name(const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    const char *dash = strchr(base, '-');

    return dash ? release_at((const guint8 *)dash + 1, strlen(dash + 1)) : NULL;
}

static char *release_of_file(const char *path)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
    const guint8 *data = file ? (const guint8 *)g_mapped_file_get_contents(file) : NULL;
    gsize size = file ? g_mapped_file_get_length(file) : 0;
    char *release = data ? release_of_bzimage(data, size) : NULL;

    if (!release && data)
        release = release_of_packed(data, size);
    if (!release && data)
        release = release_of_banner(data, size);
    return release ? release : release_of_name(path);
}

static char *release_of_tree(const char *tree)
{
    g_autofree char *path = g_build_filename(tree, TREE_RELEASE, NULL);
    char *release = NULL;

    return g_file_get_contents(path, &release, NULL, NULL) ? g_strstrip(release) : NULL;
}

/* ---- its modules ---- */

static gboolean has_modules(const char *folder)
{
    static const char *const lists[] = {"modules.builtin", "modules.order", "modules.dep"};

    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *list = g_build_filename(folder, lists[i], NULL);

        if (g_file_test(list, G_FILE_TEST_IS_REGULAR))
            return TRUE;
    }
    return FALSE;
}

/* Takes @folder, if it has modules. */
static gboolean take_modules(struct own_kernel *kernel, const char *folder)
{
    g_autofree char *before = kernel->looked;

    kernel->looked = before ? g_strconcat(before, ", ", folder, NULL) : g_strdup(folder);
    if (!has_modules(folder))
        return FALSE;
    kernel->modules = g_canonicalize_filename(folder, NULL);
    return TRUE;
}

/* Takes @folder, above the file, if it is a tree that was built as this
 * release. */
static gboolean take_tree(struct own_kernel *kernel, const char *folder)
{
    g_autofree char *release = release_of_tree(folder);

    return release && !strcmp(release, kernel->release) && take_modules(kernel, folder);
}

static gboolean take_below(struct own_kernel *kernel, const char *folder, const char *below)
{
    g_autofree char *path = g_build_filename(folder, below, kernel->release, NULL);

    return take_modules(kernel, path);
}

static void find_modules(struct own_kernel *kernel)
{
    g_autofree char *whole = g_canonicalize_filename(kernel->image, NULL);
    g_autofree char *beside = g_path_get_dirname(whole);
    g_autofree char *above = g_path_get_dirname(beside);
    g_autofree char *higher = g_path_get_dirname(above);
    g_autofree char *top = g_path_get_dirname(higher);

    if (has_modules(beside) && g_str_has_suffix(beside, kernel->release) &&
        take_modules(kernel, beside))
        return;
    if (take_below(kernel, beside, "lib/modules") ||
        take_below(kernel, beside, "usr/lib/modules") || take_below(kernel, above, "lib/modules") ||
        take_below(kernel, above, "usr/lib/modules"))
        return;
    if (take_tree(kernel, beside) || take_tree(kernel, top))
        return;
    take_below(kernel, "/", "lib/modules");
}

/* A guest in the cache with this release. */
static const char *find_guest(const char *arch, const char *release)
{
    const struct guest_recipe *recipe;

    for (unsigned i = 0; (recipe = guest_recipe_number(i)); i++) {
        struct guest_image image;
        gboolean same;

        if (strcmp(recipe->arch, arch) || !guest_image_find(recipe->name, &image, NULL))
            continue;
        same = !strcmp(image.release, release);
        guest_image_clear(&image);
        if (same)
            return recipe->name;
    }
    return NULL;
}

static gboolean find_in_tree(
    const char *tree, const char *arch, struct own_kernel *kernel, GError **error)
{
    const char *image = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(images); i++)
        if (!strcmp(images[i].arch, arch))
            image = images[i].image;
    kernel->image = g_build_filename(tree, image, NULL);
    kernel->release = release_of_tree(tree);
    kernel->modules = g_strdup(tree);
    kernel->looked = g_strdup(tree);
    if (kernel->release && g_file_test(kernel->image, G_FILE_TEST_IS_REGULAR))
        return TRUE;
    return error_usage(error,
        "kernel %s: no built kernel for %s; expected %s and " TREE_RELEASE " in it", tree, arch,
        image);
}

gboolean own_kernel_find(
    const char *path, const char *arch, struct own_kernel *kernel, GError **error)
{
    *kernel = (struct own_kernel){.image = NULL};
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return find_in_tree(path, arch, kernel, error);
    kernel->image = g_strdup(path);
    kernel->release = release_of_file(path);
    if (!kernel->release)
        return TRUE;
    find_modules(kernel);
    if (!kernel->modules)
        kernel->guest = find_guest(arch, kernel->release);
    return TRUE;
}

void own_kernel_clear(struct own_kernel *kernel)
{
    g_clear_pointer(&kernel->image, g_free);
    g_clear_pointer(&kernel->release, g_free);
    g_clear_pointer(&kernel->modules, g_free);
    g_clear_pointer(&kernel->looked, g_free);
}

/* ---- versions ---- */

gboolean own_kernel_version_is_valid(const char *version)
{
    return g_regex_match_simple(
        "^[0-9]{1,4}(\\.[0-9]{1,4}){0,2}$", version, G_REGEX_DOLLAR_ENDONLY, 0);
}

int own_kernel_compare(const char *release, const char *version)
{
    while (*version) {
        char *r, *v;
        guint64 is = g_ascii_strtoull(release, &r, 10), wanted = g_ascii_strtoull(version, &v, 10);

        if (is != wanted)
            return is < wanted ? -1 : 1;
        release = *r == '.' ? r + 1 : "";
        version = *v ? v + 1 : v;
    }
    return 0;
}

/* ---- the archive ---- */

/* A kernel may lack 9p without a share, and msr, which only some programs
 * need. */
static gboolean is_needed(const char *name, const struct own_kernel_needs *needs)
{
    static const char *const for_share[] = {"9p", "9pnet_virtio", NULL};
    static const char *const for_programs[] = {"msr", NULL};

    return g_strv_contains(for_share, name) ? needs->share : !g_strv_contains(for_programs, name);
}

/* Adds the names in @from that the kernel has. FALSE for one that it must have,
 * and lacks. */
static gboolean add_names(GPtrArray *names, const struct kernel_module_index *index,
    const struct own_kernel *kernel, const char *const *from, const struct own_kernel_needs *needs,
    GError **error)
{
    for (; *from; from++) {
        if (kernel_modules_has(index, *from))
            g_ptr_array_add(names, (gpointer)(guintptr)*from);
        else if (is_needed(*from, needs))
            return error_usage(error,
                "kernel %s: release %s has no %s, built in or as a module in %s", kernel->image,
                kernel->release, *from, kernel->modules);
    }
    return TRUE;
}

/* Like initramfs.c for a guest: files, list, and links to the machine's own. */
static void add_modules(struct cpio *cpio, const GPtrArray *modules, const GPtrArray *machine)
{
    g_autoptr(GString) list = g_string_new(NULL);

    for (guint i = 0; i < modules->len; i++) {
        const struct kernel_module *module = g_ptr_array_index(modules, i);
        const char *name = NULL;
        gsize size;
        const void *data = g_bytes_get_data(module->object, &size);
        g_autoptr(GBytes) lean = elf_without_debug(data, size, NULL);

        for (guint k = 0; k + 1 < machine->len && !name; k++)
            if (kernel_module_is(module->name, g_ptr_array_index(machine, k)))
                name = g_ptr_array_index(machine, k);
        if (lean)
            data = g_bytes_get_data(lean, &size);
        cpio_parents(cpio, module->path);
        cpio_file(cpio, module->path, 0644, data, size);
        if (name) {
            g_autofree char *link = g_strdup_printf(LIST_FOLDER "/%s.ko", name);
            g_autofree char *target = g_strconcat("/", module->path, NULL);

            cpio_symlink(cpio, link, target);
        } else {
            g_string_append_printf(list, "/%s\n", module->path);
        }
    }
    cpio_file(cpio, LIST_FOLDER "/modules", 0644, list->str, list->len);
}

static GBytes *pack(const GPtrArray *modules, const GPtrArray *machine, GError **error)
{
    struct memory_file file = {.fd = -1};
    struct cpio *cpio =
        memory_file_open(&file, "modules", error) ? cpio_create(file.path, error) : NULL;
    GBytes *archive = NULL;

    if (cpio) {
        add_modules(cpio, modules, machine);
        if (cpio_close(cpio, error))
            archive = memory_file_bytes(&file);
    }
    memory_file_close(&file);
    return archive;
}

/* The kernel may have everything built in, but without this error a missing
 * driver would go unnoticed. */
static gboolean fail_unfound(const struct own_kernel *kernel, GError **error)
{
    if (!kernel->release)
        return error_usage(error,
            "kernel %s: its release is neither in it nor in its name; expected a kernel, "
            "vmlinuz-RELEASE, or "
            "the tree "
            "that it was built in",
            kernel->image);
    return error_usage(error,
        "kernel %s: no modules of release %s; looked for them in %s; expected lib/modules/%s "
        "beside it, or "
        "the tree "
        "that it was built in",
        kernel->image, kernel->release, kernel->looked, kernel->release);
}

gboolean own_kernel_pack(const struct own_kernel *kernel, const struct own_kernel_needs *needs,
    GBytes **archive, GError **error)
{
    const struct guest_recipe *recipe = guest_recipe_find(needs->guest);
    g_autofree char *inside =
        kernel->release ? g_strconcat("usr/lib/modules/", kernel->release, NULL) : NULL;
    g_autoptr(GPtrArray) machine = g_ptr_array_new();
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) modules = NULL;
    struct kernel_module_index *index;

    *archive = NULL;
    if (kernel->guest)
        return TRUE;
    if (!kernel->modules)
        return fail_unfound(kernel, error);
    index = kernel_modules_open(kernel->modules, inside, error);
    if (!index)
        return FALSE;
    /* Our own modules are in the guest, not in the kernel's tree. */
    for (const char *const *name = needs->modules; name && *name; name++)
        if (g_strv_contains(recipe->machine_modules, *name))
            g_ptr_array_add(machine, (gpointer)(guintptr)*name);
    g_ptr_array_add(machine, NULL);
    if (add_names(names, index, kernel, recipe->base_modules, needs, error) &&
        add_names(names, index, kernel, (const char *const *)machine->pdata, needs, error)) {
        g_ptr_array_add(names, NULL);
        modules = kernel_modules_find(index, (const char *const *)names->pdata, error);
    }
    kernel_modules_close(index);
    *archive = modules ? pack(modules, machine, error) : NULL;
    return *archive != NULL;
}
