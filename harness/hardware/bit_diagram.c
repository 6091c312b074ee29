/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws the bits of a register for `pmulab describe`, line by line with numbers
 * and names. */
#include "harness/hardware/bit_diagram.h"

#include <stdio.h>
#include <string.h>

enum {
    ROW_BITS = 32, /* bits per line, or half as many if that is too long */
    CELL = 3,      /* columns per bit: two digits and the line before it */
    MARGIN = 2,
    LINE = MARGIN + ROW_BITS * CELL + 64, /* 64: text below the last bits may extend further */
};

/* The part of one field on one line. */
struct part {
    const struct reg_field *field;
    unsigned start, n;  /* bits from the line's left end, and their number */
    unsigned high, low; /* its bits in the register's numbering */
};

struct row {
    unsigned n, bits; /* number of parts, and bits on the line */
    struct part parts[ROW_BITS];
};

/* The manual's number of the bit @place bits below the most significant one. */
static unsigned bit_number(const struct reg *reg, unsigned place)
{
    return reg->numbering == REG_MSB0 ? place : reg->width - 1u - place;
}

static const struct reg_field *field_at(const struct reg *reg, unsigned place)
{
    uint64_t bit = UINT64_C(1) << (reg->width - 1u - place);

    for (unsigned i = 0; i < reg->n_fields; i++)
        if (reg_field_mask(reg, &reg->fields[i]) & bit)
            return &reg->fields[i];
    g_assert_not_reached();
}

static void fill_row(struct row *row, const struct reg *reg, unsigned from, unsigned most)
{
    *row = (struct row){.bits = MIN(reg->width - from, most)};
    for (unsigned i = 0; i < row->bits; i++) {
        const struct reg_field *field = field_at(reg, from + i);
        struct part *part = &row->parts[row->n ? row->n - 1 : 0];
        if (!row->n || part->field != field) {
            part = &row->parts[row->n++];
            *part = (struct part){.field = field, .start = i, .high = bit_number(reg, from + i)};
        }
        part->n++;
        part->low = bit_number(reg, from + i);
    }
}

static unsigned column(unsigned bit)
{
    return MARGIN + bit * CELL;
}

static void draw(char *line, unsigned at, const char *what)
{
    memcpy(line + at, what, MIN(strlen(what), LINE - at));
}

static void begin_line(char line[LINE])
{
    memset(line, ' ', LINE);
}

static void end_line(GString *text, const char *line)
{
    unsigned n = LINE;

    while (n && line[n - 1] == ' ')
        n--;
    g_string_append_len(text, line, n);
    g_string_append_c(text, '\n');
}

/* Each part's first bit number above its left end, its last one above its right
 * end. */
static void append_numbers(GString *text, const struct row *row)
{
    char line[LINE], number[4];

    begin_line(line);
    for (unsigned i = 0; i < row->n; i++) {
        const struct part *part = &row->parts[i];
        snprintf(number, sizeof(number), "%2u", part->low % 100);
        draw(line, column(part->start + part->n) - 2, number);
        if (part->n == 1)
            continue;
        snprintf(number, sizeof(number), "%-2u", part->high % 100);
        draw(line, column(part->start) + 1, number);
    }
    end_line(text, line);
}

static void append_rule(GString *text, const struct row *row)
{
    char line[LINE];

    begin_line(line);
    memset(line + MARGIN, '-', row->bits * CELL);
    for (unsigned i = 0; i < row->n; i++)
        line[column(row->parts[i].start)] = '+';
    line[column(row->bits)] = '+';
    end_line(text, line);
}

static gboolean fits(const struct part *part)
{
    return strlen(part->field->name) < part->n * CELL;
}

static void append_names(GString *text, const struct row *row)
{
    char line[LINE];

    begin_line(line);
    for (unsigned i = 0; i < row->n; i++) {
        const struct part *part = &row->parts[i];
        unsigned room = part->n * CELL - 1, length = (unsigned)strlen(part->field->name);
        line[column(part->start)] = '|';
        if (fits(part))
            draw(line, column(part->start) + 1 + (room - length) / 2, part->field->name);
    }
    line[column(row->bits)] = '|';
    end_line(text, line);
}

static gboolean hangs(const struct part *part)
{
    return part->field->access != REG_RV && !fits(part);
}

/* One line for each name that did not fit, the rightmost first, so that no line
 * crosses a name. */
static void append_hanging(GString *text, const struct row *row)
{
    for (unsigned left = row->n; left--;) {
        char line[LINE];
        if (!hangs(&row->parts[left]))
            continue;
        begin_line(line);
        for (unsigned i = 0; i < left; i++)
            if (hangs(&row->parts[i]))
                line[column(row->parts[i].start) + 1] = '|';
        draw(line, column(row->parts[left].start) + 1, "'- ");
        draw(line, column(row->parts[left].start) + 4, row->parts[left].field->name);
        end_line(text, line);
    }
}

void bit_diagram_append(GString *text, const struct reg *reg, unsigned columns)
{
    unsigned most = column(ROW_BITS) < columns ? ROW_BITS : ROW_BITS / 2;
    struct row row;

    for (unsigned from = 0; from < reg->width; from += row.bits) {
        fill_row(&row, reg, from, most);
        append_numbers(text, &row);
        append_rule(text, &row);
        append_names(text, &row);
        append_rule(text, &row);
        append_hanging(text, &row);
    }
}
