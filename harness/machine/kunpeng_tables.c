/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and checks the descriptions of `kunpeng`'s PMUs. The rules come from
 * driver/hisi_pmcu and of Linux's drivers/perf/hisilicon. */
#include "harness/machine/kunpeng_tables.h"

#include "acpi/device_read.h"
#include "fdt/complaints.h"
#include "fdt/kunpeng_tree.h"
#include "fdt/tree_read.h"
#include "harness/base/error.h"
#include "harness/hardware/machine_plan.h"
#include "harness/machine/machines.h"
#include "models/kunpeng/kunpeng_virt.h"
#include "models/kunpeng/uncore_types.h"

#include <libfdt.h>
#include <string.h>

#define PMCU_COMPATIBLE   "hisilicon,pmcu"
#define UNCORE_COMPATIBLE "pmulab,uncore-pmu"
#define UNCORE_DRIVER     "pmulab,driver"
#define PMCU_HID          "HISI0451"
#define PMCU_BYTES        0x400 /* its registers */

/* A PMU of either description. In trees, `hid` of an uncore PMU is its
 * driver. */
struct pmu {
    char *place; /* the node's path, or the device's name */
    struct acpi_device device;
};

static void pmu_clear(void *pmu)
{
    g_free(((struct pmu *)pmu)->place);
}

static GArray *pmus_new(void)
{
    GArray *pmus = g_array_new(FALSE, TRUE, sizeof(struct pmu));

    g_array_set_clear_func(pmus, pmu_clear);
    return pmus;
}

static gboolean is_pmcu(const struct acpi_device *device)
{
    return !strcmp(device->hid, PMCU_HID);
}

static gboolean property(const struct acpi_device *device, const char *name, guint32 *value)
{
    for (unsigned i = 0; i < device->n_properties; i++)
        if (!strcmp(device->properties[i].name, name)) {
            *value = device->properties[i].value;
            return TRUE;
        }
    return FALSE;
}

/* ---- rules ---- */

static void need(const struct pmu *pmu, const char *name, GPtrArray *complaints)
{
    guint32 value;

    if (!property(&pmu->device, name, &value))
        complain(complaints, "%s: no '%s'", pmu->place, name);
    else if (!strcmp(name, "hisilicon,nr-cluster") && !value)
        complain(complaints, "%s: '%s' is 0", pmu->place, name);
}

static guint64 bytes_of(const struct reg_bank *bank)
{
    guint64 most = 0;

    for (unsigned i = 0; i < bank->n_regs; i++)
        most = MAX(most, bank->regs[i].offset + (guint64)reg_bank_span(bank, &bank->regs[i]));
    return most;
}

/* The kind of an uncore PMU; NULL with a complaint. The later chip's row has
 * all properties of the earlier one's, so it is taken if they are there. */
static const struct uncore_type *type_of(const struct pmu *pmu, GPtrArray *complaints)
{
    const struct uncore_type *found = NULL;
    guint32 value;

    for (unsigned i = 0; i < uncore_n_types; i++) {
        const struct uncore_type *type = &uncore_types[i];
        gboolean driver = type->driver && !strcmp(type->driver, pmu->device.hid);

        if (strcmp(type->hid, pmu->device.hid) && !driver)
            continue;
        if (!found || (type->properties[1] && property(&pmu->device, type->properties[1], &value)))
            found = type;
    }
    if (!found)
        complain(complaints, "%s: '%s' is no PMU that a driver knows", pmu->place, pmu->device.hid);
    return found;
}

static void check_registers(const struct pmu *pmu, guint64 needed, GPtrArray *complaints)
{
    if (pmu->device.window_size < needed)
        complain(complaints, "%s: 0x%x bytes of registers, expected at least 0x%x", pmu->place,
            pmu->device.window_size, (guint)needed);
}

