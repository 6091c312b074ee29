/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The free-running counters of a stack of I/O of Skylake-SP. They run from
 * reset on, and cannot be stopped. */
#include "models/snbep/skx/iio_free.h"
#include "models/snbep/box_types.h"
#include "models/snbep/boxes/msr_box.h"

#define FIELDS(F)                                                                                  \
    F(RSV_63, "rsv", 63, 36, REG_RV, 0, "reads as 0")                                              \
    F(COUNT, "count", 35, 0, REG_RO, 0, "since the reset; wraps to 0")

static const struct reg_field fields[] = {FIELDS(REG_FIELD_ROW)};

#define FREE(reg_name, number, what, more)                                                         \
    {                                                                                              \
        .name = (reg_name), .offset = (number), .width = 64, .numbering = REG_LSB0,                \
        REG_TABLE(fields), .prose = (what),                                                        \
        .source = "Linux, arch/x86/events/intel/uncore_snbep.c: skx_iio_freerunning",              \
        .not_modelled = (more)                                                                     \
    }
#define TAKEN "no source names its events; assumed: requests of devices to memory"
#define USE   "no source defines it; assumed: cycles in which the port moves data"

#define IN(n) FREE("BW_IN_PORT" #n, (n), "4 bytes that devices of port " #n " move in", TAKEN)
#define OUT(n)                                                                                     \
    FREE("BW_OUT_PORT" #n, IIO_PORTS + (n), "4 bytes that devices of port " #n " move out", TAKEN)
#define BOTH(n)                                                                                    \
    FREE("UTIL_IN_PORT" #n, 2 * (IIO_PORTS + (n)), "use of port " #n ", inwards", USE),            \
        FREE("UTIL_OUT_PORT" #n, 2 * (IIO_PORTS + (n)) + 1, "use of port " #n ", outwards", USE)

static const struct reg regs[] = {
    IN(0), IN(1), IN(2), IN(3), OUT(0), OUT(1), OUT(2), OUT(3), BOTH(0), BOTH(1), BOTH(2), BOTH(3)};

const struct reg_bank skx_iio_free_bank = {"iio-free",
    "free-running counters of a stack of I/O; register number is B00 + 10 a stack plus the offset",
    REG_SPACE_MSR, REG_BANK_TABLE(regs)};

static const struct reg clock_regs[] = {
    FREE("IOCLK", 0x0, "cycles of the stack's clock, which is taken to be the uncore's", NULL)};

const struct reg_bank skx_iio_clock_bank = {"iio-clock",
    "free-running clock of a stack of I/O; register number is A45 + 20 a stack", REG_SPACE_MSR,
    REG_BANK_TABLE(clock_regs)};

/* The stack's count in each register, in the same order. */
#define SHOWS(first) 1u << (first), 2u << (first), 4u << (first), 8u << (first)
static const uint32_t shows[] = {
    SHOWS(IIO_FREE_IN), SHOWS(IIO_FREE_OUT), SHOWS(IIO_FREE_USE), SHOWS(IIO_FREE_USE + IIO_PORTS)};
static const uint32_t shows_clock[] = {1u << IIO_FREE_CLOCK};

static const struct box_events no_events = {.n = 0};
static const struct box_control control = MSR_BOX_CONTROL;

/* Members of a kind's row. */
#define TYPE(bank, counts)                                                                         \
    .banks = {&(bank), &(bank)}, .events = &no_events, .clock = BOX_UCLK, .sums = 1,               \
    .of = &skx_iio_type, .adds = (counts), .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE,           \
    .box_ctl = BOX_NONE, .status = BOX_NONE, .filter = BOX_NONE, .control = &control

const struct box_type skx_iio_free_type = {TYPE(skx_iio_free_bank, shows), .name = "iio-free"};
const struct box_type skx_iio_clock_type = {
    TYPE(skx_iio_clock_bank, shows_clock), .name = "iio-clock"};
