/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads properties of a possibly wrong device tree, and complains about
 * errors. */
#include "fdt/tree_read.h"

#include "fdt/complaints.h"

#include <libfdt.h>
#include <string.h>

enum {
    PATH_BYTES = 1024,
    /* of skiboot and the kernel; older trees have other node names, on which
     * libfdt 1.6.1 crashes */
    OLDEST = 16,
};

int tree_status(const guint8 *bytes, gsize size)
{
    if (size < FDT_V16_SIZE)
        return -FDT_ERR_TRUNCATED;
    if (fdt_magic(bytes) == FDT_MAGIC && fdt_version(bytes) < OLDEST)
        return -FDT_ERR_BADVERSION;
    return fdt_check_full(bytes, size);
}

gboolean tree_sound(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    int status = tree_status(bytes, size);

    if (status)
        complain(complaints, "the device tree is damaged: %s", fdt_strerror(status));
    return !status;
}

char *tree_path(const struct tree *tree, int node)
{
    char path[PATH_BYTES];
    int status = fdt_get_path(tree->fdt, node, path, sizeof(path));

    return g_strdup(status ? "a node with a path too long" : path);
}

void tree_complain(const struct tree *tree, int node, const char *format, ...)
{
    g_autofree char *path = tree_path(tree, node);
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    complain(tree->complaints, "%s: %s", path, message);
}

gboolean tree_has(const struct tree *tree, int node, const char *property)
{
    return fdt_getprop(tree->fdt, node, property, NULL) != NULL;
}

const char *tree_string(const struct tree *tree, int node, const char *property)
{
    int size;
    const char *value = fdt_getprop(tree->fdt, node, property, &size);

    if (!value)
        tree_complain(tree, node, "no '%s'", property);
    else if (size < 1 || strnlen(value, (size_t)size) != (size_t)size - 1)
        tree_complain(tree, node, "'%s' is not a string", property);
    else
        return value;
    return NULL;
}

gboolean tree_cell(const struct tree *tree, int node, const char *property, int n, guint32 *value)
{
    int size;
    const fdt32_t *cells = fdt_getprop(tree->fdt, node, property, &size);

    if (!cells)
        tree_complain(tree, node, "no '%s'", property);
    else if (size < n * (int)sizeof(*cells) || size % (int)sizeof(*cells))
        tree_complain(tree, node, "'%s' has %d bytes, expected %s%d", property, size,
            n > 1 ? "at least " : "", n * (int)sizeof(*cells));
    else {
        *value = fdt32_ld(cells);
        return TRUE;
    }
    return FALSE;
}

gboolean tree_compatible(const struct tree *tree, int node, const char *string)
{
    return fdt_node_check_compatible(tree->fdt, node, string) == 0;
}
