/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions on a Xeon E5-2600 socket's uncore bus, as such machines list them. */
#ifndef PMULAB_MODELS_SNBEP_SNBEP_BUS_H
#define PMULAB_MODELS_SNBEP_SNBEP_BUS_H

#include <stdbool.h>
#include <stdint.h>

enum snbep_function_kind {
    SNBEP_PLAIN, /* only a header */
    SNBEP_IMC,   /* the monitor of memory channel @channel */
    SNBEP_UBOX,
};

struct snbep_function {
    uint8_t device, function;
    uint16_t device_id;
    uint32_t class_code;
    enum snbep_function_kind kind;
    uint8_t channel;
};

#define SNBEP_VENDOR   0x8086
#define SNBEP_REVISION 0x07 /* C2, which is family 6 model 45 stepping 7 */

extern const struct snbep_function snbep_functions[];
extern const unsigned snbep_n_functions;

/* The number of @socket's bus. */
uint8_t snbep_bus_of(unsigned socket);

/* Returns the function at @devfn (device << 3 | function), static, or NULL where nothing answers. */
const struct snbep_function *snbep_function_at(unsigned devfn);

/* Returns the monitor of @channel (below SNBEP_CHANNELS). */
const struct snbep_function *snbep_imc_function(unsigned channel);

/* Whether the device of @function has more than function 0. */
bool snbep_multi_function(const struct snbep_function *function);

#endif
