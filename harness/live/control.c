/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers and sends the commands of the same user. */
#include "harness/live/control.h"

#include "harness/base/error.h"
#include "harness/live/requests.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "pmulab"
#define PREFIX "live-"
#define SUFFIX ".sock"

enum { CLIENTS = 8 /* at a time; more wait */ };

struct control {
    struct live *live;
    GSocketService *service;
    GCancellable *end;
    char *path;
    GMutex lock;
    GCond left;
    guint clients;
};

static char *folder(void)
{
    return g_build_filename(g_get_user_runtime_dir(), FOLDER, NULL);
}

/* ---- the live view's side ---- */

static void answer_line(struct live *live, const char *line, GString *out)
{
    g_autoptr(GString) text = g_string_new(NULL);
    GError *error = NULL;
    guint n = 0;

    if (!live_do(live, line, text, &error)) {
        g_string_printf(out, "no\n%s\n", error->message);
        g_error_free(error);
        return;
    }
    if (text->len && text->str[text->len - 1] != '\n')
        g_string_append_c(text, '\n');
    for (const char *at = text->str; (at = strchr(at, '\n')); at++)
        n++;
    g_string_printf(out, "ok %u\n%s", n, text->str);
}

static void serve(struct control *control, GIOStream *stream)
{
    g_autoptr(GDataInputStream) in = g_data_input_stream_new(g_io_stream_get_input_stream(stream));
    GOutputStream *out = g_io_stream_get_output_stream(stream);
    g_autoptr(GString) answer = g_string_new(NULL);
    char *line;

    g_filter_input_stream_set_close_base_stream(G_FILTER_INPUT_STREAM(in), FALSE);
    while ((line = g_data_input_stream_read_line(in, NULL, control->end, NULL))) {
        answer_line(control->live, line, answer);
        g_free(line);
        if (!g_output_stream_write_all(out, answer->str, answer->len, NULL, control->end, NULL))
            break;
    }
}

static gboolean comes(
    GThreadedSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
    struct control *control = data;

    (void)service;
    (void)source;
    g_mutex_lock(&control->lock);
    control->clients++;
    g_mutex_unlock(&control->lock);
    serve(control, G_IO_STREAM(connection));
    g_mutex_lock(&control->lock);
    control->clients--;
    g_cond_signal(&control->left);
    g_mutex_unlock(&control->lock);
    return TRUE;
}

/* No other user may connect, even for a moment: the socket gets its mode before
 * its name. */
static gboolean bind_to(GSocket *socket, const char *path, GError **error)
{
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);

    unlink(path);
    return (!fchmod(g_socket_get_fd(socket), 0600) || error_set_errno(path, error)) &&
           g_socket_bind(socket, address, FALSE, error) && g_socket_listen(socket, error);
}

static gboolean listen_at(struct control *control, GError **error)
{
    g_autofree char *in = folder();
    g_autoptr(GSocket) socket =
        g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);

    if (!socket || (g_mkdir_with_parents(in, 0700) && !error_set_errno(in, error)))
        return FALSE;
    control->path = g_strdup_printf("%s/" PREFIX "%d" SUFFIX, in, (int)getpid());
    return bind_to(socket, control->path, error) &&
           g_socket_listener_add_socket(G_SOCKET_LISTENER(control->service), socket, NULL, error);
}

struct control *control_start(struct live *live, GMainContext *context, GError **error)
{
    struct control *control = g_new0(struct control, 1);
    gboolean ok;

    control->live = live;
    control->end = g_cancellable_new();
    control->service = g_threaded_socket_service_new(CLIENTS);
    g_mutex_init(&control->lock);
    g_cond_init(&control->left);
    g_signal_connect(control->service, "run", G_CALLBACK(comes), control);
    g_socket_service_stop(control->service);
    ok = listen_at(control, error);
    g_main_context_push_thread_default(context);
    if (ok)
        g_socket_service_start(control->service);
    g_main_context_pop_thread_default(context);
    if (ok)
        return control;
    control_stop(control);
    return NULL;
}