/* Uncore PMUs have either; see the option trigger=. */
static void check_trigger(const struct pmu *pmu, GPtrArray *complaints)
{
    if (pmu->device.level)
        complain(complaints, "%s: the interrupt is level-triggered, expected edge", pmu->place);
}

static void check_pmu(const struct pmu *pmu, GPtrArray *complaints)
{
    const struct uncore_type *type;

    need(pmu, "hisilicon,scl-id", complaints);
    if (is_pmcu(&pmu->device)) {
        need(pmu, "hisilicon,nr-cluster", complaints);
        check_registers(pmu, PMCU_BYTES, complaints);
        check_trigger(pmu, complaints);
        return;
    }
    type = type_of(pmu, complaints);
    if (!type)
        return;
    for (unsigned i = 0; i < G_N_ELEMENTS(type->properties) && type->properties[i]; i++)
        need(pmu, type->properties[i], complaints);
    check_registers(pmu, bytes_of(type->bank), complaints);
}

/* Linux names a PMU by its kind, its die and its own numbers. */
static gboolean same_name(const struct acpi_device *a, const struct acpi_device *b)
{
    gboolean same = !strcmp(a->hid, b->hid) && a->n_properties == b->n_properties;
    guint32 value;

    for (unsigned i = 0; i < a->n_properties && same; i++)
        same = !strcmp(a->properties[i].name, "hisilicon,nr-cluster") ||
               (property(b, a->properties[i].name, &value) && value == a->properties[i].value);
    return same;
}

static void check_pair(const struct pmu *pmu, const struct pmu *before, GPtrArray *complaints)
{
    const struct acpi_device *a = &before->device, *b = &pmu->device;

    if (a->window < b->window + b->window_size && b->window < a->window + a->window_size)
        complain(complaints, "%s: its registers overlap those of %s", pmu->place, before->place);
    if (a->interrupt == b->interrupt)
        complain(complaints, "%s: its interrupt is also that of %s", pmu->place, before->place);
    if (same_name(a, b))
        complain(complaints, "%s: it has the same numbers as %s", pmu->place, before->place);
}

static void check_pmus(const GArray *pmus, GPtrArray *complaints)
{
    if (!pmus->len)
        complain(complaints, "no PMCU and no uncore PMU");
    for (guint i = 0; i < pmus->len; i++) {
        check_pmu(&g_array_index(pmus, struct pmu, i), complaints);
        for (guint k = 0; k < i; k++)
            check_pair(&g_array_index(pmus, struct pmu, i), &g_array_index(pmus, struct pmu, k),
                complaints);
    }
}

/* ---- the ACPI table ---- */

gboolean kunpeng_tables_is_acpi(const guint8 *bytes, gsize size)
{
    return size >= 4 && !memcmp(bytes, "SSDT", 4);
}

void kunpeng_tables_check_acpi(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    enum { ROOM = KUNPENG_MAX_DIES + UNCORE_PLACES };
    struct acpi_device devices[ROOM];
    char wrong[ACPI_READ_WRONG];
    int n = acpi_device_table_read(bytes, size, devices, ROOM, wrong);
    g_autoptr(GArray) pmus = pmus_new();

    if (n < 0) {
        complain(complaints, "%s", wrong);
        return;
    }
    for (int i = 0; i < n; i++) {
        struct pmu pmu = {g_strdup(devices[i].name), devices[i]};

        g_array_append_val(pmus, pmu);
    }
    check_pmus(pmus, complaints);
}

/* ---- the tree ---- */

gboolean kunpeng_tables_is_tree(const guint8 *bytes, gsize size)
{
    return !tree_status(bytes, size) &&
           (!fdt_node_check_compatible(bytes, 0, "linux,dummy-virt") ||
               fdt_node_offset_by_compatible(bytes, -1, PMCU_COMPATIBLE) >= 0);
}

/* Sets @cells to the @n cells of the property, which must have just as many.
 * FALSE with a complaint. */
