/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a guest's kernel and initramfs from Debian's packages and our own
 * programs, and finds them in the cache. */
#include "harness/setup/guest_image.h"

#include "harness/base/error.h"
#include "harness/setup/apt_tree.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/initramfs.h"
#include "harness/setup/module_build.h"

#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

/* Increment when these entries are made in another way but the lists below stay
 * the same. */
#define PACKAGES_RECIPE "1"
#define IMAGE_RECIPE    "1"

/* Number of images that stay in the cache, including the new one: other builds
 * of pmulab may share it. */
#define IMAGES_KEPT 3

#define RESOURCES "/org/pmulab/guest/"

/* Our own files in the guest: a script, and programs that are built if their
 * compiler is installed. */
static const struct {
    const char *resource, *name; /* the second in the image */
    gboolean is_built;           /* the resource is in a folder named after the architecture */
    unsigned mode;               /* permissions; 0: 0755 */
} own_programs[] = {
    {"init", "init", FALSE, 0},
    {"mark", "usr/lib/pmulab/mark", TRUE, 0},
    {"ready", "usr/lib/pmulab/ready", TRUE, 0},
    {"witness", "usr/lib/pmulab/witness", TRUE, 0},
    {"hot", "usr/bin/pmulab-hot", TRUE, 0},
    {"lines", "usr/bin/pmulab-lines", TRUE, 0},
    {"measure", "usr/bin/pmulab-mark", TRUE, 04755},
    {"play", "usr/bin/pmulab-play", TRUE, 0},
    {"walk", "usr/bin/pmulab-walk", TRUE, 0},
    {"chase", "usr/bin/pmulab-chase", TRUE, 0},
    {"ibs_sample", "usr/bin/ibs_sample", TRUE, 0},
    {"pmcu-record", "usr/bin/pmcu-record", TRUE, 0},
    {"pmcu-report", "usr/bin/pmcu-report", TRUE, 0},
};

/* Programs come with the libraries that they need. */
static const char *const image_files[] = {"usr/bin/busybox", "usr/bin/perf", "usr/bin/lspci",
    "usr/bin/setpci", "usr/share/misc/pci.ids", NULL};

/* Half of the packages' contents: files for hardware that no guest has, and
 * documents. */
#define FILES_LEFT_OUT                                                                             \
    "etc", "var", "usr/sbin", "usr/libexec", "usr/share/bash-completion", "usr/share/bug",         \
        "usr/share/doc", "usr/share/info", "usr/share/initramfs-tools", "usr/share/lintian",       \
        "usr/share/locale", "usr/share/man", "usr/share/perl", "usr/share/perl5",                  \
        "usr/share/zoneinfo", "usr/lib/firmware", "usr/lib/klibc", "usr/lib/python3",              \
        "usr/lib/python3.13", "usr/lib/systemd", "usr/lib/udev"
#define DRIVERS_LEFT_OUT(modules)                                                                  \
    modules "/*/kernel/drivers/gpu", modules "/*/kernel/drivers/iio",                              \
        modules "/*/kernel/drivers/infiniband", modules "/*/kernel/drivers/media",                 \
        modules "/*/kernel/drivers/net", modules "/*/kernel/drivers/scsi",                         \
        modules "/*/kernel/drivers/staging", modules "/*/kernel/drivers/usb",                      \
        modules "/*/kernel/sound"

static const char *const left_out[] = {FILES_LEFT_OUT, DRIVERS_LEFT_OUT("usr/lib/modules"), NULL};
static const char *const left_out_of_lib[] = {
    FILES_LEFT_OUT, DRIVERS_LEFT_OUT("lib/modules"), NULL};

static struct package_set package_set(const struct guest_recipe *recipe)
{
    struct package_set set = {.arch = debian_arch_find(recipe->arch),
        .releases = recipe->releases,
        .names = recipe->packages,
        .left_out = recipe->modules_in_lib ? left_out_of_lib : left_out};

    module_build_packages(&set, recipe->tools);
    return set;
}

static char *packages_fingerprint(const struct guest_recipe *recipe)
{
    struct package_set set = package_set(recipe);
    g_autofree char *list = package_set_recipe(&set);
    const char *const parts[] = {PACKAGES_RECIPE, list, NULL};

    return cache_fingerprint(parts);
}

static char *packages_kind(const char *guest)
{
    return g_strconcat("packages-", guest, NULL);
}

static char *image_kind(const char *guest)
{
    return g_strconcat("guest-", guest, NULL);
}

char *guest_packages_entry(const char *guest)
{
    g_autofree char *fingerprint = packages_fingerprint(guest_recipe_find(guest));
    g_autofree char *kind = packages_kind(guest);

    return cache_entry(kind, fingerprint);
}

