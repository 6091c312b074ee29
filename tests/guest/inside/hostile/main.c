// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hostile guest: a thread on each CPU writes random values to all registers
 * that pmulab answers, as fast as it can, until the module is removed. Then it
 * reports each CPU's number of writes.
 */
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "hostile.h"

static ulong seed = 1;
module_param(seed, ulong, 0444);
MODULE_PARM_DESC(seed, "where the random numbers begin");

u64 hostile_memory;

#define WRITES_AT_A_TIME 32

/* Uses a tenth of the CPU while the driver works, and all of it while the
 * driver waits. */
#define NICE 10

struct writer {
    struct task_struct *thread;
    struct hostile_random random;
    unsigned long writes[HOSTILE_KINDS];
    bool ended;
};

static struct writer writers[NR_CPUS];

/* Marsaglia's xorshift64. */
static u64 next(struct hostile_random *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return random->state;
}

u32 hostile_below(struct hostile_random *random, u32 n)
{
    return (next(random) >> 32) % n;
}

u64 hostile_value(struct hostile_random *random)
{
    u64 value = next(random);

    switch (hostile_below(random, 8)) {
    case 0:
        return 0;
    case 1:
        return ~0ull;
    case 2:
        return 1ull << (value & 63);
    case 3:
        return value & next(random) & next(random);
    case 4:
        return value | next(random) | next(random);
    default:
        return value;
    }
}

static int write_until_stopped(void *data)
{
    struct writer *writer = data;

    while (!kthread_should_stop()) {
        for (int i = 0; i < WRITES_AT_A_TIME; i++)
            writer->writes[hostile_write(&writer->random)]++;
        cond_resched();
    }
    hostile_silence();
    writer->ended = true;
    return 0;
}

static void stop(void)
{
    unsigned int cpu, ended = 0;

    for_each_possible_cpu(cpu)
    {
        struct writer *writer = &writers[cpu];

        if (!writer->thread)
            continue;
        kthread_stop(writer->thread);
        for (int kind = 0; kind < HOSTILE_KINDS; kind++)
            if (hostile_kinds[kind])
                pr_info("hostile: CPU %u: %lu writes to %s\n", cpu, writer->writes[kind],
                    hostile_kinds[kind]);
        ended += writer->ended;
    }
    pr_info("hostile: %u threads have ended\n", ended);
}

static int start_on(unsigned int cpu)
{
    struct writer *writer = &writers[cpu];
    struct task_struct *thread;

    /* never 0, which xorshift cannot leave */
    writer->random.state = (seed * NR_CPUS + cpu) * 0x9e3779b97f4a7c15ull | 1;
    thread =
        kthread_create_on_node(write_until_stopped, writer, cpu_to_node(cpu), "hostile/%u", cpu);
    if (IS_ERR(thread))
        return PTR_ERR(thread);
    kthread_bind(thread, cpu);
    set_user_nice(thread, NICE);
    get_task_struct(thread);
    writer->thread = thread;
    wake_up_process(thread);
    return 0;
}

static int __init hostile_init(void)
{
    struct page *pages = alloc_pages(GFP_KERNEL | __GFP_ZERO, get_order(HOSTILE_MEMORY));
    unsigned int cpu;
    int error;

    if (!pages)
        return -ENOMEM;
    hostile_memory = virt_to_phys(page_address(pages));
    error = hostile_find();
    for_each_online_cpu(cpu) if (!error) error = start_on(cpu);
    if (error)
        stop();
    return error;
}

static void __exit hostile_exit(void)
{
    stop();
}

module_init(hostile_init);
module_exit(hostile_exit);
MODULE_DESCRIPTION("Random writes to the registers of pmulab's machines");
MODULE_LICENSE("GPL");
