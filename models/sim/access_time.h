/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long a CPU waits for an access to a register: an option of every machine.
 * An access takes effect when it begins, and then the CPU waits.
 */
#ifndef PMULAB_MODELS_SIM_ACCESS_TIME_H
#define PMULAB_MODELS_SIM_ACCESS_TIME_H

#include "models/sim/config.h"

/* By the instruction that makes the access. */
enum access_kind {
    ACCESS_PORT,   /* IN, OUT: configuration space through CF8 and CFC */
    ACCESS_MMIO,   /* loads and stores: ECAM, windows, devices */
    ACCESS_MSR,    /* RDMSR, WRMSR */
    ACCESS_SYSREG, /* arm64: MRS, MSR */
    ACCESS_SCOM,
    ACCESS_SPR,
    ACCESS_KINDS
};

struct access_time {
    uint32_t ns[ACCESS_KINDS];
};

/* The longest wait in ns. */
#define ACCESS_TIME_MAX 100000

/* Whether any access takes time. */
bool access_time_any(const struct access_time *time);

/* A row's functions; the row itself, for the struct access_time @member of
 * struct @type. */
bool access_time_parse(const struct config_option *option, void *config, const char *value);
void access_time_print(
    const struct config_option *option, const void *config, struct config_text *text);

#define ACCESS_TIME_OPTION(type, member)                                                           \
    {                                                                                              \
        .name = "access", .values = "none, approximate, KIND=NS with + between",                   \
        .standard = "none", .quiet = true,                                                         \
        .help =                                                                                    \
            "how long accesses to registers take, by kind: port, mmio, msr, sysreg, scom or spr "  \
            "(docs/time.md)",                                                                      \
        .expected =                                                                                \
            "access: expected none, approximate, or port, mmio, msr, sysreg, scom or spr with "    \
            "=NS up to 100000, with + between",                                                    \
        .parse = access_time_parse, .print = access_time_print, CONFIG_MEMBER(type, member)        \
    }

#endif
