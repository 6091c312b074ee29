/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a CPU's registers by name, and reads them. */
#include "qemu-plugins/trap/cpu_registers.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/qemu/qemu_private.h"
#include "qemu-plugins/qemu/turns.h"

#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

void cpu_registers_find(
    struct cpu_registers *registers, unsigned vcpu, const char *const *names, unsigned n)
{
    g_autoptr(GArray) list = qemu_plugin_get_registers();

    cpu_number_learn(vcpu);
    turns_join();
    *registers = (struct cpu_registers){.buffer = g_byte_array_new()};
    for (unsigned i = 0; i < n; i++) {
        for (guint r = 0; r < list->len && !registers->handles[i]; r++) {
            const qemu_plugin_reg_descriptor *reg =
                &g_array_index(list, qemu_plugin_reg_descriptor, r);
            if (!strcmp(reg->name, names[i]))
                registers->handles[i] = reg->handle;
        }
        if (!registers->handles[i]) {
            fprintf(
                stderr, "pmulab: this QEMU lists no register '%s' for CPU %u\n", names[i], vcpu);
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

uint64_t cpu_registers_pc(
    struct cpu_registers *registers, unsigned vcpu, unsigned number, unsigned debuggers)
{
    uint64_t value = 0;

    if (G_LIKELY(registers->places[number]))
        return *registers->places[number];
    g_byte_array_set_size(registers->buffer, 0);
    qemu_private.gdb_read_register(
        qemu_private.qemu_get_cpu((int)vcpu), registers->buffer, (int)debuggers);
    memcpy(&value, registers->buffer->data, MIN(registers->buffer->len, sizeof(value)));
    value = GUINT64_FROM_LE(value);
    if (registers->located)
        cpu_registers_learn(registers, number, value);
    return value;
}

/* ---- the registers' places ---- */

/* The start of QEMU's CPU structure, in which registers are searched. */
enum { PIECE = 4096, PIECES = 32, WORDS = PIECES * PIECE / sizeof(uint64_t) };

/* Copies its readable part. Its length is not known here, so the kernel checks
 * each piece. */
static size_t copy_cpu(char *cpu, uint64_t words[WORDS])
{
    struct iovec to = {words, WORDS * sizeof(*words)}, from[PIECES];
    ssize_t copied;

    for (unsigned i = 0; i < PIECES; i++)
        from[i] = (struct iovec){cpu + i * (size_t)PIECE, PIECE};
    copied = process_vm_readv(getpid(), &to, 1, from, PIECES, 0);
    return copied > 0 ? (size_t)copied / sizeof(*words) : 0;
}

/* A unique number that fits 32 bits, for CPUs in a 32-bit mode. */
static uint64_t pattern(unsigned number)
{
    return UINT64_C(0x706d7500) + number;
}

/* Returns the only word that has become @wanted, or @n. */
static size_t became(const uint64_t *before, const uint64_t *after, size_t n, uint64_t wanted)
{
    size_t found = n;

    for (size_t i = 0; i < n; i++) {
        if (after[i] != wanted || before[i] == wanted)
            continue;
        if (found < n)
            return n;
        found = i;
    }
    return found;
}

/* Writes a pattern to each register and searches it; then restores them.
 * Debuggers use the CPU's byte order. */
void cpu_registers_locate(
    struct cpu_registers *registers, unsigned vcpu, unsigned first, unsigned n, bool little)
{
    char *cpu = qemu_private_has(QEMU_CLOCK) ? qemu_private.qemu_get_cpu((int)vcpu) : NULL;
    uint64_t *before = g_new(uint64_t, WORDS), *after = g_new(uint64_t, WORDS);
    uint64_t held[CPU_REGISTERS_MAX], wanted;
    size_t words = cpu ? copy_cpu(cpu, before) : 0, at;

    registers->located = true;
    for (unsigned i = first; i < first + n && words; i++) {
        wanted = little ? GUINT64_TO_LE(pattern(i)) : GUINT64_TO_BE(pattern(i));
        cpu_registers_get(registers, i, (uint8_t *)&held[i]);
        cpu_registers_set(registers, i, (const uint8_t *)&wanted);
    }
    words = words ? MIN(words, copy_cpu(cpu, after)) : 0;
    for (unsigned i = first; i < first + n && words; i++) {
        cpu_registers_set(registers, i, (const uint8_t *)&held[i]);
        at = became(before, after, words, pattern(i));
        if (at == words)
            continue;
        registers->places[i] = (uint64_t *)(void *)cpu + at;
        /* Also the part hidden from debuggers: in a 32-bit mode, the upper
         * half. */
        *registers->places[i] = before[at];
        registers->behind =
            (struct cpu_registers_behind){registers->places[i] + 1, .fit = UINT64_MAX};
    }
    g_free(before);
    g_free(after);
}

/* Different values needed of a read-only register, and only one word that has
 * had them all. */
enum { VALUES = 4 };

void cpu_registers_learn(struct cpu_registers *registers, unsigned number, uint64_t value)
{
    struct cpu_registers_behind *behind = &registers->behind;

    if (!behind->fit || value == behind->latest)
        return;
    for (unsigned i = 0; i < CPU_REGISTERS_BEHIND; i++)
        if (behind->words[i] != value)
            behind->fit &= ~(UINT64_C(1) << i);
    behind->latest = value;
    if (++behind->values < VALUES || !behind->fit || behind->fit & (behind->fit - 1))
        return;
    registers->places[number] = behind->words + __builtin_ctzll(behind->fit);
    behind->fit = 0;
}
