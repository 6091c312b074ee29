/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intervals of a counter that is switched on and off, and a driver's reads of
 * it. */
#include "harness/truth/track.h"

#include "tests/tap.h"

/* By record number: the CPU that switches or reads. */
static const struct trace_record records[16] = {[5] = {.cpu = 1}, [8] = {.cpu = 1}};

static struct truth *truth;
static struct truth_track track;

static void begin(void)
{
    truth = truth_new();
    truth->mask = 0xff;
    truth_track_begin(&track);
}

static void open_at(gsize now)
{
    truth_track_open(&track, truth, records, now, &(struct truth_interval){.counter = 3});
}

/* The driver reads or writes @value; the hardware has counted @total. */
static void read_at(gsize now, guint64 value, guint64 total, gboolean written)
{
    truth_track_read(&track, truth, records,
        &(struct truth_read){
            .low = now, .high = now, .value = value, .total = total, .written = written});
}

static const struct truth_interval *interval(guint i)
{
    return &g_array_index(truth->intervals, struct truth_interval, i);
}

static void is_interval(
    guint i, gsize first, gsize last, guint64 driver, guint64 total, const char *what)
{
    ok(i < truth->intervals->len && interval(i)->first == first && interval(i)->last == last &&
            interval(i)->driver == driver && interval(i)->truth == total,
        "%s", what);
}

/* From 0xf0 to 0x20 in 8 bits is 0x30; a write in between starts again at
 * 0x80. */
static void sums(void)
{
    begin();
    ok(!truth_track_is_open(&track), "no counter is on");
    read_at(0, 0xf0, 1000, FALSE);
    open_at(1);
    ok(truth_track_is_open(&track), "switched on");
    read_at(2, 0x20, 1048, FALSE);
    read_at(3, 0x80, 1050, TRUE);
    truth_track_close(&track, truth, 4);
    ok(!truth_track_is_open(&track), "switched off");
    read_at(5, 0x99, 1060, FALSE);
    is_interval(0, 0, TRUTH_NONE, 0, 0, "a read by another CPU ends nothing");
    read_at(6, 0x87, 1057, FALSE);
    is_interval(0, 0, 4, 0x37, 57, "the differences of the CPU's own reads, and the hardware's");
    read_at(7, 0x88, 1058, FALSE);
    is_interval(0, 0, 4, 0x37, 57, "a second read after the end changes nothing");
    ok(interval(0)->on == 1 && interval(0)->off == 4 && interval(0)->cpu == 0 &&
            interval(0)->counter == 3,
        "the interval's ends, CPU and counter");
    truth_free(truth);
}

static void ends_without_a_read(void)
{
    begin();
    read_at(0, 1, 1, FALSE);
    open_at(1);
    truth_track_close(&track, truth, 2);
    open_at(3);
    read_at(4, 9, 9, FALSE);
    is_interval(0, 0, TRUTH_NONE, 0, 0, "switched on again before a read: no last read");
    truth_track_close(&track, truth, 6);
    read_at(7, 0, 9, TRUE);
    read_at(9, 5, 14, FALSE);
    is_interval(1, 0, TRUTH_NONE, 0, 0, "a write before the read: no last read");
    truth_free(truth);
}

static void begins_without_a_read(void)
{
    begin();
    read_at(8, 7, 7, FALSE);
    open_at(9);
    truth_track_close(&track, truth, 10);
    read_at(11, 9, 9, FALSE);
    is_interval(0, TRUTH_NONE, 1, 0, 0, "only another CPU has read before: no first read");
    truth_free(truth);
}

/* A counter that always runs: from its first read in a step to its last,
 * whatever its earlier value. */
static void spans(void)
{
    begin();
    read_at(0, 0x10, 5000, FALSE);
    read_at(2, 0x30, 5032, FALSE);
    read_at(3, 0x31, 5033, FALSE);
    read_at(4, 0x60, 5080, FALSE);
    truth_track_span(&track, truth, records, 1,
        &(struct truth_interval){.block = 9, .counter = 2, .control = 7});
    is_u64(truth->intervals->len, 1, "one interval");
    is_interval(0, 1, 3, 0x30, 48, "... from the step's first read to its last");
    ok(interval(0)->on == 2 && interval(0)->off == 4, "... with its ends");
    ok(interval(0)->block == 9 && interval(0)->counter == 2 && interval(0)->control == 7,
        "... of this counter");
    truth_track_span(&track, truth, records, 3, &(struct truth_interval){.counter = 2});
    truth_track_span(&track, truth, records, 4, &(struct truth_interval){.counter = 2});
    is_u64(truth->intervals->len, 1, "one read or none is no interval");
    truth_free(truth);
}

int main(void)
{
    sums();
    ends_without_a_read();
    begins_without_a_read();
    spans();
    return done_testing();
}
