/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/carrier/carrier.h"

#include "models/sim/clock.h"
#include "models/sim/step.h"
#include "qemu-plugins/carrier/trace_writer.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/turns.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
    const struct carrier_machine *machine;
    qemu_plugin_id_t id;
    struct trace_file trace;
    uint64_t deadline;  /* ns, that the clock was last told */
    int hold, save;     /* descriptors, or -1 */
    bool stops;         /* where it is held, to be held again as it goes on */
    bool resumed;       /* from a snapshot */
    bool goes_on;       /* and no block has been translated since */
    GByteArray *memory; /* the piece of guest memory that is on its way */
} self = {.hold = -1, .save = -1, .trace = {.fd = -1}, .deadline = SIM_NEVER};

/* How often to look whether the monitor has the machine stopped, us. */
#define STOP_POLL_US 500

static void deadline_passed(void *data);

void carrier_update(void)
{
    uint64_t when = self.machine->deadline();

    if (when == self.deadline)
        return;
    self.deadline = when;
    clock_set_deadline(when, deadline_passed, NULL);
}

static void deadline_passed(void *data)
{
    (void)data;
    arbiter_enter();
    self.machine->advance(clock_now());
    self.deadline = SIM_NEVER; /* this one is gone: the next is news, even at the same time */
    carrier_update();
    arbiter_leave();
}

static void record(void *data, const struct trace_record *r)
{
    (void)data;
    trace_file_add(&self.trace, r);
    if (r->kind == TRACE_STEP_END)
        trace_file_flush(&self.trace);
    if (r->kind == TRACE_REFUSED)
        fprintf(stderr, "pmulab: entry %u of the plan does not fit the traffic of the moment\n",
            (unsigned)r->value + 1);
}

static bool read_memory(void *data, uint64_t address, void *bytes, unsigned size)
{
    (void)data;
    if (qemu_plugin_read_memory_hwaddr(address, self.memory, size) != QEMU_PLUGIN_HWADDR_OPERATION_OK)
        return false;
    memcpy(bytes, self.memory->data, size);
    return true;
}

static bool write_memory(void *data, uint64_t address, const void *bytes, unsigned size)
{
    (void)data;
    g_byte_array_set_size(self.memory, 0);
    g_byte_array_append(self.memory, bytes, size);
    return qemu_plugin_write_memory_hwaddr(address, self.memory) == QEMU_PLUGIN_HWADDR_OPERATION_OK;
}

/* What came in meanwhile is in the guest's memory once QEMU's main loop has done with it. */
static void wait_for_byte(void)
{
    char byte;

    while (read(self.hold, &byte, 1) < 0 && errno == EINTR)
        ;
    clock_settle();
}

/* All parts of the plugin's state. */
static void visit(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &self.trace.state, sizeof(self.trace.state));
    blocks_state(snapshot);
    self.machine->state(snapshot);
}

/* What is to come by itself, or has to do with translated code, is not in a snapshot. */
static bool at_rest(void)
{
    return self.machine->deadline() == SIM_NEVER && blocks_at_rest();
}

static void save(void)
{
    if (!at_rest())
        fprintf(stderr, "pmulab: the hardware is at work where the guest is to be saved\n");
    else if (!snapshot_save(self.save, visit))
        fprintf(stderr, "pmulab: the machine cannot be saved: %s\n", strerror(errno));
}

static void say_held(void)
{
    char byte = '.';

    while (write(self.hold, &byte, 1) < 0 && errno == EINTR)
        ;
}

/*
 * As it goes on it has nothing that one that is resumed has not: no translated code and no translated
 * addresses; and QEMU's own timer, by which CPUs take turns, begins anew whenever a machine goes on.
 */
static void wait_for_stop(void)
{
    while (!turns_stopping())
        g_usleep(STOP_POLL_US);
    if (self.save >= 0)
        save();
    turns_forget_addresses();
    carrier_listen_anew();
    self.goes_on = true;
    turns_when_asleep(say_held);
}

static void hold(void)
{
    turns_suspend(true);
    say_held();
    wait_for_byte();
    turns_suspend(false);
    self.hold = -1;
}

static void hold_and_stop(void)
{
    turns_suspend(true);
    say_held();
    wait_for_stop();
    turns_suspend(false);
}

bool carrier_marked(uint64_t value)
{
    if ((value & SIM_STEP_MAX) != SIM_STEP_READY)
        return false;
    if (self.hold < 0 || value & SIM_STEP_END)
        return true;
    trace_file_flush(&self.trace);
    arbiter_leave();
    if (self.stops)
        hold_and_stop();
    else
        hold();
    arbiter_enter();
    return true;
}

void carrier_translated(void)
{
    if (G_LIKELY(!self.goes_on))
        return;
    self.goes_on = false;
    if (self.resumed && self.machine->resumed)
        self.machine->resumed();
    if (self.hold >= 0)
        hold();
}

static bool parse_descriptor(const char *option, const char *value, int *descriptor)
{
    char *end;
    long fd = strtol(value, &end, 10);

    if (end == value || *end || fd < 0 || fd > INT_MAX || fcntl((int)fd, F_GETFD) < 0) {
        fprintf(stderr, "pmulab: option '%s': expected the number of an open file\n", option);
        return false;
    }
    *descriptor = (int)fd;
    return true;
}

