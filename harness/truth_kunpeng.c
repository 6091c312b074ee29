/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/truth_kunpeng.h"

#include "models/sim/clock.h"

#include <string.h>

#define CYCLES_BIT (G_GUINT64_CONSTANT(1) << ARM_PMU_CYCLES)

/* Counters that compatibility mode leaves to others. */
#define FIRST_COMPATIBLE 3

struct cpu_state {
    guint64 counted[KUNPENG_N_COUNTED]; /* as told last */
    guint32 context[2];
    guint64 mdcr;
    gboolean enabled; /* PMCR.E */
    unsigned selected;
    /* Counters, since the round began or the CPU was switched on: */
    guint64 touched; /* that were changed from inside */
    guint64 started; /* that were enabled from inside */
};

/* What was told of a CPU when the round began and ceased. */
struct cpu_round {
    guint64 began[KUNPENG_N_COUNTED], ceased[KUNPENG_N_COUNTED];
    guint64 running;
};

struct unit {
    guint64 values[PMCU_N_REGS];
    /* As the last TRIGGER found it. */
    gboolean runs, compatible;
    unsigned events;
    guint32 filter, pmcr;
    guint64 rounds_left;
    /* The round under way. */
    gsize began, ceased;
    guint64 began_at, ceased_at;
    struct cpu_round *cpus;
    GArray *traffic_began; /* guint64, for each entry of the replay's traffic */
    GPtrArray *stored;     /* rounds of this run that the driver has not been told of */
    guint64 maybe;         /* bits of INT_STAT that hardware may have set, as far as the trace tells */
};

struct replay {
    const struct kunpeng *planned;
    const struct kunpeng_config *config;
    const struct trace_record *records;
    gsize now;
    unsigned n_cpus;
    struct unit units[KUNPENG_MAX_DIES];
    struct cpu_state *cpus;
    struct kunpeng_traffic traffic;
    struct truth *out;
};

static const struct trace_record *record_now(const struct replay *r)
{
    return &r->records[r->now];
}

static guint32 hz(const struct replay *r)
{
    return r->config->clock_mhz * 1000000u;
}

static guint64 cycles_at(const struct replay *r, gsize record)
{
    return sim_cycles(hz(r), r->records[record].time);
}

static guint64 unit_field(const struct unit *unit, enum pmcu_reg reg, unsigned field)
{
    return reg_get(&pmcu_bank.regs[reg], field, unit->values[reg]);
}

static guint64 mdcr_field(const struct cpu_state *cpu, unsigned field)
{
    return reg_get(&arm_pmu_bank.regs[ARM_MDCR_EL2], field, cpu->mdcr);
}

static void note_wrong(struct replay *r, unsigned reg, char *text)
{
    truth_add_note(r->out, &(struct truth_note){TRUTH_WRONG, r->now, record_now(r)->block, reg, text});
}

/* ---- core PMUs ---- */

static guint64 lower_part(const struct replay *r, const struct cpu_state *cpu)
{
    unsigned hpmn = (unsigned)mdcr_field(cpu, ARM_MDCR_HPMN);

    return reg_low_bits(MIN(hpmn, r->config->counters)) | CYCLES_BIT;
}

static guint64 all_counters(const struct replay *r)
{
    return reg_low_bits(r->config->counters) | CYCLES_BIT;
}

/* Counters of parts that run. */
static guint64 running_parts(const struct replay *r, const struct cpu_state *cpu)
{
    guint64 lower = lower_part(r, cpu);

    return (cpu->enabled ? lower : 0) | (mdcr_field(cpu, ARM_MDCR_HPME) ? all_counters(r) & ~lower : 0);
}

/* What the kernel's writes of PMCR change of counters that a PMCU uses. */
static guint64 touched_by_pmcr(const struct replay *r, const struct cpu_state *cpu, guint64 value)
{
    const struct reg *reg = &arm_pmu_bank.regs[ARM_PMCR];
    gboolean e = reg_get(reg, ARM_PMCR_E, value) != 0;

    guint64 visible = r->config->kernel_el == 2 ? all_counters(r) : lower_part(r, cpu);

    return (e != cpu->enabled ? lower_part(r, cpu) : 0) |
           (reg_get(reg, ARM_PMCR_P, value) ? visible & ~CYCLES_BIT : 0) |
           (reg_get(reg, ARM_PMCR_C, value) ? CYCLES_BIT : 0);
}

