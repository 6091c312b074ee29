/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notes about events that are not counted, and about accesses that found
 * nothing. */
#include "qemu-plugins/runtime/notes.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MAX_EVENTS = 64, /* different events with a note; more of them go without */
    SHOWN = 4,       /* addresses in the last line, of each kind */
};

/* The accesses of a kind that found nothing. */
struct nothing {
    uint64_t accesses;
    unsigned n_shown; /* SHOWN + 1: there are more */
    char shown[SHOWN][MACHINE_BLOCK_NAME + 16];
};

static struct {
    const struct machine_model *model;
    notes_uncounted *uncounted;
    struct noted {
        const struct reg_bank *bank;
        struct machine_uncounted event;
    } events[MAX_EVENTS];
    unsigned n_events;
    GHashTable *banks; /* by block, as found so far; NULL: the block has none */
    struct nothing nothing[NOTES_N_KINDS];
} self;

void notes_start(const struct machine_model *model, notes_uncounted *uncounted)
{
    g_clear_pointer(&self.banks, g_hash_table_unref);
    memset(&self, 0, sizeof(self));
    self.model = model;
    self.uncounted = uncounted ? uncounted : model ? model->uncounted : NULL;
    self.banks = g_hash_table_new(NULL, NULL);
}

/* ---- events ---- */

/* Whether it is the first such event, and there is space to record it. */
static bool is_new(const struct reg_bank *bank, const struct machine_uncounted *event)
{
    for (unsigned i = 0; i < self.n_events; i++)
        if (self.events[i].bank == bank && self.events[i].event.code == event->code &&
            self.events[i].event.mask == event->mask)
            return false;
    if (self.n_events == MAX_EVENTS)
        return false;
    self.events[self.n_events++] = (struct noted){bank, *event};
    return true;
}

static const char *name_of(unsigned block, char name[MACHINE_BLOCK_NAME])
{
    const struct reg_bank *bank;

    return self.model->block(block, name, MACHINE_BLOCK_NAME, &bank) ? name : "?";
}

static void look_at_events(const struct trace_record *record, const struct reg_bank *bank)
{
    struct machine_uncounted events[MACHINE_UNCOUNTED];
    char block[MACHINE_BLOCK_NAME];
    int reg = reg_bank_at(bank, record->offset);

    if (reg < 0 || !self.uncounted || record->size * 8u < bank->regs[reg].width)
        return;
    unsigned n = self.uncounted(record->block, (unsigned)reg, record->value, events);

    for (const struct machine_uncounted *event = events; event < events + n; event++) {
        if (!is_new(bank, event))
            continue;
        g_autofree char *mask = event->mask < 0
                                    ? g_strdup("")
                                    : g_strdup_printf(" with mask 0x%02x", (unsigned)event->mask);

        fprintf(stderr,
            NOTES_BEGIN "%s: event 0x%02" PRIx32
                        "%s was switched on and is not modelled: it counts nothing\n",
            name_of(record->block, block), event->code, mask);
    }
}

/* ---- accesses ---- */

static void count_nothing(enum notes_kind kind, const char *address)
{
    struct nothing *nothing = &self.nothing[kind];

    nothing->accesses++;
    for (unsigned i = 0; i < MIN(nothing->n_shown, SHOWN); i++)
        if (!strcmp(nothing->shown[i], address))
            return;
    if (nothing->n_shown < SHOWN)
        g_strlcpy(nothing->shown[nothing->n_shown], address, sizeof(nothing->shown[0]));
    nothing->n_shown = MIN(nothing->n_shown + 1, SHOWN + 1);
}

void notes_nothing(enum notes_kind kind, uint64_t address)
{
    char name[32];

    if (kind == NOTES_FUNCTION) /* "7f:10.4", without the offset */
        g_snprintf(name, sizeof(name), "%02x:%02x.%x", (unsigned)(address >> 20 & 0xff),
            (unsigned)(address >> 15 & 0x1f), (unsigned)(address >> 12 & 7));
    else
        g_snprintf(name, sizeof(name), "0x%" PRIx64, address);
    count_nothing(kind, name);
}

