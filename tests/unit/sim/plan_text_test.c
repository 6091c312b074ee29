/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plans as text, for an invented machine. Its blocks have dots in their names,
 * and one of its registers is in memory. snbep_plan_test.c tests the grammar of
 * lines with a real machine. */
#include "models/sim/plan_text.h"

#include "tests/tap.h"

#include <string.h>

/* 8 bits, of which the upper ones are hardware's. */
static const struct reg_field fields[] = {
    {"high", 7, 4, REG_RO, 0, "hardware's"}, {"low", 3, 0, REG_RW, 0, "software's"}};
static const struct reg command = {.name = "COMMAND",
    .width = 8,
    .numbering = REG_LSB0,
    REG_TABLE(fields),
    .prose = "",
    .source = ""};

static const struct reg_bank bank = {"chip", "a chip", REG_SPACE_MEMORY, &command, 1, NULL};

static struct {
    struct plan plan;
    struct faults faults;
    struct plan_text_action stored[PLAN_ENTRIES];
    unsigned n_stored;
    uint64_t sum; /* of all rates so far, at most 1000 */
    char block[PLAN_TEXT_WORD], name[PLAN_TEXT_WORD];
} machine;

static struct plan_text text;
static char wrong[PLAN_TEXT_WRONG];

static void note(const char *block, const char *name)
{
    snprintf(machine.block, sizeof(machine.block), "%s", block);
    snprintf(machine.name, sizeof(machine.name), "%s", name);
}

static bool find_register(void *self, const char *block, const char *name,
    struct plan_text_register *reg, char complaint[PLAN_TEXT_WRONG])
{
    ok(self == &machine, "the machine is asked for a register");
    note(block, name);
    if (strcmp(name, "COMMAND") != 0 && strcmp(name, "word") != 0)
        return plan_text_complain(complaint, "%s has no register '%s'", block, name);
    *reg = (struct plan_text_register){
        7, *name == 'w', *name == 'w' ? NULL : &command, *name == 'w' ? NULL : &bank, false};
    return true;
}

static bool find_event(void *self, const char *block, const char *name,
    struct plan_text_event *event, char complaint[PLAN_TEXT_WRONG])
{
    ok(self == &machine, "the machine is asked for an event");
    note(block, name);
    if (strncmp(name, "PM_", 3) != 0)
        return plan_text_complain(complaint, "%s has no event '%s'", block, name);
    *event = (struct plan_text_event){.block = 9, .event = 3, .sub = 1, .bytes = 64};
    return true;
}

static const char *fits(void *self, const struct plan_text_action *action)
{
    (void)self;
    if (action->preset)
        return action->value == 13 ? "nobody wants that" : NULL;
    machine.sum += action->amount.rate;
    return machine.sum > 1000 ? "it is too much" : NULL;
}

static void store(void *self, unsigned entry, const struct plan_text_action *action)
{
    (void)self;
    machine.stored[entry] = *action;
    machine.n_stored++;
}

static const struct plan_text_ops ops = {
    .example = "chip0.COMMAND",
    .find_register = find_register,
    .find_event = find_event,
    .fits = fits,
    .store = store,
};

static void begin(void)
{
    memset(&machine, 0, sizeof(machine));
    plan_reset(&machine.plan);
    plan_text_begin(&text, &ops, &machine, &machine.plan, &machine.faults);
}

static const char *line(const char *one)
{
    return plan_text_line(&text, one, wrong) ? NULL : wrong;
}

static void is_asked(const char *block, const char *name)
{
    is_str(machine.block, block, "... the block is %s", block);
    is_str(machine.name, name, "... and the name is %s", name);
}

static void test_names(void)
{
    begin();
    is_str(line("at read 2 of chip0.COMMAND in step 3 + 5us"), NULL, "an anchor");
    is_asked("chip0", "COMMAND");
    is_u64(machine.plan.anchors[0].block, 7, "... at the machine's block");
    is_u64(machine.plan.anchors[0].reg, 0, "... and register");
    is_str(line("chip0.mcs01 PM_X.Y 100/s"), NULL, "an event of a unit with a dot in its name");
    is_asked("chip0.mcs01", "PM_X.Y");
    is_str(line("cpu0.mem.word = 0xffffffffffffffff"), NULL,
        "a word without description takes all 64 bits");
    is_asked("cpu0.mem", "word");
    is_str(line("chip0"), "chip0 has no event ''", "a block alone: the machine complains");
    is_u64(machine.n_stored, 2, "two entries are stored");
    is_u64(machine.plan.entries[1].delay, 5000, "with the anchor's delay");
    ok(!machine.stored[0].preset && machine.stored[0].event.block == 9 &&
            machine.stored[0].event.event == 3 && machine.stored[0].event.sub == 1 &&
            machine.stored[0].amount.rate == 100,
        "the first is traffic");
    ok(machine.stored[1].preset && machine.stored[1].reg.block == 7 &&
            machine.stored[1].reg.reg == 1 && machine.stored[1].value == UINT64_MAX,
        "the second sets a register");
}

static void test_complaints(void)
{
    begin();
    is_str(line("at boot \t\r\n"), NULL, "at boot");
    is_str(line("at read 1 of COMMAND"),
        "'COMMAND' is not a register: expected one such as chip0.COMMAND",
        "a path without a dot never reaches the machine");
    is_str(line("chip0.WORD = 1"), "chip0 has no register 'WORD'", "the machine's complaint");
    is_str(line("chip0.COMMAND = 16"), "value '16' has bits that COMMAND does not hold",
        "hardware's bits");
    is_str(line("chip0.COMMAND = 13"), "chip0.COMMAND = 13: nobody wants that",
        "an action that does not fit");
    is_str(line("chip0 X 1/s"), "chip0 has no event 'X'", "no such event");
    is_str(line("chip0 PM_X 64 kB/s"), NULL, "bytes, of which an event moves 64");
    is_str(
        line("chip0 PM_X 1k/s"), "chip0 PM_X '1k/s': it is too much", "traffic that does not fit");
    is_str(line("chip0 PM_X 64 kB/s\v"),
        "chip0 PM_X '64 kB/s\v': expected off, N/s (k, M, G), N%, "
        "'level N' or 'level N for ON of PERIOD cycles'",
        "only blanks and tabs separate words and end a line");
    is_u64(machine.n_stored, 1, "refused actions are not stored");
    is_u64(machine.plan.n_entries, 1, "and are not in the plan");
}

int main(void)
{
    test_names();
    test_complaints();
    return done_testing();
}