static gboolean cells_of(
    const struct tree *tree, int node, const char *name, int n, guint32 cells[])
{
    int size;
    const fdt32_t *found = fdt_getprop(tree->fdt, node, name, &size);

    if (!found)
        tree_complain(tree, node, "no '%s'", name);
    else if (size != n * (int)sizeof(*found))
        tree_complain(
            tree, node, "'%s' has %d bytes, expected %d", name, size, n * (int)sizeof(*found));
    for (int i = 0; found && size == n * (int)sizeof(*found) && i < n; i++)
        cells[i] = fdt32_ld(found + i);
    return found && size == n * (int)sizeof(*found);
}

/* A window of two cells for its address and two for its size. */
static gboolean window_of(const struct tree *tree, int node, guint64 *window, guint64 *bytes)
{
    guint32 cells[4];

    if (!cells_of(tree, node, "reg", 4, cells))
        return FALSE;
    *window = (guint64)cells[0] << 32 | cells[1];
    *bytes = (guint64)cells[2] << 32 | cells[3];
    return TRUE;
}

/* Arm's binding of the GIC: kind, number, trigger. */
static gboolean interrupt_of(const struct tree *tree, int node, struct acpi_device *device)
{
    enum { SPI = 0, EDGE_RISING = 1, LEVEL_HIGH = 4 };
    guint32 cells[3];

    if (!cells_of(tree, node, "interrupts", 3, cells))
        return FALSE;
    if (cells[0] != SPI || (cells[2] != EDGE_RISING && cells[2] != LEVEL_HIGH)) {
        tree_complain(tree, node,
            "'interrupts': expected a shared one (0), edge-rising (1) or level-high (4)");
        return FALSE;
    }
    device->interrupt = VIRT_GIC_SPI + cells[1];
    device->level = cells[2] == LEVEL_HIGH;
    return TRUE;
}

/* The numbers by which drivers identify a PMU. */
static void properties_of(const struct tree *tree, int node, struct acpi_device *device)
{
    int property;

    fdt_for_each_property_offset(property, tree->fdt, node)
    {
        int size;
        const char *name;
        const fdt32_t *value = fdt_getprop_by_offset(tree->fdt, property, &name, &size);
        unsigned n = device->n_properties;

        if (!value || !g_str_has_prefix(name, "hisilicon,") || size != sizeof(*value) ||
            n == ACPI_PROPERTIES)
            continue;
        device->properties[n].name = name;
        device->properties[n].value = fdt32_ld(value);
        device->n_properties = n + 1;
    }
}

/* Whether @window is in a node below /reserved-memory that the kernel leaves
 * unmapped. */
