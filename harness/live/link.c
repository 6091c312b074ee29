/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Speaks with the plugin and with QEMU's monitor, each over a socket. */
#include "harness/live/link.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <json-glib/json-glib.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* How long an answer may take. The plugin answers within a few blocks; a busy
 * host may need longer. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

/* The longest answer of the plugin, in bytes. */
#define ANSWER_MAX 65536

/* The plugin sends this without a request. */
#define STOP "stop "

struct live_link {
    int plugin, monitor;        /* our ends, or -1 */
    struct guest_window window; /* QEMU's */
    GThread *reader;
    int end[2]; /* a pipe: closed, it ends the reader */

    GMutex asks; /* held from request to answer: one at a time */
    GMutex lock; /* guards the members below */
    GCond changed;
    char *answer;
    char bytes[ANSWER_MAX]; /* of the reader */
    guint late;             /* answers to abandoned requests */
    gboolean runs, ended;
    guint times[2];   /* that it has stopped, and resumed */
    gboolean stepped; /* at the access of @stop_cpu at @stop_time, ns */
    guint64 stop_time;
    unsigned stop_cpu;
};

static gboolean make_pair(int type, int *ours, int *theirs, GError **error)
{
    int pair[2];

    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair))
        return error_set_errno("socketpair", error);
    *ours = pair[0];
    *theirs = pair[1];
    return TRUE;
}

struct live_link *live_link_new(struct guest_window *window, GError **error)
{
    struct live_link *link = g_new0(struct live_link, 1);

    link->plugin = link->monitor = link->window.plugin = link->window.monitor = -1;
    link->end[0] = link->end[1] = -1;
    link->runs = TRUE;
    g_mutex_init(&link->asks);
    g_mutex_init(&link->lock);
    g_cond_init(&link->changed);
    if (make_pair(SOCK_SEQPACKET, &link->plugin, &link->window.plugin, error) &&
        make_pair(SOCK_STREAM, &link->monitor, &link->window.monitor, error) &&
        g_unix_open_pipe(link->end, FD_CLOEXEC, error)) {
        *window = link->window;
        return link;
    }
    live_link_free(link);
    return NULL;
}

/* ---- QEMU's monitor ---- */

static gboolean tell_monitor(struct live_link *link, const char *command)
{
    g_autofree char *line = g_strdup_printf("{\"execute\": \"%s\"}\n", command);

    return send(link->monitor, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line);
}

/* Only "STOP" and "RESUME" matter; ignores answers and other events. */
static void monitor_line(struct live_link *link, const char *line)
{
    g_autoptr(JsonNode) root = json_from_string(line, NULL);
    JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
    const char *event =
        object ? json_object_get_string_member_with_default(object, "event", NULL) : NULL;

    if (!event)
        return;
    g_mutex_lock(&link->lock);
    if (!strcmp(event, "STOP") || !strcmp(event, "RESUME")) {
        link->runs = !strcmp(event, "RESUME");
        link->times[link->runs]++;
    }
    g_cond_broadcast(&link->changed);
    g_mutex_unlock(&link->lock);
}

static gboolean read_monitor(struct live_link *link, GString *text)
{
    char bytes[4096];
    const char *end;
    ssize_t n = recv(link->monitor, bytes, sizeof(bytes), 0);

    if (n <= 0)
        return n < 0 && errno == EINTR;
    g_string_append_len(text, bytes, n);
    while ((end = memchr(text->str, '\n', text->len))) {
        g_autofree char *line = g_strndup(text->str, (gsize)(end - text->str));

        g_string_erase(text, 0, end + 1 - text->str);
        monitor_line(link, line);
    }
    return TRUE;
}

/* ---- the plugin ---- */

static void take_answer(struct live_link *link, char *answer)
{
    g_mutex_lock(&link->lock);
    if (link->late) {
        link->late--;
        g_free(answer);
    } else {
        g_free(link->answer);
        link->answer = answer;
        g_cond_broadcast(&link->changed);
    }
    g_mutex_unlock(&link->lock);
}

/* The CPU waits at the access until QEMU stops the machine. */
static void stop_here(struct live_link *link, const char *place)
{
    char *rest;

    g_mutex_lock(&link->lock);
    link->stepped = TRUE;
    link->stop_time = g_ascii_strtoull(place, &rest, 10);
    link->stop_cpu = (unsigned)g_ascii_strtoull(rest, NULL, 10);
    g_mutex_unlock(&link->lock);
    tell_monitor(link, "stop");
}

static gboolean read_plugin(struct live_link *link)
{
    char *buffer = link->bytes;
    ssize_t n = recv(link->plugin, buffer, ANSWER_MAX - 1, 0);

    if (n <= 0)
        return n < 0 && errno == EINTR;
    buffer[n] = '\0';
    if (g_str_has_prefix(buffer, STOP))
        stop_here(link, buffer + strlen(STOP));
    else
        take_answer(link, g_strdup(buffer));
    return TRUE;
}

/* ---- the reader ---- */

