/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognizes the ends of blocks at which an x86 guest leaves a driver's text,
 * and records their execution. */
#include "qemu-plugins/trap/x86_call_path.h"

#include "qemu-plugins/qemu/cpu_number.h"
#include "qemu-plugins/trap/call_path.h"
#include "qemu-plugins/trap/x86_cpu.h"
#include "qemu-plugins/trap/x86_op_decode.h"

#include <string.h>

/* Linux loads modules above the 1 GiB from 0xffffffff80000000 for its image, up
 * to the fixed map (Documentation/arch/x86/x86_64/mm.rst). A kernel without
 * CONFIG_RANDOMIZE_BASE loads them lower; its modules are not followed. */
#define KERNEL      UINT64_C(0xffffffff80000000)
#define MODULES     UINT64_C(0xffffffffc0000000)
#define MODULES_END UINT64_C(0xffffffffff000000)

enum { X86_RSP = 4, CALL = 0xe8, CALL_LENGTH = 5 };

/* A function for one RDMSR or WRMSR saves fewer registers than this. */
enum { SAVED_MAX = 4 };

static _Thread_local GByteArray *bytes;

void x86_call_path_start(void)
{
    call_path_add(MODULES, MODULES_END);
}

static bool peek(uint64_t address, uint64_t *value)
{
    if (!bytes)
        bytes = g_byte_array_new();
    if (!qemu_plugin_read_memory_vaddr(address, bytes, sizeof(*value)))
        return false;
    memcpy(value, bytes->data, sizeof(*value));
    return true;
}

static uint64_t stack_pointer(unsigned vcpu_index)
{
    return x86_get(cpu_number(vcpu_index), (enum x86_reg)X86_RSP);
}

static void called(unsigned vcpu_index, void *pc)
{
    call_path_called(stack_pointer(vcpu_index), (uint64_t)(uintptr_t)pc);
}

static void returned(unsigned vcpu_index, void *pc)
{
    (void)pc;
    call_path_returned(stack_pointer(vcpu_index));
}

static void jumped(unsigned vcpu_index, void *pc)
{
    uint64_t sp = stack_pointer(vcpu_index), value;

    if (peek(sp, &value))
        call_path_jumped(sp, (uint64_t)(uintptr_t)pc, value);
    else
        call_path_returned(sp);
}

/* Kernels return by a jump to a thunk: a bare RET, or a call of a RET followed
 * by UD2, which never runs. */
static bool is_return_thunk(uint64_t address)
{
    uint64_t code;

    if (!peek(address, &code))
        return false;
    return (code & 0xff) == 0xc3 || ((code & 0xff) == 0xe8 && (code >> 40 & 0xffff) == 0x0b0f);
}

void x86_call_path_translated(struct qemu_plugin_tb *tb)
{
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, qemu_plugin_tb_n_insns(tb) - 1);
    void (*watch)(unsigned vcpu, void *pc) = NULL; /* NULL: it stays in the driver */
    uint64_t pc = qemu_plugin_insn_vaddr(last), target;
    uint8_t code[16];
    size_t length;
    struct x86_op op;

    if (G_LIKELY(!call_path_is_text(pc)))
        return;
    length = qemu_plugin_insn_data(last, code, sizeof(code));
    op = x86_op_decode(code, length);
    target = pc + length + (uint64_t)(int64_t)op.distance;
    switch (op.branch) {
    case SIM_CALL:
        watch = call_path_is_text(target) ? NULL : called;
        break;
    case SIM_INDIRECT_CALL:
        watch = called;
        break;
    case SIM_RETURN:
        watch = returned;
        break;
    case SIM_INDIRECT:
        watch = jumped;
        break;
    case SIM_JUMP:
    case SIM_CONDITIONAL:
        if (!call_path_is_text(target))
            watch = is_return_thunk(target) ? returned : jumped;
        break;
    default:
        break;
    }
    if (watch)
        qemu_plugin_register_vcpu_insn_exec_cb(
            last, watch, QEMU_PLUGIN_CB_R_REGS, (void *)(uintptr_t)pc);
}

uint64_t x86_call_path_of(unsigned vcpu, uint64_t pc)
{
    return call_path_is_text(pc) ? pc : call_path_at(x86_get(vcpu, (enum x86_reg)X86_RSP), peek);
}

/* Before a return address is a direct call. Its target need not be the
 * accessing function, which may have been reached by a jump. */
uint64_t x86_call_path_of_msr(unsigned vcpu, uint64_t pc)
{
    uint64_t call_path = x86_call_path_of(vcpu, pc), sp = x86_get(vcpu, (enum x86_reg)X86_RSP),
             value, code;

    if (call_path || pc < KERNEL)
        return call_path;
    for (unsigned i = 0; i < SAVED_MAX && peek(sp + i * sizeof(value), &value); i++)
        if (value >= KERNEL && value < MODULES_END && peek(value - CALL_LENGTH, &code) &&
            (code & 0xff) == CALL)
            return value;
    return 0;
}
