/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses the block `catalogue`: makes the flash image of a catalogue, with
 * intended faults, and checks it. */
#include "harness/scenario/scenario_catalogue.h"

#include "fdt/check.h"
#include "fdt/complaints.h"
#include "fdt/flash.h"
#include "fdt/limits.h"
#include "fdt/p9_list.h"
#include "fdt/tree_read.h"
#include "harness/format/fdt_file.h"
#include "models/power9/power9.h"

#include <libfdt.h>
#include <string.h>

/* Limit of noise: enough for a container twice as large as skiboot accepts. */
#define NOISE_MAX_KIB 1024

#define BLANKS " \t"

/* A catalogue being made. */
struct making {
    const struct reader *reader;
    unsigned line; /* of the file: the current line */
    guint8 *tree;
    gsize room;
    guint32 key;
    enum packed_check check;
    GRegex *refused; /* a complaint about it must match; NULL: there must be no complaint */
    unsigned refused_line;
};

static gboolean refuse(const struct making *m, const char *message)
{
    return reader_fail_at(m->reader, m->line, "%s", message);
}

/* Cuts the next word off *@text, in place; "" at the end. */
static char *take_word(char **text)
{
    char *word = *text + strspn(*text, BLANKS), *end = word + strcspn(word, BLANKS);

    *text = *end ? end + 1 : end;
    *text += strspn(*text, BLANKS);
    *end = '\0';
    return word;
}

static void make_room(struct making *m, gsize bytes)
{
    m->room = fdt_totalsize(m->tree) + bytes;
    m->tree = g_realloc(m->tree, m->room);
    fdt_open_into(m->tree, m->tree, (int)m->room);
}

/* ---- changes ---- */

/* Checks libfdt's @status of a change. */
static gboolean done(const struct making *m, int status)
{
    return !status || refuse(m, fdt_strerror(status));
}

static gboolean find_node(const struct making *m, const char *path, int *node)
{
    *node = *path == '/' ? fdt_path_offset(m->tree, path) : -1;
    return *node >= 0 || reader_fail_at(m->reader, m->line,
                             "no node '%s'; expected one that `pmulab fdt catalogue --dts` shows, "
                             "such as /mcs01@c8/",
                             path);
}

static gboolean set_delete(struct making *m, char *rest)
{
    const char *path = take_word(&rest), *property = take_word(&rest);
    int node;

    if (!*path || *rest)
        return refuse(m, "expected 'delete NODE' or 'delete NODE PROPERTY'");
    if (!find_node(m, path, &node))
        return FALSE;
    if (!node && !*property)
        return refuse(m, "'/' is the whole tree; expected a node in it");
    if (!*property)
        return done(m, fdt_del_node(m->tree, node));
    return !fdt_delprop(m->tree, node, property) ||
           reader_fail_at(m->reader, m->line, "%s has no '%s'; expected one of its properties",
               path, property);
}

static gboolean set_text(struct making *m, int node, const char *property, char *value)
{
    gsize n = strlen(value);

    if (n < 2 || value[n - 1] != '"')
        return refuse(m, "the text has no end; expected \"TEXT\"");
    value[n - 1] = '\0';
    make_room(m, n + strlen(property) + 64);
    return done(m, fdt_setprop_string(m->tree, node, property, value + 1));
}

static gboolean set_cells(struct making *m, int node, const char *property, char *value)
{
    g_autoptr(GByteArray) cells = g_byte_array_new();

    while (*value) {
        const char *word = take_word(&value);
        gboolean hex = g_str_has_prefix(word, "0x");
        guint64 number;
        fdt32_t cell;

        if (!g_ascii_string_to_unsigned(
                word + (hex ? 2 : 0), hex ? 16 : 10, 0, G_MAXUINT32, &number, NULL))
            return reader_fail_at(m->reader, m->line,
                "'%s'; expected numbers of at most 32 bits, such as 0x10 8, or \"TEXT\"", word);
        cell = cpu_to_fdt32((guint32)number);
        g_byte_array_append(cells, (const guint8 *)&cell, sizeof(cell));
    }
    make_room(m, cells->len + strlen(property) + 64);
    return done(m, fdt_setprop(m->tree, node, property, cells->data, (int)cells->len));
}

