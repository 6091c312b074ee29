/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the addresses of a kernel's own functions, as its /proc/kallsyms lists
 * them, relative to _text. */
#include "harness/symbols/kernel_symbols.h"

#include "harness/base/file_stream.h"
#include "harness/setup/guest_image.h"

#include <string.h>

struct symbol {
    guint64 offset;
    char *name;
};

static void symbol_clear(gpointer data)
{
    g_free(((struct symbol *)data)->name);
}

static GArray *symbols_new(void)
{
    GArray *symbols = g_array_new(FALSE, TRUE, sizeof(struct symbol));

    g_array_set_clear_func(symbols, symbol_clear);
    return symbols;
}

static void add(GArray *symbols, guint64 offset, const char *name)
{
    g_array_set_size(symbols, symbols->len + 1);
    g_array_index(symbols, struct symbol, symbols->len - 1) =
        (struct symbol){offset, g_strdup(name)};
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const struct symbol *x = a, *y = b;

    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* A line such as "ffffffff81004a50 t perf_ibs_start"; a module's has "[MODULE]"
 * after the name. Padding is omitted. */
static gboolean read_line(char *line, guint64 *address, const char **name)
{
    char *end;

    *address = g_ascii_strtoull(line, &end, 16);
    if (end - line != 16 || end[0] != ' ' || !end[1] || end[2] != ' ' || strchr(end, '\t'))
        return FALSE;
    *name = end + 3;
    return g_ascii_tolower(end[1]) == 't' && !g_str_has_prefix(*name, KERNEL_SYMBOLS_PADDING);
}

char *kernel_symbols_extract(const char *listing)
{
    g_auto(GStrv) lines = g_strsplit(listing, "\n", -1);
    g_autoptr(GArray) symbols = symbols_new();
    GString *text = g_string_new(NULL);
    guint64 address, begin = 0;
    const char *name;

    for (char **line = lines; *line; line++) {
        if (!read_line(*line, &address, &name))
            continue;
        if (!strcmp(name, "_text"))
            begin = address;
        add(symbols, address, name);
    }
    g_array_sort(symbols, compare);
    for (guint i = 0; begin && i < symbols->len; i++) {
        const struct symbol *symbol = &g_array_index(symbols, struct symbol, i);

        if (symbol->offset >= begin)
            g_string_append_printf(
                text, "%" G_GINT64_MODIFIER "x %s\n", symbol->offset - begin, symbol->name);
    }
    return g_string_free(text, FALSE);
}

GArray *kernel_symbols_parse(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GArray *symbols = symbols_new();

    for (char **line = lines; *line; line++) {
        char *end;
        guint64 offset = g_ascii_strtoull(*line, &end, 16);

        if (end != *line && *end == ' ')
            add(symbols, offset, end + 1);
    }
    return symbols;
}

char *kernel_symbols_function(const GArray *symbols, guint64 offset, guint64 *into)
{
    guint from = 0, to = symbols->len;

    while (from < to) {
        guint middle = from + (to - from) / 2;

        if (g_array_index(symbols, struct symbol, middle).offset <= offset)
            from = middle + 1;
        else
            to = middle;
    }
    if (!from)
        return NULL;
    *into = offset - g_array_index(symbols, struct symbol, from - 1).offset;
    return g_strdup(g_array_index(symbols, struct symbol, from - 1).name);
}

const char *kernel_symbols_number(const GArray *symbols, guint i, guint64 *offset, guint64 *size)
{
    const struct symbol *symbol;

    if (i + 1 >= symbols->len)
        return NULL;
    symbol = &g_array_index(symbols, struct symbol, i);
    *offset = symbol->offset;
    *size = symbol[1].offset - symbol->offset;
    return symbol->name;
}

/* ---- in the cache ---- */

static char *file_of(const char *guest, const char *name)
{
    g_autofree char *entry = guest_image_entry(guest);

    return g_build_filename(entry, name, NULL);
}

static char *place_of(const char *guest)
{
    return file_of(guest, "functions");
}

guint64 kernel_symbols_text(const char *guest)
{
    g_autofree char *path = file_of(guest, "text"), *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? g_ascii_strtoull(text, NULL, 16) : 0;
}

void kernel_symbols_keep_text(const char *guest, guint64 address)
{
    g_autofree char *path = file_of(guest, "text"),
                    *text = g_strdup_printf("%" G_GINT64_MODIFIER "x\n", address);

    file_replace(path, text, strlen(text), NULL);
}

gboolean kernel_symbols_known(const char *guest)
{
    g_autofree char *path = place_of(guest);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

void kernel_symbols_keep(const char *guest, const char *listing)
{
    g_autofree char *text = kernel_symbols_extract(listing), *path = place_of(guest);

    if (*text)
        file_replace(path, text, strlen(text), NULL);
}

GArray *kernel_symbols_load(const char *guest)
{
    g_autofree char *path = place_of(guest), *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? kernel_symbols_parse(text) : NULL;
}