static void write_mdcr(struct replay *r, struct cpu_state *cpu, guint64 value)
{
    guint64 before = running_parts(r, cpu);

    cpu->mdcr = value;
    cpu->touched |= before ^ running_parts(r, cpu);
}

static void write_context(const struct replay *r, struct cpu_state *cpu, enum arm_pmu_reg reg, guint64 value)
{
    /* With VHE the kernel's CONTEXTIDR_EL1 is that of EL2. */
    cpu->context[r->config->kernel_el == 2 && reg != ARM_CONTEXTIDR_EL12] = (guint32)value;
}

static void write_counter(struct cpu_state *cpu, enum arm_pmu_reg reg)
{
    unsigned counter = reg >= ARM_PMEVTYPER0 ? reg - ARM_PMEVTYPER0 : reg - ARM_PMEVCNTR0;

    cpu->touched |= G_GUINT64_CONSTANT(1) << counter;
}

static void write_pmcr(const struct replay *r, struct cpu_state *cpu, guint64 value)
{
    cpu->touched |= touched_by_pmcr(r, cpu, value);
    cpu->enabled = reg_get(&arm_pmu_bank.regs[ARM_PMCR], ARM_PMCR_E, value) != 0;
}

static void write_sysreg(struct replay *r, struct cpu_state *cpu, enum arm_pmu_reg reg, guint64 value)
{
    switch (reg) {
    case ARM_PMCR:
        write_pmcr(r, cpu, value);
        break;
    case ARM_PMCNTENSET:
        cpu->started |= value;
        cpu->touched |= value;
        break;
    case ARM_PMCNTENCLR:
    case ARM_PMSWINC:
        cpu->touched |= value;
        break;
    case ARM_PMSELR:
        cpu->selected = (unsigned)reg_get(&arm_pmu_bank.regs[reg], ARM_PMSELR_SEL, value);
        break;
    case ARM_PMXEVTYPER:
    case ARM_PMXEVCNTR:
        cpu->touched |= G_GUINT64_CONSTANT(1) << cpu->selected;
        break;
    case ARM_PMCCNTR:
    case ARM_PMCCFILTR:
        cpu->touched |= CYCLES_BIT;
        break;
    case ARM_MDCR_EL2:
        write_mdcr(r, cpu, value);
        break;
    case ARM_CONTEXTIDR_EL1:
    case ARM_CONTEXTIDR_EL2:
    case ARM_CONTEXTIDR_EL12:
        write_context(r, cpu, reg, value);
        break;
    default:
        if (reg >= ARM_PMEVCNTR0)
            write_counter(cpu, reg);
    }
}

/* A CPU that is switched on or off has its PMU as after reset. */
static void switched(const struct replay *r, struct cpu_state *cpu)
{
    unsigned hpmn = r->config->hpmn ? r->config->hpmn : r->config->counters;

    cpu->context[0] = cpu->context[1] = 0;
    cpu->mdcr = reg_set(&arm_pmu_bank.regs[ARM_MDCR_EL2], ARM_MDCR_HPMN, 0, hpmn);
    cpu->enabled = FALSE;
    cpu->touched = cpu->started = 0;
}

static void counted(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    struct cpu_state *cpu = record->cpu < r->n_cpus ? &r->cpus[record->cpu] : NULL;

    if (!cpu || record->offset >= KUNPENG_N_COUNTED)
        return;
    cpu->counted[record->offset] = record->value;
    if (record->offset == KUNPENG_SWITCHED)
        switched(r, cpu);
}

/* ---- rounds ---- */

static void round_free(gpointer data)
{
    struct truth_round *round = data;

    g_array_unref(round->traffic);
    g_free(round->cpus);
    g_free(round);
}

