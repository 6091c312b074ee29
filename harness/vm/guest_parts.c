/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the parts of a guest's start, starts QEMU with them, and makes their
 * fingerprint. */
#include "harness/vm/guest_parts.h"

#include "harness/base/error.h"
#include "harness/fetch/fetch.h"
#include "harness/setup/build_inputs.h"
#include "harness/setup/cache.h"
#include "harness/setup/guest_package.h"
#include "harness/setup/guest_recipe.h"
#include "harness/setup/uefi.h"
#include "harness/vm/guest_flash.h"
#include "harness/vm/guest_initramfs.h"
#include "harness/vm/guest_memory.h"
#include "harness/vm/kernel_head.h"
#include "harness/vm/qemu_command.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *guest_of(const struct guest_options *options)
{
    return options->guest ? options->guest : options->machine->guest;
}

/* Without the plugin the table's hardware does not exist. NULL: no table is
 * wanted. */
static GBytes *acpi_table_of(const struct guest_options *options)
{
    if (!options->machine->acpi_table || options->no_plugin)
        return NULL;
    return options->machine->acpi_table(options->plugin_options, qemu_cpus(options));
}

gboolean guest_parts_fetch(const struct guest_options *options, GError **error)
{
    struct fetch_list *list = fetch_list_new();
    g_autoptr(GBytes) acpi_table = acpi_table_of(options);

    fetch_list_qemu(list, options->machine->qemu);
    fetch_list_guest(list, guest_of(options));
    for (const char *const *name = options->packages; name && *name; name++)
        fetch_list_package(list, guest_of(options), *name);
    if (acpi_table)
        fetch_list_uefi(list);
    return fetch_missing(list, error);
}

/* A user's kernel comes with a matching guest and modules. A user who brings
 * modules may bring all of them. */
static gboolean find_image(
    const struct guest_options *options, struct guest_parts *parts, GError **error)
{
    const struct own_kernel_needs needs = {.guest = guest_of(options),
        .modules = options->machine->modules,
        .share = options->share != NULL};
    struct own_kernel *own = &parts->own;

    if (options->kernel) {
        if (!own_kernel_find(options->kernel, guest_recipe_find(needs.guest)->arch, own, error))
            return FALSE;
        if ((own->modules || !options->modules || !*options->modules) &&
            !own_kernel_pack(own, &needs, &parts->own_modules, error))
            return FALSE;
    }
    if (!guest_image_find(own->guest ? own->guest : needs.guest, &parts->image, error))
        return FALSE;
    if (own->image) {
        g_free(parts->image.kernel);
        parts->image.kernel = g_strdup(own->image);
    }
    return TRUE;
}

static gboolean find_packages(
    const struct guest_options *options, struct guest_parts *parts, GError **error)
{
    parts->archives = g_ptr_array_new_with_free_func(g_free);
    for (const char *const *name = options->packages; name && *name; name++) {
        char *archive = guest_package_find(guest_of(options), *name, error);

        if (!archive)
            return FALSE;
        g_ptr_array_add(parts->archives, archive);
    }
    g_ptr_array_add(parts->archives, NULL);
    return TRUE;
}

static gboolean find_all(
    struct guest_parts *parts, const struct guest_options *options, GError **error)
{
    const struct machine *machine = options->machine;

    if (!qemu_find(machine->qemu, &parts->qemu, error))
        return FALSE;
    if (!find_image(options, parts, error))
        return FALSE;
    if (!options->no_plugin && !(parts->plugin = machine_plugin_path(machine, error)))
        return FALSE;
    if (machine->flash &&
        (parts->flash = guest_flash_open(machine, options->flash, options->image, error)) < 0)
        return FALSE;
    /* On arm64 only UEFI can pass ACPI to Linux. */
    parts->acpi_table = acpi_table_of(options);
    if (parts->acpi_table && !(parts->uefi = uefi_find(error)))
        return FALSE;
    return find_packages(options, parts, error);
}

gboolean guest_parts_find(
    struct guest_parts *parts, const struct guest_options *options, GError **error)
{
    struct guest_extra extra;
    gboolean ok;
    int fd;

