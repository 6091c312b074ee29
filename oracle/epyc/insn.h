/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decodes an instruction's bytes: AMD64 Architecture Programmer's Manual volume
 * 3 (24594). */
#ifndef PMULAB_ORACLE_EPYC_INSN_H
#define PMULAB_ORACLE_EPYC_INSN_H

#include <stdbool.h>
#include <stdint.h>

enum { ORACLE_INSN_BYTES = 15 };

enum oracle_branch {
    ORACLE_NO_BRANCH,
    ORACLE_CONDITIONAL,
    ORACLE_JUMP,
    ORACLE_INDIRECT, /* also SYSCALL, SYSRET, SYSENTER, SYSEXIT and IRET */
    ORACLE_CALL,
    ORACLE_INDIRECT_CALL,
    ORACLE_RETURN,
};

struct oracle_insn {
    enum oracle_branch branch;
    bool locked;    /* a LOCK prefix, or XCHG with memory */
    bool prefetch;  /* a software prefetch */
    bool streaming; /* a non-temporal store */
};

/* Reads the @n bytes of an instruction of 64-bit code. An instruction that ends
 * before its opcode has no properties. */
struct oracle_insn oracle_insn_read(const uint8_t *bytes, unsigned n);

#endif
