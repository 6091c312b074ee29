/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rule of POWER machines: a thread changes between accumulation and trace
 * mode only through a state with neither. Linux, commit 249fad734a25: frequent
 * direct switching in LDBAR can checkstop the machine. */
#include "harness/trace/lint_machine.h"
#include "models/power9/ldbar_regs.h"
#include "models/power9/power9.h"
#include "models/power9/power9_blocks.h"
#include "models/power9/power9_config.h"

struct held {
    guint64 ldbar[P9_MAX_CPUS];
};

static void check(struct linting *l, const struct access_place *place)
{
    const struct reg *reg = &cpu_bank.regs[CPU_LDBAR];
    struct held *held = l->held;
    guint64 *ldbar;
    enum ldbar_mode before, now;

    if (l->record->kind != TRACE_WRITE || p9_block_kind(l->record->block) != P9_CPU ||
        !access_lanes(place, reg))
        return;
    ldbar = &held->ldbar[p9_block_index(l->record->block)];
    before = ldbar_mode(*ldbar);
    *ldbar = access_value(place, reg, l->record->value);
    now = ldbar_mode(*ldbar);
    if (before != LDBAR_OFF && now != LDBAR_OFF && before != now)
        lint_add(l, LINT_MODE, reg,
            now == LDBAR_TRACES ? "from accumulation to trace mode at once"
                                : "from trace mode to accumulation at once");
}

#define LINT_POWER(of_model)                                                                       \
    {                                                                                              \
        .model = &(of_model), .rules = LINT_MODE, .held = sizeof(struct held), .check = check      \
    }

const struct lint_machine lint_power9 = LINT_POWER(power9_model);
const struct lint_machine lint_power10 = LINT_POWER(power10_model);
const struct lint_machine lint_power11 = LINT_POWER(power11_model);
