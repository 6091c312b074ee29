/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's own traffic, from the callbacks for memory accesses. */
#include "qemu-plugins/count/guest_cachelines.h"

#include "qemu-plugins/qemu/arbiter.h"
#include "qemu-plugins/qemu/clock.h"
#include "qemu-plugins/qemu/cpu_number.h"

/* An access is cut at the end of such a page, because the next page may be
 * elsewhere. All guests have pages of this size. */
#define PAGE 4096

static struct {
    const struct guest_cachelines_hooks *hooks;
    void *machine;
    struct memory_config config;
    unsigned n_cpus, n_sockets;
    bool wanted;
    bool threads;          /* CPUs run in parallel */
    struct memory *caches; /* NULL until first requested */
} self;

void guest_cachelines_start(const struct guest_cachelines_hooks *hooks, void *machine,
    const struct memory_config *config, unsigned n_cpus, unsigned n_sockets)
{
    self.hooks = hooks;
    self.machine = machine;
    self.config = *config;
    self.n_cpus = MIN(n_cpus, MEMORY_MAX_CPUS);
    self.n_sockets = self.n_cpus % n_sockets ? 1 : n_sockets;
    self.threads = clock_readable(false); /* without -icount */
}

void guest_cachelines_want(bool wanted)
{
    if (G_LIKELY(wanted == self.wanted))
        return;
    self.wanted = wanted;
    if (!self.caches)
        self.caches = g_new(struct memory, 1);
    memory_reset(self.caches, &self.config, self.n_cpus, self.n_sockets);
    self.hooks->retranslate();
}

bool guest_cachelines_at_rest(void)
{
    return !self.wanted;
}

/* One access at a time: CPUs that run in parallel wait for each other. CPUs
 * that take turns enter the arbiter only if a line has moved. */
static void accessed(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data)
{
    const struct qemu_plugin_hwaddr *where =
        self.wanted ? qemu_plugin_get_hwaddr(info, vaddr) : NULL;
    unsigned size = 1u << qemu_plugin_mem_size_shift(info),
             in_page = PAGE - (unsigned)(vaddr % PAGE);
    struct memory *m = self.caches;

    (void)data;
    if (!where || qemu_plugin_hwaddr_is_io(where))
        return;
    if (self.threads)
        arbiter_enter();
    memory_touch(m, cpu_number(vcpu_index) % self.n_cpus, qemu_plugin_hwaddr_phys_addr(where),
        MIN(size, in_page), qemu_plugin_mem_is_store(info));
    if (m->n_moves) {
        if (!self.threads)
            arbiter_enter();
        for (unsigned i = 0; i < m->n_moves; i++)
            self.hooks->moved(self.machine, m->moves[i].line,
                m->moves[i].write ? CACHELINES_WRITTEN : CACHELINES_READ);
        if (!self.threads)
            arbiter_leave();
    }
    if (self.threads)
        arbiter_leave();
}

void guest_cachelines_translated(struct qemu_plugin_tb *tb)
{
    if (G_LIKELY(!self.wanted))
        return;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), accessed,
            QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_R | QEMU_PLUGIN_MEM_W, NULL);
}
