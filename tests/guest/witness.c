/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A plugin beside the machine's that records the one CPU's execution
 * independently, by a callback at each instruction. It shares only the
 * declarations of QEMU's calls with pmulab.
 *
 * -plugin witness.so,log=FILE. It begins when another plugin makes QEMU
 * retranslate all code, as the machine's does when sampling begins. FILE gets
 * these lines:
 *
 *   write N MSR VALUE       instruction N is a WRMSR to a control register of
 *                           IBS
 *   arrive N FROM TO PC...  an interrupt or exception after N completed
 *                           instructions
 *
 * The PCs belong to the latest completed instructions, latest first. FROM is
 * the next instruction, or the failed one. Numbers except N are hexadecimal. A
 * string instruction counts once per repetition.
 */
#include "qemu-plugins/qemu/qemu_api.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int qemu_plugin_version = QEMU_API_VERSION;

/* AMD64 APM volume 2, 13.3: IBS_FETCH_CTL, IBS_OP_CTL. */
enum { FETCH_CTL = 0xc0011030, OP_CTL = 0xc0011033 };

enum { RAX, RCX, RDX, RIP, N_REGS };
static const char *const names[N_REGS] = {"rax", "rcx", "rdx", "rip"};

enum { LATEST = 8 };

/* A translated instruction. */
struct insn {
    uint16_t offset; /* in its block, bytes */
    bool wrmsr, string;
};

static struct {
    qemu_plugin_id_t id;
    bool begins; /* again */
    FILE *log;
    struct qemu_plugin_register *regs[N_REGS];
    GByteArray *buffer;
    bool raised;             /* an exception that is not yet delivered */
    uint64_t block;          /* address of the current block */
    uint64_t n;              /* instructions so far, including the current one */
    uint64_t latest[LATEST]; /* number n is at n % LATEST */
} self;

static uint64_t get(unsigned reg)
{
    uint64_t value = 0;

    g_byte_array_set_size(self.buffer, 0);
    qemu_plugin_read_register(self.regs[reg], self.buffer);
    memcpy(&value, self.buffer->data, MIN(self.buffer->len, sizeof(value)));
    return value;
}

static void log_write(void)
{
    uint32_t msr = (uint32_t)get(RCX);
    uint64_t value = get(RDX) << 32 | (uint32_t)get(RAX);

    if (msr == (uint32_t)FETCH_CTL || msr == (uint32_t)OP_CTL)
        fprintf(self.log, "write %" PRIu64 " %" PRIx32 " %" PRIx64 "\n", self.n, msr, value);
}

/* QEMU shares blocks between virtual addresses; the register has the current
 * one's at its beginning. */
static void executes(unsigned vcpu, void *data)
{
    const struct insn *insn = data;
    uint64_t pc;

    (void)vcpu;
    if (!insn->offset)
        self.block = get(RIP);
    pc = self.block + insn->offset;
    if (pc == self.latest[self.n % LATEST] &&
        !insn->string) /* an input or output that QEMU restarts */
        return;
    self.latest[++self.n % LATEST] = pc;
    if (insn->wrmsr)
        log_write();
}

/* QEMU reports an exception twice: when it is raised, which is not final, and
 * when it is delivered. A failed instruction is not complete. */
static void arrives(
    unsigned vcpu, enum qemu_plugin_discon_type type, uint64_t from, uint64_t to, void *data)
{
    (void)vcpu;
    (void)data;
    if (type == QEMU_PLUGIN_DISCON_EXCEPTION) {
        self.raised = true;
        return;
    }
    if (self.raised && from == self.latest[self.n % LATEST])
        self.latest[self.n-- % LATEST] = 0;
    self.raised = false;
    fprintf(self.log, "arrive %" PRIu64 " %" PRIx64 " %" PRIx64, self.n, from, to);
    for (unsigned i = 0; i < LATEST - 1; i++)
        fprintf(self.log, " %" PRIx64, self.latest[(self.n - i) % LATEST]);
    fputc('\n', self.log);
}

/* 0f 30 without prefixes. */
static bool is_wrmsr(const uint8_t *bytes, size_t n)
{
    return n == 2 && bytes[0] == 0x0f && bytes[1] == 0x30;
}

/* MOVS, CMPS, STOS, LODS, SCAS, INS and OUTS with REP or REPNE first, maybe
 * with other prefixes. */
static bool is_string(const uint8_t *bytes, size_t n)
{
    uint8_t opcode = bytes[n - 1] & 0xfe;

    return n > 1 && (bytes[0] == 0xf2 || bytes[0] == 0xf3) &&
           (opcode == 0xa4 || opcode == 0xa6 || opcode == 0xaa || opcode == 0xac ||
               opcode == 0xae || opcode == 0x6c || opcode == 0x6e);
}

/* Never frees instructions of dropped blocks; their number is limited. */
static void translated(struct qemu_plugin_tb *tb, void *data)
{
    size_t n = qemu_plugin_tb_n_insns(tb);
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    struct insn *insns = g_new(struct insn, n);

    (void)data;
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint8_t bytes[16];
        size_t length = qemu_plugin_insn_data(insn, bytes, sizeof(bytes));

        insns[i] = (struct insn){(uint16_t)(qemu_plugin_insn_vaddr(insn) - start),
            is_wrmsr(bytes, length), is_string(bytes, length)};
        qemu_plugin_register_vcpu_insn_exec_cb(insn, executes,
            i == 0 || insns[i].wrmsr ? QEMU_PLUGIN_CB_R_REGS : QEMU_PLUGIN_CB_NO_REGS, &insns[i]);
    }
}

static void started(unsigned vcpu, void *data)
{
    g_autoptr(GArray) list = qemu_plugin_get_registers();

    (void)vcpu;
    (void)data;
    for (guint i = 0; i < list->len; i++) {
        const qemu_plugin_reg_descriptor *reg = &g_array_index(list, qemu_plugin_reg_descriptor, i);
        for (unsigned r = 0; r < N_REGS; r++)
            if (!strcmp(reg->name, names[r]))
                self.regs[r] = reg->handle;
    }
}

static void exiting(void *data)
{
    (void)data;
    fclose(self.log);
}

static void flushed(void *data);

static void listen(void *data)
{
    (void)data;
    self.begins = false;
    qemu_plugin_register_vcpu_tb_trans_cb(self.id, translated, NULL);
    qemu_plugin_register_vcpu_discon_cb(self.id, QEMU_PLUGIN_DISCON_ALL, arrives, NULL);
    qemu_plugin_register_flush_cb(self.id, flushed, NULL);
    qemu_plugin_register_atexit_cb(self.id, exiting, NULL);
}

/* The last registered plugin is called first, and the machine's callbacks
 * suppress later ones for an answered instruction. So this plugin registers
 * again, after the machine. */
static void flushed(void *data)
{
    (void)data;
    if (self.begins)
        return;
    self.begins = true;
    qemu_plugin_reset(self.id, listen, NULL);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
    if (argc != 1 || strncmp(argv[0], "log=", 4) || info->system.max_vcpus != 1) {
        fprintf(stderr, "witness: expected log=FILE, and one CPU\n");
        return -1;
    }
    self.log = fopen(argv[0] + 4, "we");
    if (!self.log) {
        perror(argv[0] + 4);
        return -1;
    }
    self.id = id;
    self.buffer = g_byte_array_new();
    qemu_plugin_register_vcpu_init_cb(id, started, NULL);
    qemu_plugin_register_flush_cb(id, flushed, NULL);
    return 0;
}
