/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translates the stand-in's code into blocks, and runs them as QEMU does. */
#include "tests/fake_qemu/state.h"

#include <stdio.h>
#include <string.h>

/* ---- code ---- */

static void read_hex(struct qemu_plugin_insn *insn)
{
    const char *hex = insn->given.hex;
    unsigned byte;
    int used;

    for (; insn->size < sizeof(insn->bytes) && sscanf(hex, " %2x%n", &byte, &used) == 1;
         hex += used)
        insn->bytes[insn->size++] = (uint8_t)byte;
    if (!insn->size || *hex)
        fake_bail_out("'%s' is no instruction", insn->given.hex);
}

static struct qemu_plugin_insn *physical_code(uint64_t address)
{
    for (unsigned i = 0; i < fake.code->len; i++)
        if (((const struct qemu_plugin_insn *)fake.code->pdata[i])->physical == address)
            return fake.code->pdata[i];
    return NULL;
}

static bool is_alike(const struct fake_insn *a, const struct fake_insn *b)
{
    struct fake_insn same = *a;

    same.hex = b->hex;
    return !strcmp(a->hex, b->hex) && !memcmp(&same, b, sizeof(same));
}

/* Like a guest's store, this drops its translations without notice to
 * plugins. */
static unsigned place_insn(uint64_t address, const struct fake_insn *given)
{
    struct qemu_plugin_insn *insn = physical_code(address), *found = insn;

    if (found && is_alike(&found->given, given))
        return found->size;
    if (!found)
        insn = g_new0(struct qemu_plugin_insn, 1);
    *insn = (struct qemu_plugin_insn){.given = *given, .physical = address};
    read_hex(insn);
    for (unsigned k = 0; k < insn->size; k++)
        fake_poke(address + k, insn->bytes[k], 1);
    if (!found)
        g_ptr_array_add(fake.code, insn);
    g_ptr_array_set_size(fake.blocks, 0);
    return insn->size;
}

void fake_code(uint64_t address, const struct fake_insn *insns, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        address += place_insn(address, &insns[i]);
}

static const struct qemu_plugin_insn *code_at(uint64_t vaddr)
{
    uint64_t physical;

    if (!fake_translate(vaddr, &physical))
        return NULL;
    return physical_code(physical);
}

/* ---- translation ---- */

static bool ends_block(const struct fake_insn *insn)
{
    return insn->ends || insn->jump || insn->effect;
}

/* A block of x86 may continue in another page; others end with theirs. */
static bool beyond(const struct qemu_plugin_tb *tb, uint64_t vaddr)
{
    uint64_t pages = vaddr / FAKE_PAGE - tb->vaddr / FAKE_PAGE;

    return tb->n && (fake.setup.isa == FAKE_X86 ? pages > 1 : pages);
}

static void add_insn(struct qemu_plugin_tb *tb, const struct qemu_plugin_insn *code, uint64_t vaddr)
{
    struct qemu_plugin_insn *insn = &tb->insns[tb->n++];

    *insn = *code;
    insn->vaddr = vaddr;
    insn->tb = tb;
    insn->calls = g_array_new(FALSE, FALSE, sizeof(struct fake_callback));
    insn->accesses = g_array_new(FALSE, FALSE, sizeof(struct fake_callback));
}

/* Blocks after a flush reuse earlier memory, as in QEMU's buffer for generated
 * code. */
static struct qemu_plugin_tb *new_block(void)
{
    guint n = fake.unused->len;

    return n ? g_ptr_array_steal_index(fake.unused, n - 1) : g_new(struct qemu_plugin_tb, 1);
}

static struct qemu_plugin_tb *translate(struct fake_cpu *cpu, struct qemu_plugin_tb key)
{
    struct qemu_plugin_tb *tb = new_block();
    const struct qemu_plugin_insn *code;
    uint64_t vaddr = key.vaddr;

