/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page's server and the socket for commands: viewers, strangers, clients
 * that hang. */
#include "harness/live/control.h"
#include "harness/live/http_server.h"
#include "tests/live_world.h"

#include <arpa/inet.h>
#include <poll.h>

/* Only a busy machine takes this long. */
enum { PATIENCE_MS = 60000 };

static struct http_server *server;
static unsigned port;
static const char *token_path; /* "/TOKEN/" */

static int connection(void)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)))
        return -1;
    return fd;
}

/* Reads until @until, the end, or silence. */
static char *reads(int fd, const char *until)
{
    GString *text = g_string_new(NULL);
    struct pollfd one = {fd, POLLIN, 0};
    char bytes[65536];
    ssize_t n;

    while ((!until || !strstr(text->str, until)) && poll(&one, 1, PATIENCE_MS) > 0 &&
           (n = read(fd, bytes, sizeof(bytes))) > 0)
        g_string_append_len(text, bytes, n);
    return g_string_free(text, FALSE);
}

static char *exchange(const char *method, const char *path, const char *host, const char *body)
{
    int fd = connection();
    char *text;

    dprintf(fd, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
        method, path, host, strlen(body), body);
    text = reads(fd, NULL);
    close(fd);
    return text;
}

static char *own_host(void)
{
    return g_strdup_printf("127.0.0.1:%u", port);
}

static unsigned status_of(const char *path, const char *host, const char *method, const char *body)
{
    g_autofree char *ours = own_host(), *answer = exchange(method, path, host ? host : ours, body);
    unsigned status = 0;

    return sscanf(answer, "HTTP/1.1 %u", &status) == 1 ? status : 0;
}

static unsigned got(const char *path)
{
    return status_of(path, NULL, "GET", "");
}

static char *below(const char *name)
{
    return g_strconcat(token_path, name, NULL);
}

static void test_strangers(void)
{
    g_autofree char *nearly = g_strdup(token_path), *shorter = g_strdup(token_path), *longer = NULL;

    nearly[strlen(nearly) - 2] = nearly[strlen(nearly) - 2] == '0' ? '1' : '0';
    shorter[strlen(shorter) - 2] = '\0';
    longer = g_strdup_printf("%.*s0/", (int)strlen(token_path) - 1, token_path);
    is_u64(got(token_path), 200, "a request with the token gets the page");
    is_u64(got("/"), 403, "a request without a token is refused");
    is_u64(got("/0123456789abcdef0123456789abcdef/"), 403, "another token is refused");
    is_u64(got(nearly), 403, "... that is nearly right");
    is_u64(got(shorter), 403, "... or shorter");
    is_u64(got(longer), 403, "... or longer");
    is_u64(got("/?"), 403, "a request without a path is refused");
    is_u64(status_of(token_path, "evil.example", "GET", ""), 403, "another host's name is refused");
    is_u64(status_of(token_path, "127.0.0.1:1", "GET", ""), 403, "... or port");
}

static void test_local_name(void)
{
    g_autofree char *name = g_strdup_printf("localhost:%u", port);

    is_u64(status_of(token_path, name, "GET", ""), 200, "the loopback address by name");
}

static void test_page(void)
{
    g_autofree char *ours = own_host(), *page = exchange("GET", token_path, ours, "");

    ok(strstr(page, "\"machine\":\"snbep\"") && strstr(page, "\"name\":\"PMON_CTL0\""),
        "the page has the registers");
    ok(strstr(page, "imc0 CAS_COUNT.RD_REG"), "... and the events");
    ok(strstr(page, "Cache-Control: no-store") && strstr(page, "Referrer-Policy: no-referrer"),
        "... and its address leaks nowhere");
    ok(!strstr(page, "https://"), "... and it fetches nothing");
}

static void test_requests(void)
{
    g_autofree char *path = below("do"), *wrong = below("nothing"), *scenario = below("scenario");
    g_autofree char *ours = own_host(),
                    *answer = exchange("POST", path, ours, "peek imc0.PMON_CTL0"), *refused = NULL;
    g_autofree char *long_body = g_strnfill(5000, 'x');

    ok(g_str_has_suffix(answer, "\r\n\r\nimc0.PMON_CTL0 0x00000000\n"), "a request is answered");
    refused = exchange("POST", path, ours, "peek imc9");
    ok(g_str_has_prefix(refused, "HTTP/1.1 400 ") &&
            strstr(refused, "this machine has no block 'imc9'"),
        "... or refused, with the reason");
    is_u64(status_of(path, NULL, "POST", long_body), 0,
        "a request that is too long ends the connection");
    is_u64(status_of(path, NULL, "PUT", "x"), 404, "no other method");
    is_u64(got(wrong), 404, "no other page");
    is_u64(got(scenario), 200, "the scenario is a file");
}

/* ---- events ---- */

static int viewer(const char *block)
{
    int fd = connection();

    dprintf(fd, "GET %sevents?%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", token_path, block, port);
    return fd;
}

/* Ticks until there are @n viewers. */
static bool viewers_are(guint n)
{
    for (unsigned i = 0; i < PATIENCE_MS / 10; i++) {
        if (http_server_tick(server) == n)
            return true;
        g_usleep(10000);
    }
    return false;
}

static gpointer ticks(gpointer stop)
{
    while (!*(atomic_bool *)stop) {
        http_server_tick(server);
        g_usleep(10000);
    }
    return NULL;
}

