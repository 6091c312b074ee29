/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Serves requests about the running machine, and stops it at an access. */
#include "qemu-plugins/runtime/live.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/big_lock.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/turns.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* Longest wait of a CPU for the monitor to stop the machine, and the interval
 * of checks, us. */
#define STOP_PATIENCE (5 * G_TIME_SPAN_SECOND)
#define STOP_LOOK     500

struct live_stop live_stop;

static struct {
    const struct live_hooks *hooks;
    int fd;
    char request[LIVE_MESSAGE];
    GString *answer;
    GMutex lock;
    GCond changed;
    bool served;
    char stop[64]; /* the message about the access that the machine stops at */
} self;

/* ---- requests ---- */

static void refuse(const char *why)
{
    g_string_printf(self.answer, "! %s", why);
}

static void peek(const char *text)
{
    unsigned block, size;
    uint32_t offset;
    uint64_t value;
    int used;

    for (; sscanf(text, " %u:%" SCNu32 ":%u%n", &block, &offset, &size, &used) == 3; text += used)
        if (size >= 1 && size <= 8 && self.hooks->peek(block, offset, size, &value))
            g_string_append_printf(self.answer, " %" PRIx64, value);
        else
            g_string_append(self.answer, " -");
    if (*text)
        refuse("expected BLOCK:OFFSET:SIZE ...");
}

/* The machine is up to date at @now, so the line takes effect at exactly that
 * time. */
static void plan(const char *line, uint64_t now)
{
    char wrong[PLAN_TEXT_WRONG], moment[64];

    g_snprintf(moment, sizeof(moment), "at boot + %" PRIu64 "ns", now);
    if (!self.hooks->plan_line(moment, wrong) || !self.hooks->plan_line(line, wrong))
        refuse(wrong);
    else
        self.hooks->advance(now);
}

static void stop(const char *text)
{
    struct live_stop at = {.armed = true};

    if (!strcmp(text, "any"))
        at.any = true;
    else if (!strcmp(text, "never"))
        at.armed = false;
    else if (sscanf(text, "%u %" SCNu32 " %" SCNu32, &at.block, &at.from, &at.to) != 3) {
        refuse("expected any, never, or a block and two offsets");
        return;
    }
    live_stop = at;
}

/* In a CPU's context, between two blocks. */
static void serve(void *data)
{
    const char *request = self.request;
    uint64_t now;

    (void)data;
    arbiter_enter();
    now = clock_now();
    self.hooks->advance(now);
    g_string_printf(self.answer, "= %" PRIu64, now);
    if (g_str_has_prefix(request, "peek "))
        peek(request + strlen("peek "));
    else if (g_str_has_prefix(request, "plan "))
        plan(request + strlen("plan "), now);
    else if (g_str_has_prefix(request, "stop "))
        stop(request + strlen("stop "));
    else
        refuse("expected peek, plan or stop");
    self.hooks->update();
    self.hooks->flush();
    arbiter_leave();
    g_mutex_lock(&self.lock);
    self.served = true;
    g_cond_signal(&self.changed);
    g_mutex_unlock(&self.lock);
}

/* One request at a time. */
static gpointer listens(gpointer data)
{
    ssize_t n;

    while ((n = recv(self.fd, self.request, sizeof(self.request) - 1, 0)) > 0 ||
           (n < 0 && errno == EINTR)) {
        if (n < 0)
            continue;
        self.request[n] = '\0';
        clock_run_soon(0, serve, NULL);
        g_mutex_lock(&self.lock);
        while (!self.served)
            g_cond_wait(&self.changed, &self.lock);
        self.served = false;
        g_mutex_unlock(&self.lock);
        send(self.fd, self.answer->str, self.answer->len, MSG_NOSIGNAL);
    }
    return data;
}

void live_open(int fd, const struct live_hooks *hooks)
{
    self.fd = fd;
    self.hooks = hooks;
    self.answer = g_string_new(NULL);
    g_thread_unref(g_thread_new("pmulab-live", listens, NULL));
}

/* ---- stops ---- */

/* In the context of the CPU that has made the access, before its next block.
 * The main loop, which takes the monitor's commands, needs the big lock.
 * Without a reader the machine would never stop. */
static void hold(void *data)
{
    bool gave = big_lock_give();
    gint64 end;

    (void)data;
    arbiter_enter();
    self.hooks->flush();
    arbiter_leave();
    turns_suspend(true);
    if (send(self.fd, self.stop, strlen(self.stop), MSG_NOSIGNAL | MSG_DONTWAIT) > 0) {
        end = g_get_monotonic_time() + STOP_PATIENCE;
        while (!turns_stopping() && g_get_monotonic_time() < end)
            g_usleep(STOP_LOOK);
    }
    turns_suspend(false);
    if (gave)
        big_lock_take();
}

void live_stop_here(const struct trace_record *record)
{
    bool access = record->kind == TRACE_READ || record->kind == TRACE_WRITE;
    bool there =
        live_stop.any || (record->block == live_stop.block && record->offset >= live_stop.from &&
                             record->offset < live_stop.to);

    if (!access || !record->pc || !there)
        return;
    live_stop.armed = false;
    g_snprintf(self.stop, sizeof(self.stop), "stop %" PRIu64 " %u", record->time, record->cpu);
    clock_run_soon(record->cpu, hold, NULL);
}