    if (!find_all(parts, options, error))
        return FALSE;
    /* A resumed guest has its memory, with the kernel and the unpacked
     * initramfs. */
    if (options->resume)
        return kernel_head_open(&parts->head, parts->image.kernel, error);
    extra = (struct guest_extra){.acpi_table = parts->acpi_table,
        .kernel_modules = parts->own_modules,
        .archives = (const char *const *)parts->archives->pdata,
        .files = options->files,
        .modules = options->modules};
    if (!guest_extra_is_empty(&extra)) {
        parts->initramfs = guest_initramfs_extend(parts->image.initramfs, &extra, error);
        if (parts->initramfs < 0)
            return FALSE;
    }
    fd = parts->initramfs >= 0 ? dup(parts->initramfs)
                               : open(parts->image.initramfs, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set_errno(parts->image.initramfs, error);
    ok = guest_memory_check(options, fd, error);
    close(fd);
    return ok;
}

void guest_parts_clear(struct guest_parts *parts)
{
    if (parts->qemu.argv)
        qemu_clear(&parts->qemu);
    if (parts->image.kernel)
        guest_image_clear(&parts->image);
    g_free(parts->plugin);
    g_free(parts->uefi);
    own_kernel_clear(&parts->own);
    if (parts->own_modules)
        g_bytes_unref(parts->own_modules);
    if (parts->acpi_table)
        g_bytes_unref(parts->acpi_table);
    if (parts->archives)
        g_ptr_array_unref(parts->archives);
    if (parts->initramfs >= 0)
        close(parts->initramfs);
    if (parts->flash >= 0)
        close(parts->flash);
    if (parts->head >= 0)
        close(parts->head);
}

struct qemu_process *guest_parts_start(
    const struct guest_parts *parts, const struct guest_options *options, GError **error)
{
    struct qemu_files files = {
        .kernel = parts->head < 0 ? parts->image.kernel : NULL,
        .initramfs = parts->initramfs < 0 ? parts->image.initramfs : NULL,
        .plugin = parts->plugin,
        .firmware = parts->uefi,
        .flash = parts->flash >= 0,
    };
    struct qemu_start start = {
        .initramfs = parts->initramfs,
        .kernel = parts->head,
        .flash = parts->flash,
        .saved = options->save ? options->save : options->resume,
        .window = options->window,
        .gdb = options->gdb ? options->gdb : -1,
        .terminal = options->terminal,
        .console_is_terminal = qemu_console_is_terminal(options),
        .deadline = options->deadline,
    };

    qemu_command_append(parts->qemu.argv, options, &files);
    start.argv = (const char *const *)parts->qemu.argv->pdata;
    return qemu_process_start(&start, error);
}

/* The plugin makes a device tree of the file of hardware. */
static gboolean add_hardware(const struct guest_options *options, GString *inputs, GError **error)
{
    static const char prefix[] = "hardware=";
    const char *const *option = options->plugin_options;

    for (; option && *option; option++)
        if (g_str_has_prefix(*option, prefix) &&
            !build_inputs_add(inputs, BUILD_INPUT_CONTENTS, *option + strlen(prefix), error))
            return FALSE;
    return TRUE;
}

static gboolean add_files(const struct guest_parts *parts, GString *inputs, GError **error)
{
    if (!build_inputs_add(inputs, BUILD_INPUT_FILE, parts->qemu.origin, error) ||
        !build_inputs_add(inputs, BUILD_INPUT_FILE, parts->image.kernel, error) ||
        !build_inputs_add(inputs, BUILD_INPUT_FILE, parts->image.initramfs, error) ||
        !build_inputs_add(inputs, BUILD_INPUT_CONTENTS, parts->plugin, error) ||
        (parts->uefi && !build_inputs_add(inputs, BUILD_INPUT_FILE, parts->uefi, error)))
        return FALSE;
    for (guint i = 0; i + 1 < parts->archives->len; i++)
        if (!build_inputs_add(
                inputs, BUILD_INPUT_FILE, g_ptr_array_index(parts->archives, i), error))
            return FALSE;
    return TRUE;
}

/* Adds what identifies an ACPI table or the modules of the user's kernel. */
static void add_bytes(GPtrArray *words, GBytes *bytes)
{
    if (bytes)
        g_ptr_array_add(words, g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes));
}

/* Adds what identifies the user's files and modules. */
static gboolean add_extra(GPtrArray *words, const struct guest_options *options, GError **error)
{
    const struct guest_extra extra = {.files = options->files, .modules = options->modules};
    char *sum;

    if (guest_extra_is_empty(&extra))
        return TRUE;
    sum = guest_extra_sum(&extra, error);
    if (sum)
        g_ptr_array_add(words, sum);
    return sum != NULL;
}

/* Builds of the same sources in two places share saved guests, so the plugin's
 * path does not count. */
char *guest_fingerprint(const struct guest_options *options, GString *inputs, GError **error)
{
    struct guest_parts parts = GUEST_PARTS_NONE;
    char *print = NULL;

    if (guest_options_check(options, error) && find_all(&parts, options, error) &&
        add_files(&parts, inputs, error) && add_hardware(options, inputs, error)) {
        struct qemu_files files = {.kernel = parts.image.kernel,
            .initramfs = parts.image.initramfs,
            .plugin = "plugin",
            .firmware = parts.uefi};

        g_ptr_array_add(parts.qemu.argv, build_inputs_identity(inputs->str));
        add_bytes(parts.qemu.argv, parts.acpi_table);
        add_bytes(parts.qemu.argv, parts.own_modules);
        if (add_extra(parts.qemu.argv, options, error)) {
            qemu_command_append(parts.qemu.argv, options, &files);
            print = cache_fingerprint((const char *const *)parts.qemu.argv->pdata);
        }
    }
    guest_parts_clear(&parts);
    return print;
}
