/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PCI configuration mechanism #1 (PCI Local Bus 3.0, section 3.2.2.3.2): the address in port CF8, the data in
 * CFC to CFF. Addresses are QEMU's as well as ours and pass through; data accesses are answered where the bus
 * is ours.
 */
#ifndef PMULAB_TRAP_PCI_CONFIG_H
#define PMULAB_TRAP_PCI_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

/* What was last written to CF8. */
struct pci_config {
    uint32_t address;
};

/* Where an access to CFC to CFF goes. */
struct pci_target {
    unsigned bus, devfn, offset;
};

/* Whether @port belongs to the mechanism. */
bool pci_config_has_port(unsigned port);

/* Takes note of an output to @port; anything but a dword to CF8 is no address. */
void pci_config_out(struct pci_config *config, unsigned port, unsigned size, uint32_t value);

/* Whether an access of @size bytes to @port is a configuration access, and where to. */
bool pci_config_target(
    const struct pci_config *config, unsigned port, unsigned size, struct pci_target *target);

#endif
