/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/cli/version.h"

#include "harness/setup/qemu_root.h"

void version_print(FILE *out)
{
    fprintf(out, "pmulab %s\nfor QEMU's plugin API %d: QEMU %d.%d or later\n", PMULAB_VERSION,
        PMULAB_QEMU_API, QEMU_OLDEST_MAJOR, QEMU_OLDEST_MINOR);
}
