/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QEMU's private symbols: the plugins use these parts of QEMU outside of its
 * plugin API. QEMU's binary exports its functions and variables to all loaded
 * plugins, but they are unstable: a later QEMU may rename one or change its
 * type. This is the only list of them, with the user's loss without each.
 *
 * It is only data. Plugins derive typed pointers from it
 * (qemu-plugins/qemu/qemu_private.h). The command looks for the names in QEMU's
 * binaries (`pmulab --version`). A test compares it with docs/dependencies.md.
 */
#ifndef PMULAB_QEMU_PRIVATE_H
#define PMULAB_QEMU_PRIVATE_H

/* clang-format off */

/*
 * The purposes of the symbols: ABILITY(NAME, TARGETS, LOSS, STOPPED). An
 * ability needs all symbols in its rows.
 *   TARGETS  the binaries qemu-system-TARGET whose symbols are used; "": all
 *   LOSS     the user's loss without one of them
 *   STOPPED  the machines that do not start then; the others run with that loss
 */
#define QEMU_ABILITIES(ABILITY) \
    ABILITY(CLOCK,        "", "time is the host's, and scenarios only run with --no-icount", \
        "power9, kunpeng, snbep, epyc") \
    ABILITY(LOCK,         "", \
        "input may reach the guest late, and scenarios only run with --no-icount", \
        "power9, kunpeng, snbep, epyc") \
    ABILITY(DATE,         "ppc64", \
        "the BMC of power9 tells the host's date, and no two boots are alike", "") \
    ABILITY(TURNS,        "", \
        "with -icount the host's timing still counts, and two runs may differ", "") \
    ABILITY(RECLAIM,      "", \
        "with -icount QEMU may cut a CPU's turn short, and two runs may differ", "") \
    ABILITY(SAVING,       "", "no guest can be saved, and scenarios only run with --no-icount", \
        "") \
    ABILITY(ADDRESSES,    "", \
        "with -icount a resumed guest may differ from one that boots", "") \
    ABILITY(TIMERS,       "aarch64", "a resumed guest of kunpeng may hang", "") \
    ABILITY(CPU_NUMBER,   "", "with -icount no machine of several CPUs starts", "") \
    ABILITY(WAITS,        "", "accesses to registers take no time, whatever the option `access`", \
        "") \
    ABILITY(SPECIAL_BLOCKS, "x86_64", \
        "IBS cannot tag an instruction, free-running counters are read late", "snbep, epyc") \
    ABILITY(DEVICES,      "x86_64, aarch64", "no register can lie in the guest's memory", \
        "kunpeng, snbep, epyc") \
    ABILITY(FAULTS,       "x86_64", \
        "MSRs of PMUs that a part lacks read 0, and raise no #GP", "")

/*
 * The symbols, each with its ability:
 *   FUNCTION(ABILITY, RESULT, NAME, ARGUMENTS)
 *   VARIABLE(ABILITY, TYPE, NAME)
 *   OF_THREAD(ABILITY, TYPE, NAME)  a thread-local variable
 * CPUs, timers and regions are opaque. Types that begin with qemu_ are in
 * qemu-plugins/qemu/qemu_private.h.
 */
