/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints decoded IBS samples as text or CSV. */
#include "guest/ibs_print.h"

#include <inttypes.h>
#include <string.h>

static const char *engine_name(const struct ibs_sample *s)
{
    return s->engine == IBS_ENGINE_OP ? "op" : "fetch";
}

/* An address is the whole register; its field would only repeat it. */
static bool shown(const struct reg_field *field)
{
    return field->access != REG_RV && strcmp(field->name, "address") != 0;
}

static bool one_bit(const struct reg_field *field)
{
    return field->first == field->last;
}

/* Prints from the lowest bit on; descriptions begin with the highest. */
static void print_fields(FILE *to, const struct ibs_slot *slot)
{
    bool any = false;

    for (unsigned f = slot->reg->n_fields; f-- > 0;) {
        const struct reg_field *field = &slot->reg->fields[f];
        uint64_t value = reg_get(slot->reg, f, slot->value);

        if (!shown(field) || !value)
            continue;
        fprintf(to, "%s%s", any ? " " : " [", field->name);
        if (!one_bit(field))
            fprintf(to, "=%" PRIu64, value);
        any = true;
    }
    if (any)
        fputc(']', to);
}

static void print_slot(FILE *to, const struct ibs_sample *s, unsigned i)
{
    fprintf(to, " %s=", s->slots[i].reg->name);
    if (!ibs_sample_valid(s, i)) {
        fputc('-', to);
        return;
    }
    fprintf(to, "0x%" PRIx64, s->slots[i].value);
    print_fields(to, &s->slots[i]);
}

void ibs_print_text(FILE *to, const struct ibs_sample *sample, unsigned cpu)
{
    const char *source = ibs_sample_source(sample), *page = ibs_sample_page(sample);
    unsigned width = ibs_sample_width(sample);

    fprintf(to, "%s cpu=%u period=%" PRIu64, engine_name(sample), cpu, ibs_sample_period(sample));
    if (width)
        fprintf(to, " width=%u", width);
    if (source)
        fprintf(to, " source=\"%s\"", source);
    if (page)
        fprintf(to, " page=%s", page);
    for (unsigned i = 0; i < sample->n_slots; i++)
        print_slot(to, sample, i);
    fputc('\n', to);
}

void ibs_print_csv_header(FILE *to, const struct ibs_sample *sample)
{
    fputs("engine,cpu,caps,period,width,source,page", to);
    for (unsigned i = 0; i < sample->n_slots; i++) {
        const struct reg *reg = sample->slots[i].reg;

        fprintf(to, ",%s", reg->name);
        for (unsigned f = reg->n_fields; f-- > 0;)
            if (shown(&reg->fields[f]))
                fprintf(to, ",%s.%s", reg->name, reg->fields[f].name);
    }
    fputc('\n', to);
}

static void csv_slot(FILE *to, const struct ibs_slot *slot)
{
    fputc(',', to);
    if (slot->present)
        fprintf(to, "0x%" PRIx64, slot->value);
    for (unsigned f = slot->reg->n_fields; f-- > 0;) {
        if (!shown(&slot->reg->fields[f]))
            continue;
        fputc(',', to);
        if (slot->present)
            fprintf(to, "%" PRIu64, reg_get(slot->reg, f, slot->value));
    }
}

void ibs_print_csv(FILE *to, const struct ibs_sample *sample, unsigned cpu)
{
    const char *source = ibs_sample_source(sample), *page = ibs_sample_page(sample);

    fprintf(to, "%s,%u,0x%" PRIx32 ",%" PRIu64 ",%u,%s,%s", engine_name(sample), cpu, sample->caps,
        ibs_sample_period(sample), ibs_sample_width(sample), source ? source : "",
        page ? page : "");
    for (unsigned i = 0; i < sample->n_slots; i++)
        csv_slot(to, &sample->slots[i]);
    fputc('\n', to);
}
