/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of the oracle and of the model, which were typed apart, row by row. */
#include "models/snbep/snbep.h"
#include "oracle/snbep/box.h"
#include "tests/tap.h"

#include <strings.h>

static unsigned n_subs(const struct oracle_event *event)
{
    unsigned n = 0;

    while (event->subs && event->subs[n].name)
        n++;
    return n;
}

static void events(void)
{
    is_u64(oracle_n_events, imc_n_events, "as many events");
    for (unsigned code = 0; code <= UINT8_MAX; code++) {
        int mine = oracle_event_coded((uint8_t)code), other = imc_event_coded((uint8_t)code);

        if (!ok((mine < 0) == (other < 0), "event %02x is there in both or in neither", code) || mine < 0)
            continue;
        const struct oracle_event *e = &oracle_events[mine];
        const struct imc_event *m = &imc_events[other];

        ok(!strcasecmp(e->name, m->name), "%s: its name", e->name);
        is_u64(e->max, m->max, "%s: maximum", e->name);
        is_u64(e->bytes, m->bytes, "%s: bytes", e->name);
        is_u64(n_subs(e), m->n_subs, "%s: sub-events", e->name);
        for (unsigned i = 0; i < n_subs(e); i++)
            is_u64(imc_umask_named(m, e->subs[i].name), e->subs[i].umask, "%s.%s", e->name, e->subs[i].name);
    }
}

/* What is peculiar to an event, in the model's terms. */
static void peculiar(void)
{
    for (unsigned i = 0; i < oracle_n_events; i++) {
        const struct oracle_event *e = &oracle_events[i];
        const struct imc_event *m = &imc_events[imc_event_coded(e->code)];

        ok((e->peculiar == ORACLE_CLOCK) == m->clock, "%s: every cycle, or not", e->name);
        ok((e->peculiar == ORACLE_ANY) == m->any, "%s: together 1, or not", e->name);
        ok((e->peculiar == ORACLE_DEFAULT) == (m->rest == 0), "%s: what is left over, or not", e->name);
        ok((e->queue != 0) == (m->watches >= 0), "%s: of a queue, or not", e->name);
        if (m->watches >= 0) {
            is_u64(e->queue, imc_events[m->watches].code, "%s: which queue", e->name);
            is_u64(e->peculiar == ORACLE_FULL ? oracle_events[oracle_event_coded(e->queue)].max : 1,
                m->at_least, "%s: from how many entries on", e->name);
        }
    }
}

/* The guide's bits, and the datasheet's. */
static void registers(void)
{
    const struct reg *silicon = imc_bank(IMC_SILICON)->regs, *guide = imc_bank(IMC_GUIDE)->regs;

    is_u64(ORACLE_N_REGS, IMC_N_REGS, "as many registers");
    for (unsigned i = 0; i < ORACLE_N_REGS; i++) {
        is_str(oracle_registers[i].name, silicon[i].name, "register %u", i);
        is_u64(oracle_registers[i].offset, silicon[i].offset, "%s: offset", silicon[i].name);
        is_u64(8 * oracle_registers[i].bytes, silicon[i].width, "%s: width", silicon[i].name);
    }
    is_u64(ORACLE_COUNT, reg_access_mask(&silicon[IMC_CTR0], REG_RW), "a counter's bits");
    is_u64(ORACLE_CTL_SELECTS | ORACLE_CTL_EN, reg_access_mask(&silicon[IMC_CTL0], REG_RW), "a control's");
    is_u64(ORACLE_FIXED_EN, reg_access_mask(&silicon[IMC_FIXED_CTL], REG_RW), "the fixed counter's control");
    is_u64(ORACLE_FIXED_RST, reg_access_mask(&silicon[IMC_FIXED_CTL], REG_ACTION), "its reset");
    is_u64(ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN | ORACLE_BOX_OV_EN,
        reg_access_mask(&silicon[IMC_BOX_CTL], REG_RW), "BOX_CTL, by the datasheet");
    is_u64(ORACLE_BOX_RST_CTRL | ORACLE_BOX_RST_CTRS, reg_access_mask(&silicon[IMC_BOX_CTL], REG_ACTION),
        "its resets");
    is_u64(ORACLE_BOX_FRZ | ORACLE_BOX_FRZ_EN, reg_access_mask(&guide[IMC_BOX_CTL], REG_WO),
        "BOX_CTL, by the guide");
    is_u64(ORACLE_STATUS, reg_access_mask(&silicon[IMC_UNIT_STATUS], REG_RW1C), "UNIT_STATUS");
}

static void functions(void)
{
    for (unsigned c = 0; c < ORACLE_CHANNELS; c++) {
        const struct oracle_function *mine = &oracle_functions[c];
        const struct snbep_function *other = snbep_imc_function(c);

        is_u64(mine->device, other->device, "channel %u: device", c);
        is_u64(mine->function, other->function, "channel %u: function", c);
        is_u64(mine->id >> 16, other->device_id, "channel %u: device ID", c);
        is_u64(mine->id & 0xffff, SNBEP_VENDOR, "channel %u: vendor ID", c);
    }
}

/* Bytes of 8086:3cb4 at device 10, function 4, and what is none of a channel's IDs. */
static void headers(void)
{
    uint64_t value = 0;

    is_u64((uint64_t)oracle_function_at(0x8400, 4, &value), 2, "channel 2");
    is_u64(value, 0x3cb48086, "its IDs");
    is_u64((uint64_t)oracle_function_at(0x8402, 2, &value), 2, "channel 2 by its device ID");
    is_u64(value, 0x3cb4, "... alone");
    is_u64((uint64_t)oracle_function_at(0x8401, 1, &value), 2, "channel 2 by one byte");
    is_u64(value, 0x80, "... of its vendor ID");
    ok(oracle_function_at(0x8402, 4, &value) < 0, "more than the IDs");
    ok(oracle_function_at(0x8404, 4, &value) < 0, "behind them");
    ok(oracle_function_at(0x8200, 4, &value) < 0, "a function that is no channel");
}

int main(void)
{
    events();
    peculiar();
    registers();
    functions();
    headers();
    return done_testing();
}
