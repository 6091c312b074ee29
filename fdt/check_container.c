/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks the container of packed catalogues by the rules of skiboot's
 * core/flash-subpartition.c and core/flash.c. */
#include "fdt/big_endian.h"
#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/limits.h"
#include "fdt/packed.h"
#include "models/power9/generation.h"

#include <string.h>

struct section {
    guint32 key, offset, bytes;
};

static struct section section_at(const guint8 *container, guint index)
{
    const guint8 *at = container + 8 + index * 12;

    return (struct section){be32_at(at), be32_at(at + 4), be32_at(at + 8)};
}

static gboolean ends_list(struct section s)
{
    return !s.key && !s.offset && !s.bytes;
}

/* Adds complaints about the packed tree, each with its section. */
static void check_content(
    const guint8 *container, struct section s, const char *place, GPtrArray *complaints)
{
    g_autoptr(GPtrArray) inside = complaints_new();
    g_autoptr(GBytes) tree = packed_read(container + s.offset, s.bytes, place, complaints);

    if (!tree)
        return;
    check_catalogue(g_bytes_get_data(tree, NULL), g_bytes_get_size(tree), inside);
    for (guint i = 0; i < inside->len; i++)
        complain(complaints, "%s: %s", place, (const char *)g_ptr_array_index(inside, i));
}

/* Whether skiboot continues after this section's entry. It reads all entries,
 * regardless of the key. */
static gboolean check_line(struct section s, gsize actual, const char *place, GPtrArray *complaints)
{
    if ((guint64)s.offset + s.bytes > actual)
        complain(complaints, "%s: offset 0x%x and 0x%x bytes reach beyond the 0x%zx bytes in use",
            place, s.offset, s.bytes, actual);
    else if (!s.bytes)
        complain(complaints, "%s: no bytes", place);
    else if (s.offset < CONTAINER_HEADER)
        complain(complaints, "%s: offset 0x%x: expected 0x%x or more", place, s.offset,
            CONTAINER_HEADER);
    else
        return TRUE;
    return FALSE;
}

/* skiboot reads all sections, rounded up to blocks, into a buffer without
 * checking the size. */
static void check_sum(gsize end, GPtrArray *complaints)
{
    if (end > CONTAINER_BYTES)
        complain(complaints,
            "container: 0x%zx bytes with all sections; skiboot's buffer holds 0x%x", end,
            CONTAINER_BYTES);
}

static gsize round_up(gsize bytes)
{
    return (bytes + CONTAINER_HEADER - 1) / CONTAINER_HEADER * CONTAINER_HEADER;
}

static void check_section(
    const guint8 *container, gsize actual, struct section s, gsize *end, GPtrArray *complaints)
{
    g_autofree char *place = g_strdup_printf("container: section 0x%06x", s.key);

    if (!check_line(s, actual, place, complaints))
        return;
    *end = MAX(*end, round_up((gsize)s.offset + s.bytes));
    check_content(container, s, place, complaints);
}

/* The number of sections for a machine of @generation. */
static guint found(const guint8 *bytes, const struct p9_generation *generation)
{
    guint n = 0;

    for (guint i = 0; i < CONTAINER_SECTIONS && !ends_list(section_at(bytes, i)); i++)
        n += section_at(bytes, i).key == generation->key;
    return n;
}

static void check_keys(const guint8 *bytes, GPtrArray *complaints)
{
    guint sum = 0;

    for (const struct p9_generation *const *g = p9_generations; *g; g++) {
        guint n = found(bytes, *g);

        sum += n;
        if (n > 1)
            complain(complaints,
                "container: %u sections for key 0x%06x: skiboot adds up their offsets", n,
                (*g)->key);
    }
    if (!sum)
        complain(complaints,
            "container: no section for a key that a machine asks for, such as %s's 0x%06x",
            generation_power9.machine, generation_power9.key);
}

void check_container(const guint8 *bytes, gsize actual, GPtrArray *complaints)
{
    gsize end = 0;

    if (actual < CONTAINER_HEADER) {
        complain(complaints, "container: 0x%zx bytes: the header alone has 0x%x", actual,
            CONTAINER_HEADER);
        return;
    }
    if (be32_at(bytes + 4) != 1) {
        complain(complaints, "container: version %u, expected 1", be32_at(bytes + 4));
        return;
    }
    for (guint i = 0; i < CONTAINER_SECTIONS && !ends_list(section_at(bytes, i)); i++)
        check_section(bytes, actual, section_at(bytes, i), &end, complaints);
    check_sum(end, complaints);
    check_keys(bytes, complaints);
}
