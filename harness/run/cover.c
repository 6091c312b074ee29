/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Selects the code that the plugin watches, and maps the results to functions
 * of drivers. */
#include "harness/run/cover.h"

#include "harness/base/error.h"
#include "harness/symbols/kernel_symbols.h"
#include "models/sim/cover.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the watched code ---- */

static void add_ranges(GArray *ranges, const struct machine_range *list)
{
    for (; list->to; list++) {
        struct cover_range range = {list->from, list->to};

        g_array_append_val(ranges, range);
    }
}

/* The functions of drivers in the kernel, at their last addresses; FALSE: these
 * are unknown. */
static gboolean add_built_in(GArray *ranges, const struct driver_naming *naming)
{
    static const char *const no_modules[] = {NULL};
    struct driver_naming known = *naming;
    g_autofree char *places = driver_names_known_places(naming);
    g_autoptr(GArray) functions = NULL;

    if (!places)
        return FALSE;
    known.places = places;
    functions = driver_functions(&known, no_modules);
    for (guint i = 0; i < functions->len; i++) {
        const struct driver_function *function =
            &g_array_index(functions, struct driver_function, i);
        struct cover_range range = {function->address, function->address + function->size};

        g_array_append_val(ranges, range);
    }
    return functions->len > 0;
}

static gint compare_ranges(gconstpointer a, gconstpointer b)
{
    const struct cover_range *x = a, *y = b;

    return x->from < y->from ? -1 : x->from > y->from;
}

/* Sorts the ranges and merges adjacent ones. FALSE: there are too many. */
static gboolean put_ranges(struct cover_map *map, GArray *ranges)
{
    g_array_sort(ranges, compare_ranges);
    for (guint i = 0; i < ranges->len; i++) {
        const struct cover_range *range = &g_array_index(ranges, struct cover_range, i);
        struct cover_range *last = map->n_ranges ? &map->ranges[map->n_ranges - 1] : NULL;

        if (last && range->from <= last->to)
            last->to = MAX(last->to, range->to);
        else if (map->n_ranges == COVER_RANGES)
            return FALSE;
        else
            map->ranges[map->n_ranges++] = *range;
    }
    return TRUE;
}

static struct cover_map *map_file(const struct memory_file *file)
{
    void *map =
        mmap(NULL, sizeof(struct cover_map), PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, 0);

    return map == MAP_FAILED ? NULL : map;
}

gboolean cover_file_open(struct memory_file *file, const struct machine *machine,
    const struct driver_naming *naming, GError **error)
{
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(struct cover_range));
    struct cover_map *map;

    if (!memory_file_open(file, "cover", error))
        return FALSE;
    map = ftruncate(file->fd, sizeof(*map)) ? NULL : map_file(file);
    if (!map)
        return error_set_errno("a file in memory", error);
    add_ranges(ranges, machine->module_text);
    if (naming->built_in && !add_built_in(ranges, naming))
        add_ranges(ranges, machine->kernel_text);
    memcpy(map->magic, COVER_MAGIC, sizeof(map->magic));
    if (!put_ranges(map, ranges)) {
        map->n_ranges = 0;
        g_array_set_size(ranges, 0);
        add_ranges(ranges, machine->module_text);
        add_ranges(ranges, machine->kernel_text);
        put_ranges(map, ranges);
    }
    munmap(map, sizeof(*map));
    return TRUE;
}

/* ---- functions ---- */

static void function_free(gpointer data)
{
    struct cover_function *function = data;

    g_free(function->module);
    g_free(function->name);
    g_byte_array_unref(function->bytes);
    g_free(function);
}

struct cover *cover_new(void)
{
    struct cover *cover = g_new0(struct cover, 1);

    cover->functions = g_ptr_array_new_with_free_func(function_free);
    cover->edges = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return cover;
}

void cover_free(struct cover *cover)
{
    if (!cover)
        return;
    g_ptr_array_unref(cover->functions);
    g_hash_table_unref(cover->edges);
    g_free(cover);
}