static void test_events(void)
{
    static atomic_bool stop;
    int fd = viewer("imc0"), hangs = viewer("imc0"), wrong;
    g_autofree char *first = NULL, *next = NULL, *refused = NULL;
    GThread *thread;

    ok(viewers_are(2), "two viewers");
    thread = g_thread_new("ticks", ticks, &stop);
    first = reads(fd, "\n\n");
    ok(strstr(first, "text/event-stream") && strstr(first, "data: {\"time\":"),
        "a viewer gets events");
    for (unsigned i = 0; i < 300; i++)
        world_access(TRACE_READ, CTR0, i);
    world.ctr0 = 0x123;
    next = reads(fd, "0x0000000000000123");
    ok(strstr(next, "0x0000000000000123"), "... of what changes, while another one hangs");
    wrong = viewer("imc9");
    refused = reads(wrong, "imc9");
    ok(g_str_has_prefix(refused, "HTTP/1.1 400 "), "... of an existing block");
    close(fd);
    close(wrong);
    stop = true;
    g_thread_join(thread);
    ok(viewers_are(1), "a viewer that has left is removed");
    close(hangs);
    ok(viewers_are(0), "...");
}

/* Silent connections and partial requests: other clients are served, also
 * earlier ones. */
static void test_mutes(void)
{
    enum { MUTES = 200 }; /* more than the greatest number of connections */
    int mutes[MUTES], sees = viewer("imc0");
    g_autofree char *first = NULL;

    ok(viewers_are(1), "a viewer");
    for (unsigned i = 0; i < MUTES; i++) {
        mutes[i] = connection();
        if (i % 2)
            dprintf(mutes[i], "GET %s HT", token_path);
    }
    is_u64(got(token_path), 200, "silent clients do not keep others out");
    ok(viewers_are(1), "... the viewer is still connected");
    first = reads(sees, "\n\n");
    ok(strstr(first, "data: {\"time\":"), "... and gets events");
    for (unsigned i = 0; i < MUTES; i++)
        close(mutes[i]);
    close(sees);
    ok(viewers_are(0), "...");
}

/* ---- the socket for commands ---- */

static gpointer loops(gpointer loop)
{
    g_main_loop_run(loop);
    return NULL;
}

static const char *asked(struct control_client *client, const char *line)
{
    static GString *answer;
    GError *error = NULL;

    if (!answer)
        answer = g_string_new(NULL);
    g_string_truncate(answer, 0);
    if (!control_ask(client, line, answer, &error)) {
        g_string_assign(answer, error->message);
        g_error_free(error);
    }
    return answer->str;
}

static void test_control(void)
{
    g_autofree char *folder = g_dir_make_tmp("pmulab-live-XXXXXX", NULL), *inner = NULL,
                    *path = NULL;
    GMainContext *context = g_main_context_new();
    GMainLoop *loop = g_main_loop_new(context, FALSE);
    struct control_client *client, *mute;
    struct control *control;
    GError *error = NULL;
    GThread *thread;
    GStatBuf info;

    g_setenv("XDG_RUNTIME_DIR", folder, TRUE);
    ok(!control_connect(NULL, &error), "no live view runs");
    is_str(error->message, "no live view runs; `pmulab live MACHINE` starts one",
        "... which is reported");
    control = control_start(world_live(), context, NULL);
    thread = g_thread_new("loop", loops, loop);
    path = g_strdup(control_path(control));
    ok(!g_stat(path, &info) && (info.st_mode & 0777) == 0600, "only its user reaches the socket");
    mute = control_connect(NULL, NULL);
    client = control_connect(path, NULL);
    is_str(asked(client, "peek imc0.PMON_CTL1"), "imc0.PMON_CTL1 0x00000000\n",
        "a command is answered");
    ok(g_str_has_prefix(
           asked(client, "peek imc9"), "this machine has no block 'imc9'; did you mean imc0? "),
        "... or refused");
    is_str(asked(client, "pause"), "", "... also with no line");
    ok(!live_link_runs(world_live()->link), "... and done");
    is_str(asked(client, "continue"), "", "...");
    g_main_loop_quit(loop);
    g_thread_join(thread);
    control_stop(control);
    while (g_main_context_iteration(context, FALSE)) /* its cancelled work ends there */
        ;
    ok(g_stat(path, &info) != 0, "in the end there is no socket");
    is_str(asked(client, "blocks"), "the live view has ended", "... which is reported");
    control_disconnect(client);
    control_disconnect(mute);
    inner = g_build_filename(folder, "pmulab", NULL);
    g_rmdir(inner);
    g_rmdir(folder);
    g_main_loop_unref(loop);
    g_main_context_unref(context);
}

int main(void)
{
    GError *error = NULL;

    world_begin(NULL);
    server = http_server_start(world_live(), 0, &error);
    ok(server && sscanf(http_server_address(server), "http://127.0.0.1:%u/", &port) == 1,
        "a server");
    token_path = strchr(strrchr(http_server_address(server), ':'), '/');
    is_u64(strlen(token_path), 34, "... whose token has 128 bits");
    test_strangers();
    test_local_name();
    test_page();
    test_requests();
    test_events();
    test_mutes();
    test_control();
    http_server_stop(server);
    world_end();
    return done_testing();
}
