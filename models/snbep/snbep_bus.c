/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of a socket's uncore functions. Numbers and classes come from the listing of a two-socket E5-2600
 * host (public kernel log); buses 7f and ff are alike. */
#include "models/snbep/snbep_bus.h"

#include <stddef.h>

/* PCI class codes that such a host lists. */
enum { SYSTEM_PERIPHERAL = 0x088000, PERFORMANCE_COUNTERS = 0x110100 };

/* A function without registers of its own. */
#define PLAIN(at, number, id, class_code)                                                                    \
    {                                                                                                        \
        at, number, id, class_code, SNBEP_PLAIN, 0                                                           \
    }

const struct snbep_function snbep_functions[] = {
    PLAIN(0x08, 0, 0x3c80, SYSTEM_PERIPHERAL),
    PLAIN(0x08, 2, 0x3c41, PERFORMANCE_COUNTERS),
    PLAIN(0x08, 3, 0x3c83, SYSTEM_PERIPHERAL),
    PLAIN(0x08, 4, 0x3c84, SYSTEM_PERIPHERAL),
    PLAIN(0x09, 0, 0x3c90, SYSTEM_PERIPHERAL),
    PLAIN(0x09, 2, 0x3c42, PERFORMANCE_COUNTERS),
    PLAIN(0x09, 3, 0x3c93, SYSTEM_PERIPHERAL),
    PLAIN(0x09, 4, 0x3c94, SYSTEM_PERIPHERAL),
    PLAIN(0x0a, 0, 0x3cc0, SYSTEM_PERIPHERAL),
    PLAIN(0x0a, 1, 0x3cc1, SYSTEM_PERIPHERAL),
    PLAIN(0x0a, 2, 0x3cc2, SYSTEM_PERIPHERAL),
    PLAIN(0x0a, 3, 0x3cd0, SYSTEM_PERIPHERAL),
    {0x0b, 0, 0x3ce0, SYSTEM_PERIPHERAL, SNBEP_UBOX, 0},
    PLAIN(0x0b, 3, 0x3ce3, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 0, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 1, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 2, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 3, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 6, 0x3cf4, SYSTEM_PERIPHERAL),
    PLAIN(0x0c, 7, 0x3cf6, SYSTEM_PERIPHERAL),
    PLAIN(0x0d, 0, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0d, 1, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0d, 2, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0d, 3, 0x3ce8, SYSTEM_PERIPHERAL),
    PLAIN(0x0d, 6, 0x3cf5, SYSTEM_PERIPHERAL),
    PLAIN(0x0e, 0, 0x3ca0, SYSTEM_PERIPHERAL),
    PLAIN(0x0e, 1, 0x3c46, PERFORMANCE_COUNTERS),
    PLAIN(0x0f, 0, 0x3ca8, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 1, 0x3c71, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 2, 0x3caa, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 3, 0x3cab, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 4, 0x3cac, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 5, 0x3cad, SYSTEM_PERIPHERAL),
    PLAIN(0x0f, 6, 0x3cae, SYSTEM_PERIPHERAL),
    {0x10, 0, 0x3cb0, SYSTEM_PERIPHERAL, SNBEP_IMC, 0},
    {0x10, 1, 0x3cb1, SYSTEM_PERIPHERAL, SNBEP_IMC, 1},
    PLAIN(0x10, 2, 0x3cb2, SYSTEM_PERIPHERAL),
    PLAIN(0x10, 3, 0x3cb3, SYSTEM_PERIPHERAL),
    {0x10, 4, 0x3cb4, SYSTEM_PERIPHERAL, SNBEP_IMC, 2},
    {0x10, 5, 0x3cb5, SYSTEM_PERIPHERAL, SNBEP_IMC, 3},
    PLAIN(0x10, 6, 0x3cb6, SYSTEM_PERIPHERAL),
    PLAIN(0x10, 7, 0x3cb7, SYSTEM_PERIPHERAL),
    PLAIN(0x11, 0, 0x3cb8, SYSTEM_PERIPHERAL),
    PLAIN(0x13, 0, 0x3ce4, SYSTEM_PERIPHERAL),
    PLAIN(0x13, 1, 0x3c43, PERFORMANCE_COUNTERS),
    PLAIN(0x13, 4, 0x3ce6, PERFORMANCE_COUNTERS),
    PLAIN(0x13, 5, 0x3c44, PERFORMANCE_COUNTERS),
    PLAIN(0x13, 6, 0x3c45, SYSTEM_PERIPHERAL),
};

const unsigned snbep_n_functions = sizeof(snbep_functions) / sizeof(snbep_functions[0]);

uint8_t snbep_bus_of(unsigned socket)
{
    return (uint8_t)(0x7f + 0x80 * socket);
}

const struct snbep_function *snbep_function_at(unsigned devfn)
{
    for (unsigned i = 0; i < snbep_n_functions; i++)
        if (snbep_functions[i].device == devfn >> 3 && snbep_functions[i].function == (devfn & 7))
            return &snbep_functions[i];
    return NULL;
}

const struct snbep_function *snbep_imc_function(unsigned channel)
{
    for (unsigned i = 0; i < snbep_n_functions; i++)
        if (snbep_functions[i].kind == SNBEP_IMC && snbep_functions[i].channel == channel)
            return &snbep_functions[i];
    return NULL;
}

bool snbep_multi_function(const struct snbep_function *function)
{
    for (unsigned i = 0; i < snbep_n_functions; i++)
        if (snbep_functions[i].device == function->device && snbep_functions[i].function)
            return true;
    return false;
}
