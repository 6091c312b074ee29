/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of a CPU's work, for traces. */
#include "models/x86/core_work.h"

#include <stddef.h>

#define TEXTS(id, text) "user " text, "kernel " text,

const char *x86_counted_text(uint32_t offset)
{
    static const char *const texts[] = {X86_WORK(TEXTS)};

    return offset >= X86_COUNTED && offset < X86_END_COUNTED ? texts[offset - X86_COUNTED] : NULL;
}