static struct cpu_state *first_cpu(const struct replay *r, unsigned die)
{
    return &r->cpus[die * kunpeng_slots(r->config)];
}

static guint64 all_instructions(const struct replay *r)
{
    guint64 sum = 0;

    for (unsigned i = 0; i < r->n_cpus; i++)
        sum +=
            r->cpus[i].counted[2 * KUNPENG_INSTRUCTIONS] + r->cpus[i].counted[2 * KUNPENG_INSTRUCTIONS + 1];
    return sum;
}

/* The PMCU switches PMCR.E on as a round starts and off as it stops; not in compatibility mode. */
static void set_enabled(struct replay *r, unsigned die, gboolean on)
{
    for (unsigned slot = 0; slot < kunpeng_slots(r->config); slot++)
        if (first_cpu(r, die)[slot].counted[KUNPENG_SWITCHED] % 2 && !r->units[die].compatible)
            first_cpu(r, die)[slot].enabled = on;
}

static void remember_traffic(struct replay *r, struct unit *unit)
{
    g_array_set_size(unit->traffic_began, 0);
    for (unsigned i = 0; i < r->traffic.n; i++) {
        guint64 total = flow_total(&r->traffic.entry[i].flow, cycles_at(r, r->now));
        g_array_append_val(unit->traffic_began, total);
    }
}

static void round_begins(struct replay *r, unsigned die)
{
    struct unit *unit = &r->units[die];

    unit->began = r->now;
    unit->ceased = TRUTH_NONE;
    unit->began_at = all_instructions(r);
    set_enabled(r, die, reg_get(&pmcu_bank.regs[PMCU_PMCR], PMCU_PMCR_E, unit->pmcr) != 0);
    remember_traffic(r, unit);
    for (unsigned slot = 0; slot < kunpeng_slots(r->config); slot++) {
        struct cpu_state *cpu = &first_cpu(r, die)[slot];

        memcpy(unit->cpus[slot].began, cpu->counted, sizeof(cpu->counted));
        unit->cpus[slot].running = running_parts(r, cpu);
        cpu->touched = cpu->started = 0;
    }
}

static void round_ceases(struct replay *r, unsigned die)
{
    struct unit *unit = &r->units[die];

    unit->ceased = r->now;
    unit->ceased_at = all_instructions(r);
    set_enabled(r, die, FALSE);
    for (unsigned slot = 0; slot < kunpeng_slots(r->config); slot++)
        memcpy(unit->cpus[slot].ceased, first_cpu(r, die)[slot].counted, sizeof(unit->cpus[slot].ceased));
}

static void take_cpu(struct truth_round_cpu *out, const struct cpu_round *seen, const struct cpu_state *cpu)
{
    guint64 switches = seen->began[KUNPENG_SWITCHED];

    out->on = switches % 2 && cpu->counted[KUNPENG_SWITCHED] == switches;
    for (unsigned i = 0; i < G_N_ELEMENTS(out->counted); i++)
        out->counted[i] = seen->ceased[i] - seen->began[i];
    if (cpu->counted[KUNPENG_SWITCHED] % 2)
        memcpy(out->context, cpu->context, sizeof(out->context));
    out->running = seen->running;
    out->touched = cpu->touched;
    out->started = cpu->started;
}

static void take_traffic(const struct replay *r, const struct unit *unit, struct truth_round *round)
{
    for (unsigned i = 0; i < r->traffic.n; i++) {
        guint64 began = i < unit->traffic_began->len ? g_array_index(unit->traffic_began, guint64, i) : 0;
        struct truth_round_traffic traffic = {r->traffic.entry[i].cpu, r->traffic.entry[i].event,
            flow_total(&r->traffic.entry[i].flow, cycles_at(r, unit->ceased)) - began};

        g_array_append_val(round->traffic, traffic);
    }
}

static struct truth_round *round_new(const struct replay *r, unsigned die)
{
    const struct unit *unit = &r->units[die];
    struct truth_round *round = g_new0(struct truth_round, 1);

