/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/cli/version.h"

#include "qemu/version.h"

void version_print(FILE *out)
{
    fprintf(out, "pmulab %s\nfor QEMU's plugin API %d: QEMU %d.%d or later\n", PMULAB_VERSION,
        QEMU_API_VERSION, QEMU_OLDEST_MAJOR, QEMU_OLDEST_MINOR);
}
