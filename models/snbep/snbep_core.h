/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks of `snbep` that each CPU has, as numbered in the trace; those of sockets are below them. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_CORE_H
#define PMULAB_MODELS_SNBEP_SNBEP_CORE_H

#define SNBEP_MAX_CPUS 64

enum {
    SNBEP_BLOCK_CORE = 0x1000,                            /* "cpu0.core": its core PMU, from here on */
    SNBEP_BLOCK_APIC = SNBEP_BLOCK_CORE + SNBEP_MAX_CPUS, /* "cpu0.apic": LVTPC */
    SNBEP_END_CPU_BLOCKS = SNBEP_BLOCK_APIC + SNBEP_MAX_CPUS,
};

#endif