    *round = (struct truth_round){.die = die,
        .began = unit->began,
        .ceased = unit->ceased,
        .stored = r->now,
        .taken = TRUTH_NONE,
        .address = record_now(r)->pc,
        .size = record_now(r)->offset,
        .slots = kunpeng_slots(r->config),
        .events = unit->events,
        .compatible = unit->compatible,
        .filter = unit->filter,
        .cycles = cycles_at(r, unit->ceased) - cycles_at(r, unit->began),
        .ns = r->records[unit->ceased].time - r->records[unit->began].time,
        .began_at = unit->began_at,
        .ceased_at = unit->ceased_at,
        .traffic = g_array_new(FALSE, FALSE, sizeof(struct truth_round_traffic)),
        .cpus = g_new0(struct truth_round_cpu, kunpeng_slots(r->config))};
    for (unsigned slot = 0; slot < round->slots; slot++)
        take_cpu(&round->cpus[slot], &unit->cpus[slot], &first_cpu(r, die)[slot]);
    take_traffic(r, unit, round);
    return round;
}

static void round_stored(struct replay *r, unsigned die)
{
    struct unit *unit = &r->units[die];
    struct truth_round *round;

    if (!unit->runs || unit->ceased == TRUTH_NONE || !unit->rounds_left) {
        note_wrong(r, PMCU_FSM_CFG, g_strdup("a subsample was stored that no round had counted"));
        return;
    }
    round = round_new(r, die);
    unit->ceased = TRUTH_NONE;
    g_ptr_array_add(r->out->rounds, round);
    g_ptr_array_add(unit->stored, round);
    if (--unit->rounds_left)
        return;
    unit->runs = FALSE;
    unit->maybe = 0;
    unit->values[PMCU_INT_STAT] =
        reg_set(&pmcu_bank.regs[PMCU_INT_STAT], INT_STAT_DONE, unit->values[PMCU_INT_STAT], 1);
}

/* ---- a PMCU's registers ---- */

static guint64 status_bit(unsigned field)
{
    return reg_set(&pmcu_bank.regs[PMCU_INT_STAT], field, 0, 1);
}

/* The last round of a pass over the list may be shorter. */
static guint64 n_rounds(const struct unit *unit)
{
    guint64 length = unit_field(unit, PMCU_FSM_CFG, FSM_CFG_EV_LEN);

    return unit->events
               ? (length + unit->events - 1) / unit->events * unit_field(unit, PMCU_FSM_CFG, FSM_CFG_NR_LOOP)
               : 0;
}

static void triggered(struct unit *unit)
{
    unsigned most = SUBSAMPLE_MAX_EVENTS;

    if (unit->runs)
        return;
    unit->compatible = unit_field(unit, PMCU_COMP, COMP_ENABLE) != 0;
    most -= unit->compatible ? FIRST_COMPATIBLE : 0;
    unit->events = (unsigned)MIN(unit_field(unit, PMCU_FSM_CFG, FSM_CFG_NR_PMU), most);
    unit->filter = (guint32)unit->values[PMCU_PMCCFILTR];
    unit->pmcr = (guint32)unit->values[PMCU_PMCR];
    unit->rounds_left = n_rounds(unit);
    unit->runs = unit->rounds_left > 0;
    /* There may be no memory, or too little. */
    unit->maybe = unit->runs ? status_bit(INT_STAT_BRK) : status_bit(INT_STAT_DONE);
    g_ptr_array_set_size(unit->stored, 0);
}

/* Where nothing runs there is nothing to break off: what has just ended is there to be taken. */
static void broken_off(struct unit *unit)
{
    if (!unit->runs)
        return;
    unit->maybe |= status_bit(INT_STAT_BRK);
    unit->runs = FALSE;
    g_ptr_array_set_size(unit->stored, 0);
}

static void reg_was_written(void *block, unsigned reg, uint64_t held, uint64_t actions)
{
    struct unit *unit = block;

    (void)held;
    if (!actions)
        return;
    if (reg == PMCU_FSM_CTRL)
        triggered(unit);
    if (reg == PMCU_FSM_BRK)
        broken_off(unit);
    if (reg == PMCU_INT_CLR)
        unit->values[PMCU_INT_STAT] &= ~actions;
}

