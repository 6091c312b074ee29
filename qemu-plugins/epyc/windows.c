/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts executed instructions up to a window, shows the window's ops to the
 * model, and sends the interrupts of samples. */
#include "qemu-plugins/epyc/windows.h"

#include "models/sim/clock.h"
#include "qemu-plugins/count/blocks.h"
#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_wait.h"
#include "qemu-plugins/runtime/runtime.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op.h"
#include "qemu-plugins/trap/x86_pages.h"
#include "qemu-plugins/x86/x86_machine.h"

struct cpu {
    bool window;       /* instructions are shown to the model, in blocks of */
    enum special kind; /* this kind */
    uint64_t early;    /* instructions of the window that are only counted */
    bool nmi;          /* due, once other CPUs can make accesses again */
    uint64_t reported; /* instructions reported to the model */
    uint64_t waited;   /* core cycles of waits for which time has passed */
};

static struct {
    struct epyc *machine;
    struct cpu cpus[EPYC_MAX_CPUS];
    uint64_t deadline; /* the machine's, as passed to the runtime */
} self = {.deadline = SIM_NEVER};

/* ---- executed instructions ---- */

/* The CPU has executed @now instructions. @retired of them are about to be
 * shown to the model. */
static void report(unsigned cpu, uint64_t now, uint64_t retired)
{
    struct cpu *c = &self.cpus[cpu];

    if (now > c->reported + retired)
        epyc_executed(self.machine, cpu, now - c->reported - retired);
    c->reported = MAX(c->reported, now);
}

void windows_catch_up(unsigned cpu)
{
    struct sim_executed executed = blocks_executed(cpu);

    report(cpu, executed.user + executed.kernel, 0);
}

/* Shown blocks do not call the about_to_expire hook. */
static void show_blocks(unsigned cpu, bool on)
{
    special_ask(self.cpus[cpu].kind, cpu, on);
    blocks_show(cpu, on);
}

static void end_window(unsigned cpu)
{
    self.cpus[cpu].window = false;
    show_blocks(cpu, false);
}

/*
 * With blocks of one instruction the interrupt comes right after its sample. At
 * the end of longer blocks, all samples of a loop would be of one instruction
 * if its length locks in with the period. Guests hang if longer blocks are left
 * in the middle with qemu_plugin_set_pc(). With a filter few ops are samples,
 * and the counter restarts anywhere.
 */
static enum special kind_of(unsigned cpu)
{
    return epyc_filters(self.machine, cpu) ? SPECIAL_SHOWN : SPECIAL_SINGLE;
}

void windows_update(unsigned cpu)
{
    uint64_t countdown = epyc_countdown(self.machine, cpu);

    self.cpus[cpu].early = 0;
    if (self.cpus[cpu].window && countdown && self.cpus[cpu].kind == kind_of(cpu))
        return;
    if (self.cpus[cpu].window)
        end_window(cpu);
    blocks_set_countdown(cpu, countdown);
}

void windows_catch_up_all(void)
{
    for (unsigned cpu = 0; cpu < self.machine->config.cpus; cpu++)
        if (!self.cpus[cpu].window)
            windows_catch_up(cpu);
}

/* Each CPU's own thread reports, so another CPU's window ends by itself.
 * Outside of a window, a countdown of 1 makes the CPU compute the window's
 * start at its exact place. */
void windows_update_all(void)
{
    for (unsigned cpu = 0; cpu < self.machine->config.cpus; cpu++)
        if (!self.cpus[cpu].window)
            blocks_set_countdown(cpu, epyc_countdown(self.machine, cpu) ? 1 : 0);
}

/* ---- interrupts ---- */

void windows_nmi(void *host, unsigned cpu)
{
    (void)host;
    self.cpus[cpu].nmi = true;
}

/* Outside of the arbiter, because QEMU takes its own lock on the way to its
 * interrupt controllers. Under -icount it raises interrupts where the clock can
 * be read, or between blocks. */
void windows_deliver(unsigned cpu, bool readable)
{
    if (G_LIKELY(!self.cpus[cpu].nmi))
        return;
    self.cpus[cpu].nmi = false;
    if (clock_readable(readable))
        x86_machine_send_nmi(cpu);
    else
        x86_machine_send_nmi_soon(cpu);
}

void windows_deliver_later(unsigned cpu)
{
    windows_deliver(cpu, false);
}

