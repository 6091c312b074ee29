/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C of a list's table. */
#include "models/events/generate.h"

#include <ctype.h>
#include <string.h>

/* Writes @text as a part of an identifier: only letters, digits and '_'. */
static void put_word(FILE *out, const char *text, int convert(int))
{
    for (; *text; text++)
        fputc(isalnum((unsigned char)*text) ? convert((unsigned char)*text) : '_', out);
}

static int keep(int c)
{
    return c;
}

/* The enumerator of an event. */
static void put_event(FILE *out, const struct events_list *list, const char *event)
{
    put_word(out, list->name, toupper);
    fputs("_EVENT_", out);
    put_word(out, event, keep);
}

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (strchr("\"\\?", *text))
            fprintf(out, "\\%c", *text);
        else if (iscntrl((unsigned char)*text))
            fprintf(out, "\\%03o", (unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_begin(FILE *out, const struct events_list *list)
{
    fprintf(out,
        "/* SPDX-License-Identifier: GPL-2.0-or-later */\n"
        "/* Made of %s: do not edit. */\n",
        list->files[0]);
}

/* ---- a box's table ---- */

static void put_box_header(FILE *out, const struct events_list *list)
{
    fputs("\nenum {\n", out);
    for (unsigned i = 0; i < list->n_rows; i++) {
        fputs("    ", out);
        put_event(out, list, list->rows[i].name);
        fputs(",\n", out);
    }
    fputs("};\n\nextern const struct box_events ", out);
    put_word(out, list->name, keep);
    fputs("_events;\n", out);
}

static bool is_used(const struct events_list *list, unsigned group)
{
    for (unsigned i = 0; i < list->n_rows; i++)
        if (list->rows[i].group == (int)group)
            return true;
    return false;
}

static void put_group(FILE *out, const struct events_list *list, unsigned i)
{
    const struct events_group *group = &list->groups[i];

    fprintf(out, "static const struct box_sub subs%u[] = {", i);
    for (unsigned j = 0; j < group->n; j++) {
        fputs(j ? ", {" : "{", out);
        put_string(out, group->sub[j].name);
        fprintf(out, ", 0x%02x}", group->sub[j].umask);
    }
    fputs("};\n", out);
    if (!group->numbered)
        return;
    fprintf(out, "static const uint32_t units%u[] = {", i);
    for (unsigned j = 0; j < group->n; j++)
        fprintf(out, "%s0x%x", j ? ", " : "", group->sub[j].units);
    fputs("};\n", out);
}

/* The members of a row that are set by words alone. */
static void put_values(FILE *out, const unsigned value[EVENTS_N_VALUES])
{
    static const struct {
        enum events_word value;
        const char *member;
    } members[] = {
        {EVENTS_MAX, "max"},
        {EVENTS_AT_LEAST, "at_least"},
        {EVENTS_BYTES, "bytes"},
        {EVENTS_BUS, "bus"},
        {EVENTS_COUNTERS, "counters"},
        {EVENTS_CLOCK, "clock"},
        {EVENTS_HALVES, "halves"},
        {EVENTS_ANY, "any"},
        {EVENTS_OCCUPANCY, "occupancy"},
        {EVENTS_BAND, "band"},
        {EVENTS_UNIT_BITS, "unit_bits"},
        {EVENTS_KINDS, "kinds"},
        {EVENTS_READS, "cachelines[CACHELINES_READ]"},
        {EVENTS_WRITES, "cachelines[CACHELINES_WRITTEN]"},
    };

    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
        if (value[members[i].value])
            fprintf(out, ", .%s = %u", members[i].member, value[members[i].value]);
    if (value[EVENTS_ANY] || value[EVENTS_EACH])
        fputs(", .sharing = TRAFFIC_TOGETHER", out);
    fprintf(out, ", .rest = %d", (int)value[EVENTS_REST] - 1);
}

static void put_row(FILE *out, const struct events_list *list, const struct events_row *row)
{
    fputs("    [", out);
    put_event(out, list, row->name);
    fprintf(out, "] = {0x%02x, .name = ", row->code);
    put_string(out, row->name);
    put_values(out, row->value);
    fputs(", .watches = ", out);
    if (*row->watches)
        put_event(out, list, row->watches);
    else
        fputs("-1", out);
    if (row->group >= 0)
        fprintf(out, ", .subs = subs%d, .n_subs = %u", row->group, list->groups[row->group].n);
    if (row->group >= 0 && list->groups[row->group].numbered)
        fprintf(out, ", .units = units%d", row->group);
    fputs(", .prose = ", out);
    put_string(out, row->prose);
    fputs("},\n", out);
}

static void put_box_table(FILE *out, const struct events_list *list)
{
    for (unsigned i = 0; i < list->n_groups; i++)
        if (is_used(list, i))
            put_group(out, list, i);
    fputs("static const struct box_event rows[] = {\n", out);
    for (unsigned i = 0; i < list->n_rows; i++)
        put_row(out, list, &list->rows[i]);
    fputs("};\n\nconst struct box_events ", out);
    put_word(out, list->name, keep);
    fprintf(out, "_events = {rows, %u, \"%s\"};\n", list->n_rows, list->files[0]);
}

/* ---- the other forms ---- */

static void put_line(FILE *out, bool read, bool written)
{
    if (read || written)
        fprintf(out, ", .line = 1 + CACHELINES_%s", read ? "READ" : "WRITTEN");
}

/* The row of a stream: an event's sub-event number @sub, or all of it. */
static void put_stream(
    FILE *out, const struct events_row *row, const struct events_sub *sub, unsigned number)
{
    const unsigned *v = row->value;
    unsigned bytes = sub && sub->units ? sub->units : v[EVENTS_BYTES],
             mask = sub ? sub->umask : v[EVENTS_MASK];

    fprintf(out, "    {.code = 0x%02x, .name = ", row->code);
    put_string(out, row->name);
    if (sub) {
        fputs(", .sub = ", out);
        put_string(out, sub->name);
    }
    fprintf(out, ", .mask = 0x%02x", mask);
    if (bytes)
        fprintf(out, ", .bytes = %u", bytes);
    if (v[EVENTS_BUS])
        fprintf(out, ", .bus = %u", v[EVENTS_BUS]);
    if (v[EVENTS_CLOCK])
        fputs(", .clock = 1", out);
    put_line(out, v[EVENTS_READS] == number + 1, v[EVENTS_WRITES] == number + 1);
    if (v[EVENTS_EVERYWHERE])
        fputs(", .everywhere = 1", out);
    fputs(", .prose = ", out);
    put_string(out, row->prose);
    fputs("},\n", out);
}

static void put_amd_table(FILE *out, const struct events_list *list)
{
    unsigned n = 0;

    fputs("const struct amd_uncore_event ", out);
    put_word(out, list->name, keep);
    fputs("_events[] = {\n", out);
    for (const struct events_row *row = list->rows; row < list->rows + list->n_rows; row++) {
        const struct events_group *group = row->group < 0 ? NULL : &list->groups[row->group];
        unsigned streams = group ? group->n : 1;

        for (unsigned i = 0; i < streams; i++)
            put_stream(out, row, group ? &group->sub[i] : NULL, i);
        n += streams;
    }
    fputs("};\nconst unsigned ", out);
    put_word(out, list->name, keep);
    fprintf(out,
        "_n_events = %u;\n\n_Static_assert(%u <= AMD_UNCORE_MAX_EVENTS, \"a plan has room\");\n", n,
        n);
}

static void put_hisi_table(FILE *out, const struct events_list *list)
{
    fputs("static const struct uncore_event rows[] = {\n", out);
    for (const struct events_row *row = list->rows; row < list->rows + list->n_rows; row++) {
        fprintf(out, "    {.code = 0x%02x, .name = ", row->code);
        put_string(out, row->name);
        if (row->value[EVENTS_CLOCK])
            fputs(", .clock = 1", out);
        put_line(out, row->value[EVENTS_READS], row->value[EVENTS_WRITES]);
        fputs(", .prose = ", out);
        put_string(out, row->prose);
        fputs("},\n", out);
    }
    fputs("};\n\nconst struct uncore_events uncore_", out);
    put_word(out, list->name, keep);
    fprintf(out, "_events = {\"%s\", rows, %u};\n", list->name, list->n_rows);
}

/* ---- both files ---- */

void events_write_header(FILE *out, const struct events_list *list)
{
    static const char *const headers[] = {[EVENTS_BOX] = "models/snbep/box_events.h",
        [EVENTS_AMD] = "models/amd/uncore_events.h",
        [EVENTS_HISI] = "models/kunpeng/uncore_events.h"};

    put_begin(out, list);
    fprintf(out, "#pragma once\n\n#include \"%s\"\n", headers[list->form]);
    if (list->form == EVENTS_BOX)
        put_box_header(out, list);
}

void events_write_table(FILE *out, const struct events_list *list)
{
    static void (*const tables[])(FILE *, const struct events_list *) = {
        [EVENTS_BOX] = put_box_table, [EVENTS_AMD] = put_amd_table, [EVENTS_HISI] = put_hisi_table};

    put_begin(out, list);
    fprintf(out, "#include \"%s.h\"\n\n", list->files[0]);
    tables[list->form](out, list);
}

/* ---- for make ---- */

void events_write_rule(FILE *out, const struct events_list *list, const char *targets)
{
    fprintf(out, "%s:", targets);
    for (unsigned i = 0; i < list->n_files; i++)
        fprintf(out, " %s", list->files[i]);
    fputc('\n', out);
    /* a file may be gone */
    for (unsigned i = 0; i < list->n_files; i++)
        fprintf(out, "%s:\n", list->files[i]);
}