/* What the driver is told when it sees DONE. */
static void rounds_taken(struct replay *r, struct unit *unit)
{
    for (guint i = 0; i < unit->stored->len; i++)
        ((struct truth_round *)g_ptr_array_index(unit->stored, i))->taken = r->now;
    g_ptr_array_set_size(unit->stored, 0);
}

static void status_read(struct replay *r, struct unit *unit)
{
    guint64 come = record_now(r)->value & unit->maybe & ~unit->values[PMCU_INT_STAT];

    unit->values[PMCU_INT_STAT] |= come;
    unit->maybe &= ~come;
    if (come & status_bit(INT_STAT_BRK)) {
        unit->runs = FALSE;
        g_ptr_array_set_size(unit->stored, 0);
    }
    if (unit_field(unit, PMCU_INT_STAT, INT_STAT_DONE))
        rounds_taken(r, unit);
}

static void unit_read(struct replay *r, unsigned die)
{
    const struct trace_record *record = record_now(r);
    struct unit *unit = &r->units[die];
    int reg = reg_bank_at(&pmcu_bank, record->offset);
    struct truth_read read = {.block = record->block,
        .counter = reg < 0 ? 0 : (unsigned)reg,
        .low = r->now,
        .high = r->now,
        .value = record->value,
        .previous = TRUTH_NONE};
    guint64 expected;

    if (reg == PMCU_INT_STAT)
        status_read(r, unit);
    /* The state of the moment is not the trace's to tell. */
    if (reg == PMCU_FSM_STATUS)
        return;
    g_array_append_val(r->out->reads, read);
    expected = reg_bank_read(&pmcu_bank, unit->values, record->offset, record->size);
    if (record->value != expected) {
        g_autofree char *access = truth_access_text(&kunpeng_model, record);
        note_wrong(
            r, read.counter, g_strdup_printf("%s: expected 0x%" G_GINT64_MODIFIER "x", access, expected));
    }
}

/* ---- records ---- */

static void access_of_unit(struct replay *r, unsigned die)
{
    const struct trace_record *record = record_now(r);
    struct unit *unit = &r->units[die];

    if (record->kind == TRACE_READ)
        unit_read(r, die);
    else
        reg_bank_write(
            &pmcu_bank, unit->values, record->offset, record->size, record->value, reg_was_written, unit);
}

static void accessed(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    unsigned index = kunpeng_block_index(record->block);
    int reg;

    if (kunpeng_block_kind(record->block) == KUNPENG_PMCU && index < r->config->dies)
        access_of_unit(r, index);
    if (kunpeng_block_kind(record->block) != KUNPENG_CPU || index >= r->n_cpus || record->kind == TRACE_READ)
        return;
    reg = reg_bank_at(&arm_pmu_bank, record->offset);
    if (reg >= 0)
        write_sysreg(r, &r->cpus[index], (enum arm_pmu_reg)reg, record->value);
}

static void plan_entry(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    const struct kunpeng_action *action = &r->planned->actions[record->value];
    unsigned index = kunpeng_block_index(action->block);
    struct flow *flow;

    if (record->value >= r->planned->plan.n_entries)
        return;
    if (!action->preset) {
        flow = kunpeng_traffic_of(&r->traffic, index, action->event);
        if (flow)
            flow_set(flow, cycles_at(r, r->now), hz(r), &action->amount);
    } else if (kunpeng_block_kind(action->block) == KUNPENG_PMCU)
        r->units[index].values[action->reg] = action->value;
    else
        write_sysreg(r, &r->cpus[index], (enum arm_pmu_reg)action->reg, action->value);
}