static gint compare_functions(
    const char *module, const char *name, const struct cover_function *function)
{
    gint by_name = strcmp(name, function->name);

    return by_name ? by_name : g_strcmp0(module, function->module);
}

/* Finds a function in @cover, which is sorted, or adds it. */
static struct cover_function *function_of(struct cover *cover, const char *module, const char *name)
{
    guint from = 0, to = cover->functions->len;
    struct cover_function *function;

    while (from < to) {
        guint middle = from + (to - from) / 2;
        gint order = compare_functions(module, name, g_ptr_array_index(cover->functions, middle));

        if (!order)
            return g_ptr_array_index(cover->functions, middle);
        if (order > 0)
            from = middle + 1;
        else
            to = middle;
    }
    function = g_new0(struct cover_function, 1);
    function->module = g_strdup(module);
    function->name = g_strdup(name);
    function->bytes = g_byte_array_new();
    g_ptr_array_insert(cover->functions, (gint)from, function);
    return function;
}

static void grow(struct cover_function *function, guint size)
{
    const guint before = function->bytes->len;

    if (size <= before)
        return;
    g_byte_array_set_size(function->bytes, size);
    memset(function->bytes->data + before, 0, size - before);
    function->size = size;
}

static void reach(struct cover_function *function, guint at)
{
    function->reached += !function->bytes->data[at];
    function->bytes->data[at] = 1;
}

guint cover_add(struct cover *cover, const struct cover *other)
{
    const guint before = g_hash_table_size(cover->edges);
    GHashTableIter iter;
    gpointer edge;

    for (guint i = 0; i < other->functions->len; i++) {
        const struct cover_function *from = g_ptr_array_index(other->functions, i);
        struct cover_function *to = function_of(cover, from->module, from->name);

        grow(to, from->size);
        for (guint at = 0; at < from->size; at++)
            if (from->bytes->data[at])
                reach(to, at);
    }
    g_hash_table_iter_init(&iter, other->edges);
    while (g_hash_table_iter_next(&iter, &edge, NULL))
        g_hash_table_add(cover->edges, g_strdup(edge));
    cover->gone += other->gone;
    cover->unwatched = MAX(cover->unwatched, other->unwatched);
    cover->lost += other->lost;
    return g_hash_table_size(cover->edges) - before;
}

/* ---- reading a map ---- */

/* A part of a function: its address in the guest, and its offset in the
 * function. */
struct part {
    guint64 from, to;
    const char *module, *name; /* the function's */
    guint at;
    guint base; /* the same among all parts */
};

struct reading {
    struct cover *cover;
    const struct cover_map *map;
    GArray *parts;      /* by address */
    GByteArray *inside; /* of each byte of all parts, 1: within a block, and not its first one */
};

static gboolean is_watched(const struct cover_map *map, const struct part *part)
{
    for (guint i = 0; i < map->n_ranges; i++)
        if (part->from >= map->ranges[i].from && part->to <= map->ranges[i].to)
            return TRUE;
    return FALSE;
}

/* All sizes must be known before any byte is marked: a function grows by each
 * of its parts, in the order of addresses within a module. */
static void add_parts(struct reading *reading, const GArray *functions)
{
    for (guint i = 0; i < functions->len; i++) {
        const struct driver_function *f = &g_array_index(functions, struct driver_function, i);
        const char *cold = strstr(f->name, ".cold");
        g_autofree char *name =
            cold ? g_strndup(f->name, (gsize)(cold - f->name)) : g_strdup(f->name);
        struct cover_function *function = function_of(reading->cover, f->module, name);
        struct part part = {.from = f->address,
            .to = f->address + f->size,
            .module = function->module,
            .name = function->name,
            .at = function->size,
            .base = reading->inside->len};

        grow(function, function->size + (guint)f->size);
        g_byte_array_set_size(reading->inside, part.base + (guint)f->size);
        memset(reading->inside->data + part.base, 0, (guint)f->size);
        reading->cover->unwatched += !is_watched(reading->map, &part);
        g_array_append_val(reading->parts, part);
    }
}

