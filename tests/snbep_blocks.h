/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of socket 0 of an E5-2600, as in models/snbep/variants/snbep.c. */
#ifndef PMULAB_TESTS_SNBEP_BLOCKS_H
#define PMULAB_TESTS_SNBEP_BLOCKS_H

enum {
    SNBEP_CHANNELS = 4,
    SNBEP_BLOCK_IMC0 = 0,
    SNBEP_BLOCK_CBO0 = 4,
    SNBEP_BLOCK_PCU = 12,
    SNBEP_BLOCK_UBOX_MSR = 13,
    SNBEP_BOXES = 20,
};

#endif
