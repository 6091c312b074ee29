/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stand-in's plugin API: stores callbacks, and implements queries of
 * blocks, registers and memory. */
#include "tests/fake_qemu/state.h"

#include <string.h>

/* ---- callbacks of QEMU's own events ---- */

static struct {
    void (*init)(unsigned vcpu, void *data);
    void (*translated)(struct qemu_plugin_tb *tb, void *data);
    void (*exit)(void *data);
    void (*flush)(void *data);
    void *init_data, *translated_data, *exit_data, *flush_data;
    qemu_plugin_discon_cb *discontinued;
    enum qemu_plugin_discon_type types;
    void *discontinued_data;
    void (*anew)(void *data); /* once all callbacks are dropped */
    void *anew_data;
} on;

void qemu_plugin_register_vcpu_init_cb(
    qemu_plugin_id_t id, void (*cb)(unsigned vcpu, void *data), void *data)
{
    (void)id;
    on.init = cb;
    on.init_data = data;
}

void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*cb)(struct qemu_plugin_tb *tb, void *data), void *data)
{
    (void)id;
    on.translated = cb;
    on.translated_data = data;
}

void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*cb)(void *data), void *data)
{
    (void)id;
    on.exit = cb;
    on.exit_data = data;
}

void qemu_plugin_register_flush_cb(qemu_plugin_id_t id, void (*cb)(void *data), void *data)
{
    (void)id;
    on.flush = cb;
    on.flush_data = data;
}

void qemu_plugin_register_vcpu_discon_cb(
    qemu_plugin_id_t id, enum qemu_plugin_discon_type type, qemu_plugin_discon_cb *cb, void *data)
{
    (void)id;
    on.discontinued = cb;
    on.types = type;
    on.discontinued_data = data;
}

void qemu_plugin_reset(qemu_plugin_id_t id, void (*cb)(void *data), void *data)
{
    (void)id;
    if (!fake_current_cpu)
        fake_bail_out("a reset outside of a CPU's context");
    on.anew = cb;
    on.anew_data = data;
}

void fake_happens(enum fake_event event, unsigned vcpu, struct qemu_plugin_tb *tb)
{
    if (event == FAKE_INIT && on.init)
        on.init(vcpu, on.init_data);
    else if (event == FAKE_TRANSLATE && on.translated)
        on.translated(tb, on.translated_data);
    else if (event == FAKE_EXIT && on.exit)
        on.exit(on.exit_data);
    else if (event == FAKE_FLUSH && on.flush)
        on.flush(on.flush_data);
}

void fake_discontinues(
    struct fake_cpu *cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to)
{
    cpu->flags = QEMU_PLUGIN_CB_R_REGS;
    cpu->readable = true;
    if (on.discontinued && on.types & type)
        on.discontinued(cpu->number, type, from, to, on.discontinued_data);
    cpu->flags = -1;
}

void fake_reset_if_asked(void)
{
    void (*anew)(void *data) = on.anew;
    void *data = on.anew_data;

    if (!anew)
        return;
    fake_flush();
    memset(&on, 0, sizeof(on));
    fake_world.resets++;
    anew(data);
}

/* ---- callbacks of blocks, instructions and accesses ---- */

static void keep(GArray *in, bool off, struct fake_callback callback)
{
    if (!off)
        g_array_append_val(in, callback);
}

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags, void *data)
{
    keep(tb->calls, tb->accesses_only,
        (struct fake_callback){.what = FAKE_CALL, .call = cb, .flags = flags, .data = data});
}

/* Inline operations: generated code that reads or writes a CPU's scoreboard
 * entry. */
static void must_work(void)
{
    if (fake.setup.icount && fake.setup.cpus > 1)
        fake_bail_out("inline operations are miscompiled where CPUs share a thread");
}

void qemu_plugin_register_vcpu_tb_exec_cond_cb(struct qemu_plugin_tb *tb,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags,
    enum qemu_plugin_cond cond, qemu_plugin_u64 entry, uint64_t number, void *data)
{
    must_work();
    keep(tb->calls, tb->accesses_only,
        (struct fake_callback){.what = FAKE_CONDITION,
            .call = cb,
            .flags = flags,
            .data = data,
            .condition = cond,
            .entry = entry,
            .number = number});
}

