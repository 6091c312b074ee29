/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Computes the memory that a guest needs for its initramfs.
 *
 * The kernel unpacks the archives into a tmpfs, which takes at most half of the
 * memory that is free when it is mounted (Documentation/filesystems/tmpfs.rst
 * in Linux: size). The archives themselves are in memory until then. So memory
 * M, archives A, and files F in whole pages need F <= (M - kernel - A) / 2. If
 * that is wrong for a kernel of the user's, its own message remains:
 * console_unpacking().
 */
#include "harness/vm/guest_memory.h"

#include "harness/base/error.h"
#include "harness/vm/cpio_members.h"

#include <sys/stat.h>

#define MIB G_GUINT64_CONSTANT(1048576)

/* In bytes, on the kernels of all guests. */
enum { PAGE = 4096 };

/* Sizes in messages are multiples of it. */
enum { STEP_MIB = 256 };

/* The kernel's part grows with the memory: a struct page of 64 bytes for a page
 * of 4 KiB, and on POWER a contiguous area of 5 % (KVM_CMA_RESV_RATIO in
 * Linux). */
enum { ADDED_SHARE = 16 };

gboolean guest_memory_parse(const char *text, unsigned *mib)
{
    char *end;
    guint64 number = g_ascii_strtoull(text, &end, 10);

    if (!g_ascii_isdigit(*text) || number > GUEST_MEMORY_MAX_MIB)
        return FALSE;
    if (!g_ascii_strcasecmp(end, "G"))
        number *= 1024;
    else if (*end && g_ascii_strcasecmp(end, "M") != 0)
        return FALSE;
    if (number < GUEST_MEMORY_MIN_MIB || number > GUEST_MEMORY_MAX_MIB)
        return FALSE;
    *mib = (unsigned)number;
    return TRUE;
}

unsigned guest_memory_mib(const struct guest_options *options)
{
    return options->memory_mib ? options->memory_mib : options->machine->memory_mib;
}

static void add_pages(gpointer name, gpointer pages, gpointer sum)
{
    (void)name;
    *(guint64 *)sum += GPOINTER_TO_SIZE(pages);
}

/* In bytes. The last member of a name replaces the earlier ones. */
static guint64 unpacked(const char *data, gsize size)
{
    g_autoptr(GHashTable) pages = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    struct cpio_member member;
    guint64 sum = 0;

    for (gsize at = 0; cpio_member_next(data, size, &at, &member);)
        if (S_ISREG(member.mode))
            g_hash_table_insert(pages, g_strdup(member.name),
                GSIZE_TO_POINTER(((gsize)member.size + PAGE - 1) / PAGE));
    g_hash_table_foreach(pages, add_pages, &sum);
    return sum * PAGE;
}

static gboolean fits(const struct machine *machine, unsigned mib, guint64 files, guint64 archives)
{
    guint64 added = mib > machine->memory_mib ? mib - machine->memory_mib : 0;
    guint64 kernel = (machine->kernel_mib + added / ADDED_SHARE) * MIB;

    return mib * MIB >= kernel + archives + 2 * files;
}

/* In MiB; 0: none up to GUEST_MEMORY_MAX_MIB. */
static unsigned enough(const struct machine *machine, guint64 files, guint64 archives)
{
    for (unsigned mib = STEP_MIB; mib <= GUEST_MEMORY_MAX_MIB; mib += STEP_MIB)
        if (fits(machine, mib, files, archives))
            return mib;
    return 0;
}

static void refuse(
    const struct guest_options *options, guint64 files, unsigned needed, GError **error)
{
    if (!needed)
        error_usage(error,
            "the guest's %" G_GUINT64_FORMAT
            " MiB of files fit into no guest; expected files for at most %u MiB of memory",
            files / MIB, GUEST_MEMORY_MAX_MIB);
    else
        error_usage(error,
            "the guest's %" G_GUINT64_FORMAT
            " MiB of files need %u MiB of memory, and it has %u MiB; say 'memory "
            "%u' in the scenario, or --memory=%u",
            files / MIB, needed, guest_memory_mib(options), needed, needed);
}

gboolean guest_memory_check(const struct guest_options *options, int fd, GError **error)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new_from_fd(fd, FALSE, error);
    guint64 archives, files;

    if (!file)
        return FALSE;
    archives = g_mapped_file_get_length(file);
    files = unpacked(g_mapped_file_get_contents(file), archives);
    if (fits(options->machine, guest_memory_mib(options), files, archives))
        return TRUE;
    refuse(options, files, enough(options->machine, files, archives), error);
    return FALSE;
}