static void set_ended(struct live_link *link)
{
    g_mutex_lock(&link->lock);
    link->ended = TRUE;
    g_cond_broadcast(&link->changed);
    g_mutex_unlock(&link->lock);
}

static gpointer reads(gpointer data)
{
    struct live_link *link = data;
    g_autoptr(GString) text = g_string_new(NULL);
    struct pollfd fds[] = {
        {link->plugin, POLLIN, 0}, {link->monitor, POLLIN, 0}, {link->end[0], POLLIN, 0}};
    gboolean goes_on = TRUE;

    while (goes_on && (poll(fds, G_N_ELEMENTS(fds), -1) >= 0 || errno == EINTR)) {
        goes_on = !fds[2].revents;
        if (goes_on && fds[0].revents)
            goes_on = read_plugin(link);
        if (goes_on && fds[1].revents)
            goes_on = read_monitor(link, text);
    }
    set_ended(link);
    return NULL;
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void live_link_begin(struct live_link *link)
{
    close_one(&link->window.plugin);
    close_one(&link->window.monitor);
    link->reader = g_thread_new("live-link", reads, link);
    tell_monitor(link, "qmp_capabilities");
}

void live_link_free(struct live_link *link)
{
    if (!link)
        return;
    close_one(&link->end[1]);
    if (link->reader)
        g_thread_join(link->reader);
    close_one(&link->end[0]);
    close_one(&link->plugin);
    close_one(&link->monitor);
    close_one(&link->window.plugin);
    close_one(&link->window.monitor);
    g_free(link->answer);
    g_mutex_clear(&link->asks);
    g_mutex_clear(&link->lock);
    g_cond_clear(&link->changed);
    g_free(link);
}

/* ---- other threads' requests ---- */

static gboolean has_ended(GError **error)
{
    return error_failed(error, "the guest has ended");
}

static gboolean no_answer(GError **error)
{
    return error_failed(error, "the guest does not answer");
}

/* NULL: no answer in time. The lock is held. */
static char *wait_for_answer(struct live_link *link, GError **error)
{
    const gint64 end = g_get_monotonic_time() + PATIENCE;

    while (!link->answer && !link->ended)
        if (!g_cond_wait_until(&link->changed, &link->lock, end)) {
            link->late++;
            no_answer(error);
            return NULL;
        }
    if (!link->answer)
        has_ended(error);
    return g_steal_pointer(&link->answer);
}

static char *exchange(struct live_link *link, const char *request, GError **error)
{
    char *answer = NULL;

    g_mutex_lock(&link->asks);
    g_mutex_lock(&link->lock);
    if (link->ended || send(link->plugin, request, strlen(request), MSG_NOSIGNAL) < 0)
        has_ended(error);
    else
        answer = wait_for_answer(link, error);
    g_mutex_unlock(&link->lock);
    g_mutex_unlock(&link->asks);
    return answer;
}

/* "= TIME WORDS..." or "! WHY". */
char *live_link_ask(struct live_link *link, const char *request, guint64 *now, GError **error)
{
    g_autofree char *answer = exchange(link, request, error);
    guint64 time;
    char *rest;

    if (!answer)
        return NULL;
    if (!g_str_has_prefix(answer, "= ")) {
        error_usage(error, "%s", g_str_has_prefix(answer, "! ") ? answer + 2 : answer);
        return NULL;
    }
    time = g_ascii_strtoull(answer + 2, &rest, 10);
    if (now)
        *now = time;
    return g_strdup(g_strchug(rest));
}

/* A resumed machine may stop again before this thread looks. The lock is
 * held. */
static gboolean wait_for_event(struct live_link *link, gboolean run, guint before, GError **error)
{
    const gint64 end = g_get_monotonic_time() + PATIENCE;

    while (link->times[run] == before) {
        if (link->ended)
            return has_ended(error);
        if (!g_cond_wait_until(&link->changed, &link->lock, end))
            return no_answer(error);
    }
    return TRUE;
}

gboolean live_link_run(struct live_link *link, gboolean run, GError **error)
{
    gboolean ok;
    guint before;

    g_mutex_lock(&link->lock);
    before = link->times[run];
    ok = link->ended                                 ? has_ended(error)
         : link->runs == run                         ? TRUE
         : tell_monitor(link, run ? "cont" : "stop") ? wait_for_event(link, run, before, error)
                                                     : has_ended(error);
    g_mutex_unlock(&link->lock);
    return ok;
}

gboolean live_link_runs(struct live_link *link)
{
    gboolean runs;

    g_mutex_lock(&link->lock);
    runs = link->runs;
    g_mutex_unlock(&link->lock);
    return runs;
}

void live_link_forget_step(struct live_link *link)
{
    g_mutex_lock(&link->lock);
    link->stepped = FALSE;
    g_mutex_unlock(&link->lock);
}

gboolean live_link_stepped(struct live_link *link, guint64 *time, unsigned *cpu)
{
    gboolean stepped;

    g_mutex_lock(&link->lock);
    stepped = link->stepped && !link->runs;
    *time = link->stop_time;
    *cpu = link->stop_cpu;
    g_mutex_unlock(&link->lock);
    return stepped;
}
