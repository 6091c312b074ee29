/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine `turnstile` without a guest: its count, and the times of its
 * updates. */
#include "models/turnstile/turnstile_plan.h"
#include "tests/tap.h"

#define MS UINT64_C(1000000)

enum { EN = 1, LATCH = 2, CLEAR = 4, COUNT = 4 };

static struct turnstile machine;

static void write_ctl(uint64_t now, uint32_t value)
{
    turnstile_write(&machine, &(struct sim_access){.now = now}, 0, 1, value);
}

/* Returns the count at @now. The gate keeps counting. */
static uint32_t latched(uint64_t now)
{
    write_ctl(now, EN | LATCH);
    return turnstile_read(&machine, &(struct sim_access){.now = now}, COUNT, 4);
}

static void begin(const char *const *lines)
{
    const struct turnstile_config config = TURNSTILE_DEFAULTS;
    static const struct sim_host nobody;
    char wrong[PLAN_TEXT_WRONG];
    struct plan_text text;

    turnstile_reset(&machine, &config, &nobody);
    turnstile_plan_begin(&text, &machine);
    for (; *lines; lines++)
        ok(plan_text_line(&text, *lines, wrong), "%s", *lines);
}

int main(void)
{
    static const char *const lines[] = {
        "at boot", "gate PASS 1M/s", "at boot + 20ms", "gate PASS off", NULL};

    begin(lines);
    write_ctl(0, EN);
    is_u64(latched(5 * MS), 5000, "a quarter of the time, a quarter of the people");
    is_u64(latched(1000 * MS), 20000, "no people pass after the end");
    begin(lines);
    write_ctl(0, EN);
    for (uint64_t now = 0; now < 20 * MS; now += 777)
        latched(now);
    is_u64(latched(20 * MS), 20000, "frequent reads change nothing");
    begin(lines);
    write_ctl(5 * MS, EN);
    write_ctl(10 * MS, 0);
    write_ctl(15 * MS, EN | LATCH | CLEAR);
    is_u64(machine.values[GATE_COUNT], 5000, "it counts only while enabled");
    is_u64(latched(20 * MS), 5000, "... and from 0 after clear");
    return done_testing();
}
