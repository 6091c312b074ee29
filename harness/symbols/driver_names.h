/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names addresses in drivers: in modules by the modules' own symbols, in the
 * kernel by the kernel's. With debug information, a name ends with the source
 * line: "uncore_pmu_start+0x2c [intel_uncore] at uncore.c:553". */
#ifndef PMULAB_HARNESS_SYMBOLS_DRIVER_NAMES_H
#define PMULAB_HARNESS_SYMBOLS_DRIVER_NAMES_H

#include <glib.h>

/* The name of an address that is in the kernel, but in no driver. */
#define DRIVER_NAMES_NONE "-"

/* The known facts about a guest's drivers. */
struct driver_naming {
    /* the guest's output (guest_session.h): addresses of its kernel and
     * modules, in lines such as
     * "intel_uncore/sections/.text:0xffffffffc0412000", and maybe the kernel's
     * symbols */
    const char *places;
    const GPtrArray *own; /* .ko files of the user's, as GBytes, maybe as .xz, or NULL */
    const char *guest;    /* the guest of all other modules, unless the kernel has its own */
    const char *kernel;   /* of the user's, as own_kernel_find() takes it, or NULL */
    /* a regular expression for functions of drivers in the kernel itself; NULL:
     * there are none */
    const char *built_in;
    gboolean moves; /* the kernel's address differs at each boot */
};

/* Whether the guest must print the kernel's symbols, since the cache does not
 * have them. */
gboolean driver_names_need_symbols(const struct driver_naming *naming);

/*
 * Names @addresses (of guint64), and keeps the kernel's symbols for the next
 * time. Returns lines in the form of harness/trace/call_paths.h, without
 * addresses that no driver explains. A new string.
 */
GString *driver_names(const GArray *addresses, const struct driver_naming *naming);

/* Keeps the kernel's address in @naming->places for later runs, if it does not
 * move. */
void driver_names_keep_text(const struct driver_naming *naming);

/* Places for a guest that ended before it printed its own: the kernel's, if it
 * does not move and an earlier run had it. A new string, or NULL. */
char *driver_names_known_places(const struct driver_naming *naming);

/* A function of a driver, or a part that the compiler moved elsewhere
 * ("NAME.cold"). */
struct driver_function {
    char *module; /* "intel_uncore"; NULL: built into the kernel */
    char *name;
    /* in the guest; a built-in function's size extends to the next function */
    guint64 address, size;
};

/*
 * The functions of @modules (ends with NULL; dashes and underscores are equal),
 * of the user's modules and of the drivers in the kernel. Omits modules' init
 * functions, since the kernel reuses their memory after loading. Returns struct
 * driver_function by address, in a new array that owns them. If @naming->places
 * has the kernel's address, keeps it for kernel_symbols_text().
 */
GArray *driver_functions(const struct driver_naming *naming, const char *const *modules);

#endif
