/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In-memory collection of POWER9 and POWER10 by its documents, typed for the
 * oracle alone. Sources: the kernel's Documentation/powerpc/imc.rst; skiboot's
 * hw/imc.c, include/imc.h and include/xscom.h; the microcode's
 * src/occ_gpe1/gpe1_24x7.[ch] of open-power/occ, branches master and
 * master-p10. Bits are IBM's: 0 is the highest of 64. Power11 is POWER10 here.
 */
#ifndef PMULAB_ORACLE_POWER9_MANUAL_H
#define PMULAB_ORACLE_POWER9_MANUAL_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_P9_CHIPS = 2, ORACLE_P9_CPUS = 64 };

#define ORACLE_P9_BITS(first, last) (UINT64_MAX >> (first)&UINT64_MAX << (63 - (last)))
#define ORACLE_P9_BIT(n)            ORACLE_P9_BITS(n, n)

/* ---- registers ---- */

/* The owner of an address in a trace. */
enum oracle_p9_kind {
    ORACLE_P9_CHIP,          /* a chip's counters in HOMER, including the control block */
    ORACLE_P9_CORE,          /* a core's SCOMs */
    ORACLE_P9_CPU,           /* a thread's LDBAR */
    ORACLE_P9_CORE_MEMORY,   /* at PDBAR's address */
    ORACLE_P9_THREAD_MEMORY, /* at LDBAR's address */
};

struct oracle_p9_register {
    const char *name;
    enum oracle_p9_kind kind; /* CHIP, CORE or CPU */
    /* a core's: see oracle_p9_number(). Else SPR; offset in bytes from the
     * chip's counters */
    uint32_t number;
    uint64_t holds; /* bits that read back as written; the others read as 0 */
};

enum oracle_p9_reg {
    ORACLE_P9_STATUS,
    ORACLE_P9_COMMAND,
    ORACLE_P9_SPEED,
    ORACLE_P9_AVAILABILITY,
    ORACLE_P9_MODE,
    ORACLE_P9_MODE_STATE,
    ORACLE_P9_PDBAR,
    ORACLE_P9_HTM_MODE,
    ORACLE_P9_EVENT_MASK,
    ORACLE_P9_TRACE_IMC,
    ORACLE_P9_LDBAR,
    ORACLE_P9_REGS,
    ORACLE_P9_CONTROL_WORDS = ORACLE_P9_PDBAR,
};

extern const struct oracle_p9_register oracle_p9_registers[ORACLE_P9_REGS];

/* Fields: skiboot, include/imc.h; imc.rst. Places and times: gpe1_24x7.h and
 * docs/hardware/power9.md. */
#define ORACLE_P9_PDBAR_ADDRESS   ORACLE_P9_BITS(14, 50)
#define ORACLE_P9_HTM_START       ORACLE_P9_BIT(4)
#define ORACLE_P9_TRACE_BUFFER    ORACLE_P9_BITS(48, 50)
#define ORACLE_P9_LDBAR_ENABLE    ORACLE_P9_BIT(0)
#define ORACLE_P9_LDBAR_TRACE     ORACLE_P9_BIT(1)
#define ORACLE_P9_LDBAR_ADDRESS   ORACLE_P9_BITS(8, 50)
#define ORACLE_P9_CONTROL_BLOCK   0x3fc00u
#define ORACLE_P9_POLL_NS         UINT64_C(500000)
#define ORACLE_P9_TRAFFIC_HZ      2000000000u
#define ORACLE_P9_MEMORY_POSTS_NS UINT64_C(1000000)

/* gpe1_24x7.h: speeds, modes; the values of the status word. */
enum { ORACLE_P9_SPEEDS = 12, ORACLE_P9_MODES = 2 };

enum oracle_p9_status {
    ORACLE_P9_INIT,
    ORACLE_P9_RUN,
    ORACLE_P9_PAUSE,
    ORACLE_P9_BAD_SPEED,
    ORACLE_P9_BAD_MODE,
};

/* The register of @kind with the name @name, in any case; or -1. */
int oracle_p9_register_named(enum oracle_p9_kind kind, const char *name);

