/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a CPU's registers by name, and reads them. */
#include "qemu-plugins/trap/cpu_registers.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/turns.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct qemu_plugin_register *find(const GArray *list, const char *name)
{
    for (guint i = 0; i < list->len; i++) {
        const qemu_plugin_reg_descriptor *reg = &g_array_index(list, qemu_plugin_reg_descriptor, i);
        if (!strcmp(reg->name, name))
            return reg->handle;
    }
    return NULL;
}

void cpu_registers_find(struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n)
{
    g_autoptr(GArray) list = qemu_plugin_get_registers();

    cpu_number_learn(vcpu);
    turns_join();
    registers->buffer = g_byte_array_new();
    for (unsigned i = 0; i < n; i++) {
        registers->handles[i] = find(list, names[i]);
        if (!registers->handles[i]) {
            fprintf(stderr, "pmulab: this QEMU lists no register '%s' for CPU %u\n", names[i], vcpu);
            _exit(1);
        }
    }
}

void cpu_registers_get(struct cpu_registers *registers, unsigned number, uint8_t bytes[8])
{
    memset(bytes, 0, 8);
    g_byte_array_set_size(registers->buffer, 0);
    if (qemu_plugin_read_register(registers->handles[number], registers->buffer))
        memcpy(bytes, registers->buffer->data, MIN(registers->buffer->len, 8));
}

void cpu_registers_set(struct cpu_registers *registers, unsigned number, const uint8_t bytes[8])
{
    g_byte_array_set_size(registers->buffer, 0);
    g_byte_array_append(registers->buffer, bytes, 8);
    qemu_plugin_write_register(registers->handles[number], registers->buffer);
}
