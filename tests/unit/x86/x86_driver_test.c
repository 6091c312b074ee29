/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Assigns counters to a driver's events, by the values written and read. */
#include "harness/truth/x86/driver.h"

#include "tests/tap.h"

enum { A = 0xc0, B = 0x76 }; /* selections */

#define BEGIN UINT64_C(0x800000000000)

static const struct trace_record records[32];
static const struct x86_place first = {.block = 5}, second = {.block = 5, .counter = 1};
static struct truth *truth;
static struct x86_driver *driver;
static gsize now;

static void begin(void)
{
    truth = truth_new();
    truth->mask = UINT64_C(0xffffffffffff);
    driver = x86_driver_new(truth, records, 1, 2);
    now = 0;
}

static void set(const struct x86_place *at, guint64 value)
{
    x86_driver_set(driver, at, now++, value, 0);
}

/* The hardware has counted @total. */
static void reads(const struct x86_place *at, guint64 value, guint64 total, gboolean runs)
{
    x86_driver_read(driver, at, now++, value, total, runs);
}

static void runs(const struct x86_place *at, guint64 selection)
{
    x86_driver_runs(driver, at, now++, selection);
}

/* The intervals' events, and the driver's count of each. */
static void intervals(const char *expected, const char *what)
{
    g_autoptr(GString) got = g_string_new(NULL);

    for (guint i = 0; i < truth->intervals->len; i++) {
        const struct truth_interval *interval =
            &g_array_index(truth->intervals, struct truth_interval, i);

        g_string_append_printf(
            got, "%s%u: %u", i ? ", " : "", interval->event, (unsigned)interval->driver);
    }
    is_str(got->str, expected, "%s", what);
    x86_driver_free(driver);
    truth_free(truth);
}

int main(void)
{
    begin();
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 10, 10, FALSE);
    set(&second, BEGIN + 10);
    runs(&second, A);
    reads(&second, BEGIN + 15, 15, FALSE);
    intervals("1: 10, 1: 5", "an event resumes on another counter with its last value");

    begin();
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 10, 10, FALSE);
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 3, 13, FALSE);
    intervals("1: 10, 2: 3", "a different start value means a different event");

    begin();
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, 2, BEGIN + 2, FALSE);
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 3, BEGIN + 5, FALSE);
    is_u64(truth->intervals->len, 2, "after an overflow");
    is_u64(g_array_index(truth->intervals, struct truth_interval, 1).event, 1,
        "... an event restarts, and is the same");
    x86_driver_free(driver);
    truth_free(truth);

    begin();
    set(&first, 0);
    runs(&first, A);
    reads(&first, 100, 100, FALSE);
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 3, 103, FALSE);
    intervals("1: 100, 2: 3", "a counter that began at 0 has not overflowed");

    begin();
    set(&first, BEGIN);
    runs(&first, A);
    reads(&first, BEGIN + 10, 10, FALSE);
    runs(&first, B);
    reads(&first, BEGIN + 30, 30, FALSE);
    runs(&first, A);
    reads(&first, BEGIN + 31, 31, FALSE);
    intervals("1: 10, 2: 20, 3: 1", "a reprogrammed counter counts from its latest read");
    return done_testing();
}
