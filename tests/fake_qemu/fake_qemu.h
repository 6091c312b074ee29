/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A stand-in for QEMU, to run plugins without a guest: its plugin API
 * (qemu-plugins/qemu/qemu_api.h) and its private symbols (qemu/private.h). Real
 * plugin objects link against it unchanged. A test lists instructions with
 * their effects. The stand-in translates them into blocks, runs them, and calls
 * the plugin in QEMU 11.1's order. It decodes nothing itself.
 *
 * Like QEMU 11.1:
 * - x86 and arm64 share translated code between virtual addresses; ppc64 does
 *   not.
 * - The PC register shows the start of the block.
 * - With icount, all CPUs share a thread; time is instructions, counted when a
 *   block is entered; and the clock cannot be read before a block's last
 *   instruction. Callbacks of instructions, blocks and accesses get the number
 *   of the CPU that translated the block.
 * - A device access before the end of a block restarts that instruction alone
 *   in a block, with only the callbacks of accesses.
 * - x86 exceptions are reported twice.
 *
 * Errors that abort QEMU (a clock read too early, a register written without
 * permission) end the test with "Bail out!".
 */
#ifndef PMULAB_TESTS_FAKE_QEMU_FAKE_QEMU_H
#define PMULAB_TESTS_FAKE_QEMU_FAKE_QEMU_H

#include "qemu-plugins/qemu/qemu_api.h"

enum fake_isa { FAKE_X86, FAKE_ARM64, FAKE_PPC64 };

enum { FAKE_MAX_CPUS = 40 };

/* QEMU's configuration. */
struct fake_setup {
    enum fake_isa isa;
    unsigned cpus;
    /* an instruction takes 2 ns; else each CPU has a thread, and code takes no
     * time */
    bool icount;
    /* names of missing private symbols and registers, with a space before and
     * after each */
    const char *missing;
};

/* Starts without CPUs; once per process (see apart.h). */
void fake_begin(const struct fake_setup *setup);

/* The argument of qemu_plugin_install(). */
const qemu_info_t *fake_info(void);

/* Starts the CPUs: each calls the plugin's callbacks for that, in its own
 * thread. */
void fake_start_cpus(void);

/* Installs the machine linked into the test, with options separated by spaces,
 * then starts the CPUs. Returns the result of qemu_plugin_install(). */
int fake_install(const char *options);

/* QEMU ends: calls the plugin's callbacks for that. */
void fake_exit(void);

/* Runs @work in the thread of @cpu, in that CPU's context, between two
 * blocks. */
void fake_on_cpu(unsigned cpu, void (*work)(void *data), void *data);

/* ---- registers ---- */

/* Registers by QEMU's names; the PC includes no segment. Any thread may call
 * these. */
uint64_t fake_get(unsigned cpu, const char *name);
void fake_set(unsigned cpu, const char *name, uint64_t value);

/* ---- memory ---- */

/* Virtual addresses are physical ones unless a page of 4096 bytes is mapped. */
void fake_map(uint64_t page, uint64_t physical);

/* Memory of zeros at physical addresses. */
void fake_ram(uint64_t address, uint64_t size);

/* A device: loads return @read's result, or 0 if it is NULL. Stores and the
 * plugin's writes are logged. */
void fake_device(
    uint64_t address, uint64_t size, uint64_t (*read)(uint64_t address, unsigned size));

/* Physical memory, not devices. */
uint64_t fake_peek(uint64_t address, unsigned size);
void fake_poke(uint64_t address, uint64_t value, unsigned size);

/* Writes to devices so far, the oldest first; numbers past the end have size
 * 0. */
struct fake_write {
    uint64_t address, value;
    unsigned size;
    unsigned cpu;   /* the context */
    uint64_t time;  /* ns */
    bool too_early; /* within a block, with icount: QEMU aborts if it interrupts that CPU */
};
const struct fake_write *fake_write(unsigned number);
unsigned fake_writes(void);

