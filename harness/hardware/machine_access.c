/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Software's addresses of accesses, from a machine's tables. */
#include "harness/hardware/machine_access.h"

gboolean machine_access_of(
    const struct machine *machine, const struct trace_record *record, struct machine_access *access)
{
    char name[MACHINE_BLOCK_NAME];
    const struct reg_bank *bank;
    uint64_t base;

    *access = (struct machine_access){.write = record->kind == TRACE_WRITE,
        .size = record->size,
        .cpu = record->cpu,
        .value = record->value,
        .time = record->time};
    if (machine->access && machine->access->address && machine->access->address(record, access))
        return TRUE;
    if (!machine->model->block(record->block, name, sizeof(name), &bank) || !bank ||
        !machine->model->base || !machine->model->base(record->block, &base))
        return FALSE;
    access->space = bank->space;
    access->address = base + record->offset;
    return TRUE;
}

char *machine_access_text(const struct machine_access *access)
{
    const guint at = (guint)access->address;

    if (access->rdpmc)
        return g_strdup_printf("RDPMC of counter 0x%x", at);
    if (access->space == REG_SPACE_PCI)
        return g_strdup_printf(
            "PCI %02x:%02x.%x offset 0x%x", at >> 20, at >> 15 & 0x1f, at >> 12 & 7, at & 0xfff);
    return g_strdup_printf("%s 0x%" G_GINT64_MODIFIER "x",
        access->space == REG_SPACE_MSR ? "MSR" : "memory", access->address);
}

void machine_access_record(void *record, const struct trace_record *traced)
{
    if (traced->kind == TRACE_READ || traced->kind == TRACE_WRITE)
        *(struct trace_record *)record = *traced;
}
