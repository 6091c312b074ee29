/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognises kernels by their headers, and cuts them off after these. */
#include "harness/vm/kernel_head.h"

#include "harness/base/memory_file.h"

#include <string.h>

/* The boot sector, and at most 255 more: setup_sects is a byte. Linux has about
 * 40. */
#define HEAD_BYTES (256 * 512)

/* A format, recognised by bytes at an offset of its header. */
static const struct {
    gsize offset;
    char magic[5];
} formats[] = {
    {0x202, "HdrS"}, /* Linux, Documentation/arch/x86/boot.rst, "The Real-Mode Kernel Header" */
    {56, "ARM\x64"}, /* Linux, Documentation/arch/arm64/booting.rst, "Call the kernel image" */
};

static gboolean is_known(const char *data)
{
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (!memcmp(data + formats[i].offset, formats[i].magic, 4))
            return TRUE;
    return FALSE;
}

gboolean kernel_head_open(int *head, const char *path, GError **error)
{
    GMappedFile *kernel = g_mapped_file_new(path, FALSE, error);
    const char *data;
    gboolean cuts;

    *head = -1;
    if (!kernel)
        return FALSE;
    data = g_mapped_file_get_contents(kernel);
    cuts = g_mapped_file_get_length(kernel) > HEAD_BYTES && is_known(data);
    if (cuts)
        *head = memory_file_of("kernel", data, HEAD_BYTES, error);
    g_mapped_file_unref(kernel);
    return !cuts || *head >= 0;
}
