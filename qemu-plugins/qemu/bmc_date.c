/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the guest's messages to its BMC, and replaces the date in the
 * answer. */
#include "qemu-plugins/qemu/bmc_date.h"

/* QEMU's POWER9: I/O ports of chip 0's LPC bus (include/hw/ppc/pnv.h,
 * hw/ppc/pnv_lpc.c), and isa-ipmi-bt's place on it. */
#define LPC_PORTS UINT64_C(0x60300d0010000)
enum { BT_CONTROL = 0xe4, BT_BUFFER = 0xe5 };

/* Bits set by a store to the control register. */
enum { CLEAR_REQUEST = 1 << 0, CLEAR_ANSWER = 1 << 1, SEND = 1 << 2 };

/* Layout of a message. The answer's data begins with a code, 0 for success. */
enum {
    FUNCTION = 1,
    COMMAND = 3,
    REQUEST_DATA = 4,
    ANSWER_CODE = 4,
    ANSWER_DATA = 5,
    DATE_SIZE = 4
};

/* The function "storage" and its answers, above the two bits of a LUN. */
enum { STORAGE = 0x0a, STORAGE_ANSWER = 0x0b, GET_SEL_TIME = 0x48, SET_SEL_TIME = 0x49 };

static bool is(const struct bmc_message *message, unsigned function, unsigned command)
{
    return message->bytes[FUNCTION] >> 2 == function && message->bytes[COMMAND] == command;
}

static void append(struct bmc_message *message, uint8_t byte)
{
    if (message->n < sizeof(message->bytes))
        message->bytes[message->n] = byte;
    message->n++;
}

static void control(struct bmc_date *bmc, uint8_t bits, uint64_t now)
{
    const struct bmc_message *request = &bmc->request;
    uint32_t date = 0;

    if (bits & CLEAR_REQUEST)
        bmc->request.n = 0;
    if (bits & CLEAR_ANSWER)
        bmc->answer.n = 0;
    if (bits & SEND && request->n == REQUEST_DATA + DATE_SIZE &&
        is(request, STORAGE, SET_SEL_TIME)) {
        for (unsigned i = 0; i < DATE_SIZE; i++)
            date |= (uint32_t)request->bytes[REQUEST_DATA + i] << (8 * i);
        bmc->ahead = (int64_t)date - (int64_t)now;
    }
}

bool bmc_date_port(uint64_t address)
{
    return address == LPC_PORTS + BT_CONTROL || address == LPC_PORTS + BT_BUFFER;
}

void bmc_date_stored(struct bmc_date *bmc, uint64_t address, uint8_t byte, uint64_t now)
{
    if (address == LPC_PORTS + BT_CONTROL)
        control(bmc, byte, now);
    else
        append(&bmc->request, byte);
}

bool bmc_date_loaded(struct bmc_date *bmc, uint64_t address, uint8_t *byte, uint64_t now)
{
    struct bmc_message *answer = &bmc->answer;
    unsigned i = answer->n;

    if (address != LPC_PORTS + BT_BUFFER)
        return false;
    append(answer, *byte);
    if (i < ANSWER_DATA || i >= ANSWER_DATA + DATE_SIZE || answer->bytes[ANSWER_CODE] ||
        !is(answer, STORAGE_ANSWER, GET_SEL_TIME))
        return false;
    if (i == ANSWER_DATA) /* all bytes of the date are of one time */
        bmc->date = (uint32_t)((int64_t)now + bmc->ahead);
    *byte = (uint8_t)(bmc->date >> (8 * (i - ANSWER_DATA)));
    return true;
}
