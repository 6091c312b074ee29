/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan as text, line by line; docs/scenarios.md has the grammar. All machines
 * share the grammar; each one resolves its own blocks, registers and events
 * through struct plan_text_ops.
 *
 * A machine supplies the hooks and a pointer to its names, actions and checks.
 * Every hook gets the pointer as its first argument. Its reader of plans is
 * then
 *
 *     plan_text_begin(&text, &hooks, machine, &machine->plan, &machine->faults);
 *     ok = plan_text_line(&text, line, wrong);
 *
 * Hooks get words as written in the line, so only the machine deals with names
 * that contain dots (chip0.mcs01). A register's path is the exception: it is
 * split at its last dot. A hook that fails writes one line into @wrong with
 * plan_text_complain(): the error and the expected text. Hooks have no side
 * effects, except store() and fits(). The latter affects the checks of later
 * lines.
 */
#ifndef PMULAB_MODELS_SIM_PLAN_TEXT_H
#define PMULAB_MODELS_SIM_PLAN_TEXT_H

#include "models/reg/bank.h"
#include "models/sim/fault.h"
#include "models/sim/plan.h"
#include "models/sim/traffic.h"

#define PLAN_TEXT_WRONG 192 /* longest complaint in bytes, with its NUL */
#define PLAN_TEXT_WORD  96  /* longest word in bytes, with its NUL */

/* A register for anchors and actions. */
struct plan_text_register {
    unsigned block, reg;         /* as the machine passes them to plan_access() */
    const struct reg *described; /* limits its values; NULL: any 64 bits */
    const struct reg_bank *bank; /* its bank, if faults can affect it; NULL: it is in memory */
    /* a counter: a plan can also set its read-only bits */
    bool counts;
};

/* An event of a block, for actions. */
struct plan_text_event {
    unsigned block, event, sub; /* the machine's own numbers */
    /* properties of this traffic for filters, in the machine's encoding */
    uint64_t marks;
    unsigned bytes; /* moved by one event, or 0; see traffic_parse_amount() */
};

/* An action below an "at" line. */
struct plan_text_action {
    bool memory; /* the guest's own traffic begins or ends: @guest. Otherwise: */
    bool guest;
    bool preset; /* sets @reg to @value, or adds it (@add); otherwise @event has @amount */
    bool add;
    struct plan_text_register reg;
    uint64_t value;
    struct plan_text_event event;
    struct traffic_amount amount;
};

/* The machine's part. All hooks are required unless marked optional. */
struct plan_text_ops {
    const char *example; /* a register's path for complaints: "imc0.PMON_CTR0" */

    /* Finds register @name of @block ("imc0", "PMON_CTR0"). */
    bool (*find_register)(void *machine, const char *block, const char *name,
        struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG]);

    /* Finds event @name of @block ("imc0", "CAS_COUNT.RD_REG"; "chip0.mcs01",
     * "PM_MCS01_64B_WR_DISP_PORT01"). */
    bool (*find_event)(void *machine, const char *block, const char *name,
        struct plan_text_event *event, char wrong[PLAN_TEXT_WRONG]);

    /* Checks @action against the lines so far, as if they took effect in turn.
     * If it fits, adds it to them. Returns NULL, or the error as a static
     * phrase. */
    const char *(*fits)(void *machine, const struct plan_text_action *action);

    /* Optional: finds the line number of @block's interrupts at the host's irq
     * hook. Without it there are none. */
    bool (*find_line)(
        void *machine, const char *block, unsigned *line, char wrong[PLAN_TEXT_WRONG]);

    bool writes_memory; /* without software: it has DMA that a fault can stop */
    bool guest_memory;  /* there can be memory controllers that count the guest's own traffic */

    /* Stores @action as the action of plan entry number @entry. */
    void (*store)(void *machine, unsigned entry, const struct plan_text_action *action);
};

/* The state of a reader. */
struct plan_text {
    const struct plan_text_ops *ops;
    void *machine;
    struct plan *plan; /* receives the anchors and entries */
    struct faults *faults;
    int anchor;     /* anchor of the next entries, -1 before the first "at" */
    uint64_t delay; /* ns */
};

/* Begins to read into @plan and @faults, which must be empty. The hooks get
 * @machine. @text borrows all of them; they must outlive it. */
void plan_text_begin(struct plan_text *text, const struct plan_text_ops *ops, void *machine,
    struct plan *plan, struct faults *faults);

/* Reads one line, without its line end. Ignores empty lines and comments (#).
 * Returns false with a complaint in @wrong (the error and the expected text);
 * the plan is then as before the line. */
bool plan_text_line(struct plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

/* Finds the register with the path @path, such as "chip0.COMMAND". Returns
 * false with a complaint in @wrong. */
bool plan_text_find_register(const struct plan_text *text, const char *path,
    struct plan_text_register *reg, char wrong[PLAN_TEXT_WRONG]);

/* For the hooks: writes the complaint, truncated to fit, and returns false. */
__attribute__((format(printf, 2, 3))) bool plan_text_complain(
    char wrong[PLAN_TEXT_WRONG], const char *format, ...);

#endif
