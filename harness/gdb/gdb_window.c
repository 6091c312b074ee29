/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A relay for gdb's window. The next gdb does not receive answers to an earlier
 * one's requests: the relay counts requests, and drops these answers. It
 * cancels a stop that the earlier gdb requested.
 */
#include "harness/gdb/gdb_window.h"

#include "harness/base/error.h"

#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MESSAGE 65536 /* bytes of the longest one: qemu-plugins/runtime/live.h */

#define CALL_OFF "stop never"

enum { LISTEN, PLUGIN, QUIT, GDB, N_FDS };

struct gdb_window {
    struct pollfd fds[N_FDS]; /* GDB: -1 while there is none */
    int quit;                 /* our end; its closing ends the thread */
    /* requests without an answer, and how many of the oldest are abandoned */
    guint asked, dropped;
    char message[MESSAGE];
    GThread *thread;
};

static void ask(struct gdb_window *window, const char *request, gsize n)
{
    if (send(window->fds[PLUGIN].fd, request, n, MSG_NOSIGNAL) == (gssize)n)
        window->asked++;
}

static void accept_gdb(struct gdb_window *window)
{
    int fd = accept(window->fds[LISTEN].fd, NULL, NULL);

    if (window->fds[GDB].fd < 0)
        window->fds[GDB].fd = fd;
    else if (fd >= 0)
        close(fd);
}

static void lose_gdb(struct gdb_window *window)
{
    close(window->fds[GDB].fd);
    window->fds[GDB].fd = -1;
    ask(window, CALL_OFF, strlen(CALL_OFF));
    window->dropped = window->asked;
}

static void pass_request(struct gdb_window *window)
{
    gssize n = recv(window->fds[GDB].fd, window->message, sizeof(window->message), 0);

    if (n > 0)
        ask(window, window->message, (gsize)n);
    else
        lose_gdb(window);
}

/* FALSE at the plugin's end. */
static gboolean pass_answer(struct gdb_window *window)
{
    gssize n = recv(window->fds[PLUGIN].fd, window->message, sizeof(window->message), 0);
    gboolean answers = n > 0 && (*window->message == '=' || *window->message == '!');
    gboolean drops = answers && window->dropped;

    if (answers && window->asked)
        window->asked--;
    if (drops)
        window->dropped--;
    if (n > 0 && !drops && window->fds[GDB].fd >= 0)
        send(window->fds[GDB].fd, window->message, (gsize)n, MSG_NOSIGNAL);
    return n > 0;
}

static gpointer serve(gpointer data)
{
    struct gdb_window *window = data;
    gboolean open = TRUE;

    while (open && poll(window->fds, N_FDS, -1) >= 0 && !window->fds[QUIT].revents) {
        if (window->fds[GDB].revents)
            pass_request(window);
        if (window->fds[PLUGIN].revents)
            open = pass_answer(window);
        /* Last: one gdb may have left and the next one connected. */
        if (window->fds[LISTEN].revents)
            accept_gdb(window);
    }
    return NULL;
}

struct gdb_window *gdb_window_new(int listener, int plugin, GError **error)
{
    struct gdb_window *window;
    int quit[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, quit)) {
        error_set_errno("socketpair", error);
        return NULL;
    }
    window = g_new0(struct gdb_window, 1);
    window->quit = quit[0];
    window->fds[LISTEN] = (struct pollfd){listener, POLLIN, 0};
    window->fds[PLUGIN] = (struct pollfd){plugin, POLLIN, 0};
    window->fds[QUIT] = (struct pollfd){quit[1], POLLIN, 0};
    window->fds[GDB] = (struct pollfd){-1, POLLIN, 0};
    window->thread = g_thread_new("gdb-window", serve, window);
    return window;
}

void gdb_window_free(struct gdb_window *window)
{
    if (!window)
        return;
    close(window->quit);
    g_thread_join(window->thread);
    close(window->fds[QUIT].fd);
    if (window->fds[GDB].fd >= 0)
        close(window->fds[GDB].fd);
    g_free(window);
}
