/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints decoded samples as text. */
#ifndef PMULAB_GUEST_IBS_PRINT_H
#define PMULAB_GUEST_IBS_PRINT_H

#include "guest/ibs_decode.h"

#include <stdio.h>

/* Prints one line: a summary of the sample, then each register with its nonzero
 * fields. A register that is not valid in this sample shows as `-`. @cpu: where
 * the sample was taken. */
void ibs_print_text(FILE *to, const struct ibs_sample *sample, unsigned cpu);

/* Prints the names of the columns that ibs_print_csv() writes for samples with
 * the capabilities of @sample. */
void ibs_print_csv_header(FILE *to, const struct ibs_sample *sample);

/* Prints one line: registers in hexadecimal as the kernel stored them, valid or
 * not, and each of their fields in decimal. */
void ibs_print_csv(FILE *to, const struct ibs_sample *sample, unsigned cpu);

#endif
