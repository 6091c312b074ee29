/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages as skiboot's hw/bt.c exchanges them with the BMC, with numbers from
 * IPMI 2.0. */
#include "qemu-plugins/qemu/bmc_date.h"
#include "tests/tap.h"

#include <string.h>

/* I/O ports of chip 0's LPC bus. */
#define CONTROL UINT64_C(0x60300d00100e4)
#define BUFFER  UINT64_C(0x60300d00100e5)

enum { CLR_WR = 1, CLR_RD = 2, H2B_ATN = 4, B2H_ATN = 8, H_BUSY = 0x40 };

static struct bmc_date bmc;

static void send(const uint8_t *bytes, unsigned n, uint64_t now)
{
    bmc_date_stored(&bmc, CONTROL, CLR_WR, now);
    for (unsigned i = 0; i < n; i++)
        bmc_date_stored(&bmc, BUFFER, bytes[i], now);
    bmc_date_stored(&bmc, CONTROL, H2B_ATN, now);
}

/* The guest's view of the BMC's @bytes; @now rises by one with each. */
static void receive(const uint8_t *bytes, unsigned n, uint64_t now, uint8_t *got)
{
    bmc_date_stored(&bmc, CONTROL, B2H_ATN, now);
    bmc_date_stored(&bmc, CONTROL, CLR_RD, now);
    memcpy(got, bytes, n);
    for (unsigned i = 0; i < n; i++)
        bmc_date_loaded(&bmc, BUFFER, &got[i], now + i);
}

static const uint8_t get[] = {3, 0x28, 7, 0x48};
static const uint8_t answer[] = {8, 0x2c, 7, 0x48, 0, 0x11, 0x22, 0x33, 0x44};

static uint32_t date_in(const uint8_t *got)
{
    return memcmp(got, answer, 5) ? 0
                                  : got[5] | got[6] << 8 | got[7] << 16 | (uint32_t)got[8] << 24;
}

static uint32_t date_at(uint64_t now)
{
    uint8_t got[sizeof(answer)];

    send(get, sizeof(get), now);
    receive(answer, sizeof(answer), now - 5, got); /* the date's first byte is the sixth */
    return date_in(got);
}

static void test_date(void)
{
    uint8_t got[sizeof(answer)];

    bmc = (struct bmc_date){0};
    is_u64(date_at(0x6774858f), 0x6774858f,
        "the date is one consistent time of the clock, all else is the BMC's");
    is_u64(date_at(0x677486ff), 0x677486ff, "... also the next time");
    receive(answer, sizeof(answer), 0x67748701 - 5, got);
    is_u64(date_in(got), 0x67748701, "an answer is read again from the start");
}

static void test_set(void)
{
    const uint8_t set[] = {7, 0x28, 8, 0x49, 0x00, 0x10, 0x00, 0x70};

    bmc = (struct bmc_date){0};
    send(set, sizeof(set), 0x60000000);
    is_u64(date_at(0x60000005), 0x70001005, "a set date advances");
    send(set, sizeof(set) - 1, 0x60000008);
    is_u64(date_at(0x60000009), 0x70001009, "a message that is too short sets no date");
}

static void same(const uint8_t *bytes, unsigned n, const char *what)
{
    uint8_t got[16];

    receive(bytes, n, 1000, got);
    ok(!memcmp(got, bytes, n), "%s: unchanged", what);
}

/* A longer message does not affect the next date. */
static void test_set_after_longer(void)
{
    static const uint8_t longer[] = {
        11, 0x28, 7, 0x11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    static const uint8_t set[] = {7, 0x28, 7, 0x49, 0x40, 0x42, 0x0f, 0x00};

    bmc = (struct bmc_date){0};
    send(longer, sizeof(longer), 5);
    send(set, sizeof(set), 500);
    is_u64(date_at(600), 1000100, "a date is set after a longer message");
}

static void test_others(void)
{
    const uint8_t failed[] = {8, 0x2c, 7, 0x48, 0xc1, 1, 2, 3, 4};
    const uint8_t set[] = {8, 0x2c, 7, 0x49, 0, 1, 2, 3, 4};
    const uint8_t other[] = {8, 0x1c, 7, 0x48, 0, 1, 2, 3, 4};
    const uint8_t longer[] = {10, 0x2c, 7, 0x48, 0, 1, 2, 3, 4, 5, 6};
    uint8_t got[sizeof(longer)];
    uint8_t byte = 0x55;

    bmc = (struct bmc_date){0};
    same(failed, sizeof(failed), "a failure");
    same(set, sizeof(set), "another command");
    same(other, sizeof(other), "another function");
    receive(longer, sizeof(longer), 0, got);
    ok(got[9] == 5 && got[10] == 6, "bytes after the date are the BMC's");
    bmc_date_stored(&bmc, CONTROL, CLR_RD, 0);
    ok(!bmc_date_loaded(&bmc, CONTROL, &byte, 0) && byte == 0x55,
        "the control register is the BMC's");
    receive(answer, 3, 0, got);
    is_u64(date_at(9999), 9999, "an aborted answer does not disturb the next");
}

/* Byte by byte: the amended bytes; other bits of the control register do not
 * disturb an answer. */
static void test_bytes(void)
{
    bmc = (struct bmc_date){0};
    send(get, sizeof(get), 0x11223344);
    bmc_date_stored(&bmc, CONTROL, B2H_ATN, 0x11223344);
    bmc_date_stored(&bmc, CONTROL, CLR_RD, 0x11223344);
    for (unsigned i = 0; i < sizeof(answer); i++) {
        uint8_t byte = answer[i];

        is_u64(bmc_date_loaded(&bmc, BUFFER, &byte, 0x11223344), i > 4, "byte %u: %s", i,
            i > 4 ? "ours" : "the BMC's");
        is_u64(byte, i > 4 ? 0x44 - 0x11 * (i - 5) : answer[i], "... has the expected value");
        bmc_date_stored(&bmc, CONTROL, H_BUSY, 0x11223344);
    }
}

static void test_ports(void)
{
    ok(bmc_date_port(CONTROL) && bmc_date_port(BUFFER), "two ports");
    ok(!bmc_date_port(CONTROL - 1) && !bmc_date_port(BUFFER + 1), "... and no others");
}

int main(void)
{
    test_date();
    test_set();
    test_set_after_longer();
    test_others();
    test_bytes();
    test_ports();
    return done_testing();
}
