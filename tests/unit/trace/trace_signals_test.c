/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and words through a trace, on a machine with one of everything. */
#include "harness/trace/trace_signals.h"

#include "tests/small_machine.h"
#include "tests/tap.h"

static struct trace_signals *signals;

/* The one signal that a record touches. */
static const struct trace_signal *touch(struct trace_record record)
{
    const GPtrArray *touched = trace_signals_touch(signals, &record);

    ok(touched && touched->len == 1, "one signal");
    return touched && touched->len ? g_ptr_array_index(touched, 0) : NULL;
}

static void test_numbered(void)
{
    const struct trace_signal *mode = touch((struct trace_record){.kind = TRACE_WRITE,
        .size = 8,
        .block = SMALL_CORE,
        .offset = 0x10,
        .value = UINT64_C(1) << 63});

    is_str(mode->name, "core0.MODE", "a register has its name");
    is_u64(mode->value, UINT64_C(1) << 63, "the written value");
    ok(mode->whole && !mode->counts, "whole, and no counter: it has two fields");
    is_str(touch((struct trace_record){
                     .kind = TRACE_LATCH, .size = 8, .block = SMALL_CORE, .offset = 0x11})
               ->leaf,
        "BASE", "latched values are also seen");
}

/* The upper byte of a register of 16 bits, then the lower one, then the upper
 * one again. */
static void test_halves(void)
{
    struct trace_record high = {
        .kind = TRACE_READ, .size = 1, .block = SMALL_DEVICES, .offset = 0x33, .value = 0x80};
    struct trace_record low = {
        .kind = TRACE_READ, .size = 1, .block = SMALL_DEVICES, .offset = 0x32, .value = 0x86};
    const struct trace_signal *id = touch(high);

    is_str(id->name, "devices 3 ID", "a function's register");
    is_str(id->scope, "devices 3", "its scope is the function");
    is_u64(id->known, 0xff00, "half of it is known");
    ok(!id->whole, "but not all of it");
    ok(touch(low) == id && id->whole, "with the other half it is whole");
    is_u64(id->value, 0x8086, "both halves");
    high.value = 0x81;
    ok(touch(high) == id && !id->whole, "a new half beside an old one is no value");
    is_u64(id->known, 0xffff, "although all bits have been seen");
    trace_signals_forget(signals);
    is_u64(id->known, 0, "forgotten");
    ok(touch(low) == id && !id->whole, "begins anew");
}

static void test_words(void)
{
    const struct trace_signal *counter = touch((struct trace_record){
        .kind = TRACE_READ, .size = 8, .block = SMALL_CORE_MEMORY, .offset = 0x28, .value = 5});
    const struct trace_signal *word = touch((struct trace_record){
        .kind = TRACE_READ, .size = 4, .block = SMALL_CPU_MEMORY, .offset = 8, .value = 5});

    is_str(counter->leaf, "unit.EV_CYCLES", "a word that counts has its event's name");
    is_str(counter->name, "core0.mem+0x28", "and is found at its place");
    ok(counter->counts && counter->whole, "it counts");
    is_str(word->name, "cpu0.mem+0x08:4", "another word is a place of some bytes");
    ok(!word->counts, "and counts no event");
    is_u64(word->width, 32, "as wide as the access");
    is_str(
        touch((struct trace_record){.kind = TRACE_READ, .size = 8, .block = 77, .offset = 8})->name,
        "block77+0x08", "a missing block");
}

int main(void)
{
    const struct trace_record step = {.kind = TRACE_STEP_BEGIN, .value = 1};

    signals = trace_signals_new(&small_model);
    test_numbered();
    test_halves();
    test_words();
    ok(!trace_signals_touch(signals, &step), "a step touches nothing");
    is_u64(trace_signals_all(signals)->len, 6, "all of them");
    trace_signals_free(signals);
    return done_testing();
}
