/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes and removes gdb's files. */
#include "harness/gdb/gdb_files.h"

#include "harness/base/error.h"
#include "harness/base/file_stream.h"
#include "harness/export/export.h"
#include "harness/gdb/gdb_window.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SCRIPT_RESOURCE "/org/pmulab/gdb/pmulab.py"

#define PREFIX "pmulab-gdb-"

static const char *const names[] = {
    "server", "pmulab.gdb", "pmulab.py", "registers.json", "window"};

enum { SERVER, SCRIPT, COMMANDS, REGISTERS, WINDOW, N_FILES };

G_STATIC_ASSERT(G_N_ELEMENTS(names) == N_FILES);

struct gdb_files {
    char *folder, *paths[N_FILES]; /* also read by a signal's handler */
    int lock;                      /* the folder, locked: it has an owner */
    int server, listener;          /* sockets that listen, of QEMU's server and of the window */
    struct guest_window theirs;    /* QEMU's ends */
    int plugin, monitor;           /* ours */
    struct gdb_window *window;     /* NULL: gdb has none of our commands */
};

/* gdb's names for the architectures that QEMU's binaries emulate. */
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

static gboolean write_script(struct gdb_files *files, const struct machine *machine, GError **error)
{
    g_autofree char *text = g_strdup_printf("set architecture %s\n"
                                            "python pmulab_folder = '%s'\n"
                                            "source %s\n"
                                            "target remote %s\n",
        architecture(machine->qemu), files->folder, files->paths[COMMANDS], files->paths[SERVER]);

    return file_replace(files->paths[SCRIPT], text, strlen(text), error);
}

static gboolean write_commands(struct gdb_files *files, GError **error)
{
    g_autoptr(GBytes) bytes =
        g_resources_lookup_data(SCRIPT_RESOURCE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

    g_assert(bytes);
    return file_replace(
        files->paths[COMMANDS], g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), error);
}

static gboolean write_registers(
    struct gdb_files *files, const struct machine *machine, GError **error)
{
    const struct register_place scope = {.machine = machine};
    g_autoptr(GString) text = g_string_new(NULL);

    export_json(text, &scope);
    return file_replace(files->paths[REGISTERS], text->str, text->len, error);
}

/* A socket that listens at @path, or -1 with HARNESS_ERROR_FAILED. */
static int listen_at(const char *path, int type, GError **error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd;

    if (g_strlcpy(address.sun_path, path, sizeof(address.sun_path)) >= sizeof(address.sun_path)) {
        error_failed(error, "%s: a socket's name has at most %zu bytes: expected another TMPDIR",
            path, sizeof(address.sun_path) - 1);
        return -1;
    }
    fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd >= 0 && !bind(fd, (const struct sockaddr *)(const void *)&address, sizeof(address)) &&
        !listen(fd, 1))
        return fd;
    error_set_errno(path, error);
    if (fd >= 0)
        close(fd);
    return -1;
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

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
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

/* The folder at @path, locked, or -1 if it has an owner. */
static int lock_folder(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;

    if (fd >= 0 && !fstat(fd, &info) && info.st_uid == geteuid() && !flock(fd, LOCK_EX | LOCK_NB))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static void name_files(struct gdb_files *files, const char *folder)
{
    files->folder = g_strdup(folder);
    for (gsize i = 0; i < N_FILES; i++)
        files->paths[i] = g_build_filename(folder, names[i], NULL);
}

static void free_names(struct gdb_files *files)
{
    for (gsize i = 0; i < N_FILES; i++)
        g_clear_pointer(&files->paths[i], g_free);
    g_clear_pointer(&files->folder, g_free);
}

/* Removes folders whose owner was killed. */
static void sweep(void)
{
    g_autoptr(GDir) all = g_dir_open(g_get_tmp_dir(), 0, NULL);

    for (const char *name; all && (name = g_dir_read_name(all));) {
        g_autofree char *folder = g_build_filename(g_get_tmp_dir(), name, NULL);
        int lock = g_str_has_prefix(name, PREFIX) ? lock_folder(folder) : -1;
        struct gdb_files left = {0};

        if (lock < 0)
            continue;
        name_files(&left, folder);
        remove_all(&left);
        free_names(&left);
        close(lock);
    }
}

/* Another process may remove the folder between the two steps. Then the next
 * one is used. */
static gboolean make_folder(struct gdb_files *files, GError **error)
{
    sweep();
    while (files->lock < 0) {
        g_autofree char *folder = g_dir_make_tmp(PREFIX "XXXXXX", error);
        struct stat info;

        if (!folder)
            return FALSE;
        files->lock = lock_folder(folder);
        if (files->lock >= 0 && (fstat(files->lock, &info) || !info.st_nlink))
            close_one(&files->lock);
        if (files->lock >= 0)
            name_files(files, folder);
    }
    removed_at_end = files;
    set_handlers();
    return TRUE;
}

/* The data that our commands in gdb need. */
static gboolean make_commands(
    struct gdb_files *files, const struct machine *machine, GError **error)
{
    return write_script(files, machine, error) && write_commands(files, error) &&
           write_registers(files, machine, error) &&
           open_pair(SOCK_SEQPACKET, &files->plugin, &files->theirs.plugin, error) &&
           open_pair(SOCK_STREAM, &files->monitor, &files->theirs.monitor, error) &&
           (files->listener = listen_at(files->paths[WINDOW], SOCK_SEQPACKET, error)) >= 0 &&
           (files->window = gdb_window_new(files->listener, files->plugin, error));
}

struct gdb_files *gdb_files_new(
    const struct machine *machine, struct guest_window *window, GError **error)
{
    struct gdb_files *files = g_new(struct gdb_files, 1);

    *files = (struct gdb_files){
        .lock = -1, .server = -1, .listener = -1, .theirs = {-1, -1}, .plugin = -1, .monitor = -1};
    if (make_folder(files, error) &&
        (files->server = listen_at(files->paths[SERVER], SOCK_STREAM, error)) >= 0 &&
        (!window || make_commands(files, machine, error))) {
        if (window)
            *window = files->theirs;
        return files;
    }
    gdb_files_free(files);
    return NULL;
}

int gdb_files_server(const struct gdb_files *files)
{
    return files->server;
}

const char *gdb_files_address(const struct gdb_files *files)
{
    return files->paths[SERVER];
}

const char *gdb_files_script(const struct gdb_files *files)
{
    return files->window ? files->paths[SCRIPT] : NULL;
}

void gdb_files_free(struct gdb_files *files)
{
    if (!files)
        return;
    if (files->window)
        gdb_window_free(files->window);
    close_one(&files->server);
    close_one(&files->listener);
    close_one(&files->theirs.plugin);
    close_one(&files->theirs.monitor);
    close_one(&files->plugin);
    close_one(&files->monitor);
    if (files->folder)
        remove_all(files);
    removed_at_end = NULL;
    free_names(files);
    close_one(&files->lock);
    g_free(files);
}