static gboolean has_own_module(const struct guest_recipe *recipe)
{
    return package_set(recipe).alone != NULL;
}

/* The members of own_programs that exist for @arch, then an empty one. */
static GArray *find_programs(const char *arch)
{
    GArray *programs = g_array_new(TRUE, TRUE, sizeof(struct initramfs_program));

    for (size_t i = 0; i < G_N_ELEMENTS(own_programs); i++) {
        g_autofree char *path = g_strconcat(RESOURCES, own_programs[i].is_built ? arch : "",
            own_programs[i].is_built ? "/" : "", own_programs[i].resource, NULL);
        struct initramfs_program program = {.name = own_programs[i].name,
            .mode = own_programs[i].mode,
            .bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL)};

        g_assert(program.bytes || own_programs[i].is_built);
        if (program.bytes)
            g_array_append_val(programs, program);
    }
    return programs;
}

static void programs_free(GArray *programs)
{
    for (guint i = 0; i < programs->len; i++)
        g_bytes_unref(g_array_index(programs, struct initramfs_program, i).bytes);
    g_array_unref(programs);
}

/* One fingerprint of all names and contents. */
static char *programs_fingerprint(const char *arch)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    GArray *programs = find_programs(arch);

    for (guint i = 0; i < programs->len; i++) {
        const struct initramfs_program *program =
            &g_array_index(programs, struct initramfs_program, i);
        gsize size;
        const guchar *data = g_bytes_get_data(program->bytes, &size);

        g_checksum_update(sum, (const guchar *)program->name, (gssize)strlen(program->name) + 1);
        g_checksum_update(sum, data, (gssize)size);
    }
    programs_free(programs);
    return g_strdup(g_checksum_get_string(sum));
}

char *guest_image_entry(const char *guest)
{
    const struct guest_recipe *recipe = guest_recipe_find(guest);
    g_autofree char *packages = packages_fingerprint(recipe);
    g_autofree char *files = g_strjoinv(" ", (char **)(guintptr)image_files);
    g_autofree char *base = g_strjoinv(" ", (char **)(guintptr)recipe->base_modules);
    g_autofree char *machine = g_strjoinv(" ", (char **)(guintptr)recipe->machine_modules);
    g_autofree char *programs = programs_fingerprint(recipe->arch);
    g_autofree char *module = has_own_module(recipe) ? module_build_fingerprint() : NULL;
    const char *const parts[] = {
        IMAGE_RECIPE, packages, files, base, machine, programs, module, NULL};
    g_autofree char *fingerprint = cache_fingerprint(parts);
    g_autofree char *kind = image_kind(guest);

    return cache_entry(kind, fingerprint);
}

void guest_image_clear(struct guest_image *image)
{
    g_clear_pointer(&image->kernel, g_free);
    g_clear_pointer(&image->initramfs, g_free);
    g_clear_pointer(&image->release, g_free);
}

gboolean guest_image_find(const char *guest, struct guest_image *out, GError **error)
{
    g_autofree char *entry = guest_image_entry(guest);
    g_autofree char *release_file = g_build_filename(entry, "release", NULL);
    char *release;

    if (!g_file_get_contents(release_file, &release, NULL, NULL)) {
        g_autofree char *cache = cache_dir();
        const struct guest_recipe *recipe = guest_recipe_find(guest);
        const gboolean is_default = guest_recipe_is_default(recipe);

        g_set_error(error, HARNESS_ERROR, HARNESS_ERROR_MISSING,
            "no guest %s in the cache %s: run `pmulab setup%s%s`", guest, cache,
            is_default ? "" : " --kernel ", is_default ? "" : recipe->name);
        return FALSE;
    }
    *out = (struct guest_image){g_build_filename(entry, "kernel", NULL),
        g_build_filename(entry, "initramfs", NULL), release};
    return TRUE;
}

static gboolean fill_packages(const struct guest_recipe *recipe, const char *folder,
    const char *mirror, struct child_host *host, GError **error)
{
    struct package_set set = package_set(recipe);
    g_autofree char *scratch = g_build_filename(folder, "apt", NULL);
    g_autofree char *root = g_build_filename(folder, "root", NULL);

    if (!apt_tree_make(&set, mirror, scratch, root, host, error) ||
        (has_own_module(recipe) && !module_build_prepare(root, error)))
        return FALSE;
    cache_remove(scratch);
    return TRUE;
}

