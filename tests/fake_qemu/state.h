/* SPDX-License-Identifier: GPL-2.0-or-later */
/* State shared by the parts of the stand-in for QEMU. */
#ifndef PMULAB_TESTS_FAKE_QEMU_STATE_H
#define PMULAB_TESTS_FAKE_QEMU_STATE_H

#include "qemu-plugins/qemu/qemu_private.h"
#include "tests/fake_qemu/fake_qemu.h"

#include <inttypes.h>
#include <setjmp.h>

enum { FAKE_PAGE = 4096, FAKE_MAX_REGISTERS = 64, FAKE_MAX_BLOCK = 512 };

/* A register as an ISA lists it. */
struct fake_register {
    const char *name;
    unsigned size; /* bytes */
};

struct fake_isa_facts {
    const char *target;
    const struct fake_register *registers; /* ends without a name */
    const char *pc;
    unsigned debuggers_pc; /* its number for debuggers */
    bool shares;           /* translations between virtual addresses */
    bool twice;            /* exceptions are reported twice */
};

/* A callback. */
struct fake_callback {
    enum { FAKE_CALL, FAKE_CONDITION, FAKE_ADD, FAKE_STORE, FAKE_ACCESS } what;
    void (*call)(unsigned vcpu, void *data);
    qemu_plugin_mem_cb *access;
    enum qemu_plugin_cb_flags flags;
    enum qemu_plugin_mem_rw rw;
    void *data;
    enum qemu_plugin_cond condition;
    qemu_plugin_u64 entry;
    uint64_t number;
};

/* An instruction in physical memory, and in a block. */
struct qemu_plugin_insn {
    struct fake_insn given;
    uint64_t physical;
    uint8_t bytes[16];
    unsigned size;
    uint64_t vaddr; /* at translation */
    struct qemu_plugin_tb *tb;
    GArray *calls, *accesses; /* struct fake_callback */
};

struct qemu_plugin_tb {
    uint64_t physical, vaddr;
    uint64_t mode;
    unsigned limit; /* requested limit of instructions */
    unsigned translator;
    bool accesses_only; /* QEMU makes no other callbacks */
    bool unchained;
    unsigned n;
    struct qemu_plugin_insn insns[FAKE_MAX_BLOCK];
    GArray *calls; /* struct fake_callback */
};

struct fake_cpu {
    /* the start of QEMU's structure that plugins search, and one more word */
    uintptr_t words[257];
    unsigned number;
    uint64_t registers[FAKE_MAX_REGISTERS];
    uint64_t shown_pc; /* while a block runs */
    struct qemu_plugin_tb *tb;
    unsigned at; /* instruction of it */
    bool readable;
    bool alone;           /* the next block repeats an access */
    uint64_t pending;     /* interrupt's handler, or 0 */
    int flags;            /* of the current callback; -1: none */
    unsigned access_size; /* bytes of the current access, */
    bool stores;          /* direction, */
    uint64_t loaded;      /* and value */
    GQueue *work;         /* struct fake_work */
    jmp_buf out;          /* leaves the block */
    /* The CPU's slice in instructions: all, and the two parts of the rest.
     * Other threads set @stop. Only plugins take some away here. */
    struct {
        int64_t budget;
        uint16_t low, stop;
        int64_t extra;
    } slice;
    struct fake_thread *thread;
};

/* QEMU's parts. */
extern struct fake_qemu {
    struct fake_setup setup;
    const struct fake_isa_facts *isa;
    struct fake_cpu cpus[FAKE_MAX_CPUS];
    bool started;
    uint64_t time; /* ns, without the instructions' share */
    uint64_t instructions;
    GPtrArray *blocks; /* struct qemu_plugin_tb */
    GPtrArray *unused; /* the same: memory of blocks before the latest flush */
    GPtrArray *code;   /* struct qemu_plugin_insn */
    GArray *writes;    /* struct fake_write */
} fake;

extern _Thread_local void *fake_current_cpu; /* struct fake_cpu */

G_NORETURN void fake_bail_out(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* ---- isa.c ---- */
extern const struct fake_isa_facts fake_isas[];
unsigned fake_register_number(const char *name);
bool fake_is_little(const struct fake_cpu *cpu);
uint64_t fake_mode(const struct fake_cpu *cpu);
uint64_t fake_segment(const struct fake_cpu *cpu);

/* ---- memory.c ---- */
bool fake_translate(uint64_t vaddr, uint64_t *physical);
bool fake_is_io(uint64_t physical);
/* False if no device or memory responds. */
bool fake_access_memory(uint64_t physical, uint64_t *value, unsigned size, bool store);
bool fake_copy(uint64_t physical, uint8_t *bytes, size_t size, bool store);

/* ---- api.c ---- */
enum fake_event { FAKE_INIT, FAKE_TRANSLATE, FAKE_EXIT, FAKE_FLUSH };
void fake_happens(enum fake_event event, unsigned vcpu, struct qemu_plugin_tb *tb);
void fake_discontinues(
    struct fake_cpu *cpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to);
/* Carries out a reset that the plugin has asked for. */
void fake_reset_if_asked(void);
uint64_t *fake_scored(qemu_plugin_u64 entry, unsigned vcpu);

/* ---- private.c ---- */
bool fake_lacks(const char *name);
#define FAKE_DECLARE(ability, result, name, arguments) result name arguments;
#define FAKE_NOTHING(...)
QEMU_SYMBOLS(FAKE_DECLARE, FAKE_NOTHING, FAKE_NOTHING)
/* Runs the CPU's pending work in its thread. */
void fake_do_work(struct fake_cpu *cpu);
/* When the next timer is due (UINT64_MAX: none), and a function that runs the
 * due ones. */
uint64_t fake_next_timer(void);
void fake_run_timers(void);
bool fake_one_insn(void);
bool fake_unchained(void);
void fake_use_icount(bool on);

#endif