/* Units: some of @bits are set or, if @as is not 0, exactly its bits. Without
 * bits: no units. */
struct oracle_p9_units {
    uint64_t bits, as;
};

struct oracle_p9_word;

/* Differences between generations. */
struct oracle_p9_generation {
    uint32_t (*scom)(
        unsigned core, enum oracle_p9_reg reg); /* number of a register of core @core of a chip */
    /* gpe1_24x7.[ch] */
    unsigned groups;      /* of words, ORACLE_P9_GROUP bytes each */
    unsigned debugged;    /* number of the first groups that do not count in debug mode */
    uint32_t kept;        /* bytes that are zeroed */
    unsigned configuring; /* polls */
    bool pauses;          /* at an unknown command */
    /* The units of PMU @pmu, as bits in AVAILABILITY. 0: no units. */
    struct oracle_p9_units (*units)(const char *pmu);
    /* Memory of cores and threads. */
    unsigned scale; /* events per count */
    const struct oracle_p9_word *words;
    unsigned n_words;
};

extern const struct oracle_p9_generation oracle_power9, oracle_power10;

/* The number of @reg in traces and plans; for core registers, core 0's. */
uint32_t oracle_p9_number(const struct oracle_p9_generation *g, enum oracle_p9_reg reg);

/* A thread with @ldbar accumulates, or samples, while its core collects. */
bool oracle_p9_accumulates(uint64_t ldbar);
bool oracle_p9_samples(uint64_t ldbar);

/* ---- the nest ---- */

/* The microcode keeps counter memory in groups. The first and the last word of
 * each count its postings. */
enum { ORACLE_P9_GROUP = 0x110 };

/* Whether the word at @offset counts postings. */
bool oracle_p9_counts_postings(const struct oracle_p9_generation *g, uint32_t offset);

/* Whether @availability has @units, if there are any. */
bool oracle_p9_there(const struct oracle_p9_units *units, uint64_t availability);

/* ---- cores and threads ---- */

/* An instruction takes 4 cycles of 2 GHz (docs/hardware/power9.md, "Clock
 * model"). */
enum { ORACLE_P9_INSTRUCTION_NS = 2 };

/* The source of a word in their memory, other than traffic. */
enum oracle_p9_counts {
    ORACLE_P9_TRAFFIC,
    ORACLE_P9_INSTRUCTIONS,
    ORACLE_P9_USER_INSTRUCTIONS,
    ORACLE_P9_KERNEL_INSTRUCTIONS,
    ORACLE_P9_CYCLES, /* of the core clock, while something executes */
    ORACLE_P9_USER_CYCLES,
    ORACLE_P9_KERNEL_CYCLES,
    ORACLE_P9_CLOCK,      /* all cycles of the core clock */
    ORACLE_P9_CLOCK_EACH, /* the same, once for each thread */
    ORACLE_P9_IDLE,       /* cycles in which no instruction executes */
    ORACLE_P9_TICKS,      /* of 32 MHz */
    ORACLE_P9_USER_TICKS, /* ticks in which users execute */
    ORACLE_P9_KERNEL_TICKS,
    ORACLE_P9_REFERENCES, /* of the nest's reference clock of 500 MHz */
};

struct oracle_p9_word {
    uint32_t number; /* the catalogue's; the word is at this + 0x18 */
    const char *name;
    enum oracle_p9_counts counts;
    unsigned smt; /* only in cores with this number of threads; 0: in all */
};

/* The word at @offset of core or thread memory that counts execution, or
 * NULL. */
const struct oracle_p9_word *oracle_p9_word_at(
    const struct oracle_p9_generation *g, uint32_t offset);

/* Work done while a memory counted. */
struct oracle_p9_work {
    uint64_t user, kernel; /* instructions */
    uint64_t ns;           /* of time */
    uint64_t idle;         /* ns without execution */
};

/* The number of @word's events in @work, in a core of @smt threads. The memory
 * covers @summed of them. */
uint64_t oracle_p9_word_events(const struct oracle_p9_word *word, const struct oracle_p9_work *work,
    unsigned smt, unsigned summed);

#endif
