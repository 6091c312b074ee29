/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints what pmcu_decode.h reads, in the form of the slides of Linux Plumbers
 * 2023 or as a table. */
#ifndef PMULAB_GUEST_PMCU_PRINT_H
#define PMULAB_GUEST_PMCU_PRINT_H

#include "guest/pmcu_decode.h"

#include <stdio.h>

/* Prints the header, in hexadecimal and in words, then a line for each value:
 * offset, value, event, CPU. */
void pmcu_print_dump(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info);

/* Prints a line of column names, then one for each value. */
void pmcu_print_csv(FILE *out, const struct pmcu_data *data, const struct pmcu_info *info);

#endif
