/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/one_insn.h"

#include "qemu-plugins/cpu_number.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>

static struct {
    atomic_bool *on; /* QEMU's, a bool that it accesses atomically */
    atomic_uint asking;
    bool asked[ONE_INSN_MAX_CPUS]; /* each its own thread's */
} self;

bool one_insn_init(void)
{
    self.on = dlsym(RTLD_DEFAULT, "one_insn_per_tb");
    if (!self.on)
        fprintf(stderr, "pmulab: this QEMU does not export one_insn_per_tb: nothing is sampled\n");
    return self.on;
}

void one_insn_ask(unsigned vcpu, bool on)
{
    if (!self.on || self.asked[vcpu] == on)
        return;
    self.asked[vcpu] = on;
    if (on) {
        atomic_fetch_add(&self.asking, 1);
        atomic_store(self.on, true);
    } else if (atomic_fetch_sub(&self.asking, 1) == 1) {
        atomic_store(self.on, false);
        if (atomic_load(&self.asking)) /* another began in between */
            atomic_store(self.on, true);
    }
}

bool one_insn_asked(unsigned vcpu)
{
    return self.asked[vcpu];
}

bool one_insn_on(void)
{
    return self.on && atomic_load(self.on);
}

void one_insn_not_mine(void)
{
    if (cpu_number_state.shared_thread)
        atomic_store(self.on, false);
}

void one_insn_resume(void)
{
    if (!atomic_load(self.on))
        atomic_store(self.on, true);
}
