/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs the page's server and the commands' socket. */
#include "harness/live/service.h"

#include "harness/live/control.h"
#include "harness/live/http_server.h"

/* Time between two updates of viewers, in ms: the greatest age of the values
 * that they see. */
#define TICK_MS 50

struct live_service {
    struct http_server *http;
    struct control *control;
    GMainContext *context;
    GMainLoop *loop;
    GThread *thread;
};

static gboolean tick(gpointer data)
{
    struct live_service *service = data;

    http_server_tick(service->http);
    return G_SOURCE_CONTINUE;
}

static gpointer serves(gpointer data)
{
    struct live_service *service = data;
    GSource *source = g_timeout_source_new(TICK_MS);

    g_main_context_push_thread_default(service->context);
    g_source_set_callback(source, tick, service, NULL);
    g_source_attach(source, service->context);
    g_main_loop_run(service->loop);
    g_source_destroy(source);
    g_source_unref(source);
    g_main_context_pop_thread_default(service->context);
    return NULL;
}

struct live_service *live_service_start(struct live *live, unsigned port, GError **error)
{
    struct live_service *service = g_new0(struct live_service, 1);

    service->context = g_main_context_new();
    service->loop = g_main_loop_new(service->context, FALSE);
    if ((service->http = http_server_start(live, port, error)) &&
        (service->control = control_start(live, service->context, error))) {
        service->thread = g_thread_new("live", serves, service);
        return service;
    }
    live_service_stop(service);
    return NULL;
}

const char *live_service_address(const struct live_service *service)
{
    return http_server_address(service->http);
}

const char *live_service_socket(const struct live_service *service)
{
    return control_path(service->control);
}

/* Quits the loop from within, since it may not run yet. */
static gboolean quit(gpointer data)
{
    g_main_loop_quit(data);
    return G_SOURCE_REMOVE;
}

void live_service_stop(struct live_service *service)
{
    if (!service)
        return;
    if (service->thread) {
        GSource *source = g_idle_source_new();

        g_source_set_callback(source, quit, service->loop, NULL);
        g_source_attach(source, service->context);
        g_source_unref(source);
        g_thread_join(service->thread);
    }
    control_stop(service->control);
    while (g_main_context_iteration(service->context, FALSE)) /* its cancelled work ends there */
        ;
    http_server_stop(service->http);
    g_main_loop_unref(service->loop);
    g_main_context_unref(service->context);
    g_free(service);
}