static gboolean set_property(struct making *m, char *rest)
{
    const char *path = take_word(&rest), *property = take_word(&rest), *equals = take_word(&rest);
    int node;

    if (strcmp(equals, "=") || !*rest)
        return refuse(
            m, "expected 'set NODE PROPERTY = NUMBER...' or 'set NODE PROPERTY = \"TEXT\"'");
    if (!find_node(m, path, &node))
        return FALSE;
    return *rest == '"' ? set_text(m, node, property, rest) : set_cells(m, node, property, rest);
}

/* Adds the same bytes each time, which xz cannot compress. */
static gboolean set_noise(struct making *m, char *rest)
{
    g_autofree guint32 *noise = NULL;
    guint64 kib;
    g_autoptr(GRand) random = g_rand_new_with_seed(1);

    if (!g_str_has_suffix(rest, "KiB") ||
        (rest[strlen(rest) - 3] = '\0',
            !g_ascii_string_to_unsigned(rest, 10, 1, NOISE_MAX_KIB, &kib, NULL)))
        return refuse(m, "expected 'noise NKiB', from 1KiB to " G_STRINGIFY(NOISE_MAX_KIB) "KiB");
    noise = g_malloc(kib << 10);
    for (gsize i = 0; i < kib << 8; i++)
        noise[i] = g_rand_int(random);
    make_room(m, (kib << 10) + 64);
    return done(m, fdt_setprop(m->tree, 0, "noise", noise, (int)(kib << 10)));
}

static gboolean set_key(struct making *m, char *rest)
{
    guint64 key;

    if (!g_str_has_prefix(rest, "0x") ||
        !g_ascii_string_to_unsigned(rest + 2, 16, 1, G_MAXUINT32, &key, NULL))
        return refuse(
            m, "expected 'key NUMBER', such as key 0x4e0200, which the machine's CPUs ask for");
    m->key = (guint32)key;
    return TRUE;
}

static gboolean set_check(struct making *m, char *rest)
{
    m->check = strcmp(rest, "crc64") ? PACKED_CRC32 : PACKED_CRC64;
    return !strcmp(rest, "crc32") || !strcmp(rest, "crc64") ||
           refuse(m, "expected 'check crc32' or 'check crc64', as xz has them");
}

static gboolean set_refused(struct making *m, char *rest)
{
    g_autofree char *wrong = NULL;

    if (m->refused)
        return reader_fail_at(m->reader, m->line,
            "a second 'refused'; expected one, and line %u has it", m->refused_line);
    m->refused = expect_regex(rest, &wrong);
    m->refused_line = m->line;
    return m->refused || refuse(m, wrong);
}

/* Words that a line of the block can begin with. */
static const struct {
    const char *word;
    gboolean (*set)(struct making *m, char *rest);
} changes[] = {
    {"delete", set_delete},
    {"set", set_property},
    {"noise", set_noise},
    {"key", set_key},
    {"check", set_check},
    {"refused", set_refused},
};

static gboolean change(struct making *m, const struct pending *line)
{
    g_autofree char *text = g_strdup(line->text);
    char *rest = text;
    const char *word = take_word(&rest);

    m->line = line->line;
    for (gsize i = 0; i < G_N_ELEMENTS(changes); i++)
        if (!strcmp(changes[i].word, word))
            return changes[i].set(m, rest);
    return reader_fail_at(m->reader, m->line,
        "'%s' in a catalogue; expected delete, set, noise, key, check or refused, or a line that "
        "ends it",
        word);
}

/* ---- the image ---- */

