/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes and removes gdb's files. */
#include "harness/gdb/gdb_files.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/export/export.h"
#include "harness/gdb/gdb_window.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SCRIPT_RESOURCE "/org/pmulab/gdb/pmulab.py"

static const char *const names[] = {"pmulab.gdb", "pmulab.py", "registers.json", "window"};

enum { SCRIPT, COMMANDS, REGISTERS, WINDOW, N_FILES };

G_STATIC_ASSERT(G_N_ELEMENTS(names) == N_FILES);

struct gdb_files {
    char *folder, *paths[N_FILES]; /* also read by a signal's handler */
    struct guest_window theirs;    /* QEMU's ends */
    int plugin, monitor;           /* ours */
    struct gdb_window *window;
};

/* gdb's names of what QEMU's binaries emulate. */
static const char *architecture(const char *qemu)
{
    static const struct {
        const char *qemu, *gdb;
    } known[] = {{"qemu-system-x86_64", "i386:x86-64"}, {"qemu-system-aarch64", "aarch64"},
        {"qemu-system-ppc64", "powerpc:common64"}};

    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (!strcmp(known[i].qemu, qemu))
            return known[i].gdb;
    return "auto";
}

static gboolean write_script(
    struct gdb_files *files, const struct machine *machine, unsigned port, GError **error)
{
    g_autofree char *text = g_strdup_printf("set architecture %s\n"
                                            "python pmulab_folder = '%s'\n"
                                            "source %s\n"
                                            "target remote localhost:%u\n",
        architecture(machine->qemu), files->folder, files->paths[COMMANDS], port);

    return file_replace(files->paths[SCRIPT], text, strlen(text), error);
}

static gboolean write_commands(struct gdb_files *files, GError **error)
{
    g_autoptr(GBytes) bytes = g_resources_lookup_data(SCRIPT_RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

    g_assert(bytes);
    return file_replace(
        files->paths[COMMANDS], g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), error);
}

static gboolean write_registers(struct gdb_files *files, const struct machine *machine, GError **error)
{
    const struct register_place scope = {.machine = machine};
    g_autoptr(GString) text = g_string_new(NULL);

    export_json(text, &scope);
    return file_replace(files->paths[REGISTERS], text->str, text->len, error);
}

static gboolean open_pair(int type, int *ours, int *theirs, GError **error)
{
    int pair[2];

    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair))
        return error_set_errno("socketpair", error);
    *ours = pair[0];
    *theirs = pair[1];
    return TRUE;
}

/* ---- removal, also by a signal that ends the program ---- */

static const int endings[] = {SIGHUP, SIGINT, SIGTERM};

/* The files of this process, or NULL. */
static struct gdb_files *volatile removed_at_end;

static void remove_all(const struct gdb_files *files)
{
    for (gsize i = 0; i < N_FILES; i++)
        unlink(files->paths[i]);
    rmdir(files->folder);
}

static void end(int signal)
{
    if (removed_at_end)
        remove_all(removed_at_end);
    raise(signal); /* SA_RESETHAND */
}

static void set_handlers(void)
{
    const struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESETHAND | SA_NODEFER};
    struct sigaction now;

    for (gsize i = 0; i < G_N_ELEMENTS(endings); i++)
        if (!sigaction(endings[i], NULL, &now) && now.sa_handler == SIG_DFL)
            sigaction(endings[i], &action, NULL);
}

static gboolean make_folder(struct gdb_files *files, GError **error)
{
    char *folder = g_dir_make_tmp("pmulab-gdb-XXXXXX", error);

    for (gsize i = 0; folder && i < N_FILES; i++)
        files->paths[i] = g_build_filename(folder, names[i], NULL);
    files->folder = folder;
    if (!folder)
        return FALSE;
    removed_at_end = files;
    set_handlers();
    return TRUE;
}

struct gdb_files *gdb_files_new(
    const struct machine *machine, unsigned port, struct guest_window *window, GError **error)
{
    struct gdb_files *files = g_new(struct gdb_files, 1);

    *files = (struct gdb_files){.theirs = {-1, -1}, .plugin = -1, .monitor = -1};
    if (make_folder(files, error) && write_script(files, machine, port, error) &&
        write_commands(files, error) && write_registers(files, machine, error) &&
        open_pair(SOCK_SEQPACKET, &files->plugin, &files->theirs.plugin, error) &&
        open_pair(SOCK_STREAM, &files->monitor, &files->theirs.monitor, error) &&
        (files->window = gdb_window_new(files->paths[WINDOW], files->plugin, error))) {
        *window = files->theirs;
        return files;
    }
    gdb_files_free(files);
    return NULL;
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

const char *gdb_files_script(const struct gdb_files *files)
{
    return files->paths[SCRIPT];
}

void gdb_files_free(struct gdb_files *files)
{
    if (!files)
        return;
    gdb_window_free(files->window);
    close_one(&files->theirs.plugin);
    close_one(&files->theirs.monitor);
    close_one(&files->plugin);
    close_one(&files->monitor);
    if (files->folder)
        remove_all(files);
    removed_at_end = NULL;
    for (gsize i = 0; i < N_FILES; i++)
        g_free(files->paths[i]);
    g_free(files->folder);
    g_free(files);
}