static struct fake_callback inlined(enum qemu_plugin_op op, qemu_plugin_u64 entry, uint64_t number)
{
    must_work();
    return (struct fake_callback){.what = op == QEMU_PLUGIN_INLINE_ADD_U64 ? FAKE_ADD : FAKE_STORE,
        .entry = entry,
        .number = number};
}

void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
    struct qemu_plugin_tb *tb, enum qemu_plugin_op op, qemu_plugin_u64 entry, uint64_t number)
{
    keep(tb->calls, tb->accesses_only, inlined(op, entry, number));
}

void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
    struct qemu_plugin_insn *insn, enum qemu_plugin_op op, qemu_plugin_u64 entry, uint64_t number)
{
    keep(insn->calls, insn->tb->accesses_only, inlined(op, entry, number));
}

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags, void *data)
{
    keep(insn->calls, insn->tb->accesses_only,
        (struct fake_callback){.what = FAKE_CALL, .call = cb, .flags = flags, .data = data});
}

void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_mem_cb *cb,
    enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw, void *data)
{
    keep(insn->accesses, false,
        (struct fake_callback){
            .what = FAKE_ACCESS, .access = cb, .flags = flags, .rw = rw, .data = data});
}

/* ---- scoreboards ---- */

struct qemu_plugin_scoreboard {
    size_t size;
    char *bytes;
};

struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t size)
{
    struct qemu_plugin_scoreboard *score = g_new(struct qemu_plugin_scoreboard, 1);

    *score = (struct qemu_plugin_scoreboard){size, g_malloc0(size * FAKE_MAX_CPUS)};
    return score;
}

void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *score, unsigned vcpu)
{
    if (vcpu >= fake.setup.cpus)
        fake_bail_out("a scoreboard's entry for CPU %u", vcpu);
    return score->bytes + vcpu * score->size;
}

uint64_t *fake_scored(qemu_plugin_u64 entry, unsigned vcpu)
{
    return (void *)(entry.score->bytes + vcpu * entry.score->size + entry.offset);
}

/* ---- blocks and instructions ---- */

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb)
{
    return tb->n;
}

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index)
{
    if (index >= tb->n)
        fake_bail_out("instruction %zu of %u", index, tb->n);
    return (struct qemu_plugin_insn *)(uintptr_t)&tb->insns[index];
}

size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *dest, size_t length)
{
    size_t n = MIN(length, insn->size);

    memcpy(dest, insn->bytes, n);
    return n;
}

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn)
{
    return insn->size;
}

uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn)
{
    return insn->vaddr;
}

/* Arbitrary, but the same for the same physical address. */
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn)
{
    return fake_is_io(insn->physical)
               ? NULL
               : (void *)(uintptr_t)(UINT64_C(0x7f0000000000) + insn->physical);
}

/* ---- CPUs and registers ---- */

int qemu_plugin_num_vcpus(void)
{
    return fake.started ? (int)fake.setup.cpus : 0;
}

/* A handle is the register's number + 1. */
GArray *qemu_plugin_get_registers(void)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(qemu_plugin_reg_descriptor));

    for (unsigned i = 0; fake.isa->registers[i].name; i++) {
        const qemu_plugin_reg_descriptor row = {.handle = GUINT_TO_POINTER(i + 1),
            .name = fake.isa->registers[i].name,
            .feature = "fake"};
        if (!fake_lacks(row.name))
            g_array_append_val(list, row);
    }
    return list;
}

static struct fake_cpu *cpu_here(void)
{
    if (!fake_current_cpu)
        fake_bail_out("a CPU's register or memory outside of any CPU's context");
    return fake_current_cpu;
}

