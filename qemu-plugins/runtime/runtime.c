/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frame of every machine's plugin: reads options and traffic, opens the
 * trace, keeps deadlines, and holds, saves and resumes guests. */
#include "qemu-plugins/runtime/runtime.h"

#include "models/sim/clock.h"
#include "models/sim/plugin_options.h"
#include "models/sim/step.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/count/guest_cachelines.h"
#include "qemu-plugins/count/insn_clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/special_blocks.h"
#include "qemu-plugins/qemu/turns.h"
#include "qemu-plugins/runtime/cover.h"
#include "qemu-plugins/runtime/live.h"
#include "qemu-plugins/runtime/notes.h"
#include "qemu-plugins/runtime/trace_writer.h"
#include "qemu-plugins/trap/access_counters.h"
#include "qemu-plugins/trap/access_wait.h"
#include "qemu-plugins/trap/call_path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Kinds of interrupts. */
enum { KINDS = AUDIT_N - AUDIT_SENT };

static struct {
    const struct runtime_machine *machine;
    qemu_plugin_id_t id;
    struct trace_writer trace;
    uint64_t records, last; /* records so far, and the time (ns) of the last one */
    struct access_counters emitted[ACCESS_COUNTERS_MAX_CPUS]; /* counts already in the trace */
    struct sent {
        uint64_t n, emitted;
    } sent[KINDS][ACCESS_COUNTERS_MAX_CPUS]; /* interrupts */
    struct plugin_options options;           /* hold becomes -1 after the last hold */
    uint64_t deadline;                       /* ns, as last given to the clock */
    bool resumed;                            /* from a snapshot */
    bool goes_on;                            /* no block has been translated since */
    GByteArray *memory;                      /* the piece of guest memory in transit */
} self = {.options = PLUGIN_OPTIONS_DEFAULTS, .trace = {.fd = -1}, .deadline = SIM_NEVER};

/* QEMU's exit waits this long for a CPU in the middle of an access, which may
 * not get to run on a busy host. */
#define EXIT_PATIENCE_MS 5000

/* Interval (us) of checks whether the monitor has stopped the machine. */
#define STOP_POLL_US 500

static void deadline_passed(void *data);

void runtime_update(void)
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
    /* it has expired: the next one is a change even at the same time */
    self.deadline = SIM_NEVER;
    runtime_update();
    arbiter_leave();
}

static void add(const struct trace_record *r)
{
    self.records++;
    self.last = r->time;
    trace_writer_add(&self.trace, r);
}

static void emit(unsigned cpu, enum trace_audit what, uint64_t value)
{
    add(&(struct trace_record){.kind = TRACE_AUDIT,
        .cpu = (uint16_t)cpu,
        .offset = what,
        .time = self.last,
        .value = value});
}

/* Records the counts that have changed since, or @all. */
static void write_audit(bool all)
{
    unsigned cpus = (unsigned)MIN(qemu_plugin_num_vcpus(), ACCESS_COUNTERS_MAX_CPUS);

    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        const struct access_counters now = access_counters_of(cpu), *emitted = &self.emitted[cpu];

        if (all || now.reads != emitted->reads)
            emit(cpu, AUDIT_READS, now.reads);
        if (all || now.writes != emitted->writes)
            emit(cpu, AUDIT_WRITES, now.writes);
        if (all || now.values != emitted->values)
            emit(cpu, AUDIT_VALUES, now.values);
        self.emitted[cpu] = now;
        for (unsigned kind = 0; kind < KINDS; kind++) {
            struct sent *sent = &self.sent[kind][cpu];

            if (sent->n != sent->emitted)
                emit(cpu, AUDIT_SENT + kind, sent->n);
            sent->emitted = sent->n;
        }
    }
    emit(0, AUDIT_RECORDS, self.records);
}

/* No source says how other CPUs fare when the bus does not answer one. So the
 * machine ends here, and the host never waits. */
G_NORETURN static void hang(const struct trace_record *r)
{
    trace_writer_flush(&self.trace);
    notes_hang(r);
    _exit(1);
}