static void replay_record(struct replay *r)
{
    const struct trace_record *record = record_now(r);
    unsigned die = kunpeng_block_index(record->block);
    gboolean output = kunpeng_block_kind(record->block) == KUNPENG_OUTPUT && die < r->config->dies;

    switch (record->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
        accessed(r);
        break;
    case TRACE_COUNTED:
        counted(r);
        break;
    case TRACE_ROUND:
        if (output)
            (record->offset ? round_ceases : round_begins)(r, die);
        break;
    case TRACE_POST:
        if (output)
            round_stored(r, die);
        break;
    case TRACE_PLAN:
        plan_entry(r);
        break;
    default:
        break;
    }
}

static void begin(struct replay *r)
{
    r->n_cpus = r->config->dies * kunpeng_slots(r->config);
    r->cpus = g_new0(struct cpu_state, r->n_cpus);
    r->out->rounds = g_ptr_array_new_with_free_func(round_free);
    for (unsigned die = 0; die < r->config->dies; die++) {
        struct unit *unit = &r->units[die];

        reg_bank_reset(&pmcu_bank, unit->values);
        unit->ceased = TRUTH_NONE;
        unit->cpus = g_new0(struct cpu_round, kunpeng_slots(r->config));
        unit->traffic_began = g_array_new(FALSE, FALSE, sizeof(guint64));
        unit->stored = g_ptr_array_new();
    }
}

static void end(struct replay *r)
{
    for (unsigned die = 0; die < r->config->dies; die++) {
        g_free(r->units[die].cpus);
        g_array_unref(r->units[die].traffic_began);
        g_ptr_array_unref(r->units[die].stored);
    }
    g_free(r->cpus);
}

struct truth *truth_replay_kunpeng(const struct kunpeng *planned, const struct trace_record *records, gsize n)
{
    g_autofree struct replay *r = g_new0(struct replay, 1);

    r->planned = planned;
    r->config = &planned->config;
    r->records = records;
    r->out = truth_new();
    begin(r);
    for (; r->now < n; r->now++)
        replay_record(r);
    end(r);
    return r->out;
}

/* ---- what a value should be ---- */

/* What users or the kernel did of @what. */
static guint64 did(const struct truth_round_cpu *cpu, enum kunpeng_truth what, unsigned kernel)
{
    return cpu->counted[2 * what + kernel];
}

static guint64 accesses(const struct truth_round_cpu *cpu, unsigned kernel)
{
    return did(cpu, KUNPENG_LOADS, kernel) + did(cpu, KUNPENG_STORES, kernel);
}

/* Arm ARM (DDI 0487), section D13.11; four cycles an instruction, of which it waits three. FALSE: nothing
 * that the guest executes. */
static gboolean event_count(const struct truth_round_cpu *cpu, guint16 event, unsigned kernel, guint64 *count)
{
    guint64 instructions = did(cpu, KUNPENG_INSTRUCTIONS, kernel);
    guint64 waits_for_data = MIN(accesses(cpu, kernel), instructions);

    switch (event) {
    case 0x0008: /* INST_RETIRED, INST_SPEC, OP_RETIRED, OP_SPEC */
    case 0x001b:
    case 0x003a:
    case 0x003b:
        *count = instructions;
        return TRUE;
    case 0x0011: /* CPU_CYCLES */
        *count = 4 * instructions;
        return TRUE;
    case 0x003c: /* STALL */
        *count = 3 * instructions;
        return TRUE;
    case 0x0024: /* STALL_BACKEND, STALL_BACKEND_MEM */
    case 0x4005:
        *count = 3 * waits_for_data;
        return TRUE;
    case 0x0023: /* STALL_FRONTEND */
        *count = 3 * (instructions - waits_for_data);
        return TRUE;
    case 0x0006: /* LD_RETIRED, MEM_ACCESS_RD, LD_SPEC */
    case 0x0066:
    case 0x0070:
        *count = did(cpu, KUNPENG_LOADS, kernel);
        return TRUE;
    case 0x0007: /* ST_RETIRED, MEM_ACCESS_WR, ST_SPEC */
    case 0x0067:
    case 0x0071:
        *count = did(cpu, KUNPENG_STORES, kernel);
        return TRUE;
    case 0x0013: /* MEM_ACCESS */
        *count = accesses(cpu, kernel);
        return TRUE;
    case 0x0012: /* BR_PRED, BR_RETIRED */
    case 0x0021:
        *count = did(cpu, KUNPENG_BRANCHES, kernel);
        return TRUE;
    case 0x0009: /* EXC_TAKEN */
        *count = did(cpu, KUNPENG_EXCEPTIONS, kernel);
        return TRUE;
    case 0x000a: /* EXC_RETURN */
        *count = did(cpu, KUNPENG_RETURNS, kernel);
        return TRUE;
    case 0x000b: /* CID_WRITE_RETIRED */
        *count = did(cpu, KUNPENG_CONTEXTS, kernel);
        return TRUE;
    default:
        return FALSE;
    }
}