    *tb = key;
    tb->translator = cpu->number;
    tb->calls = g_array_new(FALSE, FALSE, sizeof(struct fake_callback));
    while (tb->n < tb->limit && !beyond(tb, vaddr) && (code = code_at(vaddr))) {
        add_insn(tb, code, vaddr);
        vaddr += code->size;
        if (ends_block(&code->given))
            break;
    }
    g_ptr_array_add(fake.blocks, tb);
    fake_world.translations++;
    cpu->flags = QEMU_PLUGIN_CB_R_REGS;
    cpu->readable = false;
    fake_happens(FAKE_TRANSLATE, cpu->number, tb);
    cpu->flags = -1;
    return tb;
}

static bool is_same(const struct qemu_plugin_tb *tb, const struct qemu_plugin_tb *key)
{
    return tb->physical == key->physical && (fake.isa->shares || tb->vaddr == key->vaddr) &&
           tb->mode == key->mode && tb->limit == key->limit &&
           tb->accesses_only == key->accesses_only && tb->unchained == key->unchained;
}

static uint64_t linear(const struct fake_cpu *cpu)
{
    return fake_get(cpu->number, fake.isa->pc) + fake_segment(cpu);
}

/* NULL: no code. */
static struct qemu_plugin_tb *find_block(struct fake_cpu *cpu)
{
    static struct qemu_plugin_tb key;

    memset(&key, 0, offsetof(struct qemu_plugin_tb, insns));
    key.vaddr = linear(cpu);
    key.mode = fake_mode(cpu);
    key.limit = cpu->alone || fake_one_insn() ? 1 : FAKE_MAX_BLOCK;
    key.accesses_only = cpu->alone;
    key.unchained = fake_unchained();
    if (!code_at(key.vaddr))
        return NULL;
    fake_translate(key.vaddr, &key.physical);
    for (unsigned i = 0; i < fake.blocks->len; i++)
        if (is_same(fake.blocks->pdata[i], &key))
            return fake.blocks->pdata[i];
    if (fake_world.crowded && fake_world.crowded())
        fake_flush();
    return translate(cpu, key);
}

void fake_flush(void)
{
    fake_happens(FAKE_FLUSH, 0, NULL);
    g_ptr_array_extend_and_steal(fake.unused, fake.blocks);
    fake.blocks = g_ptr_array_new();
}

/* ---- callbacks ---- */

/* The CPU number that QEMU passes: with a shared thread, that of the
 * translating CPU. */
static unsigned given_number(const struct fake_cpu *cpu)
{
    return fake.setup.icount ? cpu->tb->translator : cpu->number;
}

