/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCI configuration mechanism #1 (PCI Local Bus 3.0, section 3.2.2.3.2): the
 * address in port CF8, the data in CFC to CFF. QEMU also gets addresses; data
 * accesses get the model's response if the bus is the model's. */
#ifndef PMULAB_QEMU_PLUGINS_PCI_PCI_CONFIG_H
#define PMULAB_QEMU_PLUGINS_PCI_PCI_CONFIG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The last value written to CF8, by any CPU. */
struct pci_config {
    _Atomic uint32_t address;
};

/* The target of an access to CFC to CFF. */
struct pci_target {
    unsigned bus, devfn, offset;
};

/* Whether @port belongs to the mechanism. */
bool pci_config_has_port(unsigned port);

/* Takes an output of @size bytes to @port; only a dword to CF8 is an
 * address. */
void pci_config_out(struct pci_config *config, unsigned port, unsigned size, uint32_t value);

/* Whether an access of @size bytes to @port is a configuration access; if so,
 * sets its @target. */
bool pci_config_target(
    const struct pci_config *config, unsigned port, unsigned size, struct pci_target *target);

#endif
