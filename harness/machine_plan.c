/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "harness/machine_plan.h"

#include <string.h>

static const struct machine_plan_ops *const all[] = {&snbep_plan_ops};

const struct machine_plan_ops *machine_plan_ops(const struct machine *machine)
{
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (!strcmp(all[i]->machine, machine->name))
            return all[i];
    g_assert_not_reached();
}
