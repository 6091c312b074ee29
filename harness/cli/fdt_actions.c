/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Carries out the actions of `pmulab fdt`: writes catalogues, flash images,
 * nodes of machines and an ACPI table, and checks files.
 */
#include "harness/cli/fdt_actions.h"

#include "fdt/big_endian.h"
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/flash.h"
#include "fdt/homer.h"
#include "fdt/limits.h"
#include "fdt/machine_tree.h"
#include "harness/base/error.h"
#include "harness/format/fdt_file.h"
#include "harness/hardware/registers.h"
#include "harness/machine/kunpeng_tables.h"
#include "harness/machine/machines.h"
#include "models/kunpeng/kunpeng_config.h"
#include "models/power9/catalogue.h"
#include "models/power9/power9_config.h"

#include <stdio.h>
#include <string.h>

#define MAX_SAID 10 /* limit on printed complaints: a fault in a shared place appears many times */

/* Prints the complaints of a check, one per line. */
static void say(const char *what, const char *path, const GPtrArray *complaints)
{
    for (guint i = 0; i < MIN(complaints->len, MAX_SAID); i++)
        fprintf(stderr, "pmulab: %s%s%s%s\n", what, path ? path : "", path ? ": " : "",
            (const char *)g_ptr_array_index(complaints, i));
    if (complaints->len > MAX_SAID)
        fprintf(stderr, "pmulab: %s... and %u more\n", what, complaints->len - MAX_SAID);
}

/* Writes @bytes if @complaints of the check is empty, or with --force. Returns
 * the exit status. */
static int write_checked(const struct fdt *fdt, GBytes *bytes, gboolean text, const char *path,
    const GPtrArray *complaints)
{
    GError *error = NULL;

    say(fdt->force ? "warning: " : "", path, complaints);
    if (complaints->len && !fdt->force) {
        fputs("pmulab: nothing is written; --force writes it anyway\n", stderr);
        return STATUS_FAILED;
    }
    return fdt_file_write(bytes, fdt->out, text, &error) ? STATUS_OK : error_exit(error);
}

/* The machine's. NULL with an error. */
static const struct p9_generation *generation_of(const struct fdt *fdt, GError **error)
{
    const char *name = fdt->machine ? fdt->machine : p9_generations[0]->machine;

    for (const struct p9_generation *const *g = p9_generations; *g; g++)
        if (!strcmp((*g)->machine, name))
            return *g;
    error_usage(error, "--machine '%s': expected power9, power10 or power11", name);
    return NULL;
}

static int print_list(const struct fdt *fdt, const struct p9_generation *generation)
{
    g_autoptr(GBytes) text = g_bytes_new_static(generation->list, strlen(generation->list));
    GError *error = NULL;

    return fdt_file_write(text, fdt->out, TRUE, &error) ? STATUS_OK : error_exit(error);
}

int fdt_catalogue(const struct fdt *fdt)
{
    const char *path = fdt->words[0];
    g_autoptr(GPtrArray) complaints = complaints_new();
    g_autoptr(GBytes) tree = NULL, source = NULL;
    GError *error = NULL;
    const struct p9_generation *generation = generation_of(fdt, &error);

    if (!generation)
        return error_exit(error);
    if (fdt->list && (path || fdt->source)) {
        error_usage(&error,
            "fdt catalogue: --list prints the built-in list, and takes no FILE and no --dts");
        return error_exit(error);
    }
    if (fdt->list)
        return print_list(fdt, generation);
    tree = fdt_file_catalogue(path, generation, &error);
    if (!tree)
        return error_exit(error);
    check_catalogue(g_bytes_get_data(tree, NULL), g_bytes_get_size(tree), complaints);
    source = fdt->source ? fdt_file_source(tree, &error) : g_bytes_ref(tree);
    if (!source)
        return error_exit(error);
    return write_checked(fdt, source, fdt->source, path, complaints);
}

/* The requested keys, or @key, the machine's own. */
static GArray *parse_keys(char **words, guint32 key, GError **error)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(guint32));

    for (char **word = words; word && *word; word++) {
        guint64 value;

        if (!register_parse_number(*word, &value) || value == 0 || value > G_MAXUINT32) {
            error_usage(error,
                "--key '%s': expected a number such as 0x4e0200, of at most 32 bits and not 0",
                *word);
            return NULL;
        }
        key = (guint32)value;
        g_array_append_val(keys, key);
    }
    if (!keys->len)
        g_array_append_val(keys, key);
    if (keys->len > CONTAINER_SECTIONS) {
        error_usage(error, "--key: more than %u", CONTAINER_SECTIONS);
        return NULL;
    }
    return g_steal_pointer(&keys);
}