static const struct part *part_at(const struct reading *reading, guint64 address)
{
    guint from = 0, to = reading->parts->len;

    while (from < to) {
        guint middle = from + (to - from) / 2;

        if (address >= g_array_index(reading->parts, struct part, middle).to)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == reading->parts->len ||
        address < g_array_index(reading->parts, struct part, from).from)
        return NULL;
    return &g_array_index(reading->parts, struct part, from);
}

/* FALSE: the block is not in a driver. */
static gboolean reach_block(const struct reading *reading, const struct cover_block *block)
{
    const struct part *part = part_at(reading, block->start);
    struct cover_function *function;
    guint64 end;

    if (!part)
        return FALSE;
    function = function_of(reading->cover, part->module, part->name);
    end = MIN(block->start + block->size, part->to);
    for (guint64 at = block->start; block->seen && at < end; at++)
        reach(function, part->at + (guint)(at - part->from));
    for (guint64 at = block->start + 1; at < end; at++)
        reading->inside->data[part->base + at - part->from] = 1;
    return TRUE;
}

/* Edges within a function, from the end of a block, which all its parts share,
 * to the begin of one. Edges between functions mean little: an interrupt can
 * make one anywhere. QEMU cuts a block where a CPU's turn ends, which may also
 * be anywhere. A cut is not an edge: another block continues past it, so the
 * instruction before it is not a branch. */
static void read_edges(const struct reading *reading)
{
    const struct cover_block *blocks = reading->map->blocks;

    for (guint32 i = 0; reading->map->n_edges && i < COVER_EDGES; i++) {
        const guint64 edge = reading->map->edges[i], from = edge >> 32, to = edge & G_MAXUINT32;
        const struct part *a, *b;
        guint64 end, start;

        if (!from || !to || from > COVER_BLOCKS || to > COVER_BLOCKS)
            continue;
        start = blocks[to - 1].start;
        end = blocks[from - 1].start + blocks[from - 1].size;
        a = part_at(reading, blocks[from - 1].start);
        b = part_at(reading, start);
        if (!a || !b || a->name != b->name ||
            (end == start && end < a->to && reading->inside->data[a->base + end - a->from]))
            continue;
        g_hash_table_add(reading->cover->edges,
            g_strdup_printf("%s:%s+0x%" G_GINT64_MODIFIER "x>0x%" G_GINT64_MODIFIER "x",
                a->module ? a->module : "vmlinux", a->name, a->at + end - a->from,
                b->at + start - b->from));
    }
}

struct cover *cover_read(
    const struct memory_file *file, const struct driver_naming *naming, const char *const *modules)
{
    struct reading reading = {.cover = cover_new(),
        .map = map_file(file),
        .inside = g_byte_array_new(),
        .parts = g_array_new(FALSE, FALSE, sizeof(struct part))};
    g_autoptr(GArray) functions = driver_functions(naming, modules);
    g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(guint64)); /* outside of drivers */
    GString *names;

    if (reading.map) {
        add_parts(&reading, functions);
        for (guint32 i = 0; i < MIN(reading.map->n_blocks, (guint32)COVER_BLOCKS); i++) {
            const struct cover_block *block = &reading.map->blocks[i];

            if (!reach_block(&reading, block) && block->seen)
                g_array_append_val(others, block->start);
        }
        read_edges(&reading);
        /* the addresses that neither modules nor the kernel explain */
        names = driver_names(others, naming);
        reading.cover->gone = others->len;
        for (const char *at = names->str; (at = strchr(at, '\n')); at++)
            reading.cover->gone--;
        g_string_free(names, TRUE);
        reading.cover->lost = reading.map->lost_blocks + reading.map->lost_edges;
        munmap((void *)(guintptr)reading.map, sizeof(*reading.map));
    }
    g_array_unref(reading.parts);
    g_byte_array_unref(reading.inside);
    return reading.cover;
}