static void record(void *data, const struct trace_record *r)
{
    (void)data;
    if (call_path_now() && r->pc && (r->kind == TRACE_READ || r->kind == TRACE_WRITE)) {
        struct trace_record with_call_path = *r;

        with_call_path.call_path = call_path_now();
        add(&with_call_path);
    } else {
        add(r);
    }
    live_traced(r);
    notes_traced(r);
    if (r->kind == TRACE_HANG)
        hang(r);
    if (r->kind == TRACE_STEP_BEGIN || r->kind == TRACE_STEP_END)
        write_audit(false);
    if (r->kind == TRACE_STEP_END)
        trace_writer_flush(&self.trace);
    if (r->kind == TRACE_REFUSED)
        fprintf(stderr, "pmulab: entry %u of the plan does not fit the traffic of the moment\n",
            (unsigned)r->value + 1);
}

/* ---- interrupts, counted before the machine's own file sends them ---- */

static void count_sent(unsigned kind, unsigned cpu)
{
    if (kind < KINDS && cpu < ACCESS_COUNTERS_MAX_CPUS)
        self.sent[kind][cpu].n++;
}

static void irq(void *data, unsigned line, bool high)
{
    unsigned cpu = 0, kind = self.machine->line_kind(line, &cpu);

    if (high)
        count_sent(kind, cpu);
    self.machine->irq(data, line, high);
}

static void nmi(void *data, unsigned cpu)
{
    count_sent(0, cpu);
    self.machine->nmi(data, cpu);
}

/* Earlier records of the same CPU may have a later time, because blocks are
 * ahead of QEMU's clock. */
void runtime_sends(unsigned line, int cpu)
{
    struct sim_executed executed =
        cpu < 0 ? (struct sim_executed){0, 0} : blocks_executed((unsigned)cpu);

    add(&(struct trace_record){.kind = TRACE_INTERRUPT,
        .cpu = (uint16_t)MAX(cpu, 0),
        .offset = line,
        .time = MAX(self.last, clock_now()),
        .value = executed.user + executed.kernel});
}

void runtime_sends_nmi(unsigned cpu)
{
    arbiter_enter();
    runtime_sends(cpu, (int)cpu);
    arbiter_leave();
}

/* ---- memory ---- */

static bool read_memory(void *data, uint64_t address, void *bytes, unsigned size)
{
    (void)data;
    if (qemu_plugin_read_memory_hwaddr(address, self.memory, size) !=
        QEMU_PLUGIN_HWADDR_OPERATION_OK)
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

/* Visits all parts of the plugin's state. */
static void visit(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &self.records, sizeof(self.records));
    snapshot_part(snapshot, &self.last, sizeof(self.last));
    snapshot_part(snapshot, self.emitted, sizeof(self.emitted));
    snapshot_part(snapshot, self.sent, sizeof(self.sent));
    cpu_wait_state(snapshot);
    access_counters_state(snapshot);
    blocks_state(snapshot);
    self.machine->state(snapshot);
}

/* A snapshot contains nothing about translated code. Deadlines follow from the
 * machine's state. */
static void save(void)
{
    if (!blocks_at_rest() || !guest_cachelines_at_rest())
        fprintf(stderr, "pmulab: cannot save the guest while the hardware is active\n");
    else if (!snapshot_save(self.options.save, visit))
        fprintf(stderr, "pmulab: the machine cannot be saved: %s\n", strerror(errno));
}

static void say_held(void)
{
    char byte = '.';

    while (write(self.options.hold, &byte, 1) < 0 && errno == EINTR)
        ;
}

/* Input during the wait is in the guest's memory once QEMU's main loop has
 * handled it. */
static void hold(void)
{
    char byte;

    turns_suspend(true);
    say_held();
    while (read(self.options.hold, &byte, 1) < 0 && errno == EINTR)
        ;
    clock_settle();
    turns_suspend(false);
    self.options.hold = -1;
}

/* A continued machine has no more state than a resumed one: no translated code
 * and no translated addresses. QEMU's own timer for CPUs' turns restarts
 * whenever a machine continues. */
static void hold_and_stop(void)
{
    turns_suspend(true);
    say_held();
    while (!turns_stopping())
        g_usleep(STOP_POLL_US);
    if (self.options.save >= 0)
        save();
    turns_forget_addresses();
    runtime_retranslate();
    self.goes_on = true;
    turns_when_asleep(say_held);
    turns_suspend(false);
}

bool runtime_has_port(unsigned port)
{
    return port == SIM_WITNESS_HIGH_PORT || port == SIM_WITNESS_LOW_PORT;
}

