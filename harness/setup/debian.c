/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of architectures with Debian's names for them. */
#include "harness/setup/debian.h"

#include <glib.h>
#include <string.h>

static const struct debian_arch arches[] = {
    {"amd64", "x86_64-linux-gnu", "ld-linux-x86-64.so.2"},
    {"arm64", "aarch64-linux-gnu", "ld-linux-aarch64.so.1"},
    {"ppc64el", "powerpc64le-linux-gnu", "ld64.so.2"},
};

const struct debian_arch *debian_arch_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(arches); i++)
        if (!strcmp(arches[i].name, name))
            return &arches[i];
    return NULL;
}

const struct debian_arch *debian_arch_host(void)
{
#if defined(__x86_64__) && defined(__LP64__)
    return debian_arch_find("amd64");
#elif defined(__aarch64__) && defined(__LP64__)
    return debian_arch_find("arm64");
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
    return debian_arch_find("ppc64el");
#else
    return NULL;
#endif
}
