/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PCI configuration space in memory (PCI Express Base 4.0, section 7.2.2:
 * ECAM), which alone reaches offsets above 255. QEMU's host bridge of q35 has a
 * window for all buses. The machine's own buses, which QEMU lacks, get their
 * parts of it here after the guest has set the window's address.
 */
#ifndef PMULAB_QEMU_PLUGINS_PCI_PCI_ECAM_H
#define PMULAB_QEMU_PLUGINS_PCI_PCI_ECAM_H

#include "qemu-plugins/pci/pci_config.h"
#include "qemu-plugins/trap/mmio.h"

/* The guest's value of the host bridge's PCIEXBAR: part of a machine's
 * state. */
struct pci_ecam {
    uint64_t base;
};

/* The target of an access to a bus, received by mmio_hooks with that bus as
 * @data. */
struct pci_target pci_ecam_target(const void *data, uint32_t offset);

/* Whether pci_ecam_written() uses a write of @size bytes to @target. */
bool pci_ecam_follows(const struct pci_target *target, unsigned size);

/* Call for each configuration write by ports that QEMU handles: records writes
 * of PCIEXBAR. Returns whether the window has been switched on; then call
 * pci_ecam_place(). */
bool pci_ecam_written(
    struct pci_ecam *ecam, const struct pci_target *target, unsigned size, uint32_t value);

/*
 * Lets @hooks handle each bus that @has_bus accepts, at the recorded address.
 * In the context of a vCPU. Only the first call for an enabled window has an
 * effect: software has no reason to move it.
 */
void pci_ecam_place(
    const struct pci_ecam *ecam, const struct mmio_hooks *hooks, bool (*has_bus)(unsigned bus));

#endif
