/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers HTTP requests that have the token. */
#include "harness/live/http_server.h"

#include "harness/base/error.h"
#include "harness/live/live_page.h"
#include "harness/live/requests.h"
#include "harness/live/viewer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/random.h>

enum {
    TOKEN_BYTES = 16,
    CONNECTIONS = 64, /* at a time; more are closed at once */
    /* of these without a token: the oldest gives way to the next */
    STRANGERS = 16,
    PATIENCE_S = 10,    /* for a client that neither reads nor writes */
    REQUEST_MAX = 4096, /* bytes of a request's body */
    BLOCK_SIZE = 16384, /* bytes of an event stream at once */
};

struct http_server {
    struct live *live;
    struct MHD_Daemon *daemon;
    unsigned port;
    char token[2 * TOKEN_BYTES + 1];
    char *address;
    struct viewers *viewers;
    /* of struct MHD_Connection *, the oldest first; the server's thread alone
     * has it */
    GQueue strangers;
};

/* ---- admission ---- */

static gboolean make_token(char token[2 * TOKEN_BYTES + 1], GError **error)
{
    guint8 bytes[TOKEN_BYTES];

    if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
        return error_set_errno("getrandom", error);
    for (guint i = 0; i < TOKEN_BYTES; i++)
        g_snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return TRUE;
}

/* Takes the same time for a wrong token and for one that is nearly right. */
static gboolean is_token(const struct http_server *server, const char *text)
{
    guint different = 0;

    if (strlen(text) < sizeof(server->token) - 1)
        return FALSE;
    for (gsize i = 0; i < sizeof(server->token) - 1; i++)
        different |= (guint)(text[i] ^ server->token[i]);
    return !different;
}

/* A foreign page may point its own host name here. The browser then sends that
 * name. */
static gboolean is_host(const struct http_server *server, struct MHD_Connection *connection)
{
    const char *host =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    g_autofree char *number = g_strdup_printf("127.0.0.1:%u", server->port);
    g_autofree char *name = g_strdup_printf("localhost:%u", server->port);

    return host && (!strcmp(host, number) || !g_ascii_strcasecmp(host, name));
}

/* Any user of this machine may connect and stay silent. This must not keep out
 * viewers with the token. */
static void comes_or_goes(void *cls, struct MHD_Connection *connection, void **context,
    enum MHD_ConnectionNotificationCode code)
{
    struct http_server *server = cls;

    (void)context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        g_queue_remove(&server->strangers, connection);
        return;
    }
    g_queue_push_tail(&server->strangers, connection);
    if (g_queue_get_length(&server->strangers) > STRANGERS)
        shutdown(MHD_get_connection_info(
                     g_queue_pop_head(&server->strangers), MHD_CONNECTION_INFO_CONNECTION_FD)
                     ->connect_fd,
            SHUT_RDWR);
}

/* The text after "/TOKEN/", or NULL. */
static const char *inside(
    const struct http_server *server, struct MHD_Connection *connection, const char *url)
{
    if (*url != '/' || !is_host(server, connection) || !is_token(server, url + 1))
        return NULL;
    url += sizeof(server->token);
    return *url == '/' ? url + 1 : NULL;
}

/* ---- answers ---- */

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
    struct MHD_Response *response, const char *type)
{
    enum MHD_Result result;

    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer(
    struct MHD_Connection *connection, unsigned status, const char *type, const GString *text)
{
    return queue(connection, status,
        MHD_create_response_from_buffer(text->len, text->str, MHD_RESPMEM_MUST_COPY), type);
}

static enum MHD_Result answer_text(
    struct MHD_Connection *connection, unsigned status, const char *text)
{
    g_autoptr(GString) line = g_string_new(text);

    return answer(connection, status, "text/plain; charset=utf-8", line);
}

/* Takes @error. */
static enum MHD_Result answer_error(struct MHD_Connection *connection, GError *error)
{
    unsigned status = g_error_matches(error, HARNESS_ERROR, HARNESS_ERROR_USAGE)
                          ? MHD_HTTP_BAD_REQUEST
                          : MHD_HTTP_INTERNAL_SERVER_ERROR;
    enum MHD_Result result = answer_text(connection, status, error->message);

    g_error_free(error);
    return result;
}

static enum MHD_Result answer_page(struct http_server *server, struct MHD_Connection *connection)
{
    g_autoptr(GString) page = g_string_new(NULL);

