/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of the generations. */
#include "models/power9/generation.h"

#include "models/power9/homer.h"

#include <stddef.h>

#define CROWDED(cores)                                                                             \
    "cpus: expected at most " #cores " cores a chip: more sockets or threads make fewer of them"

const struct p9_generation generation_power9 = {
    .machine = "power9",
    .cores = 24,
    .crowded = CROWDED(24),
    .availability = UINT64_C(0xffff8073f007e000), /* OCC's own vector: gpe1_24x7.h */
    .microcode = {.posted = 0x770, .groups = 7, .debugged = 1, .configuring = 4},
    .nest = &nest_bank,
    .core = &core_bank,
    .units = nest_units_power9,
    .scoms = &scoms_power9,
    .slots = &slots_power9,
    .list = power9_catalogue_text,
    .catalogue = power9_catalogue,
    .key = 0x4e0200,
    .version = 0x20,
    .pba_bar0 = 0x05012b00,
    .qemu_homer = P9_QEMU_HOMER_BASE(0),
    .scom_shift = 42,
};

/* Power11 differs only in its name and its key: 81E00612.800200.dts and
 * 820200.dts are the same file. */
#define POWER10(of_machine, of_key)                                                                \
    {                                                                                              \
        .machine = (of_machine), .cores = 32, .crowded = CROWDED(32),                              \
        .availability = UINT64_C(0xfff6dd871fffffc0),                                              \
        .microcode = {.posted = 0xe10,                                                             \
            .groups = 13,                                                                          \
            .debugged = 2,                                                                         \
            .configuring = 16,                                                                     \
            .strays_pause = true},                                                                 \
        .nest = &nest_power10_bank, .core = &core_power10_bank, .units = nest_units_power10,       \
        .scoms = &scoms_power10, .slots = &slots_power10, .list = power10_catalogue_text,          \
        .catalogue = power10_catalogue, .key = (of_key), .version = 3, .pba_bar0 = 0x01010cda,     \
        .qemu_homer = UINT64_C(0x300ffd800000), .scom_shift = 44,                                  \
    }

const struct p9_generation generation_power10 = POWER10("power10", 0x800200);
const struct p9_generation generation_power11 = POWER10("power11", 0x820200);

const struct p9_generation *const p9_generations[] = {
    &generation_power9, &generation_power10, &generation_power11, NULL};
