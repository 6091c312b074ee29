/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words the command that builds modules against Debian's headers. */
#include "harness/setup/kbuild.h"

#include "harness/setup/debian.h"

#include <string.h>

__attribute__((format(printf, 2, 3))) static void add(GPtrArray *argv, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(argv, g_strdup_vprintf(format, args));
    va_end(args);
}

/*
 * Settings that override Debian's headers. -f: they include their other half by
 * an absolute path below /usr/src. KBUILD_OUTPUT: newer ones name themselves by
 * such a path. CC: they name their own compiler. The empty variable at the end:
 * they want the kernel's type information. MAKEFLAGS: an outer make's options
 * would apply here.
 *
 * A compiler without -fmin-function-alignment (gcc before 14) must use
 * -falign-functions. With a newer compiler that would misalign the patch sites
 * of ftrace, and the kernel would die as it loads the module.
 */
GPtrArray *kbuild_command(const struct kbuild *what)
{
    g_autofree char *version =
        g_strndup(what->release, (gsize)(strrchr(what->release, '-') - what->release));
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

    add(argv, "env");
    add(argv, "MAKEFLAGS=");
    if (what->path)
        add(argv, "PATH=%s", what->path);
    add(argv, "make");
    add(argv, "-s");
    add(argv, "-C");
    add(argv, "%s/usr/src/linux-headers-%s", what->root, what->release);
    add(argv, "-f");
    add(argv, "%s/usr/src/linux-headers-%s-common/Makefile", what->root, version);
    add(argv, "KBUILD_OUTPUT=%s/usr/src/linux-headers-%s", what->root, what->release);
    add(argv, "M=%s", what->folder);
    add(argv, "ARCH=%s", debian_arch_find(what->arch)->linux_arch);
    add(argv, "CROSS_COMPILE=%s", what->cross);
    add(argv, "CC=%s", what->compiler);
    if (what->published) {
        add(argv, "KCFLAGS=-ffile-prefix-map=%s/=", what->folder);
        add(argv, "CONFIG_DEBUG_INFO=");
    }
    if (what->old)
        add(argv, "CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=");
    add(argv, "CONFIG_DEBUG_INFO_BTF_MODULES=");
    add(argv, "modules");
    g_ptr_array_add(argv, NULL);
    return argv;
}
