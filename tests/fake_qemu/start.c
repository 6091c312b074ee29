/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts and ends the stand-in, and passes control between its threads: only
 * one runs at a time. */
#include "tests/fake_qemu/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* Longer than any test takes, s. */
enum { PATIENCE = 60 };

struct fake_qemu fake;
struct fake_world fake_world = {.running = true, .idle = true};

/* A thread of CPUs, and its next task. */
struct fake_thread {
    GMutex lock;
    GCond changed;
    void (*work)(void *data);
    void *data;
    struct fake_cpu *cpu;
};

void fake_bail_out(const char *format, ...)
{
    va_list args;

    printf("Bail out! QEMU: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    _exit(1);
}

static gpointer thread_main(gpointer data)
{
    struct fake_thread *thread = data;

    g_mutex_lock(&thread->lock);
    for (;;) {
        while (!thread->work)
            g_cond_wait(&thread->changed, &thread->lock);
        fake_current_cpu = thread->cpu;
        thread->work(thread->data);
        thread->work = NULL;
        g_cond_broadcast(&thread->changed);
    }
    return NULL;
}

void fake_on_cpu(unsigned cpu, void (*work)(void *data), void *data)
{
    struct fake_thread *thread = fake.cpus[cpu].thread;

    if (fake_current_cpu || fake_bql_held())
        fake_bail_out("a CPU is to run, and the main loop cannot wait for it");
    g_mutex_lock(&thread->lock);
    thread->cpu = &fake.cpus[cpu];
    thread->data = data;
    thread->work = work;
    g_cond_broadcast(&thread->changed);
    while (thread->work)
        g_cond_wait(&thread->changed, &thread->lock);
    g_mutex_unlock(&thread->lock);
}

void fake_begin(const struct fake_setup *setup)
{
    if (fake.isa)
        fake_bail_out("a second QEMU in this process");
    setvbuf(stdout, NULL, _IOLBF, 0);
    alarm(PATIENCE);
    fake.setup = *setup;
    fake.isa = &fake_isas[setup->isa];
    fake.time = 1000;
    fake.blocks = g_ptr_array_new();
    fake.unused = g_ptr_array_new();
    fake.code = g_ptr_array_new();
    fake.writes = g_array_new(FALSE, FALSE, sizeof(struct fake_write));
    fake_use_icount(setup->icount);
}

const qemu_info_t *fake_info(void)
{
    static qemu_info_t info;

    info = (qemu_info_t){.target_name = fake.isa->target,
        .version = {7, 7},
        .system_emulation = true,
        .system = {(int)fake.setup.cpus, (int)fake.setup.cpus}};
    return &info;
}

static void start_cpu(void *data)
{
    const struct fake_cpu *cpu = data;

    fake_happens(FAKE_INIT, cpu->number, NULL);
}

void fake_start_cpus(void)
{
    struct fake_thread *thread = NULL;

    fake.started = true;
    for (unsigned i = 0; i < fake.setup.cpus; i++) {
        struct fake_cpu *cpu = &fake.cpus[i];

        if (!thread || !fake.setup.icount) {
            thread = g_new0(struct fake_thread, 1);
            g_thread_unref(g_thread_new("cpu", thread_main, thread));
        }
        cpu->number = i;
        cpu->flags = -1;
        cpu->work = g_queue_new();
        cpu->thread = thread;
        fake_on_cpu(i, start_cpu, cpu);
    }
}

/* Defined only in tests of a machine. */
extern int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
    __attribute__((weak));

int fake_install(const char *options)
{
    char **argv = g_strsplit(options, " ", -1); /* kept by the plugin */
    int argc = *options ? (int)g_strv_length(argv) : 0;
    int result = qemu_plugin_install(1, fake_info(), argc, argv);

    if (!result)
        fake_start_cpus();
    return result;
}

void fake_exit(void)
{
    fake_happens(FAKE_EXIT, 0, NULL);
}

static void do_work(void *data)
{
    fake_do_work(data);
    fake_reset_if_asked();
}

static void wake_cpus(void)
{
    for (unsigned i = 0; i < fake.setup.cpus; i++)
        if (!g_queue_is_empty(fake.cpus[i].work))
            fake_on_cpu(i, do_work, &fake.cpus[i]);
}

void fake_sleep_until(uint64_t when)
{
    uint64_t next;

    wake_cpus();
    while ((next = MIN(fake_next_timer(), when)) != UINT64_MAX) {
        if (next > fake_now())
            fake.time += next - fake_now();
        if (fake_next_timer() > fake_now())
            break;
        fake_run_timers();
        wake_cpus();
    }
}
