/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The driver's call path: calls, returns and jumps on kernel stacks. */
#include "qemu-plugins/trap/call_path.h"

#include "tests/tap.h"

/* A stack of 16 KiB, and another one. */
#define TOP   UINT64_C(0xffffc90000104000)
#define OTHER UINT64_C(0xffffc90000204000)

static uint64_t word_at, word; /* the only readable memory */

static bool peek(uint64_t address, uint64_t *value)
{
    *value = word;
    return address == word_at;
}

static void test_text(void)
{
    call_path_add(0xffffffffa0000000, 0xffffffffff000000);
    call_path_add(0x1000, 0x1010);
    ok(!call_path_is_text(0xffffffff9fffffff) && call_path_is_text(0xffffffffa0000000),
        "a range includes its start");
    ok(call_path_is_text(0xfffffffffeffffff) && !call_path_is_text(0xffffffffff000000),
        "... and ends");
    ok(call_path_is_text(0x100f) && !call_path_is_text(0x1010), "another one");
    for (uint64_t i = 0; i < 7; i++)
        call_path_add(0x2000 + 0x100 * i, 0x2010 + 0x100 * i);
    ok(call_path_is_text(0x2000) && call_path_is_text(0x2500), "eight ranges are kept");
    ok(!call_path_is_text(0x2600), "... and a ninth is refused");
}

static void test_calls(void)
{
    call_path_called(TOP - 0x100, 1);
    is_u64(call_path_at(TOP - 0x108, peek), 1, "the called function");
    is_u64(call_path_at(TOP - 0x100, peek), 0, "the caller's frame is outside of the call");
    is_u64(call_path_at(TOP - 0x80, peek), 0, "so is the caller's caller");
    is_u64(call_path_at(OTHER - 0x108, peek), 0, "so is another thread");
    call_path_returned(TOP + 0x3ff8);
    is_u64(call_path_at(TOP - 0x108, peek), 1, "... which may have the next stack");
    call_path_returned(TOP - 0x4008);
    is_u64(call_path_at(TOP - 0x108, peek), 1, "... or the previous one");
    is_u64(call_path_at(TOP - 0x4000, peek), 1, "a stack has 16 KiB");
    call_path_called(OTHER - 0x40, 9);
    is_u64(call_path_at(TOP - 0x108, peek), 1, "a thread keeps its call while another calls");
    is_u64(call_path_at(OTHER - 0x48, peek), 9, "... which has its own path");
    call_path_called(TOP - 0x200, 2);
    is_u64(call_path_at(TOP - 0x208, peek), 2, "the driver again, called back");
    call_path_returned(TOP - 0x1f8);
    is_u64(
        call_path_at(TOP - 0x300, peek), 1, "... and after its return the first call is pending");
    call_path_called(TOP - 0x100, 3);
    is_u64(call_path_at(TOP - 0x108, peek), 3, "the next call from the same frame");
    call_path_returned(TOP - 0xf8);
    is_u64(call_path_at(TOP - 0x108, peek), 0, "the driver has returned");
}

static void test_jumps(void)
{
    word_at = TOP - 0x100;
    word = 0xffffffff81000042;
    call_path_jumped(TOP - 0x100, 5, word);
    is_u64(call_path_at(TOP - 0x100, peek), 5, "a jump out of the driver");
    is_u64(call_path_at(TOP - 0x110, peek), 5, "... and its callees");
    is_u64(call_path_at(TOP - 0xf8, peek), 0, "... and after its return");
    word = 0xffffffff81000099;
    is_u64(call_path_at(TOP - 0x110, peek), 0, "a later call by the caller ends it");
    word_at = 0;
    is_u64(call_path_at(TOP - 0x110, peek), 0, "unreadable memory has no call");
}

static void test_depth(void)
{
    for (uint64_t i = 1; i <= 9; i++)
        call_path_called(TOP - 0x100 * i, i);
    is_u64(call_path_at(TOP - 0x908, peek), 9, "nine calls");
    call_path_returned(TOP - 0x280);
    is_u64(call_path_at(TOP - 0x288, peek), 2, "eight calls are kept");
    call_path_returned(TOP - 0x180);
    is_u64(call_path_at(TOP - 0x188, peek), 0, "the outermost is forgotten");
    call_path_called(TOP - 0x100, 1);
    call_path_forget();
    is_u64(call_path_at(TOP - 0x108, peek), 0, "all calls are forgotten");
}

int main(void)
{
    test_text();
    test_calls();
    test_jumps();
    test_depth();
    call_path_set(7);
    is_u64(call_path_now(), 7, "the access's call path");
    return done_testing();
}
