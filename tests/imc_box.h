/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A channel monitor under test: numbers from the manual, typed again, and
 * functions to drive it. */
#ifndef PMULAB_TESTS_IMC_BOX_H
#define PMULAB_TESTS_IMC_BOX_H

#include "models/snbep/imc.h"
#include "tests/tap.h"

/* Offsets in configuration space, and bits of the registers there (327043-001,
 * tables 2-59 to 2-64). */
enum {
    AT_CTR0 = 0xa0, /* the next ones follow at 8 bytes */
    AT_FIXED_CTR = 0xd0,
    AT_CTL0 = 0xd8, /* the next ones follow at 4 bytes */
    AT_FIXED_CTL = 0xf0,
    AT_BOX_CTL = 0xf4,
    AT_STATUS = 0xf8,

    EDGE = 1 << 18,
    FIXED_RST = 1 << 19,
    EN = 1 << 22,
    INVERT = 1 << 23,
    FRZ = 1 << 8,
    FRZ_EN = 1 << 16,
};

#define THRESH(n) ((uint32_t)(n) << 24)
#define WRAP      (UINT64_C(1) << 48)
#define ONE_GHZ   1000000000u /* one cycle is one nanosecond */
#define DDR3_1600 800000000u
#define SECOND    UINT64_C(1000000000)

/* A channel's box with its own traffic. */
struct imc_box {
    struct box box;
    struct box_signals signals;
};

static inline void imc_reset(struct imc_box *b, enum imc_mode mode, uint32_t dclk_hz)
{
    memset(&b->signals, 0, sizeof(b->signals));
    box_reset(&b->box, &imc_type, 0, mode, dclk_hz);
}

static inline void imc_advance(struct imc_box *b, uint64_t now)
{
    box_advance(&b->box, &b->signals, now);
}

static inline void imc_preset(struct imc_box *b, uint64_t now, unsigned reg, uint64_t value)
{
    box_preset(&b->box, &b->signals, now, reg, value);
}

static inline uint64_t imc_read(struct imc_box *b, uint64_t now, uint32_t offset, unsigned size)
{
    return box_read(&b->box, &b->signals, now, offset, size);
}

static inline void imc_write(
    struct imc_box *b, uint64_t now, uint32_t offset, unsigned size, uint64_t value)
{
    box_write(&b->box, &b->signals, now, offset, size, value);
}

static inline uint64_t imc_next_overflow(struct imc_box *b, uint64_t horizon)
{
    return box_next_overflow(&b->box, &b->signals, horizon);
}

static inline const char *imc_traffic_check(
    const struct imc_box *b, unsigned event, unsigned sub, const struct traffic_amount *amount)
{
    return box_traffic_check(
        &b->box, &b->signals, event, &(struct box_flow){.unit = (uint8_t)sub, .amount = *amount});
}

static inline const char *imc_traffic_set(struct imc_box *b, uint64_t now, unsigned event,
    unsigned sub, const struct traffic_amount *amount)
{
    return box_traffic_set(&b->box, &b->signals, now, event,
        &(struct box_flow){.unit = (uint8_t)sub, .amount = *amount});
}

/* From @now (ns) on, @event ("CAS_COUNT") with sub-event @sub ("RD_REG", or
 * NULL) occurs @amount ("5M/s") times. */
static inline void drive(
    struct imc_box *box, uint64_t now, const char *event, const char *sub, const char *amount)
{
    int index = box_event_named(imc_type.events, event),
        umask = sub ? box_umask_named(&imc_type.events->rows[index], sub) : 1;
    struct traffic_amount parsed;
    unsigned bit = 0;

    while (umask >> (bit + 1))
        bit++;
    const char *wrong = traffic_parse_amount(amount, 64, &parsed);
    if (!wrong)
        wrong = imc_traffic_set(box, now, (unsigned)index, bit, &parsed);
    if (wrong)
        ok(false, "the test's own traffic, %s %s: %s", event, amount, wrong);
}

static inline uint64_t counter(struct imc_box *box, uint64_t now, unsigned i)
{
    return imc_read(box, now, AT_CTR0 + 8 * i, 8);
}

static inline void control(struct imc_box *box, uint64_t now, unsigned i, uint32_t ctl)
{
    imc_write(box, now, AT_CTL0 + 4 * i, 4, ctl);
}

static inline uint64_t fixed(struct imc_box *box, uint64_t now)
{
    return imc_read(box, now, AT_FIXED_CTR, 8);
}

#endif