gboolean guest_packages_make(
    const char *guest, const char *mirror, struct child_host *host, GError **error)
{
    g_autofree char *entry = guest_packages_entry(guest);
    g_autofree char *kind = packages_kind(guest);
    g_autofree char *partial = cache_begin(entry, GUEST_PACKAGES_MIB, error);

    if (!partial ||
        !cache_end(partial, entry,
            fill_packages(guest_recipe_find(guest), partial, mirror, host, error), error))
        return FALSE;
    cache_prune(kind, 1);
    return TRUE;
}

/* Finds the kernel's file in @root. @image is its name in a recipe, where '%'
 * means the release. Sets @release to that. Both results are new strings. */
static char *find_kernel(const char *root, const char *image, char **release, GError **error)
{
    g_auto(GStrv) around = g_strsplit(image, "%", 2);
    g_autofree char *begin = g_build_filename(root, around[0], NULL);
    g_autofree char *folder = g_path_get_dirname(begin);
    const char *stem = strrchr(begin, '/') + 1;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    const char *name;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_strconcat(folder, "/", name, around[1], NULL);

        if (!g_str_has_prefix(name, stem) || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
            continue;
        *release = g_strdup(name + strlen(stem));
        return g_steal_pointer(&path);
    }
    if (dir)
        error_failed(error, "%s: there is no %s*%s in it", folder, stem, around[1]);
    return NULL;
}

/* Links the file, since a second name costs no disk; copies it where links
 * don't work. */
static gboolean take_kernel(const char *from, const char *to, GError **error)
{
    g_autoptr(GMappedFile) file = NULL;

    if (!link(from, to))
        return TRUE;
    file = g_mapped_file_new(from, FALSE, error);
    return file && g_file_set_contents(to, g_mapped_file_get_contents(file),
                       (gssize)g_mapped_file_get_length(file), error);
}

/* Builds the guest's own module in @folder, if it has one, and appends it to
 * @programs. */
static gboolean add_own_module(GArray *programs, const struct guest_recipe *recipe,
    const char *root, const char *release, const char *folder, struct child_host *host,
    GError **error)
{
    g_autofree char *work = g_build_filename(folder, "module", NULL);
    const struct module_build what = {root, release, recipe->arch, work};
    struct initramfs_program program = {.name = "usr/lib/pmulab/hisi_pmcu.ko"};
    g_autofree char *name = g_path_get_basename(program.name),
                    *path = g_build_filename(folder, name, NULL);
    const char *data;
    gsize size;

    if (!has_own_module(recipe))
        return TRUE;
    program.bytes = module_build(&what, host, error);
    if (!program.bytes)
        return FALSE;
    cache_remove(work);
    g_array_append_val(programs, program);
    /* beside the image, for its symbols (driver_names.h) */
    data = g_bytes_get_data(program.bytes, &size);
    return g_file_set_contents(path, data, (gssize)size, error);
}

static gboolean fill_image(
    const struct guest_recipe *recipe, const char *folder, struct child_host *host, GError **error)
{
    g_autofree char *packages = guest_packages_entry(recipe->name);
    g_autofree char *root = g_build_filename(packages, "root", NULL);
    g_autofree char *release = NULL;
    g_autofree char *from = find_kernel(root, recipe->image, &release, error);
    g_autofree char *kernel = g_build_filename(folder, "kernel", NULL);
    g_autofree char *initramfs = g_build_filename(folder, "initramfs", NULL);
    g_autofree char *release_file = g_build_filename(folder, "release", NULL);
    GArray *programs = find_programs(recipe->arch);
    struct initramfs what = {
        .root = root,
        .arch = debian_arch_find(recipe->arch),
        .release = release,
        .files = image_files,
        .base_modules = recipe->base_modules,
        .machine_modules = recipe->machine_modules,
    };
    gboolean filled = from && take_kernel(from, kernel, error) &&
                      add_own_module(programs, recipe, root, release, folder, host, error);

    what.programs = &g_array_index(programs, struct initramfs_program, 0);
    filled = filled && initramfs_write(&what, initramfs, error) &&
             g_file_set_contents(release_file, release, -1, error);
    programs_free(programs);
    if (filled)
        cache_seal(folder);
    return filled;
}

gboolean guest_image_make(const char *guest, struct child_host *host, GError **error)
{
    g_autofree char *entry = guest_image_entry(guest);
    g_autofree char *kind = image_kind(guest);
    g_autofree char *partial = cache_begin(entry, 0, error);

    if (!partial || !cache_end(partial, entry,
                        fill_image(guest_recipe_find(guest), partial, host, error), error))
        return FALSE;
    cache_prune(kind, IMAGES_KEPT);
    return TRUE;
}
