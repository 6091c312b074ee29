/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The free-running counters of a stack of I/O of Skylake-SP. They run from
 * reset on, and cannot be stopped. */
#include "models/snbep/skx/iio_free.h"
#include "models/snbep/box_types.h"

/* The stack's count in each register, in the same order. */
#define SHOWS(first) 1u << (first), 2u << (first), 4u << (first), 8u << (first)
static const uint32_t shows[] = {
    SHOWS(IIO_FREE_IN), SHOWS(IIO_FREE_OUT), SHOWS(IIO_FREE_USE), SHOWS(IIO_FREE_USE + IIO_PORTS)};
static const uint32_t shows_clock[] = {1u << IIO_FREE_CLOCK};

static const struct box_events no_events = {.n = 0};

/* Members of a kind's row. */
#define TYPE(bank, counts)                                                                         \
    .banks = {&(bank), &(bank)}, .events = &no_events, .clock = BOX_UCLK, .sums = 1,               \
    .of = &skx_iio_type, .adds = (counts), .fixed_ctr = BOX_NONE, .fixed_ctl = BOX_NONE,           \
    .box_ctl = BOX_NONE, .status = BOX_NONE, .filter = BOX_NONE, .control = &msr_control

const struct box_type skx_iio_free_type = {TYPE(skx_iio_free_bank, shows), .kind = BOX_IIO_FREE};
const struct box_type skx_iio_clock_type = {
    TYPE(skx_iio_clock_bank, shows_clock), .kind = BOX_IIO_CLOCK};