/* Files that the options name; they are opened when all options are known to be sound. */
struct files {
    const char *traffic, *trace;
    int resume; /* descriptor, or -1 */
};

static bool parse_option(const char *option, struct files *files)
{
    const char *wrong = self.machine->option(option);

    if (!wrong)
        return true;
    if (!strncmp(option, "traffic=", 8))
        files->traffic = option + 8;
    else if (!strncmp(option, "trace=", 6))
        files->trace = option + 6;
    else if (!strcmp(option, "stop=on"))
        self.stops = true;
    else if (!strncmp(option, "hold=", 5))
        return parse_descriptor(option, option + 5, &self.hold);
    else if (!strncmp(option, "save=", 5))
        return parse_descriptor(option, option + 5, &self.save);
    else if (!strncmp(option, "resume=", 7))
        return parse_descriptor(option, option + 7, &files->resume);
    else {
        if (*wrong)
            fprintf(stderr, "pmulab: option '%s': %s\n", option, wrong);
        else
            fprintf(stderr,
                "pmulab: unknown option '%s': expected traffic, trace, hold, stop, save, resume, %s\n",
                option, self.machine->options);
        return false;
    }
    return true;
}

static bool read_traffic(const char *path)
{
    g_autofree char *content = NULL;
    gsize length;
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) lines = NULL;
    char wrong[PLAN_TEXT_WRONG];

    if (!g_file_get_contents(path, &content, &length, &error)) {
        fprintf(stderr, "pmulab: traffic: %s\n", error->message);
        return false;
    }
    if (strlen(content) != length) {
        fprintf(stderr, "pmulab: %s: expected text, and there is a zero byte in it\n", path);
        return false;
    }
    lines = g_strsplit(content, "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        if (!self.machine->plan_line(lines[i], wrong)) {
            fprintf(stderr, "pmulab: %s:%u: %s\n", path, i + 1, wrong);
            return false;
        }
    return true;
}

static bool open_trace(const char *path, bool resumes)
{
    char text[CARRIER_TEXT];

    self.machine->config_text(text);
    g_autofree char *header = g_strdup_printf("machine=%s %s", self.machine->name, text);
    return resumes ? trace_file_continue(&self.trace, path, header)
                   : trace_file_open(&self.trace, path, header);
}

static bool resume(int fd)
{
    self.resumed = self.goes_on = true;
    if (snapshot_resume(fd, visit))
        return true;
    fprintf(stderr, "pmulab: resume: no state of this machine and this plugin\n");
    return false;
}

/* A guest goes on at the time at which it was saved, so that takes QEMU's clock. */
static bool find_in_qemu(bool resumes)
{
    const unsigned saving = QEMU_SAVING | QEMU_CLOCK | QEMU_LOCK;
    const unsigned all = saving | QEMU_TURNS | QEMU_RECLAIM | QEMU_ADDRESSES | QEMU_CPU_NUMBER;
    bool saves = self.stops || resumes;

    return qemu_private_find(
        self.machine->name, self.machine->needed | (saves ? saving : 0), self.machine->wanted | all);
}

/* A machine that has been saved must have said how. */
static bool check_snapshots(const struct files *files)
{
    if (self.machine->state || (self.save < 0 && files->resume < 0))
        return true;
    fprintf(stderr, "pmulab: %s cannot be saved\n", self.machine->name);
    return false;
}

static bool reset_machine(const qemu_info_t *info)
{
    const struct sim_host host = {.trace = record, .read = read_memory, .write = write_memory};
    const char *wrong = self.machine->reset(info, &host);

    if (wrong)
        fprintf(stderr, "pmulab: %s\n", wrong);
    return !wrong;
}

static void exiting(void *data)
{
    (void)data;
    if (!arbiter_try_enter(100))
        return;
    if (self.machine->exiting)
        self.machine->exiting();
    trace_file_close(&self.trace);
    arbiter_leave();
}

static void listen(void *data)
{
    (void)data;
    self.machine->listen(self.id);
    qemu_plugin_register_atexit_cb(self.id, exiting, NULL);
}

void carrier_listen_anew(void)
{
    qemu_plugin_reset(self.id, listen, NULL);
}

int carrier_install(const struct carrier_machine *machine, qemu_plugin_id_t id, const qemu_info_t *info,
    int argc, char **argv)
{
    struct files files = {.resume = -1};

    self.machine = machine;
    self.id = id;
    self.memory = g_byte_array_new();
    if (strcmp(info->target_name, machine->target) || !info->system_emulation) {
        fprintf(stderr, "pmulab: pmulab-%s.so needs qemu-system-%s, not '%s'\n", machine->name,
            machine->target, info->target_name);
        return -1;
    }
    for (int i = 0; i < argc; i++)
        if (!parse_option(argv[i], &files))
            return -1;
    if (!find_in_qemu(files.resume >= 0) || !check_snapshots(&files) || !reset_machine(info) ||
        (files.traffic && !read_traffic(files.traffic)))
        return -1;
    clock_init();
    turns_begin(self.hold < 0);
    if (!machine->start(info) || (files.trace && !open_trace(files.trace, files.resume >= 0)))
        return -1;
    if (files.resume >= 0 && !resume(files.resume))
        return -1;
    listen(NULL);
    return 0;
}