const char *control_path(const struct control *control)
{
    return control->path;
}

void control_stop(struct control *control)
{
    if (!control)
        return;
    g_socket_service_stop(control->service);
    g_socket_listener_close(G_SOCKET_LISTENER(control->service));
    if (control->path)
        unlink(control->path);
    g_cancellable_cancel(control->end);
    g_mutex_lock(&control->lock);
    while (control->clients)
        g_cond_wait(&control->left, &control->lock);
    g_mutex_unlock(&control->lock);
    g_object_unref(control->service);
    g_object_unref(control->end);
    g_mutex_clear(&control->lock);
    g_cond_clear(&control->left);
    g_free(control->path);
    g_free(control);
}

/* ---- the command's side ---- */

struct control_client {
    GSocketConnection *connection;
    GDataInputStream *in;
};

static GSocketConnection *connect_to(const char *path, GError **error)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);

    return g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, error);
}

/* Removes sockets of views that crashed. */
static GSocketConnection *connect_to_only(GError **error)
{
    g_autofree char *in = folder();
    g_autoptr(GDir) dir = g_dir_open(in, 0, NULL);
    g_autoptr(GString) paths = g_string_new(NULL);
    GSocketConnection *found = NULL;
    const char *name;
    guint n = 0;

    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(in, name, NULL);
        GSocketConnection *connection;

        if (!g_str_has_prefix(name, PREFIX) || !g_str_has_suffix(name, SUFFIX))
            continue;
        connection = connect_to(path, NULL);
        if (!connection) {
            unlink(path);
            continue;
        }
        g_string_append_printf(paths, "%s%s", n++ ? ", " : "", path);
        g_clear_object(&found);
        found = connection;
    }
    if (n == 1)
        return found;
    g_clear_object(&found);
    if (n)
        error_usage(error, "%u live views run; expected --live with one of %s", n, paths->str);
    else
        error_failed(error, "no live view runs; `pmulab live MACHINE` starts one");
    return NULL;
}

struct control_client *control_connect(const char *path, GError **error)
{
    GSocketConnection *connection = path ? connect_to(path, error) : connect_to_only(error);
    struct control_client *client;

    if (!connection) {
        if (path)
            g_prefix_error(error, "%s: no live view: ", path);
        return NULL;
    }
    client = g_new0(struct control_client, 1);
    client->connection = connection;
    client->in = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(connection)));
    return client;
}

void control_disconnect(struct control_client *client)
{
    if (!client)
        return;
    g_object_unref(client->in);
    g_object_unref(client->connection);
    g_free(client);
}

static gboolean has_ended(GError **error)
{
    return error_failed(error, "the live view has ended");
}

static char *next_line(struct control_client *client, GError **error)
{
    char *line = g_data_input_stream_read_line(client->in, NULL, NULL, NULL);

    if (!line)
        has_ended(error);
    return line;
}

static gboolean take_lines(struct control_client *client, guint n, GString *answer, GError **error)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *line = next_line(client, error);

        if (!line)
            return FALSE;
        g_string_append_printf(answer, "%s\n", line);
    }
    return TRUE;
}

gboolean control_ask(
    struct control_client *client, const char *line, GString *answer, GError **error)
{
    GOutputStream *out = g_io_stream_get_output_stream(G_IO_STREAM(client->connection));
    g_autofree char *sent = g_strconcat(line, "\n", NULL), *status = NULL, *reason = NULL;

    if (!g_output_stream_write_all(out, sent, strlen(sent), NULL, NULL, NULL))
        return has_ended(error);
    if (!(status = next_line(client, error)))
        return FALSE;
    if (g_str_has_prefix(status, "ok "))
        return take_lines(client, (guint)strtoul(status + 3, NULL, 10), answer, error);
    if ((reason = next_line(client, error)))
        error_usage(error, "%s", reason);
    return FALSE;
}
