/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names addresses in drivers: in modules by the modules' own symbols, in the kernel by the kernel's. Where
 * there is debug information, a name ends with the source line: "uncore_pmu_start+0x2c [intel_uncore] at
 * uncore.c:553". */
#ifndef PMULAB_HARNESS_SETUP_DRIVER_NAMES_H
#define PMULAB_HARNESS_SETUP_DRIVER_NAMES_H

#include <glib.h>

/* Stands for a name if an address is in the kernel, but in no driver. */
#define DRIVER_NAMES_NONE "-"

/* What is known of a guest's drivers. */
struct driver_naming {
    const char
        *places; /* what the guest printed (guest_session.h): where its kernel and modules are, in lines such
                    as "intel_uncore/sections/.text:0xffffffffc0412000", and maybe the kernel's symbols */
    const GPtrArray *own; /* .ko files of the user's, as GBytes, maybe as .xz, or NULL */
    const char *guest;    /* the guest that all other modules are of, unless the kernel has its own */
    const char *kernel;   /* of the user's, as own_kernel_find() takes it, or NULL */
    const char *built_in; /* a regular expression for functions of drivers in the kernel itself; NULL: there
                             are none */
    gboolean moves;       /* the kernel lies elsewhere at each boot */
};

/* Whether the guest must print the kernel's symbols, since the cache does not have them. */
gboolean driver_names_need_symbols(const struct driver_naming *naming);

/*
 * Names @addresses (of guint64), and keeps the kernel's symbols for the next time. Returns lines as
 * harness/trace/ways.h has them, without those addresses that no driver explains. A new string.
 */
GString *driver_names(const GArray *addresses, const struct driver_naming *naming);

/* A function of a driver, or a part of one that the compiler has put elsewhere ("NAME.cold"). */
struct driver_function {
    char *module; /* "intel_uncore"; NULL: built into the kernel */
    char *name;
    guint64 address, size; /* in the guest; of a built-in one the size goes up to the next function */
};

/*
 * The functions of @modules (ends with NULL; dashes and underscores are equal), of the user's modules and of
 * the drivers in the kernel, without what modules only run as they are loaded: others get that memory then.
 * Struct driver_function by address, in a new array that owns them. If @naming->places tells it, keeps where
 * the kernel lies, for kernel_symbols_text().
 */
GArray *driver_functions(const struct driver_naming *naming, const char *const *modules);

#endif