/* ---- code ---- */

struct fake_insn {
    const char *hex; /* its bytes, "0f 32"; words of arm64 and ppc64 as in memory */
    /* Its access, if any. A load of @size bytes sets register @to, if given. */
    struct {
        uint64_t address;
        unsigned size;
        bool store;
        bool swapped; /* in the opposite byte order of the CPU */
        uint64_t value;
        const char *to;
    } access;
    /* Further accesses, which move no data; they end with size 0. */
    struct {
        uint64_t address;
        unsigned size;
        bool store;
    } more[4];
    uint64_t raises; /* an exception handler's address; the instruction does not complete */
    uint64_t jump;   /* next address; 0: the next instruction */
    bool ends;       /* ends its block; implied by @jump and @effect */
    /* Called when it runs; may change registers. Returns where to continue. */
    uint64_t (*effect)(unsigned cpu, uint64_t next);
    void (*within)(unsigned cpu); /* the same, without ending its block */
};

/* Places @n consecutive instructions at physical @address, replacing any
 * there. */
void fake_code(uint64_t address, const struct fake_insn *insns, unsigned n);
#define FAKE_CODE(address, insns) fake_code(address, insns, sizeof(insns) / sizeof((insns)[0]))

/* Runs @cpu from @pc up to an address without code. Returns
 * that address. */
uint64_t fake_run(unsigned cpu, uint64_t pc);

/* An interrupt that @cpu takes before its next block. */
void fake_interrupt(unsigned cpu, uint64_t handler);

/* Drops translated code, as QEMU does when its buffer is full. */
void fake_flush(void);

/* ---- time ---- */

/* Virtual time, ns. */
uint64_t fake_now(void);

/* Where @cpu is in its block: the next instruction's address, and the virtual
 * time before it runs. */
uint64_t fake_pc_here(unsigned cpu);
uint64_t fake_time_here(unsigned cpu);

/* All CPUs idle until @when, ns; timers that become due run on time. */
void fake_sleep_until(uint64_t when);

/* ---- a test's view and settings ---- */

extern struct fake_world {
    unsigned translations; /* blocks translated so far */
    unsigned executed;     /* blocks run so far */
    unsigned resets;       /* resets of all callbacks by the plugin */
    unsigned tlb_flushes;
    unsigned waits;                          /* of CPUs' threads, in QEMU's own function */
    void (*while_asleep)(void);              /* called there */
    unsigned el2_timers, el2_virtual_timers; /* calls of QEMU's timer functions */
    /* code that cannot be fetched, and that exception's handler */
    uint64_t unfetchable, fetch_handler;
    /* raise_exception_err(): its handler, and the instruction at which it
     * came */
    uint64_t fault_handler, fault_pc;
    int fault_vector, fault_error;
    /* device accesses have no known origin */
    bool no_note;
    /* the PC register's value, if not 0: as in AArch32 */
    uint64_t shown_pc;
    bool running;                                 /* runstate_is_running() */
    bool idle;                                    /* all_cpu_threads_idle() */
    int shutdown, reset;                          /* requests */
    void (*completed)(unsigned cpu, uint64_t pc); /* called after each instruction that has run */
    /* whether to drop translations before the next one */
    bool (*crowded)(void);
} fake_world;

/* The big lock: whether the calling thread holds it; taking and releasing
 * it. */
bool fake_bql_held(void);
void fake_lock(void);
void fake_unlock(void);

/* The main loop polls: calls the plugin's notifier in the given state (0:
 * before it sleeps). The caller is the main loop's thread. */
void fake_poll(int state);

/* The CPUs' thread sleeps: calls the plugin's replacement for QEMU's wait. */
void fake_cpus_sleep(void);

/* QEMU's list of RCU notifiers: adds one, and whether one is in it. */
struct qemu_notifier;
void fake_rcu_add(struct qemu_notifier *notifier);
bool fake_rcu_has(const struct qemu_notifier *notifier);

#endif
