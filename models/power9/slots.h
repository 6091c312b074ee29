/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The slots of core and thread memory: the part of a core's execution that each
 * word counts, under the clock model of docs/hardware/power9.md.
 *
 * The 8 KiB are 128 slots of 64 bytes. A slot has the layout of a trace record:
 * 0x18 bytes of header, then four counters; only slot 0 uses the third and
 * fourth. Slots 0 to 31 hold plain counts. Slots 64 to 95 count for users and
 * 96 to 127 for the kernel; slots 32 to 63 count the same in all states.
 * TRACE_IMC selects by these slot numbers.
 *
 * Names, offsets and meanings come from the event catalogues
 * (open-power/ima-catalog, 4E0200 and 800200). The slots are inferred from
 * their offsets. POWER10's catalogue lists slots 0 to 25 only, and has other
 * events in them.
 */
#ifndef PMULAB_MODELS_POWER9_SLOTS_H
#define PMULAB_MODELS_POWER9_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#define SLOTS_MEMORY 0x2000 /* bytes of a core's or a thread's memory */
#define SLOTS_HEADER 0x18   /* bytes before a slot's first counter: the catalogue's base */
#define SLOTS_SIZE   0x40   /* bytes of a slot */

/* The clock model. */
#define SLOTS_CYCLES_PER_NS          2 /* core clock of 2 GHz */
#define SLOTS_CYCLES_PER_INSTRUCTION 4
#define SLOTS_CYCLES_PER_REFERENCE   4 /* also of a power bus of 2 GHz */
#define SLOTS_NS_PER_INSTRUCTION     (SLOTS_CYCLES_PER_INSTRUCTION / SLOTS_CYCLES_PER_NS)

/* A core's or thread's work while it was counting. */
struct slots_totals {
    unsigned smt;          /* hardware threads of the core: 1, 2 or 4 */
    unsigned summed;       /* threads that the counts sum up: all for a core, 1 for a thread */
    uint64_t user, kernel; /* instructions, by their privilege */
    uint64_t ns;           /* virtual time */
    uint64_t idle;         /* core cycles in which none of the threads executed */
};

enum slots_unit {
    SLOTS_INSTRUCTIONS,
    SLOTS_CYCLES,
    SLOTS_TICKS,      /* of the 32 MHz clock */
    SLOTS_REFERENCES, /* of the nest's reference clock: one in 4 cycles of the power bus */
};

enum slots_when {
    SLOTS_RUNNING,     /* while instructions execute */
    SLOTS_USER,        /* while instructions of users execute */
    SLOTS_KERNEL,      /* while instructions of the kernel execute */
    SLOTS_ALWAYS,      /* while the core's clock runs, idle or not */
    SLOTS_ALWAYS_EACH, /* the same, once for each thread summed up */
    SLOTS_IDLE,        /* while none of them executes */
};

/* A word that counts execution, under the catalogue's name. */
struct slots_word {
    uint16_t reg;     /* the catalogue's offset, from SLOTS_HEADER on */
    const char *name; /* without prefix */
    enum slots_unit unit;
    enum slots_when when;
    unsigned smt; /* counts only in cores with this number of threads; 0: in all */
};

enum { SLOTS_WORDS = 36 }; /* limit of words in a generation */

/* The words of a generation. */
struct slots {
    unsigned scale; /* events per increment of a word */
    unsigned n;
    struct slots_word words[SLOTS_WORDS];
};

extern const struct slots slots_power9, slots_power10;

/* Returns the word (an index of @slots->words) at @offset of core or thread
 * memory, or -1 if a scenario's traffic sets it. */
int slots_at(const struct slots *slots, uint32_t offset);

/* The same for counter @counter (0 to 3) of slot number @slot, as selected by
 * TRACE_IMC. */
int slots_selected(const struct slots *slots, unsigned slot, unsigned counter);

/* Offset in bytes of @word in memory. */
static inline uint32_t slots_offset(const struct slots_word *word)
{
    return (uint32_t)SLOTS_HEADER + word->reg;
}

/*
 * Adds @user and @kernel instructions and their time @ns to @totals. Different
 * splits into calls have the same result as long as the time suffices for the
 * instructions (-icount ensures that). Otherwise, idle time depends on the
 * times of the calls.
 */
void slots_add(struct slots_totals *totals, uint64_t user, uint64_t kernel, uint64_t ns);

/* Returns the events that @word has counted at @totals. Never less than for
 * earlier totals. */
uint64_t slots_events(const struct slots_word *word, const struct slots_totals *totals);

/* Returns the minimum of instructions after which @word has counted @events, if
 * only execution takes time. They have the privilege that slots_of_privilege()
 * selects. UINT64_MAX: it never counts. */
uint64_t slots_instructions(const struct slots_word *word, unsigned smt, uint64_t events);

/* Returns the part of @user and @kernel instructions that @word counts, by its
 * states. */
uint64_t slots_of_privilege(const struct slots_word *word, uint64_t user, uint64_t kernel);

#endif