static guint64 traffic_count(
    const struct kunpeng_config *config, const struct truth_round *round, unsigned slot, guint16 event)
{
    unsigned cpu = round->die * kunpeng_slots(config) + slot;

    for (guint i = 0; i < round->traffic->len; i++) {
        const struct truth_round_traffic *traffic =
            &g_array_index(round->traffic, struct truth_round_traffic, i);
        if (traffic->cpu == cpu && traffic->event == event)
            return traffic->count;
    }
    return 0;
}

static gboolean filter_bit(guint32 filter, enum arm_type_field field)
{
    return reg_get(&arm_pmu_bank.regs[ARM_PMCCFILTR], field, filter) != 0;
}

static gboolean counts_users(guint32 filter)
{
    return filter_bit(filter, ARM_TYPE_U) == filter_bit(filter, ARM_TYPE_NSU);
}

/* At EL2 NSH lets it count, which the PMCU may set of itself. */
static gboolean counts_kernel(const struct kunpeng_config *config, guint32 filter)
{
    if (config->kernel_el == 2)
        return !config->copies_filter || filter_bit(filter, ARM_TYPE_NSH);
    return filter_bit(filter, ARM_TYPE_P) == filter_bit(filter, ARM_TYPE_NSK);
}

/* Events' filters are 0. */
static guint64 count(
    const struct kunpeng_config *config, const struct truth_round *round, unsigned slot, guint16 event)
{
    const struct truth_round_cpu *cpu = &round->cpus[slot];
    guint64 users = 0, kernel = 0;

    if (!event_count(cpu, event, 0, &users))
        return traffic_count(config, round, slot, event);
    event_count(cpu, event, 1, &kernel);
    return users + (counts_kernel(config, 0) ? kernel : 0);
}

/* Time is the kernel's but for what users take of it. */
static guint64 cycles(
    const struct kunpeng_config *config, const struct truth_round *round, const struct truth_round_cpu *cpu)
{
    guint64 users = MIN(4 * did(cpu, KUNPENG_INSTRUCTIONS, 0), round->cycles);

    return (counts_users(round->filter) ? users : 0) +
           (counts_kernel(config, round->filter) ? round->cycles - users : 0);
}

gboolean truth_round_value(const struct kunpeng *planned, const struct truth_round *round,
    enum truth_round_kind kind, unsigned slot, unsigned place, guint16 event, guint64 *value)
{
    const struct truth_round_cpu *cpu = &round->cpus[slot];
    unsigned counter = place + (round->compatible ? FIRST_COMPATIBLE : 0);
    guint64 bit;

    *value = 0;
    if (kind == TRUTH_ROUND_CONTEXT_1 || kind == TRUTH_ROUND_CONTEXT_2) {
        *value = cpu->context[kind == TRUTH_ROUND_CONTEXT_2];
        return TRUE;
    }
    if (kind == TRUTH_ROUND_CYCLES)
        counter = ARM_PMU_CYCLES;
    bit = G_GUINT64_CONSTANT(1) << counter;
    if ((cpu->on ? cpu->touched : cpu->started) & bit)
        return FALSE;
    if (!cpu->on || !(cpu->running & bit))
        return TRUE;
    *value = kind == TRUTH_ROUND_CYCLES ? cycles(&planned->config, round, cpu)
                                        : count(&planned->config, round, slot, event);
    return TRUE;
}
