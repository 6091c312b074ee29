/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The date that the guest has from its BMC. QEMU's BMC (ipmi-bmc-sim) knows the host's alone, whatever -rtc
 * says, so that no two boots are alike: skiboot gives it to the kernel, which seeds random numbers with it.
 * Here the guest's messages to the BMC and back are followed, byte by byte, and the date in an answer becomes
 * the one of QEMU's own real-time clock.
 *
 * Only the command that asks for the date is answered so. Dates in the BMC's log of events and in its list of
 * sensors stay the host's; firmware and kernel ask for neither.
 *
 * IPMI 2.0: section 11 (block transfer interface), 31.10 and 31.11 (get and set SEL time).
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_BMC_DATE_H
#define PMULAB_QEMU_PLUGINS_QEMU_BMC_DATE_H

#include <stdbool.h>
#include <stdint.h>

/* A message as far as it is of interest: its length, function, number, command, then data. */
struct bmc_message {
    uint8_t bytes[9];
    unsigned n; /* how many bytes have passed, the others included */
};

/* Zeros at the beginning. */
struct bmc_date {
    struct bmc_message request, answer;
    int64_t ahead; /* of the clock, s: the guest may set the BMC's date */
    uint32_t date; /* that is on its way */
};

/* Whether the I/O port behind physical @address is one of the interface's. */
bool bmc_date_port(uint64_t address);

/*
 * The guest has stored @byte to, or loaded *@byte from, such an address, while the clock reads @now (s since
 * 1970). bmc_date_loaded() says whether it gets another byte, and puts that into *@byte.
 */
void bmc_date_stored(struct bmc_date *bmc, uint64_t address, uint8_t byte, uint64_t now);
bool bmc_date_loaded(struct bmc_date *bmc, uint64_t address, uint8_t *byte, uint64_t now);

#endif