static void order(const struct fake_cpu *cpu, uint8_t *bytes, unsigned size)
{
    for (unsigned i = 0; !fake_is_little(cpu) && i < size / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

bool qemu_plugin_read_register(struct qemu_plugin_register *handle, GByteArray *buffer)
{
    struct fake_cpu *cpu = cpu_here();
    unsigned number = GPOINTER_TO_UINT(handle) - 1;
    const struct fake_register *reg = &fake.isa->registers[number];
    uint64_t value = cpu->registers[number];
    uint8_t bytes[8];

    if (cpu->flags == QEMU_PLUGIN_CB_NO_REGS)
        return false;
    if (!strcmp(reg->name, fake.isa->pc))
        value = fake_world.shown_pc ? fake_world.shown_pc : cpu->tb ? cpu->shown_pc : value;
    value = GUINT64_TO_LE(value);
    memcpy(bytes, &value, sizeof(bytes));
    order(cpu, bytes, reg->size);
    g_byte_array_append(buffer, bytes, reg->size);
    return true;
}

bool qemu_plugin_write_register(struct qemu_plugin_register *handle, GByteArray *buffer)
{
    struct fake_cpu *cpu = cpu_here();
    unsigned number = GPOINTER_TO_UINT(handle) - 1, size = fake.isa->registers[number].size;
    uint8_t bytes[8] = {0};

    if (cpu->flags != QEMU_PLUGIN_CB_RW_REGS && cpu->flags != QEMU_PLUGIN_CB_RW_REGS_PC)
        fake_bail_out("register %s written without leave", fake.isa->registers[number].name);
    memcpy(bytes, buffer->data, MIN(buffer->len, size));
    order(cpu, bytes, size);
    memcpy(&cpu->registers[number], bytes, sizeof(bytes));
    return true;
}

/* Does not return. */
void qemu_plugin_set_pc(uint64_t pc)
{
    struct fake_cpu *cpu = cpu_here();

    if (cpu->flags != QEMU_PLUGIN_CB_RW_REGS_PC || !cpu->tb)
        fake_bail_out("the PC written without leave");
    fake_set(cpu->number, fake.isa->pc, pc);
    longjmp(cpu->out, 1);
}

/* ---- memory ---- */

/* QEMU's number for the current access is made up. */
static const struct fake_cpu *accessing(void)
{
    const struct fake_cpu *cpu = cpu_here();

    if (!cpu->tb)
        fake_bail_out("an access outside of its callback");
    return cpu;
}

unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info)
{
    (void)info;
    return (unsigned)__builtin_ctz(accessing()->access_size);
}

bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info)
{
    (void)info;
    return accessing()->stores;
}

bool qemu_plugin_mem_is_big_endian(qemu_plugin_meminfo_t info)
{
    const struct fake_cpu *cpu = accessing();

    (void)info;
    return fake_is_little(cpu) == cpu->tb->insns[cpu->at].given.access.swapped;
}

qemu_plugin_mem_value qemu_plugin_mem_get_value(qemu_plugin_meminfo_t info)
{
    static const uint8_t types[] = {MEM_VALUE_U8, MEM_VALUE_U16, MEM_VALUE_U32, MEM_VALUE_U64};
    qemu_plugin_mem_value value = {.type = types[qemu_plugin_mem_size_shift(info)]};

    value.data.u64 = cpu_here()->loaded;
    return value;
}

static _Thread_local uint64_t looked_up;

struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t vaddr)
{
    (void)info;
    return fake_translate(vaddr, &looked_up) ? (struct qemu_plugin_hwaddr *)&looked_up : NULL;
}

bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *address)
{
    (void)address;
    return fake_is_io(looked_up);
}

uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *address)
{
    (void)address;
    return looked_up;
}

bool qemu_plugin_translate_vaddr(uint64_t vaddr, uint64_t *address)
{
    (void)cpu_here();
    return fake_translate(vaddr, address);
}

bool qemu_plugin_read_memory_vaddr(uint64_t address, GByteArray *data, size_t length)
{
    uint64_t physical;

    (void)cpu_here();
    g_byte_array_set_size(data, (guint)length);
    return fake_translate(address, &physical) && fake_copy(physical, data->data, length, false);
}

int qemu_plugin_read_memory_hwaddr(uint64_t address, GByteArray *data, size_t length)
{
    (void)cpu_here();
    g_byte_array_set_size(data, (guint)length);
    return !fake_copy(address, data->data, length, false);
}

int qemu_plugin_write_memory_hwaddr(uint64_t address, GByteArray *data)
{
    (void)cpu_here();
    return !fake_copy(address, data->data, data->len, true);
}