#define QEMU_SYMBOLS(FUNCTION, VARIABLE, OF_THREAD) \
    FUNCTION(CLOCK, int64_t, qemu_clock_get_ns, (int type)) \
    FUNCTION(CLOCK, void, timer_init_full, (void *timer, void *list_group, int type, int scale, \
        int attributes, \
        void (*expired)(void *opaque), void *opaque)) \
    FUNCTION(CLOCK, void, timer_mod_ns, (void *timer, int64_t when)) \
    FUNCTION(CLOCK, void, timer_del, (void *timer)) \
    FUNCTION(CLOCK, void *, qemu_get_cpu, (int index)) \
    FUNCTION(CLOCK, void, async_run_on_cpu, (void *cpu, void (*work)(void *cpu, \
        union qemu_cpu_work_data data), \
        union qemu_cpu_work_data data)) \
    VARIABLE(CLOCK, const int, use_icount) \
    FUNCTION(CLOCK, int64_t, icount_to_ns, (int64_t instructions)) \
 \
    FUNCTION(LOCK, void, bql_lock_impl, (const char *file, int line)) \
    FUNCTION(LOCK, void, bql_unlock, (void)) \
    FUNCTION(LOCK, bool, bql_locked, (void)) \
 \
    FUNCTION(DATE, void, qemu_get_timedate, (struct tm *tm, time_t offset)) \
 \
    FUNCTION(TURNS, void, main_loop_poll_add_notifier, (struct qemu_notifier *notifier)) \
    FUNCTION(TURNS, bool, all_cpu_threads_idle, (void)) \
    FUNCTION(TURNS, int, qemu_shutdown_requested_get, (void)) \
    FUNCTION(TURNS, int, qemu_reset_requested_get, (void)) \
    VARIABLE(TURNS, _Atomic(qemu_cond_wait *), qemu_cond_wait_func) \
 \
    FUNCTION(RECLAIM, void, rcu_add_force_rcu_notifier, (struct qemu_notifier *notifier)) \
    FUNCTION(RECLAIM, void, rcu_remove_force_rcu_notifier, (struct qemu_notifier *notifier)) \
 \
    FUNCTION(SAVING, bool, runstate_is_running, (void)) \
 \
    FUNCTION(ADDRESSES, void, tlb_flush, (void *cpu)) \
 \
    FUNCTION(TIMERS, void, arm_gt_htimer_cb, (void *cpu)) \
    FUNCTION(TIMERS, void, arm_gt_hvtimer_cb, (void *cpu)) \
 \
    OF_THREAD(CPU_NUMBER, void *, current_cpu) \
 \
    FUNCTION(WAITS, void, icount_prepare_for_run, (void *cpu, int64_t budget)) \
 \
    VARIABLE(SPECIAL_BLOCKS, atomic_bool, one_insn_per_tb) \
    VARIABLE(SPECIAL_BLOCKS, atomic_int, qemu_loglevel) \
 \
    FUNCTION(DEVICES, void *, get_system_memory, (void)) \
    FUNCTION(DEVICES, void, memory_region_init_io, (void *region, void *owner, \
        const struct qemu_region_functions *functions, void *opaque, const char *name, \
        uint64_t size)) \
    FUNCTION(DEVICES, void, memory_region_add_subregion_overlap, (void *container, \
        uint64_t offset, void *region, \
        int priority)) \
    FUNCTION(DEVICES, struct qemu_memory_section, memory_region_find, (void *container, \
        uint64_t offset, \
        uint64_t size)) \
    FUNCTION(DEVICES, unsigned, memory_region_dispatch_read, (void *region, uint64_t offset, \
        uint64_t *value, \
        unsigned size_shift, struct qemu_access_attributes attributes)) \
    FUNCTION(DEVICES, unsigned, memory_region_dispatch_write, (void *region, uint64_t offset, \
        uint64_t value, \
        unsigned size_shift, struct qemu_access_attributes attributes)) \
    FUNCTION(DEVICES, bool, cpu_unwind_state_data, (void *cpu, uintptr_t host_pc, uint64_t *data)) \
    FUNCTION(DEVICES, int, gdb_read_register, (void *cpu, GByteArray *bytes, int number)) \
 \
    FUNCTION(FAULTS, void, raise_exception_err, (void *cpu_state, int vector, int error))

/* clang-format on */

/* The abilities as numbers, in the table's order, and as bits: QEMU_CLOCK and
 * so on. */
#define QEMU_NUMBER(name, targets, loss, stopped) QEMU_NUMBER_##name,
enum { QEMU_ABILITIES(QEMU_NUMBER) QEMU_N_ABILITIES };
#undef QEMU_NUMBER
#define QEMU_BIT(name, targets, loss, stopped) QEMU_##name = 1u << QEMU_NUMBER_##name,
enum { QEMU_ABILITIES(QEMU_BIT) };
#undef QEMU_BIT

/* A row of each table, for look-ups by name. */
struct qemu_ability {
    const char *targets, *loss, *stopped;
};
struct qemu_symbol {
    const char *name;
    unsigned ability; /* number */
};

#endif
