/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A live view under test without a guest. Threads of the test act as the plugin
 * and as QEMU's monitor, and the test writes the trace. The machine is `snbep`
 * with one socket; the test sets its registers. */
#ifndef PMULAB_TESTS_LIVE_WORLD_H
#define PMULAB_TESTS_LIVE_WORLD_H

#include "harness/live/live_blocks.h"
#include "models/snbep/snbep.h"
#include "tests/tap.h"
#include "tests/trace_frames.h"

#include <glib/gstdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* Registers of imc0, by snbep's facts. */
enum { CTR0 = 0xa0, CTL0 = 0xd8 };

static struct {
    int plugin, monitor;   /* QEMU's ends */
    char *trace;           /* its path */
    _Atomic(uint64_t) now; /* ns */
    _Atomic(uint64_t) ctr0, ctl0;
    atomic_bool silent;  /* the plugin does not answer */
    atomic_bool refuses; /* the plugin refuses */
    atomic_bool jumpy;   /* a resumed machine stops at an access at once */
    char last[256];      /* the latest request other than a peek */
    struct live *live;
    GThread *threads[2];
} world = {.now = 1000};

static inline void world_trace(const struct trace_record *record)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    FILE *file = fopen(world.trace, "ae");

    frames_append(bytes, record, 1);
    fwrite(bytes->data, 1, bytes->len, file);
    fclose(file);
}

static inline void world_access(enum trace_kind kind, uint32_t offset, uint64_t value)
{
    world_trace(&(struct trace_record){.kind = kind,
        .size = 4,
        .cpu = 1,
        .offset = offset,
        .time = ++world.now,
        .pc = 0x1000,
        .value = value});
}

/* The value at one place of a peek. */
static inline void world_peeked(GString *answer, unsigned block, unsigned offset)
{
    struct snbep_block found;

    if (!snbep_block_find(block, &found) || found.variant != &variant_snbep || found.socket)
        g_string_append(answer, " -");
    else if (block == 0 && (offset == CTR0 || offset == CTL0))
        g_string_append_printf(answer, " %" PRIx64, offset == CTR0 ? world.ctr0 : world.ctl0);
    else
        g_string_append(answer, " 0");
}

static inline void world_answer(const char *request, GString *answer)
{
    unsigned block, offset, size;
    int used;

    g_string_printf(answer, "= %" PRIu64, (uint64_t)world.now);
    if (!g_str_has_prefix(request, "peek")) {
        g_strlcpy(world.last, request, sizeof(world.last));
        if (world.refuses)
            g_string_assign(answer, "! not this");
        return;
    }
    for (request += 4; sscanf(request, " %u:%u:%u%n", &block, &offset, &size, &used) == 3;
         request += used)
        world_peeked(answer, block, offset);
}

static inline gpointer world_plugin(gpointer data)
{
    g_autofree char *request = g_malloc(65536);
    g_autoptr(GString) answer = g_string_new(NULL);
    ssize_t n;

    while ((n = recv(world.plugin, request, 65535, 0)) > 0) {
        request[n] = '\0';
        world_answer(request, answer);
        if (!world.silent)
            send(world.plugin, answer->str, answer->len, MSG_NOSIGNAL);
    }
    return data;
}

/* The plugin reports a stop at the latest access. */
static inline void world_stop(void)
{
    char message[64];

    snprintf(message, sizeof(message), "stop %" PRIu64 " 1", (uint64_t)world.now);
    send(world.plugin, message, strlen(message), 0);
}

/* QEMU's monitor: a greeting, answers and events, one per line. */
static inline gpointer world_monitor(gpointer data)
{
    FILE *in = fdopen(dup(world.monitor), "r");
    char line[256];

    dprintf(world.monitor, "{\"QMP\": {}}\r\n");
    while (fgets(line, sizeof(line), in)) {
        const char *event = strstr(line, "\"stop\"")   ? "STOP"
                            : strstr(line, "\"cont\"") ? "RESUME"
                                                       : NULL;

        if (event && world.jumpy && *event == 'R')
            world_stop();
        if (event)
            dprintf(world.monitor, "{\"event\": \"%s\", \"data\": {}}\r\n", event);
        if (event && world.jumpy && *event == 'R')
            dprintf(world.monitor, "{\"event\": \"STOP\", \"data\": {}}\r\n");
        dprintf(world.monitor, "{\"return\": {}}\r\n");
    }
    fclose(in);
    return data;
}

static inline void world_begin(const char *command)
{
    struct live_guest guest = {.machine = machine_find("snbep", NULL), .command = command};
    struct guest_window window;
    GError *error = NULL;
    int fd = g_file_open_tmp("pmulab-live-XXXXXX", &world.trace, NULL);

    dprintf(fd, TRACE_MAGIC "machine=snbep sockets=1\n");
    close(fd);
    guest.trace = world.trace;
    world.live = live_new(&guest, &window, &error);
    if (!world.live)
        abort();
    world.plugin = dup(window.plugin);
    world.monitor = dup(window.monitor);
    live_started(world.live);
    world.threads[0] = g_thread_new("plugin", world_plugin, NULL);
    world.threads[1] = g_thread_new("monitor", world_monitor, NULL);
    ok(live_begin(world.live, NULL, &error) && live_blocks_find(world.live, &error),
        "a live view%s%s", error ? ": " : "", error ? error->message : "");
}

/* The result of world_begin(). */
static inline struct live *world_live(void)
{
    if (!world.live)
        abort();
    return world.live;
}

static inline void world_end(void)
{
    live_free(world.live);
    shutdown(world.plugin, SHUT_RDWR);
    shutdown(world.monitor, SHUT_RDWR);
    g_thread_join(world.threads[0]);
    g_thread_join(world.threads[1]);
    unlink(world.trace);
    g_clear_pointer(&world.trace, g_free);
}

#endif
