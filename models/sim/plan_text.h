/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plan as text, line by line; docs/scenarios.md has the grammar. The grammar is everybody's, what a block,
 * a register and an event is comes from the machine, through struct plan_text_ops.
 *
 * A machine brings the hooks, and something that its blocks' names, its actions and its checks are reached
 * from, which every hook gets as its first argument. Its own reader of plans is then
 *
 *     plan_text_begin(&text, &hooks, machine, &machine->plan, &machine->faults);
 *     ok = plan_text_line(&text, line, wrong);
 *
 * Words go to the hooks as they stand in the line, so that names with dots in them (chip0.mcs01) are nobody's
 * business but the machine's; only a register's path is cut, at its last dot. A hook that fails leaves one
 * line in @wrong, by plan_text_complain(): what, and what was expected; no hook may change anything but
 * through store() and, for the checks of later lines, fits().
 */
#ifndef PMULAB_SIM_PLAN_TEXT_H
#define PMULAB_SIM_PLAN_TEXT_H

#include "models/reg/bank.h"
#include "models/sim/fault.h"
#include "models/sim/plan.h"
#include "models/sim/traffic.h"

#define PLAN_TEXT_WRONG 192 /* bytes that a complaint takes at most */
#define PLAN_TEXT_WORD  96  /* longest word, with its end */

/* A register, as anchors and actions know it. */
struct plan_text_register {
    unsigned block, reg;         /* as the machine gives them to plan_access() */
    const struct reg *described; /* what it can be set to; NULL: any 64 bits */
    const struct reg_bank *bank; /* that it is in, where faults can reach it; NULL: it lies in memory */
};

/* An event of a block, as actions know it. */
struct plan_text_event {
    unsigned block, event, sub; /* the machine's own numbers */
    unsigned bytes;             /* moved by one event, or 0: traffic_parse_amount() */
};

/* What a line below "at" asks for. */
struct plan_text_action {
    bool preset; /* @reg is set to @value, or goes up by it (@add); else @event sees @amount */
    bool add;
    struct plan_text_register reg;
    uint64_t value;
    struct plan_text_event event;
    struct traffic_amount amount;
};

/* The machine's part. All are needed, but for what is called optional. */
struct plan_text_ops {
    const char *example; /* a register's path, for complaints: "imc0.PMON_CTR0" */

    /* Finds register @name of @block ("imc0", "PMON_CTR0"). */
    bool (*find_register)(void *machine, const char *block, const char *name, struct plan_text_register *reg,
        char wrong[PLAN_TEXT_WRONG]);

    /* Finds event @name of @block ("imc0", "CAS_COUNT.RD_REG"; "chip0.mcs01", "PM_MCS01_64B_WR_DISP_PORT01").
     */
    bool (*find_event)(void *machine, const char *block, const char *name, struct plan_text_event *event,
        char wrong[PLAN_TEXT_WRONG]);

    /*
     * Whether @action fits beside the lines so far, as if they happened in turn; if so, it is one of them
     * from now on. Returns NULL, or what is wrong as a static phrase.
     */
    const char *(*fits)(void *machine, const struct plan_text_action *action);

    /* Optional: the line of the host's hooks that interrupts of @block take. Without it there are none. */
    bool (*find_line)(void *machine, const char *block, unsigned *line, char wrong[PLAN_TEXT_WRONG]);

    /* Takes @action as what the plan's entry number @entry does. */
    void (*store)(void *machine, unsigned entry, const struct plan_text_action *action);
};

/* Reading in progress. */
struct plan_text {
    const struct plan_text_ops *ops;
    void *machine;
    struct plan *plan; /* gets the anchors and entries */
    struct faults *faults;
    int anchor;     /* that entries belong to, -1 before the first "at" */
    uint64_t delay; /* ns */
};

/* Begins to read into @plan and @faults, which must be empty. @machine goes to the hooks; all must outlive
 * @text. */
void plan_text_begin(struct plan_text *text, const struct plan_text_ops *ops, void *machine,
    struct plan *plan, struct faults *faults);

/*
 * Reads one line, without its line end. Empty lines and comments (#) are nothing.
 * Returns false with a complaint in @wrong: what, and what was expected; the plan is as before the line.
 */
bool plan_text_line(struct plan_text *text, const char *line, char wrong[PLAN_TEXT_WRONG]);

/* The register called @path, "chip0.COMMAND". */
bool plan_text_find_register(const struct plan_text *text, const char *path, struct plan_text_register *reg,
    char wrong[PLAN_TEXT_WRONG]);

/* For the hooks: writes the complaint, cut to its room, and returns false. */
__attribute__((format(printf, 2, 3))) bool plan_text_complain(
    char wrong[PLAN_TEXT_WRONG], const char *format, ...);

#endif
