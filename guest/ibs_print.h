/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decoded samples as text. */
#ifndef PMULAB_GUEST_IBS_PRINT_H
#define PMULAB_GUEST_IBS_PRINT_H

#include "guest/ibs_decode.h"

#include <stdio.h>

/*
 * One line: what a sample says at a glance, then each register with those of its fields that are not 0. A
 * register that holds nothing in this sample shows as `-`. @cpu: where it was taken.
 */
void ibs_print_text(FILE *to, const struct ibs_sample *sample, unsigned cpu);

/* The names of the columns that ibs_print_csv() writes for every sample with the capabilities of @sample. */
void ibs_print_csv_header(FILE *to, const struct ibs_sample *sample);

/* One line: registers in hexadecimal as the kernel stored them, valid or not, and each of their fields in
 * decimal. */
void ibs_print_csv(FILE *to, const struct ibs_sample *sample, unsigned cpu);

#endif