static bool holds(enum qemu_plugin_cond condition, uint64_t a, uint64_t b)
{
    switch (condition) {
    case QEMU_PLUGIN_COND_NEVER:
        return false;
    case QEMU_PLUGIN_COND_ALWAYS:
        return true;
    case QEMU_PLUGIN_COND_EQ:
        return a == b;
    case QEMU_PLUGIN_COND_NE:
        return a != b;
    case QEMU_PLUGIN_COND_LT:
        return a < b;
    case QEMU_PLUGIN_COND_LE:
        return a <= b;
    case QEMU_PLUGIN_COND_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static void call(struct fake_cpu *cpu, const struct fake_callback *c)
{
    cpu->flags = (int)c->flags;
    if (c->what == FAKE_ADD)
        *fake_scored(c->entry, cpu->number) += c->number;
    else if (c->what == FAKE_STORE)
        *fake_scored(c->entry, cpu->number) = c->number;
    else if (c->what == FAKE_CALL ||
             holds(c->condition, *fake_scored(c->entry, cpu->number), c->number))
        c->call(given_number(cpu), c->data);
    cpu->flags = -1;
}

static void call_all(struct fake_cpu *cpu, const GArray *callbacks)
{
    for (unsigned i = 0; i < callbacks->len; i++)
        call(cpu, &g_array_index(callbacks, struct fake_callback, i));
}

static void call_accesses(struct fake_cpu *cpu, const struct qemu_plugin_insn *insn,
    uint64_t address, unsigned size, bool store)
{
    enum qemu_plugin_mem_rw rw = store ? QEMU_PLUGIN_MEM_W : QEMU_PLUGIN_MEM_R;

    cpu->access_size = size;
    cpu->stores = store;
    for (unsigned i = 0; i < insn->accesses->len; i++) {
        const struct fake_callback *c = &g_array_index(insn->accesses, struct fake_callback, i);
        if (!(c->rw & rw))
            continue;
        cpu->flags = (int)c->flags;
        c->access(given_number(cpu), 0, address, c->data);
        cpu->flags = -1;
    }
}

/* ---- execution ---- */

static uint64_t pc_at(const struct fake_cpu *cpu, unsigned insn)
{
    return cpu->shown_pc + cpu->tb->insns[insn].vaddr - cpu->tb->insns[0].vaddr;
}

/* Leaves the block before the current instruction; the rest takes no time. */
static void leave_before(struct fake_cpu *cpu)
{
    fake.instructions -= cpu->tb->n - cpu->at;
    fake_set(cpu->number, fake.isa->pc, pc_at(cpu, cpu->at));
}

static void raise_exception(struct fake_cpu *cpu, uint64_t handler)
{
    uint64_t from = pc_at(cpu, cpu->at);

    leave_before(cpu);
    fake_discontinues(
        cpu, QEMU_PLUGIN_DISCON_EXCEPTION, fake.isa->twice ? cpu->shown_pc : from, handler);
    if (fake.isa->twice)
        fake_discontinues(cpu, QEMU_PLUGIN_DISCON_INTERRUPT, from, handler);
    fake_set(cpu->number, fake.isa->pc, handler);
    longjmp(cpu->out, 1);
}

/* QEMU's own, from a callback: at the PC that the callback has set. */
void raise_exception_err(void *cpu_state, int vector, int error)
{
    struct fake_cpu *cpu = fake_current_cpu;

    if (cpu_state != &cpu->registers[0] || cpu->flags != QEMU_PLUGIN_CB_RW_REGS_PC)
        fake_bail_out("an exception raised for another state, or without leave");
    fake_world.fault_pc = fake_get(cpu->number, fake.isa->pc);
    fake_world.fault_vector = vector;
    fake_world.fault_error = error;
    raise_exception(cpu, fake_world.fault_handler);
}

static uint64_t swapped(uint64_t value, unsigned size)
{
    return GUINT64_SWAP_LE_BE(value) >> (64 - 8 * size);
}

/* Memory holds bytes in the access's order; devices see little-endian
 * numbers. */
static void make_access(struct fake_cpu *cpu, const struct qemu_plugin_insn *insn)
{
    const unsigned size = insn->given.access.size;
    bool big = fake_is_little(cpu) == insn->given.access.swapped, held;
    uint64_t physical, value = insn->given.access.value;

    if (!fake_translate(insn->given.access.address, &physical))
        fake_bail_out("an access to 0x%" PRIx64, insn->given.access.address);
    held = fake_is_io(physical);
    if (held)
        fake_lock();
    if (insn->given.access.store && big)
        value = swapped(value, size);
    cpu->words[255] = cpu->words[256] = held && !fake_world.no_note ? (uintptr_t)insn : 0;
    fake_access_memory(physical, &value, size, insn->given.access.store);
    cpu->words[255] = cpu->words[256] = 0;
    if (held)
        fake_unlock();
    cpu->loaded = big ? swapped(value, size) : value;
    if (insn->given.access.to)
        fake_set(cpu->number, insn->given.access.to, cpu->loaded);
}

static void access_memory(struct fake_cpu *cpu, const struct qemu_plugin_insn *insn)
{
    uint64_t physical;

    if (fake_translate(insn->given.access.address, &physical) && fake_is_io(physical) &&
        !cpu->readable) {
        leave_before(cpu);
        cpu->alone = true;
        longjmp(cpu->out, 1);
    }
    make_access(cpu, insn);
    call_accesses(
        cpu, insn, insn->given.access.address, insn->given.access.size, insn->given.access.store);
    for (unsigned i = 0; i < G_N_ELEMENTS(insn->given.more) && insn->given.more[i].size; i++)
        call_accesses(cpu, insn, insn->given.more[i].address, insn->given.more[i].size,
            insn->given.more[i].store);
}

static uint64_t run_insn(struct fake_cpu *cpu)
{
    const struct qemu_plugin_insn *insn = &cpu->tb->insns[cpu->at];
    uint64_t next = pc_at(cpu, cpu->at) + insn->size;

    cpu->readable = cpu->at == cpu->tb->n - 1;
    call_all(cpu, insn->calls);
    if (insn->given.raises)
        raise_exception(cpu, insn->given.raises);
    if (insn->given.access.size)
        access_memory(cpu, insn);
    if (insn->given.jump)
        next = insn->given.jump;
    if (insn->given.within)
        insn->given.within(cpu->number);
    return insn->given.effect ? insn->given.effect(cpu->number, next) : next;
}

uint64_t fake_pc_here(unsigned cpu)
{
    return pc_at(&fake.cpus[cpu], fake.cpus[cpu].at);
}

uint64_t fake_time_here(unsigned cpu)
{
    const struct fake_cpu *c = &fake.cpus[cpu];

    return fake_now() - (fake.setup.icount ? (uint64_t)icount_to_ns(c->tb->n - c->at) : 0);
}

static void run_block(struct fake_cpu *cpu, struct qemu_plugin_tb *tb)
{
    uint64_t next = 0;

    cpu->alone = false;
    cpu->tb = tb;
    cpu->at = 0;
    cpu->readable = false;
    cpu->shown_pc = fake_get(cpu->number, fake.isa->pc);
    fake.instructions += tb->n;
    fake_world.executed++;
    call_all(cpu, tb->calls);
    for (; cpu->at < tb->n; cpu->at++) {
        next = run_insn(cpu);
        if (fake_world.completed)
            fake_world.completed(cpu->number, pc_at(cpu, cpu->at));
    }
    fake_set(cpu->number, fake.isa->pc, next);
}

static void between_blocks(struct fake_cpu *cpu)
{
    uint64_t handler = cpu->pending;

    cpu->tb = NULL;
    cpu->flags = -1;
    if (fake_next_timer() <= fake_now())
        fake_run_timers();
    fake_do_work(cpu);
    fake_reset_if_asked();
    if (!handler || cpu->alone)
        return;
    cpu->pending = 0;
    fake_discontinues(
        cpu, QEMU_PLUGIN_DISCON_INTERRUPT, fake_get(cpu->number, fake.isa->pc), handler);
    fake_set(cpu->number, fake.isa->pc, handler);
}

void fake_interrupt(unsigned cpu, uint64_t handler)
{
    fake.cpus[cpu].pending = handler;
}

/* Leaves by longjmp() if the block does not run to its end. */
static void run_or_leave(struct fake_cpu *cpu, struct qemu_plugin_tb *tb)
{
    if (!setjmp(cpu->out))
        run_block(cpu, tb);
}

/* Unfetchable code is not translated. */
static bool cannot_fetch(struct fake_cpu *cpu)
{
    uint64_t from = fake_get(cpu->number, fake.isa->pc), handler = fake_world.fetch_handler;

    if (!handler || from != fake_world.unfetchable)
        return false;
    fake_discontinues(cpu, QEMU_PLUGIN_DISCON_EXCEPTION, from, handler);
    if (fake.isa->twice)
        fake_discontinues(cpu, QEMU_PLUGIN_DISCON_INTERRUPT, from, handler);
    fake_set(cpu->number, fake.isa->pc, handler);
    return true;
}

static void run(void *data)
{
    struct fake_cpu *cpu = data;
    struct qemu_plugin_tb *tb;

    do {
        between_blocks(cpu);
        tb = cannot_fetch(cpu) ? NULL : find_block(cpu);
        if (tb)
            run_or_leave(cpu, tb);
    } while (tb || fake_get(cpu->number, fake.isa->pc) == fake_world.fetch_handler);
}

uint64_t fake_run(unsigned cpu, uint64_t pc)
{
    fake_set(cpu, fake.isa->pc, pc);
    fake_on_cpu(cpu, run, &fake.cpus[cpu]);
    return fake_get(cpu, fake.isa->pc);
}
