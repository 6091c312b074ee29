/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of registers, of untouched fields, and of orders. */
#include "harness/report/touched_text.h"

#include "harness/base/table.h"
#include "harness/report/untouched.h"

static char *number(guint64 n)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT, n);
}

static void print_sum(
    const struct machine *machine, const struct touched_sum *sum, struct output *out)
{
    g_autofree char *title = g_strdup_printf(
        "%s: %u of %u registers", machine->name, sum->registers_touched, sum->registers);

    output_add(out, OUTPUT_BOLD, title);
    output_printf(out, "; %u of %u fields read, %u of %u written; %u orders\n",
        sum->fields_touched[TOUCHED_READ], sum->fields[TOUCHED_READ],
        sum->fields_touched[TOUCHED_WRITTEN], sum->fields[TOUCHED_WRITTEN], sum->orders);
}

/* ---- registers ---- */

static guint64 total(const struct touched_values *values)
{
    guint64 n = 0;

    for (unsigned i = 0; i < TOUCHED_CLASSES; i++)
        n += values->n[i];
    return n;
}

/* "0 1", "0 ones named other": classes of values, without numbers. */
static char *classes(const struct touched_values *values, gboolean one_bit)
{
    const char *const words[TOUCHED_CLASSES] = {[TOUCHED_ZERO] = "0",
        [TOUCHED_ONES] = one_bit ? "1" : "ones",
        [TOUCHED_NAMED] = "named",
        [TOUCHED_OTHER] = "other"};
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; i < TOUCHED_CLASSES; i++)
        if (values->n[i])
            g_string_append_printf(text, "%s%s", text->len ? " " : "", words[i]);
    return g_string_free(text, FALSE);
}

static void add_field(struct table *table, const struct touched_register *of, unsigned i)
{
    const struct reg_field *field = &of->reg->fields[i];
    const struct touched_values *read = &of->fields[i].values[TOUCHED_READ],
                                *written = &of->fields[i].values[TOUCHED_WRITTEN];
    gboolean one_bit = reg_field_width(of->reg, field) == 1;
    g_autofree char *name = g_strconcat("  ", field->name, NULL), *read_as = classes(read, one_bit),
                    *written_as = classes(written, one_bit), *reads = number(total(read)),
                    *writes = number(total(written)), *runs = number(of->fields[i].runs->len);

    if (field->access != REG_RV)
        table_row(table, OUTPUT_PLAIN,
            (const char *const[]){name, reads, writes, read_as, written_as, runs});
}

static void add_register(struct table *table, const struct touched_register *of)
{
    g_autofree char *name = g_strjoin(".", of->bank->name, of->reg->name, NULL),
                    *reads = number(of->n[TOUCHED_READ]), *writes = number(of->n[TOUCHED_WRITTEN]),
                    *runs = number(of->runs->len);

    table_row(table, OUTPUT_BOLD, (const char *const[]){name, reads, writes, "", "", runs});
    for (unsigned i = 0; i < of->reg->n_fields; i++)
        add_field(table, of, i);
}

/* Calls @add for each register of @machine that was touched, in the order of
 * the tables. */
static void each_touched(const struct touched *touched, const struct machine *machine,
    void (*add)(struct table *table, const struct touched_register *of), struct table *table)
{
    g_autofree const struct reg_bank **banks = touched_banks(machine->model);

    for (const struct reg_bank **bank = banks; *bank; bank++)
        for (unsigned i = 0; i < (*bank)->n_regs; i++) {
            const struct touched_register *of = touched_find(touched, &(*bank)->regs[i]);

            if (of)
                add(table, of);
        }
}

void touched_print_registers(
    const struct touched *touched, const struct machine *machine, struct output *out)
{
    static const struct table_column columns[] = {{"REGISTER", FALSE}, {"READS", TRUE},
        {"WRITES", TRUE}, {"READ AS", FALSE}, {"WRITTEN AS", FALSE}, {"RUNS", FALSE}};
    const struct touched_sum sum = untouched_find(touched, machine, explained_own(), NULL);
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    print_sum(machine, &sum, out);
    each_touched(touched, machine, add_register, table);
    table_print(table, out);
}

/* ---- untouched ---- */

static guint add_untouched(struct table *table, const GArray *list, gboolean explained)
{
    guint n = 0;

    for (guint i = 0; i < list->len; i++) {
        const struct untouched *u = &g_array_index(list, struct untouched, i);
        g_autofree char *reg = g_strjoin(".", u->bank->name, u->reg->name, NULL),
                        *text = untouched_text(u);

        if ((u->why != NULL) != explained)
            continue;
        n++;
        table_row(table, explained ? OUTPUT_PLAIN : OUTPUT_WARNING,
            (const char *const[]){
                reg, u->field ? u->field->name : "", text, explained ? u->why : "not explained"});
    }
    return n;
}

void touched_print_untouched(const struct touched *touched, const struct machine *machine,
    const struct explained *explained, struct output *out)
{
    static const struct table_column columns[] = {
        {"REGISTER", FALSE}, {"FIELD", FALSE}, {"UNTOUCHED", FALSE}, {"WHY", FALSE}};
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(struct untouched));
    const struct touched_sum sum = untouched_find(touched, machine, explained, list);
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));
    guint open = add_untouched(table, list, FALSE);
    guint closed = add_untouched(table, list, TRUE);

    print_sum(machine, &sum, out);
    output_printf(out, "untouched: %u not explained, %u explained\n", open, closed);
    table_print(table, out);
}

/* ---- orders ---- */

static gint most_first(gconstpointer a, gconstpointer b)
{
    const guint64 x = ((const struct touched_order *)a)->n,
                  y = ((const struct touched_order *)b)->n;

    return x < y ? 1 : x > y ? -1 : 0;
}

static const char *letter(enum touched_way way)
{
    return way == TOUCHED_READ ? "R" : "W";
}

static void add_orders(struct table *table, const struct touched_register *of)
{
    g_autoptr(GArray) orders = g_array_copy(of->orders);

    g_array_sort(orders, most_first);
    for (guint i = 0; i < orders->len; i++) {
        const struct touched_order *order = &g_array_index(orders, struct touched_order, i);
        g_autofree char *after = g_strdup_printf("%s %s.%s", letter(order->way_before),
                            order->before->bank->name, order->before->reg->name),
                        *now = g_strdup_printf(
                            "%s %s.%s", letter(order->way), of->bank->name, of->reg->name),
                        *n = number(order->n);

        table_row(table, OUTPUT_PLAIN, (const char *const[]){now, after, n});
    }
}

void touched_print_orders(
    const struct touched *touched, const struct machine *machine, struct output *out)
{
    static const struct table_column columns[] = {
        {"ACCESS", FALSE}, {"AFTER", FALSE}, {"TIMES", TRUE}};
    const struct touched_sum sum = untouched_find(touched, machine, explained_own(), NULL);
    struct table *table = table_new(columns, G_N_ELEMENTS(columns));

    print_sum(machine, &sum, out);
    each_touched(touched, machine, add_orders, table);
    table_print(table, out);
}