static gboolean parse_check(const char *word, enum packed_check *check, GError **error)
{
    *check = word && !strcmp(word, "crc64") ? PACKED_CRC64 : PACKED_CRC32;
    if (!word || !strcmp(word, "crc32") || !strcmp(word, "crc64"))
        return TRUE;
    return error_usage(error, "--check '%s': expected crc32 or crc64", word);
}

static gboolean parse_size(const char *word, gsize *bytes, GError **error)
{
    guint64 mebibytes = FLASH_BYTES >> 20;

    *bytes = 0;
    if (word && !g_ascii_string_to_unsigned(word, 10, 1, 128, &mebibytes, NULL))
        return error_usage(error, "--size '%s': expected 1 to 128 (MiB)", word);
    *bytes = (gsize)mebibytes << 20;
    return TRUE;
}

int fdt_flash(const struct fdt *fdt)
{
    GError *error = NULL;
    enum packed_check check;
    gsize bytes;
    const struct p9_generation *generation = generation_of(fdt, &error);
    g_autoptr(GArray) keys = generation ? parse_keys(fdt->keys, generation->key, &error) : NULL;
    g_autoptr(GBytes) tree = NULL, image = NULL;
    g_autoptr(GPtrArray) complaints = complaints_new();

    if (!keys || !parse_check(fdt->check, &check, &error) || !parse_size(fdt->size, &bytes, &error))
        return error_exit(error);
    tree = fdt_file_catalogue(fdt->catalogue, generation, &error);
    if (!tree)
        return error_exit(error);
    image = fdt_flash_image_unchecked(
        tree, (const guint32 *)(const void *)keys->data, keys->len, check, bytes);
    fdt_flash_check(tree, image, complaints);
    return write_checked(fdt, image, FALSE, fdt->catalogue, complaints);
}

/* The tree with HOMER memory. NULL with an error that names the file. */
static GBytes *add_homer(GBytes *tree, int sockets, const char *path, GError **error)
{
    enum { ROOM_FOR_NODES = 4096 };
    gsize size;
    const void *bytes = g_bytes_get_data(tree, &size);
    gsize room = size + ROOM_FOR_NODES;
    guint8 *larger = g_malloc0(room);
    const char *wrong;

    memcpy(larger, bytes, size);
    wrong = fdt_add_homer(larger, room, sockets ? (guint)sockets : machine_tree_chips(bytes));
    if (!wrong)
        return g_bytes_new_take(larger, room);
    g_free(larger);
    error_failed(error, "%s: %s", path, wrong);
    return NULL;
}

/* The tree without its spare room: its second word is its length. */
static GBytes *trimmed(GBytes *tree)
{
    return g_bytes_new_from_bytes(
        tree, 0, be32_at((const guint8 *)g_bytes_get_data(tree, NULL) + 4));
}

/* The tree of a powernv machine with HOMER, checked. NULL with an error. */
static GBytes *powernv_machine(
    const struct fdt *fdt, GBytes *tree, GPtrArray *complaints, GError **error)
{
    const char *path = fdt->words[0];
    g_autoptr(GBytes) larger = NULL, whole = NULL;

    if (fdt->config) {
        error_usage(error, "--config: only trees of QEMU's machine virt take it");
        return NULL;
    }
    if (fdt->sockets < 0 || fdt->sockets > P9_MAX_CHIPS) {
        error_usage(error, "--sockets %d: expected 1 to %d", fdt->sockets, P9_MAX_CHIPS);
        return NULL;
    }
    larger = add_homer(tree, fdt->sockets, path, error);
    if (!larger)
        return NULL;
    whole = trimmed(larger);
    check_machine(g_bytes_get_data(whole, NULL), g_bytes_get_size(whole), complaints);
    return g_steal_pointer(&whole);
}

/* The tree of the machine virt with the nodes of kunpeng, checked. NULL with an
 * error. */