static gboolean refused_as_expected(const struct making *m, const GPtrArray *complaints)
{
    for (guint i = 0; i < complaints->len; i++)
        if (g_regex_match(m->refused, g_ptr_array_index(complaints, i), 0, NULL))
            return TRUE;
    if (complaints->len)
        return reader_fail_at(m->reader, m->refused_line, "refused for another reason: %s",
            (const char *)g_ptr_array_index(complaints, 0));
    return reader_fail_at(
        m->reader, m->refused_line, "this catalogue has no fault; expected no 'refused'");
}

static const struct p9_generation *generation_of(const struct reader *reader)
{
    return p9_generation_of(reader->scenario->machine->model);
}

static gboolean check_image(const struct making *m, GBytes *tree, GBytes *image)
{
    g_autoptr(GPtrArray) complaints = complaints_new();

    const struct p9_generation *generation = generation_of(m->reader);

    fdt_flash_check(tree, image, complaints);
    if (m->key != generation->key)
        complain(complaints, "container: no section for key 0x%06x, which the machine %s asks for",
            generation->key, generation->machine);
    if (m->refused)
        return refused_as_expected(m, complaints);
    return !complaints->len ||
           reader_fail_at(m->reader, m->reader->catalogue_line,
               "catalogue: %s; expected one without fault, or 'refused /REGEX/' for an "
               "intended fault",
               (const char *)g_ptr_array_index(complaints, 0));
}

/* Passes the list to the plan and to all code that uses events' names. */
static gboolean hand_over_names(const struct making *m)
{
    struct scenario *scenario = m->reader->scenario;
    g_autofree char *list = p9_list_write(m->tree);
    g_auto(GStrv) lines = g_strsplit(list, "\n", -1);
    char wrong[MACHINE_PLAN_WRONG];

    for (char **line = lines; *line && **line; line++) {
        g_autofree char *of_plan = g_strconcat("catalogue ", *line, NULL);

        if (!machine_plan_line(scenario->hardware, of_plan, wrong))
            return reader_fail_at(m->reader, m->reader->catalogue_line, "%s", wrong);
        g_string_append_printf(scenario->plan, "%s\n", of_plan);
    }
    return TRUE;
}

static gboolean make(struct making *m, GBytes *tree)
{
    struct scenario *scenario = m->reader->scenario;
    gsize size = g_bytes_get_size(tree);
    g_autoptr(GBytes) changed = NULL;

    if (tree_status(g_bytes_get_data(tree, NULL), size))
        return refuse(m, "the catalogue's device tree is damaged; expected a sound one");
    m->tree = g_memdup2(g_bytes_get_data(tree, NULL), size);
    make_room(m, 64);
    for (guint i = 0; i < m->reader->catalogue->len; i++)
        if (!change(m, &g_array_index(m->reader->catalogue, struct pending, i)))
            return FALSE;
    fdt_pack(m->tree);
    changed = g_bytes_new(m->tree, fdt_totalsize(m->tree));
    scenario->image = fdt_flash_image_unchecked(changed, &m->key, 1, m->check, FLASH_BYTES);
    return check_image(m, changed, scenario->image) && hand_over_names(m);
}

gboolean scenario_catalogue_make(struct reader *reader)
{
    struct making m = {.reader = reader, .line = reader->catalogue_line};
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) tree = NULL;
    gboolean ok;

    if (!reader->scenario->machine->flash)
        return reader_fail_at(reader, m.line, "'catalogue'; expected none, as %s has no flash",
            reader->scenario->machine->name);
    if (reader->flash_line)
        return reader_fail_at(reader, m.line,
            "'catalogue' beside 'flash' in line %u; expected one of them", reader->flash_line);
    m.key = generation_of(reader)->key;
    tree = fdt_file_catalogue(reader->catalogue_path, generation_of(reader), &error);
    if (!tree)
        return refuse(&m, error->message);
    ok = make(&m, tree);
    g_free(m.tree);
    if (m.refused)
        g_regex_unref(m.refused);
    return ok;
}
