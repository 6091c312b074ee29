/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine: all that pmulab knows of it beside its model and its plugin. Each has a file of its own,
 * harness/machine/NAME.c, with one struct machine in it, and a line in harness/machine/machines.h. */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_H

#include "models/machine.h"

#include <glib.h>

/* What QEMU has to emulate when the plugin gets one of its options. */
struct machine_cpu {
    const char *option; /* "variant=zen2" */
    const char *model;  /* of CPU, in QEMU's words; the plugin makes the rest */
};

struct machine_plan_ops; /* harness/hardware/machine_plan.h */
struct machine_proof;    /* harness/proof/machine_proof.h */

/* Everything that is particular to one machine. Lists end with NULL; none of them is NULL itself. */
struct machine {
    const char *name;             /* as the user types it: "snbep" */
    const char *summary;          /* the hardware, one line, no full stop */
    const char *guest;            /* Debian's name of the guest's architecture, which is also the name of
                                     the guest with the default kernel: "amd64" */
    const char *qemu;             /* the QEMU binary: "qemu-system-x86_64" */
    const char *plugin;           /* file name of the plugin: "pmulab-snbep.so" */
    const char *const *qemu_args; /* machine and CPU, without -smp, -m and our virtio devices */
    const struct machine_cpu *qemu_cpus; /* where the CPU depends on an option: the first row is that of
                                            none; ends with zeros. NULL: it does not */
    const char *const *modules;          /* the guest's kernel modules, in load order: "intel-uncore" */
    const char *pci_bus;                 /* the QEMU bus that the session's virtio device sits on: "pcie.0" */
    const char *share_bus;               /* and the share's; another one where a bus takes one device */
    const char *console;                 /* the kernel's name of the serial console: "ttyS0" */
    /* The kernel's name of the console that a shell on our terminal gets: the serial one, or, where firmware
     * floods that one, one of virtio-serial. */
    const char *shell;
    const char *append; /* the machine's own words on the kernel's command line */
    const char *mark;   /* how the guest marks a step, see guest/init: "port:0x504", "exec" */
    /* Makes what is in the machine's flash; belongs to the caller. NULL: it has none. The call gives NULL
     * with an error (HARNESS_ERROR_FAILED). */
    GBytes *(*flash)(GError **error);
    /* Makes the ACPI table that the guest gets beside QEMU's own, with @cpus CPUs, where @plugin_options (may
     * be NULL) ask for ACPI: it boots by UEFI then. Belongs to the caller. The call gives NULL where they do
     * not; the pointer is NULL where there is no such option. */
    GBytes *(*acpi_table)(const char *const *plugin_options, unsigned cpus);
    const struct machine_model *model;   /* its registers, and names for what stands in them */
    const struct machine_plan_ops *plan; /* what a scenario may say of it */
    const struct machine_proof *proof;   /* how what perf prints of it is proved; NULL: it is not */
    unsigned cpus;                       /* without --cpus */
    unsigned threads_max;                /* hardware threads that a core may have */
    gboolean resumes;                    /* QEMU can save and resume it: warm.h */
    unsigned memory_mib;
};

/* Machine number @i, counted from 0, or NULL after the last one. */
const struct machine *machine_number(unsigned i);

/* The machine called @name, or NULL with an error of one line that lists all names (HARNESS_ERROR_USAGE). */
const struct machine *machine_find(const char *name, GError **error);

/*
 * The path of @machine's plugin: beside the running executable, or where `make install` puts it, seen from
 * there
 * (../lib/pmulab/), so that the whole installation can be moved.
 * Returns a new string, or NULL with an error that names both places (HARNESS_ERROR_FAILED).
 */
char *machine_plugin_path(const struct machine *machine, GError **error);

#endif
