/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The description of the machine `turnstile` for tools: its options, block and
 * event. */
#include "models/turnstile/turnstile.h"

#include <stdio.h>

const struct config_option turnstile_options[] = {
    {
        .name = "clock",
        .standard = "10000000",
        .help = "how often a second the sensor looks",
        .expected = "clock: expected cycles per second, 1000 to 1000000000",
        CONFIG_NUMBER(struct turnstile_config, clock_hz, 1000, 1000000000),
    },
    {0},
};

static bool block(unsigned number, char *name, size_t size, const struct reg_bank **bank)
{
    if (number != TURNSTILE_BLOCK)
        return false;
    *bank = &gate_bank;
    snprintf(name, size, "gate");
    return true;
}

static bool events(unsigned list, struct machine_events *events)
{
    if (list)
        return false;
    *events = (struct machine_events){.name = gate_bank.name,
        .prose = "the events of a gate",
        .code = "number",
        .text = "counts",
        .code_bits = 8,
        .n_events = 1};
    return true;
}

static void event(unsigned list, unsigned i, struct machine_event *event)
{
    (void)list;
    snprintf(event->name, sizeof(event->name), "PASS");
    event->code = i;
    event->prose = "somebody passes";
}

static const struct reg_bank *const banks[] = {&gate_bank, NULL};

const struct machine_model turnstile_model = {
    .name = "turnstile",
    .prose = "a gate at I/O ports that counts people",
    .options = turnstile_options,
    .banks = banks,
    .end_block = TURNSTILE_BLOCK + 1,
    .block = block,
    .events = events,
    .event = event,
};
