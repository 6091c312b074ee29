/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Computes the words of core and thread memory from executed instructions and time. */
#include "harness/truth/power9/executed.h"

#include "models/power9/slots.h"

/* An instruction takes 4 cycles at 2 GHz; the slow clock has 32 cycles in 1000 ns. */
#define NS_OF_INSTRUCTION 2
#define CYCLES_IN_NS      2
#define TICKS_IN_US       32
#define NS_IN_US          1000

void truth_executed_add(struct truth_executed *executed, guint64 user, guint64 kernel, guint64 ns)
{
    guint64 busy;

    executed->user += user;
    executed->kernel += kernel;
    executed->ns += ns;
    busy = (executed->user + executed->kernel) * NS_OF_INSTRUCTION;
    /* Without icount, time may lag behind execution; a count still does not go back. */
    if (executed->ns > busy)
        executed->idle = MAX(executed->idle, executed->ns - busy);
}

static const struct slots_word *word_at(guint32 offset)
{
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        if (offset == (guint32)SLOTS_HEADER + slots_words[i].reg)
            return &slots_words[i];
    return NULL;
}

gboolean truth_executed_counts(guint32 offset)
{
    return word_at(offset) != NULL;
}

/* The time, in ns, in the sense of the word. */
static guint64 duration(const struct truth_executed *executed, enum slots_when when)
{
    switch (when) {
    case SLOTS_RUNNING:
        return (executed->user + executed->kernel) * NS_OF_INSTRUCTION;
    case SLOTS_USER:
        return executed->user * NS_OF_INSTRUCTION;
    case SLOTS_KERNEL:
        return executed->kernel * NS_OF_INSTRUCTION;
    case SLOTS_ALWAYS:
        return executed->ns;
    case SLOTS_ALWAYS_EACH:
        return executed->ns * executed->summed;
    case SLOTS_IDLE:
        return executed->idle;
    }
    return 0;
}

static guint64 events(const struct slots_word *word, guint64 ns)
{
    switch (word->unit) {
    case SLOTS_INSTRUCTIONS:
        return ns / NS_OF_INSTRUCTION;
    case SLOTS_CYCLES:
        return ns * CYCLES_IN_NS;
    case SLOTS_TICKS:
        return ns * TICKS_IN_US / NS_IN_US;
    }
    return 0;
}

guint64 truth_executed_word(const struct truth_executed *executed, guint32 offset)
{
    const struct slots_word *word = word_at(offset);

    if (!word || (word->smt && word->smt != executed->smt))
        return 0;
    return events(word, duration(executed, word->when)) / SLOTS_SCALE;
}