static gboolean is_reserved(const struct tree *tree, guint64 window, guint64 bytes)
{
    int parent = fdt_path_offset(tree->fdt, "/reserved-memory"), node;

    for (node = parent < 0 ? -1 : fdt_first_subnode(tree->fdt, parent); node >= 0;
         node = fdt_next_subnode(tree->fdt, node)) {
        int size;
        const fdt64_t *reg = fdt_getprop(tree->fdt, node, "reg", &size);

        if (reg && size == 2 * (int)sizeof(*reg) && tree_has(tree, node, "no-map") &&
            fdt64_ld(reg) <= window && window + bytes <= fdt64_ld(reg) + fdt64_ld(reg + 1))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_memory(const struct tree *tree, guint64 window)
{
    int node;

    fdt_for_each_subnode(node, tree->fdt, 0)
    {
        int size, n;
        const char *type = fdt_getprop(tree->fdt, node, "device_type", &n);
        const fdt64_t *reg = fdt_getprop(tree->fdt, node, "reg", &size);

        if (type && n == sizeof("memory") && !memcmp(type, "memory", sizeof("memory")) && reg &&
            size == 2 * (int)sizeof(*reg) && window - fdt64_ld(reg) < fdt64_ld(reg + 1))
            return TRUE;
    }
    return FALSE;
}

static void read_node(const struct tree *tree, int node, const char *hid, GArray *pmus)
{
    struct pmu pmu = {.device = {.hid = hid}};
    guint64 bytes;

    if (!window_of(tree, node, &pmu.device.window, &bytes) ||
        !interrupt_of(tree, node, &pmu.device))
        return;
    pmu.device.window_size = (guint32)MIN(bytes, G_MAXUINT32);
    properties_of(tree, node, &pmu.device);
    if (is_memory(tree, pmu.device.window) && !is_reserved(tree, pmu.device.window, bytes))
        tree_complain(tree, node,
            "its registers are in memory that the kernel maps; expected a node below "
            "/reserved-memory with no-map");
    pmu.place = tree_path(tree, node);
    g_array_append_val(pmus, pmu);
}

void kunpeng_tables_check_tree(const guint8 *bytes, gsize size, GPtrArray *complaints)
{
    struct tree tree = {bytes, complaints};
    g_autoptr(GArray) pmus = pmus_new();

    if (!tree_sound(bytes, size, complaints))
        return;
    for (int node = 0; node >= 0; node = fdt_next_node(bytes, node, NULL)) {
        const char *driver;

        if (tree_compatible(&tree, node, PMCU_COMPATIBLE))
            read_node(&tree, node, PMCU_HID, pmus);
        else if (tree_compatible(&tree, node, UNCORE_COMPATIBLE) &&
                 (driver = tree_string(&tree, node, UNCORE_DRIVER)))
            read_node(&tree, node, driver, pmus);
    }
    if (!complaints->len)
        check_pmus(pmus, complaints);
}

/* ---- writing ---- */

static gboolean check_option(const char *option, GError **error)
{
    struct machine_plan *plan = machine_plan_new(&kunpeng_machine);
    char wrong[MACHINE_PLAN_WRONG];
    gboolean ok = machine_plan_option(plan, option, wrong);

    machine_plan_free(plan);
    return ok || error_usage(error, "--config: %s", wrong);
}

static gboolean read_config(
    char **options, unsigned cpus, struct kunpeng_config *config, GError **error)
{
    const char *wrong;

    *config = KUNPENG_DEFAULTS;
    for (; options && *options; options++) {
        if (!check_option(*options, error))
            return FALSE;
        config_parse(kunpeng_options, config, *options);
    }
    kunpeng_config_cpus(config, cpus);
    wrong = kunpeng_config_wrong(config);
    return !wrong || error_usage(error, "%s", wrong);
}

GBytes *kunpeng_tables_tree(GBytes *tree, char **options, const char *path, GError **error)
{
    enum { ROOM = 1 << 20 };
    gsize size;
    const void *bytes = g_bytes_get_data(tree, &size);
    g_autofree guint8 *larger = NULL;
    struct kunpeng_config config;
    const char *wrong;

    if (!read_config(options, MAX(kunpeng_tree_cpus(bytes), 1), &config, error))
        return NULL;
    if (fdt_node_offset_by_compatible(bytes, -1, PMCU_COMPATIBLE) >= 0) {
        error_failed(error, "%s: it has a node of a PMCU already", path);
        return NULL;
    }
    larger = g_malloc0(MAX(size, ROOM));
    memcpy(larger, bytes, size);
    wrong = kunpeng_tree_add(larger, MAX(size, ROOM), &config);
    if (!wrong)
        return g_bytes_new(larger, fdt_totalsize(larger));
    error_failed(error, "%s: %s", path, wrong);
    return NULL;
}

GBytes *kunpeng_tables_acpi(char **options, unsigned cpus, GError **error)
{
    char acpi[] = "tables=acpi";
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    struct kunpeng_config config;

    if (!read_config(options, cpus, &config, error))
        return NULL;
    for (; options && *options; options++)
        g_ptr_array_add(all, *options);
    g_ptr_array_add(all, acpi);
    g_ptr_array_add(all, NULL);
    return kunpeng_machine.acpi_table((const char *const *)all->pdata, cpus);
}