void windows_deliver_late(void)
{
    for (unsigned cpu = 0; cpu < self.machine->config.cpus; cpu++) {
        if (!self.cpus[cpu].nmi)
            continue;
        self.cpus[cpu].nmi = false;
        x86_machine_send_nmi_soon(cpu);
    }
}

/* ---- windows ---- */

static bool watches(unsigned cpu)
{
    return self.cpus[cpu].window;
}

/* A block that is not shown was translated outside of windows. QEMU has it
 * cached. It runs it when a window begins, or after another CPU's turn has
 * ended shown blocks. The CPU leaves it at its start.
 */
uint64_t windows_about_to_expire(void *machine, unsigned cpu, uint32_t n, bool shown)
{
    struct cpu *c = &self.cpus[cpu];
    bool begins = !c->window;
    uint64_t countdown;

    (void)machine;
    if (begins) {
        arbiter_enter();
        windows_catch_up(cpu);
        countdown = epyc_countdown(self.machine, cpu);
        c->window = countdown && countdown <= n;
        c->kind = kind_of(cpu);
        c->early = countdown ? countdown - 1 : 0;
        arbiter_leave();
        if (!c->window)
            return countdown;
    }
    show_blocks(cpu, true);
    special_resume(c->kind);
    if ((begins || !shown) && special_asked(c->kind, cpu))
        qemu_plugin_set_pc(x86_get(cpu, X86_RIP)); /* does not return */
    return n;
}

/* The model's next sample may be anywhere from the CPU's current place, @pc,
 * on. If the next window begins in the @rest of the block, the CPU's window
 * continues. */
static void close_window(unsigned cpu, uint64_t pc, uint32_t rest)
{
    uint64_t countdown = epyc_countdown(self.machine, cpu);

    if (countdown && countdown <= rest) {
        self.cpus[cpu].early = countdown - 1;
        return;
    }
    blocks_begin_access(cpu, pc);
    end_window(cpu);
    windows_update(cpu);
    blocks_end_access(cpu);
}

/* An instruction's time is four core cycles. The CPU waits for whole ones, and
 * the rest later. */
enum { CYCLES_PER_INSTRUCTION = 4 };

static void let_wait(unsigned cpu)
{
    struct cpu *c = &self.cpus[cpu];
    uint64_t n = (epyc_waited(self.machine, cpu) - c->waited) / CYCLES_PER_INSTRUCTION;

    if (n)
        cpu_wait(clock_of_instructions(n));
    c->waited += n * CYCLES_PER_INSTRUCTION;
}

/*
 * The next op has begun, but has not run. Reading the host's clock for each op
 * would be a tenth of a sample's cost. On a real machine a window takes no
 * time, so only ops that may be sampled read the clock.
 */
static void op_executed(
    void *machine, unsigned cpu, struct sim_op *op, const struct trap_x86_place *place)
{
    (void)machine;
    if (!self.cpus[cpu].window)
        return;
    /* the model's window begins with an instruction, a CPU's with a block */
    if (self.cpus[cpu].early) {
        self.cpus[cpu].early--;
        return;
    }
    arbiter_enter();
    report(cpu, blocks_shown(cpu, place->before), op->retired);
    op->now =
        clock_readable(false) && !epyc_due(self.machine, cpu) ? 0 : blocks_came(cpu, place->before);
    x86_pages_note(cpu, op, x86_machine_page_shift);
    if (epyc_op(self.machine, cpu, op) == EPYC_WINDOW_OVER)
        close_window(cpu, op->next_pc, place->rest);
    if (self.machine->config.timed)
        let_wait(cpu);
    if (G_UNLIKELY(epyc_deadline(self.machine) != self.deadline))
        runtime_update();
    arbiter_leave();
    windows_deliver(cpu, place->rest == 1);
}

/* Other CPUs' blocks must not be shown while it sleeps. */
static void halts(unsigned cpu)
{
    show_blocks(cpu, false);
}

static const struct trap_x86_op_hooks op_hooks = {
    .watches = watches,
    .op = op_executed,
    .halts = halts,
};

bool windows_keep(unsigned cpu, enum special kind)
{
    return self.cpus[cpu].window && self.cpus[cpu].kind == kind;
}

uint64_t windows_deadline(void)
{
    self.deadline = epyc_deadline(self.machine);
    return self.deadline;
}

void windows_start(struct epyc *machine)
{
    self.machine = machine;
    trap_x86_op_start(&op_hooks, machine);
}

void windows_state(struct snapshot *snapshot)
{
    snapshot_part(snapshot, &self.cpus, sizeof(self.cpus));
}
