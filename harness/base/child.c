/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs one tool of set-up as a child process: collects its output, draws
 * progress, and kills it on a signal.
 */
#include "harness/base/child.h"

#include "harness/base/error.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_MS       100
#define COMPLAINT_MAX (64u * 1024u)

/* A running child. */
struct running {
    const struct child *child;
    struct child_host *host;
    GPid pid;
    int out, err;
    GString *partial; /* a line of output that hasn't ended yet */
    GString *complaint;
};

/* Runs in the child, between fork and exec. */
static void settle_in(gpointer data)
{
    sigset_t none;

    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0); /* so that its own children can be killed with it */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static char **environment_with(const char *setting)
{
    char **environment = g_get_environ();

    /* We parse the messages, so they must be in English. */
    environment = g_environ_setenv(environment, "LC_ALL", "C.UTF-8", TRUE);
    if (setting) {
        g_auto(GStrv) parts = g_strsplit(setting, "=", 2);

        environment = g_environ_setenv(environment, parts[0], parts[1], TRUE);
    }
    return environment;
}

static gboolean start_child(struct running *r, GError **error)
{
    g_auto(GStrv) environment = environment_with(r->child->setting);
    g_autoptr(GError) reason = NULL;
    /* The files stay open because the child holds the cache's lock: cache.h. */
    GSpawnFlags flags =
        G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN;
    char **argv = (char **)(guintptr)r->child->argv;

    if (g_spawn_async_with_pipes(NULL, argv, environment, flags, settle_in, NULL, &r->pid, NULL,
            &r->out, &r->err, &reason))
        return TRUE;
    if (g_error_matches(reason, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
        error_failed(error, "%s is not installed", argv[0]);
    else
        error_failed(error, "%s: %s", argv[0], reason->message);
    return FALSE;
}

static void deliver_lines(struct running *r)
{
    char *end;

    while ((end = strchr(r->partial->str, '\n'))) {
        *end = 0;
        if (r->child->line)
            r->child->line(r->partial->str, r->child->data);
        g_string_erase(r->partial, 0, end - r->partial->str + 1);
    }
}

/* Reads the available output. FALSE at the end of the stream. */
static gboolean read_some(int fd, GString *into)
{
    char buffer[4096];
    ssize_t n = read(fd, buffer, sizeof(buffer));

    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    g_string_append_len(into, buffer, n);
    return n > 0;
}

static void take_signal(struct running *r)
{
    struct signalfd_siginfo info;

    if (read(r->host->signals, &info, sizeof(info)) != sizeof(info))
        return;
    r->host->interrupted = (int)info.ssi_signo;
    kill(-r->pid, SIGKILL);
}

static void close_stream(struct pollfd *stream)
{
    close(stream->fd);
    stream->fd = -1;
}

/* Runs until both streams end. Then all processes that could write to them have
 * exited. */
static void follow(struct running *r)
{
    struct pollfd fds[] = {{r->out, POLLIN, 0}, {r->err, POLLIN, 0}, {r->host->signals, POLLIN, 0}};

    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        int ready = poll(fds, G_N_ELEMENTS(fds), TICK_MS);

        if (ready == 0)
            progress_tick(r->host->progress);
        if (ready <= 0)
            continue;
        if (fds[0].revents && !read_some(fds[0].fd, r->partial))
            close_stream(&fds[0]);
        deliver_lines(r);
        if (fds[1].revents && !read_some(fds[1].fd, r->complaint))
            close_stream(&fds[1]);
        if (r->complaint->len > COMPLAINT_MAX)
            g_string_truncate(r->complaint, COMPLAINT_MAX);
        if (fds[2].revents)
            take_signal(r);
    }
}

static gboolean finish_child(struct running *r, GError **error)
{
    int status;

    while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR)
        ;
    g_spawn_close_pid(r->pid);
    if (r->host->interrupted)
        return error_failed(error, "interrupted");
    if (WIFEXITED(status) && !WEXITSTATUS(status))
        return TRUE;
    if (WIFEXITED(status))
        error_failed(error, "%s ended with status %d", r->child->argv[0], WEXITSTATUS(status));
    else
        error_failed(error, "%s was killed by signal %d", r->child->argv[0], WTERMSIG(status));
    return FALSE;
}

gboolean child_run(
    const struct child *child, struct child_host *host, char **complaint, GError **error)
{
    struct running r = {.child = child, .host = host};
    gboolean good;

    if (complaint)
        *complaint = NULL;
    if (!start_child(&r, error))
        return FALSE;
    r.partial = g_string_new(NULL);
    r.complaint = g_string_new(NULL);
    follow(&r);
    good = finish_child(&r, error);
    g_string_free(r.partial, TRUE);
    if (complaint)
        *complaint = g_string_free(g_steal_pointer(&r.complaint), FALSE);
    else
        g_string_free(r.complaint, TRUE);
    return good;
}
