/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Knows kernels by their headers, and cuts them behind these. */
#include "harness/vm/kernel_head.h"

#include <string.h>

/* More than the 64 sectors that setup_sects can tell, of which Linux uses about 40. */
#define HEAD_BYTES (64 * 1024)

/* A format, by what stands at an offset of its header. */
static const struct {
    gsize offset;
    char magic[5];
} formats[] = {
    {0x202, "HdrS"}, /* Linux, Documentation/arch/x86/boot.rst, "The Real-Mode Kernel Header" */
    {56, "ARM\x64"}, /* Linux, Documentation/arch/arm64/booting.rst, "Call the kernel image" */
};

static gboolean is_known(const char *data, gsize length)
{
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (length > HEAD_BYTES && !memcmp(data + formats[i].offset, formats[i].magic, 4))
            return TRUE;
    return FALSE;
}

gboolean kernel_head_open(struct memory_file *head, const char *path, GError **error)
{
    GMappedFile *kernel = g_mapped_file_new(path, FALSE, error);
    gboolean ok = kernel != NULL;

    if (ok && is_known(g_mapped_file_get_contents(kernel), g_mapped_file_get_length(kernel)))
        ok = memory_file_open(head, "kernel", error) &&
             memory_file_add(head, g_mapped_file_get_contents(kernel), HEAD_BYTES, error);
    if (kernel)
        g_mapped_file_unref(kernel);
    return ok;
}
