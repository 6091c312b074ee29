/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The date that the guest gets from its BMC. QEMU's BMC (ipmi-bmc-sim) always
 * returns the host's date, and ignores -rtc. So no two boots are alike: skiboot
 * passes it to the kernel, which seeds random numbers with it. This module
 * follows the guest's messages to the BMC and back, byte by byte. In a
 * response, it replaces the date with that of QEMU's real-time clock.
 *
 * It handles only the command that reads the date. Dates in the BMC's log of
 * events and in its list of sensors stay the host's; firmware and kernel read
 * neither.
 *
 * IPMI 2.0: section 11 (block transfer interface), 31.10 and 31.11 (get and set
 * SEL time).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_BMC_DATE_H
#define PMULAB_QEMU_PLUGINS_QEMU_BMC_DATE_H

#include <stdbool.h>
#include <stdint.h>

/* The relevant part of a message: its length, function, number, command, then
 * data. */
struct bmc_message {
    uint8_t bytes[9];
    unsigned n; /* bytes that have passed, including others */
};

/* Begins as zeros. */
struct bmc_date {
    struct bmc_message request, answer;
    int64_t ahead; /* s ahead of the clock: the guest may set the BMC's date */
    uint32_t date; /* date of the response in transit */
};

/* Whether physical @address is one of the interface's I/O ports. */
bool bmc_date_port(uint64_t address);

/* The guest has stored @byte to, or loaded *@byte from, such an address, while
 * the clock is at @now (s since 1970). bmc_date_loaded() returns whether the
 * guest gets another byte, and puts it into *@byte. */
void bmc_date_stored(struct bmc_date *bmc, uint64_t address, uint8_t byte, uint64_t now);
bool bmc_date_loaded(struct bmc_date *bmc, uint64_t address, uint8_t *byte, uint64_t now);

#endif