static GBytes *virt_machine(
    const struct fdt *fdt, GBytes *tree, GPtrArray *complaints, GError **error)
{
    GBytes *whole;

    if (fdt->sockets) {
        error_usage(error, "--sockets: only trees of a powernv machine take it");
        return NULL;
    }
    whole = kunpeng_tables_tree(tree, fdt->config, fdt->words[0], error);
    if (whole)
        kunpeng_tables_check_tree(
            g_bytes_get_data(whole, NULL), g_bytes_get_size(whole), complaints);
    return whole;
}

int fdt_machine(const struct fdt *fdt)
{
    const char *path = fdt->words[0];
    GError *error = NULL;
    g_autoptr(GBytes) tree = fdt_file_read(path, &error), whole = NULL, written = NULL;
    g_autoptr(GPtrArray) complaints = complaints_new();
    const guint8 *bytes = tree ? g_bytes_get_data(tree, NULL) : NULL;

    if (!tree)
        return error_exit(error);
    if (kunpeng_tables_is_tree(bytes, g_bytes_get_size(tree)))
        whole = virt_machine(fdt, tree, complaints, &error);
    else if (check_kind_of(bytes, g_bytes_get_size(tree)) == CHECK_MACHINE)
        whole = powernv_machine(fdt, tree, complaints, &error);
    else
        error_failed(&error,
            "%s: expected a sound tree of a machine, as `qemu-system-ppc64 -M "
            "powernv9,dumpdtb=FILE` or `qemu-system-aarch64 -M virt,dumpdtb=FILE` writes it",
            path);
    if (whole)
        written = fdt->source ? fdt_file_source(whole, &error) : g_bytes_ref(whole);
    return written ? write_checked(fdt, written, fdt->source, path, complaints) : error_exit(error);
}

int fdt_acpi(const struct fdt *fdt)
{
    GError *error = NULL;
    g_autoptr(GBytes) table = NULL;
    g_autoptr(GPtrArray) complaints = complaints_new();

    if (fdt->cpus < 0 || fdt->cpus > KUNPENG_MAX_CPUS)
        error_usage(&error, "--cpus %d: expected 1 to %d", fdt->cpus, KUNPENG_MAX_CPUS);
    else
        table = kunpeng_tables_acpi(
            fdt->config, fdt->cpus ? (unsigned)fdt->cpus : kunpeng_machine.cpus, &error);
    if (!table)
        return error_exit(error);
    kunpeng_tables_check_acpi(g_bytes_get_data(table, NULL), g_bytes_get_size(table), complaints);
    return write_checked(fdt, table, FALSE, NULL, complaints);
}

/* Checks @bytes, from the file at @path, by their format. FALSE with an error
 * if no check fits them. */
static gboolean check_bytes(GBytes *bytes, const char *path, GPtrArray *complaints, GError **error)
{
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    g_autoptr(GBytes) tree = NULL;

    if (kunpeng_tables_is_acpi(data, size)) {
        kunpeng_tables_check_acpi(data, size, complaints);
        return TRUE;
    }
    if (kunpeng_tables_is_tree(data, size)) {
        kunpeng_tables_check_tree(data, size, complaints);
        return TRUE;
    }
    switch (check_kind_of(data, size)) {
    case CHECK_CATALOGUE:
        check_catalogue(data, size, complaints);
        return TRUE;
    case CHECK_MACHINE:
        check_machine(data, size, complaints);
        return TRUE;
    case CHECK_CONTAINER:
        check_container(data, size, complaints);
        return TRUE;
    case CHECK_FLASH:
        check_flash(data, size, complaints);
        return TRUE;
    default:
        tree = fdt_file_compile(bytes, path, p9_generations[0], error);
        return tree && check_bytes(tree, path, complaints, error);
    }
}

static int check_file(const char *path)
{
    GError *error = NULL;
    g_autoptr(GBytes) bytes = fdt_file_read(path, &error);
    g_autoptr(GPtrArray) complaints = complaints_new();

    if (!bytes || !check_bytes(bytes, path, complaints, &error))
        return error_exit(error);
    say("", path, complaints);
    if (!complaints->len)
        printf("%s: OK\n", path);
    return complaints->len ? STATUS_FAILED : STATUS_OK;
}

int fdt_check(const struct fdt *fdt)
{
    int status = STATUS_OK;

    for (char **path = fdt->words; *path; path++)
        status = check_file(*path) ? STATUS_FAILED : status;
    return status;
}