/* Registers missing in a header or a table of units also read 0 on silicon. */
static bool is_header(const struct reg_bank *bank, uint32_t offset)
{
    char name[MACHINE_BLOCK_NAME];

    return self.model->function && self.model->function(bank, &offset, name, sizeof(name));
}

static const struct reg_bank *bank_of(unsigned block)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank = NULL;
    void *known = NULL;

    if (!self.model)
        return NULL;
    if (g_hash_table_lookup_extended(self.banks, GUINT_TO_POINTER(block), NULL, &known))
        return known;
    if (!self.model->block(block, name, sizeof(name), &bank))
        bank = NULL;
    g_hash_table_insert(self.banks, GUINT_TO_POINTER(block), (void *)(uintptr_t)bank);
    return bank;
}

void notes_traced(const struct trace_record *record)
{
    bool access = record->kind == TRACE_READ || record->kind == TRACE_WRITE;
    const struct reg_bank *bank = access ? bank_of(record->block) : NULL;
    char block[MACHINE_BLOCK_NAME], address[MACHINE_BLOCK_NAME + 16];

    if (!bank)
        return;
    if (record->kind == TRACE_WRITE)
        look_at_events(record, bank);
    /* Main memory has a word at every offset. */
    if (bank->space == REG_SPACE_MEMORY)
        return;
    if (reg_bank_at(bank, record->offset) >= 0 || is_header(bank, record->offset))
        return;
    for (unsigned i = 0; i < bank->n_regs; i++)
        if (reg_bank_covers(bank, i, record->offset, record->size))
            return;
    g_snprintf(
        address, sizeof(address), "%s+0x%" PRIx32, name_of(record->block, block), record->offset);
    count_nothing(NOTES_REGISTER, address);
}

void notes_hang(const struct trace_record *record)
{
    const struct reg_bank *bank = bank_of(record->block);
    char block[MACHINE_BLOCK_NAME];
    int reg = bank ? reg_bank_at(bank, record->offset) : -1;

    if (reg >= 0)
        fprintf(stderr, "pmulab: CPU %u hangs at its read of %s.%s\n", (unsigned)record->cpu,
            name_of(record->block, block), bank->regs[reg].name);
    else
        fprintf(stderr, "pmulab: CPU %u hangs at its read of block %" PRIu32 "+0x%" PRIx32 "\n",
            (unsigned)record->cpu, record->block, record->offset);
}

void notes_begin(void)
{
    memset(self.nothing, 0, sizeof(self.nothing));
}

static void append_nothing(GString *line, enum notes_kind kind)
{
    static const char *const names[NOTES_N_KINDS] = {
        "registers", "PCI functions", "memory", "MSRs", "MSRs"};
    const struct nothing *nothing = &self.nothing[kind];

    if (!nothing->accesses)
        return;
    g_string_append_printf(
        line, "%s %" PRIu64 " of %s (", line->len ? "," : "", nothing->accesses, names[kind]);
    for (unsigned i = 0; i < MIN(nothing->n_shown, SHOWN); i++)
        g_string_append_printf(line, "%s%s", i ? ", " : "", nothing->shown[i]);
    g_string_append(line, nothing->n_shown > SHOWN ? ", ...)" : ")");
}

void notes_end(void)
{
    g_autoptr(GString) line = g_string_new(NULL), faults = g_string_new(NULL);

    for (unsigned kind = 0; kind < NOTES_FAULT; kind++)
        append_nothing(line, (enum notes_kind)kind);
    append_nothing(faults, NOTES_FAULT);
    if (line->len)
        fprintf(stderr, NOTES_BEGIN "accesses that found nothing, and read 0 or all ones:%s\n",
            line->str);
    if (faults->len)
        fprintf(stderr, NOTES_BEGIN "accesses that the part answers with #GP:%s\n", faults->str);
}