void runtime_port_out(const struct sim_access *access, unsigned port, uint32_t value)
{
    static uint32_t high; /* only one program reports, on one CPU at a time */

    if (port == SIM_WITNESS_HIGH_PORT)
        high = value;
    else
        runtime_witness(access, (uint64_t)high << 32 | value);
    access_counters_skip();
}

void runtime_witness(const struct sim_access *access, uint64_t value)
{
    add(&(struct trace_record){.kind = TRACE_WITNESS,
        .cpu = (uint16_t)access->cpu,
        .offset = (uint32_t)(value >> SIM_WITNESS_SHIFT),
        .time = access->now ? access->now : self.last,
        .pc = access->pc,
        .value = value & SIM_WITNESS_FIGURE});
}

bool runtime_marked(uint64_t value)
{
    bool ready = !(value >> SIM_WITNESS_SHIFT) && (value & SIM_STEP_MAX) == SIM_STEP_READY;

    if (ready && !(value & SIM_STEP_END)) {
        cover_begin();
        notes_begin();
        if (self.options.hold >= 0) {
            trace_writer_flush(&self.trace);
            call_path_forget(); /* a saved guest has no call path */
            arbiter_leave();    /* other CPUs may make accesses during the wait */
            if (self.options.stop)
                hold_and_stop();
            else
                hold();
            arbiter_enter();
        }
    }
    access_counters_skip();
    return ready;
}

void runtime_plan_state(struct snapshot *snapshot, struct plan *plan, struct faults *faults)
{
    if (!plan_early(plan))
        return;
    snapshot_part(snapshot, plan, sizeof(*plan));
    snapshot_part(snapshot, &faults->pending, sizeof(faults->pending));
    for (unsigned i = 0; i < faults->n; i++) {
        struct fault *fault = &faults->fault[i];

        snapshot_part(snapshot, &fault->value, sizeof(fault->value));
        snapshot_part(snapshot, &fault->times, sizeof(fault->times));
        snapshot_part(snapshot, &fault->seed, sizeof(fault->seed));
        snapshot_part(snapshot, &fault->active, sizeof(fault->active));
        snapshot_part(snapshot, &fault->held, sizeof(fault->held));
        snapshot_part(snapshot, &fault->known, sizeof(fault->known));
    }
}

/* Whether CPUs wait for registers or memory. */
static bool cpus_wait(void)
{
    return access_time_any(&access_wait_time) || (self.machine->timed && *self.machine->timed);
}

void runtime_translated(void)
{
    if (cpus_wait())
        cpu_wait_prepare();
    if (G_LIKELY(!self.goes_on))
        return;
    self.goes_on = false;
    if (self.resumed && self.machine->resumed)
        self.machine->resumed();
    if (self.resumed) { /* the clock of the saving QEMU had the deadline */
        arbiter_enter();
        runtime_update();
        arbiter_leave();
    }
    if (self.options.hold >= 0)
        hold();
}

static bool check_descriptor(const char *name, int descriptor)
{
    if (descriptor < 0 || fcntl(descriptor, F_GETFD) >= 0)
        return true;
    fprintf(
        stderr, "pmulab: option '%s=%d': expected the number of an open file\n", name, descriptor);
    return false;
}

static bool parse_options(int argc, char **argv)
{
    const struct config_option *options = self.machine->options;
    char common_names[CONFIG_NAMES], own_names[CONFIG_NAMES];

    for (int i = 0; i < argc; i++) {
        const struct config_option *own = config_find(options, argv[i]);
        const char *wrong = own && !own->qemu
                                ? config_parse(options, self.machine->config, argv[i])
                                : config_parse(plugin_options, &self.options, argv[i]);
        if (!wrong)
            continue;
        config_names(plugin_options, ", ", common_names);
        config_names(options, " or ", own_names);
        if (*wrong)
            fprintf(stderr, "pmulab: option '%s': %s\n", argv[i], wrong);
        else
            fprintf(stderr, "pmulab: unknown option '%s': expected %s, %s\n", argv[i], common_names,
                own_names);
        return false;
    }
    return check_descriptor("hold", self.options.hold) &&
           check_descriptor("save", self.options.save) &&
           check_descriptor("resume", self.options.resume) &&
           check_descriptor("live", self.options.live);
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
    char text[CONFIG_TEXT];

    config_print(self.machine->options, self.machine->config, text);
    g_autofree char *header = g_strdup_printf("machine=%s %s", self.machine->name, text);
    return resumes ? trace_writer_continue(&self.trace, path, header)
                   : trace_writer_open(&self.trace, path, header);
}

