/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests that run QEMU without our guest: executes the QEMU that pmulab
 * would run. Usage: run_qemu qemu-system-x86_64 ARGUMENTS... */
#include "harness/base/error.h"
#include "harness/setup/qemu_root.h"

#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct qemu qemu;
    GError *error = NULL;

    if (argc < 2) {
        fputs("run_qemu: expected the name of a QEMU binary\n", stderr);
        return 2;
    }
    if (!qemu_find(argv[1], &qemu, &error))
        return error_exit(error);
    for (int i = 2; i <= argc; i++)
        g_ptr_array_add(qemu.argv, g_strdup(argv[i])); /* also the NULL at the end */
    execvp(qemu.argv->pdata[0], (char **)qemu.argv->pdata);
    perror(qemu.argv->pdata[0]);
    return 126;
}
