/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The calls of QEMU's plugin API, version 7 (QEMU 11.1), that pmulab uses,
 * declared here because no package ships the header. QEMU resolves them when it
 * loads a plugin. Their meaning: docs/devel/tcg-plugins of QEMU.
 */
#ifndef PMULAB_QEMU_PLUGINS_QEMU_QEMU_API_H
#define PMULAB_QEMU_PLUGINS_QEMU_QEMU_API_H

#include "qemu/version.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_API_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_register;
struct qemu_plugin_hwaddr;

/* One access to memory, for further queries. */
typedef uint32_t qemu_plugin_meminfo_t;

/* QEMU's description of itself at installation. */
typedef struct qemu_info_t {
    const char *target_name; /* "x86_64" */
    struct {
        int min, cur; /* API versions accepted */
    } version;
    bool system_emulation;
    struct {
        int smp_vcpus, max_vcpus;
    } system;
} qemu_info_t;

/* One entry of the array that qemu_plugin_get_registers() returns. */
typedef struct {
    struct qemu_plugin_register *handle;
    const char *name;
    const char *feature;
    bool is_readonly; /* new in version 7: without it the array is walked at the wrong stride */
} qemu_plugin_reg_descriptor;

/* How a callback may use the guest's registers. */
enum qemu_plugin_cb_flags {
    QEMU_PLUGIN_CB_NO_REGS,
    QEMU_PLUGIN_CB_R_REGS,
    QEMU_PLUGIN_CB_RW_REGS,
    QEMU_PLUGIN_CB_RW_REGS_PC,
};

enum qemu_plugin_mem_rw {
    QEMU_PLUGIN_MEM_R = 1,
    QEMU_PLUGIN_MEM_W = 2,
    QEMU_PLUGIN_MEM_RW,
};

/* A loaded or stored value as a number. */
typedef struct {
    enum { MEM_VALUE_U8, MEM_VALUE_U16, MEM_VALUE_U32, MEM_VALUE_U64, MEM_VALUE_U128 } type;
    union {
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        struct {
            uint64_t low, high;
        } u128;
    } data;
} qemu_plugin_mem_value;

/* An array of structs, one per CPU; and a 64-bit member of them, by its
 * offset. */
struct qemu_plugin_scoreboard;
typedef struct {
    struct qemu_plugin_scoreboard *score;
    size_t offset;
} qemu_plugin_u64;

/* Operations of generated code on such a member, and the unsigned comparisons
 * with a number. */
enum qemu_plugin_op {
    QEMU_PLUGIN_INLINE_ADD_U64,
    QEMU_PLUGIN_INLINE_STORE_U64,
};
enum qemu_plugin_cond {
    QEMU_PLUGIN_COND_NEVER,
    QEMU_PLUGIN_COND_ALWAYS,
    QEMU_PLUGIN_COND_EQ,
    QEMU_PLUGIN_COND_NE,
    QEMU_PLUGIN_COND_LT,
    QEMU_PLUGIN_COND_LE,
    QEMU_PLUGIN_COND_GT,
    QEMU_PLUGIN_COND_GE,
};

/* The reason why a CPU continues elsewhere than in program order. */
enum qemu_plugin_discon_type {
    QEMU_PLUGIN_DISCON_INTERRUPT = 1,
    QEMU_PLUGIN_DISCON_EXCEPTION = 2,
    QEMU_PLUGIN_DISCON_HOSTCALL = 4,
    QEMU_PLUGIN_DISCON_ALL = -1,
};

/*
 * @from: for an interrupt, the instruction that would have been next; for an
 *   exception, its cause.
 * @to: the handler's first instruction.
 */
typedef void qemu_plugin_discon_cb(
    unsigned vcpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to, void *data);

typedef void qemu_plugin_mem_cb(
    unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t vaddr, void *data);

enum { QEMU_PLUGIN_HWADDR_OPERATION_OK };

/* Exported by a plugin. */
QEMU_API_EXPORT extern int qemu_plugin_version;
QEMU_API_EXPORT int qemu_plugin_install(
    qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);

/* Provided by QEMU. */
void qemu_plugin_register_vcpu_init_cb(
    qemu_plugin_id_t id, void (*cb)(unsigned vcpu, void *data), void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(
    qemu_plugin_id_t id, void (*cb)(struct qemu_plugin_tb *tb, void *data), void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*cb)(void *data), void *data);
void qemu_plugin_register_vcpu_discon_cb(
    qemu_plugin_id_t id, enum qemu_plugin_discon_type type, qemu_plugin_discon_cb *cb, void *data);
void qemu_plugin_register_flush_cb(qemu_plugin_id_t id, void (*cb)(void *data), void *data);
void qemu_plugin_reset(qemu_plugin_id_t id, void (*cb)(void *data), void *data);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_tb_exec_cond_cb(struct qemu_plugin_tb *tb,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags,
    enum qemu_plugin_cond cond, qemu_plugin_u64 entry, uint64_t number, void *data);
void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(
    struct qemu_plugin_tb *tb, enum qemu_plugin_op op, qemu_plugin_u64 entry, uint64_t number);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
    struct qemu_plugin_insn *insn, enum qemu_plugin_op op, qemu_plugin_u64 entry, uint64_t number);
struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t size);
void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *score, unsigned vcpu);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_mem_cb *cb,
    enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw, void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
    void (*cb)(unsigned vcpu, void *data), enum qemu_plugin_cb_flags flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *dest, size_t length);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
GArray *qemu_plugin_get_registers(void);
bool qemu_plugin_read_register(struct qemu_plugin_register *handle, GByteArray *buffer);
bool qemu_plugin_write_register(struct qemu_plugin_register *handle, GByteArray *buffer);
void qemu_plugin_set_pc(uint64_t pc);
int qemu_plugin_num_vcpus(void);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_big_endian(qemu_plugin_meminfo_t info);
qemu_plugin_mem_value qemu_plugin_mem_get_value(qemu_plugin_meminfo_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *address);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *address);
bool qemu_plugin_translate_vaddr(uint64_t vaddr, uint64_t *address);
bool qemu_plugin_read_memory_vaddr(uint64_t address, GByteArray *data, size_t length);
int qemu_plugin_read_memory_hwaddr(uint64_t address, GByteArray *data, size_t length);
int qemu_plugin_write_memory_hwaddr(uint64_t address, GByteArray *data);

#endif