/* Whether QEMU and the machine have the abilities that the options need. A stop
 * must be noticed, and the guest must continue at the time of the stop. */
static bool find_abilities(void)
{
    const unsigned saving = QEMU_SAVING | QEMU_CLOCK | QEMU_LOCK;
    const unsigned all = saving | QEMU_TURNS | QEMU_RECLAIM | QEMU_ADDRESSES | QEMU_CPU_NUMBER;
    bool stops = self.options.stop || self.options.resume >= 0 || self.options.live >= 0;

    const unsigned waits = cpus_wait() ? QEMU_WAITS : 0;

    if (!qemu_private_find(self.machine->name, self.machine->needed | (stops ? saving : 0),
            self.machine->wanted | all | waits))
        return false;
    if (qemu_private_has(QEMU_SPECIAL_BLOCKS))
        special_init();
    if (!self.machine->state && (self.options.save >= 0 || self.options.resume >= 0)) {
        fprintf(stderr, "pmulab: %s cannot be saved\n", self.machine->name);
        return false;
    }
    if (!self.machine->peek && self.options.live >= 0) {
        fprintf(stderr, "pmulab: %s cannot be looked into\n", self.machine->name);
        return false;
    }
    return true;
}

static bool reset_machine(const qemu_info_t *info)
{
    const struct sim_host host = {.trace = record,
        .read = read_memory,
        .write = write_memory,
        .irq = self.machine->irq ? irq : NULL,
        .nmi = self.machine->nmi ? nmi : NULL};
    const char *wrong = self.machine->reset(info, &host);

    notes_start(self.machine->model, self.machine->uncounted);
    if (wrong)
        fprintf(stderr, "pmulab: %s\n", wrong);
    return !wrong;
}

static void exiting(void *data)
{
    (void)data;
    if (!arbiter_try_enter(EXIT_PATIENCE_MS)) {
        fprintf(stderr, "pmulab: a CPU is still at work, so the trace ends too early\n");
        return;
    }
    if (self.options.check)
        insn_clock_report();
    notes_end();
    write_audit(true);
    add(&(struct trace_record){.kind = TRACE_CLOSED, .time = self.last, .value = self.records});
    trace_writer_close(&self.trace);
    arbiter_leave();
}

static void flush(void)
{
    trace_writer_flush(&self.trace);
}

static void listen(void *data)
{
    (void)data;
    self.machine->listen(self.id);
    qemu_plugin_register_atexit_cb(self.id, exiting, NULL);
}

void runtime_retranslate(void)
{
    qemu_plugin_reset(self.id, listen, NULL);
}

int runtime_install(const struct runtime_machine *machine, qemu_plugin_id_t id,
    const qemu_info_t *info, int argc, char **argv)
{
    const struct plugin_options *options = &self.options;
    static struct live_hooks live_hooks;

    self.machine = machine;
    self.id = id;
    self.memory = g_byte_array_new();
    if (strcmp(info->target_name, machine->target) || !info->system_emulation) {
        fprintf(stderr, "pmulab: pmulab-%s.so needs qemu-system-%s, not '%s'\n", machine->name,
            machine->target, info->target_name);
        return -1;
    }
    if (!parse_options(argc, argv))
        return -1;
    if (machine->access)
        access_wait_time = *machine->access;
    if (!find_abilities() || !reset_machine(info) ||
        (options->traffic && !read_traffic(options->traffic)) ||
        (options->cover && !cover_open(options->cover)))
        return -1;
    clock_init();
    turns_begin(options->hold < 0);
    if (!machine->start(info) ||
        (options->trace && !open_trace(options->trace, options->resume >= 0)))
        return -1;
    self.resumed = self.goes_on = options->resume >= 0;
    if (self.resumed && !snapshot_resume(options->resume, visit)) {
        fprintf(stderr, "pmulab: resume: no state of this machine and this plugin\n");
        return -1;
    }
    live_hooks = (struct live_hooks){
        machine->advance, machine->peek, machine->plan_line, runtime_update, flush};
    if (options->live >= 0)
        live_open(options->live, &live_hooks);
    listen(NULL);
    return 0;
}
