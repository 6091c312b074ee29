/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU: keeps its PMU and context IDs up to date, and traces its activity. */
#include "models/kunpeng/kunpeng_cpu.h"

#include "models/sim/clock.h"

#include <string.h>

void kunpeng_cpu_reset(struct kunpeng_cpu *cpu, unsigned number)
{
    memset(cpu, 0, sizeof(*cpu));
    cpu->number = number;
}

/* The CPU that a PMU's traffic belongs to. */
struct asker {
    const struct kunpeng_traffic *traffic;
    unsigned cpu;
};

static uint64_t traffic_total(const void *self, uint16_t event, uint64_t cycles)
{
    const struct asker *asker = self;

    return kunpeng_traffic_total(asker->traffic, asker->cpu, event, cycles);
}

static struct arm_moment present(const struct kunpeng_cpu *cpu, const struct kunpeng_world *world)
{
    return (struct arm_moment){
        .activity = world->host->activity(world->host->self, cpu->number),
        .context_writes = cpu->context_writes,
        .cycles = sim_cycles(world->config->clock_mhz * 1000000u, world->now),
    };
}

static void sync_to(
    struct kunpeng_cpu *cpu, const struct kunpeng_world *world, const struct arm_moment *moment)
{
    const struct asker asker = {world->traffic, cpu->number};
    const struct arm_traffic traffic = {traffic_total, &asker};

    arm_pmu_sync(&cpu->pmu, moment, &traffic);
}

void kunpeng_cpu_sync(struct kunpeng_cpu *cpu, const struct kunpeng_world *world)
{
    if (cpu->on) {
        struct arm_moment moment = present(cpu, world);
        sync_to(cpu, world, &moment);
    }
}

static void emit(
    struct kunpeng_cpu *cpu, const struct kunpeng_world *world, unsigned offset, uint64_t value)
{
    if (cpu->emitted[offset] == value)
        return;
    cpu->emitted[offset] = value;
    sim_host_trace(world->host, &(struct trace_record){.kind = TRACE_COUNTED,
                                    .cpu = (uint16_t)cpu->number,
                                    .offset = offset,
                                    .time = world->now,
                                    .value = value});
}

void kunpeng_cpu_power(struct kunpeng_cpu *cpu, const struct kunpeng_world *world, bool on)
{
    const struct kunpeng_config *config = world->config;

    if (cpu->on == on)
        return;
    cpu->on = on;
    emit(cpu, world, KUNPENG_SWITCHED, cpu->emitted[KUNPENG_SWITCHED] + 1);
    cpu->context_id[0] = cpu->context_id[1] = 0;
    arm_pmu_reset(&cpu->pmu, config->counters, config->hpmn ? config->hpmn : config->counters,
        config->kernel_el);
}

static void truths(const struct arm_moment *moment, bool kernel, uint64_t values[KUNPENG_N_TRUTHS])
{
    static const enum arm_source sources[KUNPENG_N_TRUTHS] = {ARM_INSTRUCTIONS, ARM_LOADS,
        ARM_STORES, ARM_BRANCHES, ARM_EXCEPTIONS, ARM_RETURNS, ARM_CONTEXT_WRITES};

    for (unsigned i = 0; i < KUNPENG_N_TRUTHS; i++)
        values[i] = arm_source_total(sources[i], moment, kernel);
}

void kunpeng_cpu_emit(struct kunpeng_cpu *cpu, const struct kunpeng_world *world)
{
    struct arm_moment moment;

    if (!cpu->on)
        return;
    moment = present(cpu, world);
    sync_to(cpu, world, &moment);
    for (unsigned kernel = 0; kernel < 2; kernel++) {
        uint64_t values[KUNPENG_N_TRUTHS];
        truths(&moment, kernel, values);
        for (unsigned i = 0; i < KUNPENG_N_TRUTHS; i++)
            emit(cpu, world, 2 * i + kernel, values[i]);
    }
}

void kunpeng_cpu_follow(struct kunpeng_cpu *cpu, const struct kunpeng_world *world)
{
    if (arm_pmu_runs(&cpu->pmu))
        kunpeng_cpu_emit(cpu, world);
    else
        kunpeng_cpu_sync(cpu, world);
}

bool kunpeng_cpu_context(
    struct kunpeng_cpu *cpu, const struct kunpeng_world *world, enum arm_reg reg, uint64_t value)
{
    bool vhe = world->config->kernel_el == 2;

    if (reg != ARM_CONTEXTIDR_EL1 &&
        (!vhe || (reg != ARM_CONTEXTIDR_EL2 && reg != ARM_CONTEXTIDR_EL12)))
        return false;
    cpu->context_id[vhe && reg != ARM_CONTEXTIDR_EL12] = (uint32_t)value;
    cpu->context_writes++;
    return true;
}

const char *kunpeng_truth_text(uint32_t offset)
{
    static const char *const texts[KUNPENG_N_COUNTED] = {"user instructions", "kernel instructions",
        "user loads", "kernel loads", "user stores", "kernel stores", "user branches",
        "kernel branches", "exceptions to users", "exceptions to the kernel",
        "users' exception returns", "exception returns", NULL, "writes of CONTEXTIDR",
        "switches on and off"};

    return offset < KUNPENG_N_COUNTED ? texts[offset] : NULL;
}