    live_page_append(page, server->live);
    return answer(connection, MHD_HTTP_OK, "text/html; charset=utf-8", page);
}

static enum MHD_Result answer_request(
    struct http_server *server, struct MHD_Connection *connection, const char *line)
{
    g_autoptr(GString) text = g_string_new(NULL);
    GError *error = NULL;

    if (live_do(server->live, line, text, &error))
        return answer(connection, MHD_HTTP_OK, "text/plain; charset=utf-8", text);
    return answer_error(connection, error);
}

static enum MHD_Result add_name(
    void *cls, enum MHD_ValueKind kind, const char *key, const char *value)
{
    (void)kind;
    (void)value;
    *(const char **)cls = key;
    return MHD_NO; /* the first one is enough */
}

/* "?imc0" */
static enum MHD_Result answer_events(struct http_server *server, struct MHD_Connection *connection)
{
    const struct live_block *block;
    const char *name = "";
    GError *error = NULL;

    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_name, &name);
    block = live_block_find(server->live, name, &error);
    if (!block)
        return answer_error(connection, error);
    return queue(connection, MHD_HTTP_OK,
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, viewer_read,
            viewers_add(server->viewers, connection, block), viewer_gone),
        "text/event-stream");
}

static enum MHD_Result answer_get(
    struct http_server *server, struct MHD_Connection *connection, const char *path)
{
    if (!*path)
        return answer_page(server, connection);
    if (!strcmp(path, "events"))
        return answer_events(server, connection);
    if (!strcmp(path, "scenario"))
        return answer_request(server, connection, path);
    return answer_text(connection, MHD_HTTP_NOT_FOUND, "there is no such page\n");
}

/* ---- requests ---- */

/* Called when a request arrives, for each part of its body, and at its end. */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *body, size_t *size, void **request)
{
    struct http_server *server = cls;
    const char *path = inside(server, connection, url);
    GString *text = *request;

    (void)version;
    if (path)
        g_queue_remove(&server->strangers, connection);
    if (!path)
        return answer_text(connection, MHD_HTTP_FORBIDDEN, "the address lacks the right token\n");
    if (!strcmp(method, MHD_HTTP_METHOD_GET))
        return answer_get(server, connection, path);
    if (strcmp(method, MHD_HTTP_METHOD_POST) || strcmp(path, "do"))
        return answer_text(connection, MHD_HTTP_NOT_FOUND, "there is no such request\n");
    if (!text) {
        *request = g_string_new(NULL);
        return MHD_YES;
    }
    if (!*size)
        return answer_request(server, connection, text->str);
    if (text->len + *size > REQUEST_MAX)
        return MHD_NO; /* closes the connection */
    g_string_append_len(text, body, (gssize)*size);
    *size = 0;
    return MHD_YES;
}

static void completed(void *cls, struct MHD_Connection *connection, void **request,
    enum MHD_RequestTerminationCode code)
{
    (void)cls;
    (void)connection;
    (void)code;
    if (*request)
        g_string_free(*request, TRUE);
    *request = NULL;
}

/* Clients' errors are not reported. */
static void say_nothing(void *cls, const char *format, va_list args)
{
    (void)cls;
    (void)format;
    (void)args;
}

/* ---- the server ---- */

static gboolean start_daemon(struct http_server *server, unsigned port, GError **error)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((guint16)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const union MHD_DaemonInfo *info;

    server->daemon = MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_SOCK_ADDR,
        (const struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)PATIENCE_S, MHD_OPTION_NOTIFY_CONNECTION,
        comes_or_goes, server, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
    if (!server->daemon)
        return error_failed(error, "port %u of 127.0.0.1: %s", port, g_strerror(errno));
    info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    server->port = info->port;
    return TRUE;
}

struct http_server *http_server_start(struct live *live, unsigned port, GError **error)
{
    struct http_server *server = g_new0(struct http_server, 1);

    server->live = live;
    server->viewers = viewers_new(live);
    g_queue_init(&server->strangers);
    if (!make_token(server->token, error) || !start_daemon(server, port, error)) {
        http_server_stop(server);
        return NULL;
    }
    server->address = g_strdup_printf("http://127.0.0.1:%u/%s/", server->port, server->token);
    return server;
}

const char *http_server_address(const struct http_server *server)
{
    return server->address;
}

guint http_server_tick(struct http_server *server)
{
    return viewers_tick(server->viewers);
}

void http_server_stop(struct http_server *server)
{
    if (!server)
        return;
    viewers_end(server->viewers);
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    g_queue_clear(&server->strangers);
    viewers_free(server->viewers);
    g_free(server->address);
    g_free(server);
}
