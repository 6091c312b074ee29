/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads catalogues for `pmulab fdt` from text lists, device tree source or
 * trees, and writes its results. The program dtc compiles and prints source. */
#include "harness/format/fdt_file.h"

#include "fdt/check.h"
#include "fdt/p9_tree.h"
#include "harness/base/error.h"
#include "harness/base/file_stream.h"

#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

static GBytes *fdt_refuse(GError **error, const char *path, const char *message)
{
    error_failed(error, "%s: %s", path, message);
    return NULL;
}

GBytes *fdt_file_read(const char *path, GError **error)
{
    char *content;
    gsize size;

    if (!g_file_get_contents(path, &content, &size, error))
        return NULL;
    return g_bytes_new_take(content, size);
}

/* dtc's first complaint that is not a warning; the caller frees it. */
static char *complaint_of(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line; line++)
        if (**line && !strstr(*line, "Warning"))
            return g_strdup(g_str_has_prefix(*line, "Error: ") ? *line + strlen("Error: ") : *line);
    return g_strdup("dtc failed and did not say why");
}

/* Runs dtc on @input. -q drops its warnings: they are about style, and our own
 * checks follow. */
static GBytes *run_dtc(
    GBytes *input, const char *from, const char *to, const char *path, GError **error)
{
    g_autoptr(GSubprocess) dtc =
        g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                             G_SUBPROCESS_FLAGS_STDERR_PIPE,
            NULL, "dtc", "-q", "-I", from, "-O", to, "-", NULL);
    g_autoptr(GBytes) output = NULL, complaints = NULL;
    g_autofree char *text = NULL, *complaint = NULL;

    if (!dtc)
        return fdt_refuse(error, path, "needs the program dtc: install device-tree-compiler");
    if (!g_subprocess_communicate(dtc, input, NULL, &output, &complaints, error))
        return NULL;
    if (g_subprocess_get_successful(dtc))
        return g_steal_pointer(&output);
    text = g_strndup(g_bytes_get_data(complaints, NULL), g_bytes_get_size(complaints));
    complaint = complaint_of(text);
    /* dtc's name for its standard input. */
    return fdt_refuse(error, path,
        g_str_has_prefix(complaint, "<stdin>:") ? complaint + strlen("<stdin>:") : complaint);
}

static GBytes *compile_list(
    const char *text, const char *path, const struct p9_generation *generation, GError **error)
{
    g_autofree struct p9_catalogue *catalogue = g_new(struct p9_catalogue, 1);
    char wrong[P9_CATALOGUE_WRONG];

    if (p9_catalogue_parse(catalogue, text, wrong))
        return p9_tree_write(catalogue, generation->version);
    return fdt_refuse(error, path, wrong);
}

GBytes *fdt_file_compile(
    GBytes *bytes, const char *path, const struct p9_generation *generation, GError **error)
{
    gsize size;
    const char *content = g_bytes_get_data(bytes, &size);
    g_autofree char *text = g_strndup(content ? content : "", size);

    if (strlen(text) < size || !g_utf8_validate(text, -1, NULL))
        return fdt_refuse(
            error, path, "neither text, nor a device tree, a container or a flash image");
    if (strstr(text, "/dts-v1/"))
        return run_dtc(bytes, "dts", "dtb", path, error);
    return compile_list(text, path, generation, error);
}

GBytes *fdt_file_catalogue(const char *path, const struct p9_generation *generation, GError **error)
{
    g_autoptr(GBytes) bytes = NULL;

    if (!path)
        return p9_tree_write(generation->catalogue(), generation->version);
    bytes = fdt_file_read(path, error);
    if (!bytes)
        return NULL;
    switch (check_kind_of(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes))) {
    case CHECK_CATALOGUE:
        return g_steal_pointer(&bytes);
    case CHECK_UNKNOWN:
        return fdt_file_compile(bytes, path, generation, error);
    default:
        return fdt_refuse(
            error, path, "expected a catalogue: a list, device tree source, or a tree (.dtb)");
    }
}

GBytes *fdt_file_source(GBytes *tree, GError **error)
{
    return run_dtc(tree, "dtb", "dts", "--dts", error);
}

gboolean fdt_file_write(GBytes *bytes, const char *path, gboolean text, GError **error)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);

    if (!path)
        path = "-";
    if (file_is_stdout(path) && !text && isatty(STDOUT_FILENO))
        return error_usage(
            error, "standard output is a terminal, and this is no text: expected -o FILE");
    return file_replace(path, data, size, error);
}
