/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An invented machine, to test the plugins' shared core. */
#ifndef PMULAB_TESTS_UNIT_PLUGINS_INVENTED_H
#define PMULAB_TESTS_UNIT_PLUGINS_INVENTED_H

#include "qemu-plugins/runtime/runtime.h"

#include "models/sim/clock.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/turns.h"
#include "qemu-plugins/runtime/cover.h"
#include "tests/fake_qemu/apart.h"
#include "tests/fake_qemu/files.h"
#include "tests/fake_qemu/stderr.h"
#include "tests/fake_qemu/x86.h"

struct invented {
    unsigned size;
    unsigned cpus;
};

static struct {
    struct invented config;
    struct sim_host host;
    char lines[4][32];
    unsigned n_lines, listens, advances, resumed;
    uint64_t deadline, advanced, state;
    bool inside, can_start;
    bool unmoved; /* the next expired deadline keeps the machine's deadline */
} m = {.deadline = SIM_NEVER, .can_start = true};

static const struct config_option options[] = {{.name = "size",
                                                   .standard = "4",
                                                   .expected = "size: expected 1 to 9",
                                                   CONFIG_NUMBER(struct invented, size, 1, 9)},
    {.name = "cpus",
        .standard = "1",
        .qemu = true,
        .expected = "cpus",
        CONFIG_NUMBER(struct invented, cpus, 1, 9)},
    {0}};

static inline const char *reset(const qemu_info_t *info, const struct sim_host *host)
{
    m.config.cpus = (unsigned)info->system.max_vcpus;
    m.host = *host;
    return m.config.size == 9 ? "size 9 does not fit" : NULL;
}

static inline bool plan_line(const char *line, char wrong[PLAN_TEXT_WRONG])
{
    if (!strcmp(line, "nonsense")) {
        snprintf(wrong, PLAN_TEXT_WRONG, "this is nonsense");
        return false;
    }
    if (m.n_lines < 4)
        snprintf(m.lines[m.n_lines], sizeof(m.lines[0]), "%s", line);
    m.n_lines++;
    return true;
}

static inline uint64_t deadline(void)
{
    return m.deadline;
}

static inline void advance(uint64_t now)
{
    m.advances++;
    m.advanced = now;
    m.inside = arbiter_is_mine();
    if (!m.unmoved)
        m.deadline = now < 9000 ? now + 1000 : SIM_NEVER;
    m.unmoved = false;
}

static inline bool start(const qemu_info_t *info)
{
    (void)info;
    return m.can_start;
}

static inline void cpu_started(unsigned cpu, void *data)
{
    (void)data;
    cpu_number_learn(cpu);
    turns_join();
}

static inline void translated(struct qemu_plugin_tb *tb, void *data)
{
    (void)data;
    runtime_translated();
    cover_translated(tb);
}

static inline void listen_to(qemu_plugin_id_t id)
{
    m.listens++;
    qemu_plugin_register_vcpu_init_cb(id, cpu_started, NULL);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated, NULL);
}

static inline void state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &m.state, sizeof(m.state));
}

static inline void resumed(void)
{
    m.resumed++;
}

static struct runtime_machine machine = {
    .name = "invented",
    .target = "x86_64",
    .options = options,
    .config = &m.config,
    .reset = reset,
    .plan_line = plan_line,
    .deadline = deadline,
    .advance = advance,
    .start = start,
    .listen = listen_to,
    .state = state,
    .resumed = resumed,
};

static inline void begin_qemu(const char *missing)
{
    m.config = (struct invented){4, 1};
    fake_begin(
        &(struct fake_setup){.isa = FAKE_X86, .cpus = 1, .icount = true, .missing = missing});
    fake_ram(0, 0x1000000);
}

/* Options as text, separated by spaces. */
static inline int install(const char *text)
{
    char **argv = g_strsplit(text, " ", -1);

    return runtime_install(&machine, 1, fake_info(), *text ? (int)g_strv_length(argv) : 0, argv);
}

/* Installs with wrong options and returns the error message. */
static inline const char *complaint(const char *text)
{
    static struct captured captured;
    int result;

    capture_stderr(&captured);
    result = install(text);
    captured_stderr(&captured);
    ok(result == -1, "no installation with '%s'", text);
    return captured.text;
}

static inline void add_record(enum trace_kind kind, uint64_t time, uint64_t value)
{
    const struct trace_record record = {.kind = kind, .size = 4, .time = time, .value = value};

    m.host.trace(m.host.self, &record);
}

#endif
