/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine: all its data except its model and its plugin. Each machine has a
 * separate file, harness/machine/NAME.c, with one struct machine, and a line in
 * harness/machine/machines.h. */
#ifndef PMULAB_HARNESS_HARDWARE_MACHINE_H
#define PMULAB_HARNESS_HARDWARE_MACHINE_H

#include "models/machine.h"

#include <glib.h>

/* The CPU that QEMU emulates for a certain option of the plugin. */
struct machine_cpu {
    const char *option; /* "variant=zen2" */
    const char *model;  /* QEMU's name of the CPU; the plugin supplies the rest */
};

/* A processor as CPUID leaf 1 identifies it. */
struct machine_cpuid {
    char vendor[13]; /* "GenuineIntel"; "": unknown */
    unsigned family, model, stepping;
};

/* Processors that an option selects. */
struct machine_part {
    const char *option; /* "variant=zen2" */
    const char *vendor;
    unsigned family;
    unsigned model_from, model_to;
    unsigned stepping_from, stepping_to; /* both 0: any */
};

/* Interrupts that the guest counts: a row of its /proc/interrupts, in
 * guest/witness.c's form. */
struct machine_interrupt {
    const char *row;
    const char *name; /* for people: "NMI" */
    gboolean of_cpu;  /* each is for one CPU; else any CPU may take it */
};

/* The only CPU or socket that can access a block of registers. */
enum machine_owner { OWNER_ANY, OWNER_CPU, OWNER_SOCKET };

/* Addresses for the kernel's code, from @from to before @to; lists end with
 * zeros. */
struct machine_range {
    guint64 from, to;
};

struct machine_plan_ops;   /* harness/hardware/machine_plan.h */
struct machine_access_ops; /* harness/hardware/machine_access.h */
struct machine_proof;      /* harness/proof/machine_proof.h */

/* One machine's description. Lists end with NULL and are never NULL
 * themselves. */
struct machine {
    const char *name;    /* as the user types it: "snbep" */
    const char *summary; /* the hardware, one line, no full stop */
    /* Debian's name of the guest's architecture, and also the name of the guest
     * with the default kernel: "amd64" */
    const char *guest;
    const char *qemu;             /* the QEMU binary: "qemu-system-x86_64" */
    const char *plugin;           /* file name of the plugin: "pmulab-snbep.so" */
    const char *const *qemu_args; /* machine and CPU, without -smp, -m and our virtio devices */
    /* QEMU's default devices stay, because it has the machine's bridges with
     * them alone */
    gboolean qemu_defaults;
    /* if the CPU depends on an option: the first row is for no option; ends
     * with zeros. NULL: it does not */
    const struct machine_cpu *qemu_cpus;
    /* the guest's kernel modules, in load order: "intel-uncore" */
    const char *const *modules;
    /* a regular expression for the functions of drivers that are built into the
     * kernel; NULL: all are modules */
    const char *built_in;
    const struct machine_range *module_text; /* where the kernel loads modules */
    const struct machine_range *kernel_text; /* the range of the kernel's possible addresses */
    /* the QEMU bus of the session's virtio device: "pcie.0" */
    const char *pci_bus;
    /* the share's bus; differs where a bus takes only one device */
    const char *share_bus;
    const char *console; /* the kernel's name of the serial console: "ttyS0" */
    /* The kernel's name of the console for a shell on our terminal: the serial
     * one, or one of virtio-serial if firmware floods the serial one. */
    const char *shell;
    const char *append; /* appended to the kernel's command line */
    const char *mark;   /* how the guest marks a step, see guest/init: "port:0x504", "exec" */
    /* Makes the contents of @machine's flash; the caller owns them. NULL: no
     * flash. The call returns NULL with HARNESS_ERROR_FAILED. */
    GBytes *(*flash)(const struct machine *machine, GError **error);
    /*
     * Makes the ACPI table that extends QEMU's own, for @cpus CPUs, if
     * @plugin_options (may be NULL) ask for ACPI; the guest then boots by UEFI.
     * The caller owns the table. The call returns NULL if they don't ask for
     * it; the pointer is NULL if the machine has no such option.
     */
    GBytes *(*acpi_table)(const char *const *plugin_options, unsigned cpus);
    const struct machine_interrupt
        *interrupts; /* that the plugin sends; ends with zeros. NULL: it sends none */
    /* Returns the owner of block number @block (as in the trace), and sets
     * *@number to the owner's number. NULL: all CPUs can access all blocks. */
    enum machine_owner (*owner)(unsigned block, unsigned *number);
    /*
     * Optional, for blocks whose base (machine_model.base) is not sufficient:
     * sets @text to software's address of @reg in block number @block: "SCOM
     * 0x20010aa9". The address is for the machine without options, or with an
     * option that adds such a block. Returns FALSE for other blocks.
     */
    gboolean (*address)(unsigned block, const struct reg *reg, char *text, gsize size);
    const struct machine_model *model; /* its registers, and names for their values */
    /* the processors that are variants of this machine; ends with zeros. NULL:
     * unknown */
    const struct machine_part *parts;
    const struct machine_access_ops *access; /* NULL: captures cannot be imported */
    const struct machine_plan_ops *plan;     /* the lines on it that a scenario may contain */
    const struct machine_proof *proof;       /* proves perf's figures; NULL: no proof */
    unsigned cpus;                           /* without --cpus */
    unsigned threads_max;                    /* most hardware threads per core */
    gboolean resumes;    /* QEMU can save and resume its guests: guest_snapshot.h */
    unsigned memory_mib; /* without memory or --memory */
    /* of it, never free: the stable kernel, firmware, page structures, CMA;
     * measured by the size of the guest's rootfs, rounded up
     * (guest_memory.c) */
    unsigned kernel_mib;
};

/* Machine number @i, counted from 0, or NULL after the last one. */
const struct machine *machine_number(unsigned i);

/* The machine that has @cpuid among its parts, and the option in *@option; NULL
 * if there is none. */
const struct machine *machine_of_cpuid(const struct machine_cpuid *cpuid, const char **option);

/* The hardware of @machine with @config ("NAME=VALUE", ends with NULL; NULL is
 * none), in one line: the product of a variant, else the summary. A new
 * string. */
char *machine_product(const struct machine *machine, const char *const *config);

/* The names of all machines, separated by commas, as a new string. */
char *machine_names(void);

/* The machine called @name, or NULL with HARNESS_ERROR_USAGE, one line that
 * lists all names. */
const struct machine *machine_find(const char *name, GError **error);

/*
 * The path of @machine's plugin: beside the running executable, or in
 * ../lib/pmulab/ from there, where `make install` puts it. An installation can
 * therefore be moved. Returns a new string, or NULL with HARNESS_ERROR_FAILED,
 * which names both places.
 */
char *machine_plugin_path(const struct machine *machine, GError **error);

#endif
