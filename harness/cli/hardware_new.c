/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a first file of hardware. Names are all that it knows of a register's
 * part in counting. */
#include "harness/cli/hardware_new.h"

#include "harness/base/error.h"
#include "harness/export/export.h"
#include "models/rdl/rdl.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#define EXTENSION ".rdl"

/* Both files, as they grow. */
struct draft {
    char *name; /* of the PMU, perf's and the list's */
    GString *registers, *events;
    unsigned n_registers, n_roles, n_events;
    gboolean listed; /* events came from a list or from names of values */
};

static const char example[] = "addrmap pmu {\n"
                              "    desc = \"a PMU of two counters\";\n"
                              "    reg {\n"
                              "        desc = \"the control of all counters\";\n"
                              "        field { desc = \"the counters count\"; } run[0:0];\n"
                              "    } CTL @ 0x0;\n"
                              "    reg {\n"
                              "        desc = \"the control of a counter\";\n"
                              "        field { desc = \"the counter counts\"; } enable[31:31];\n"
                              "        field { desc = \"the event\"; } event[7:0];\n"
                              "    } EVTYPE[2] @ 0x10 += 4;\n"
                              "    reg {\n"
                              "        desc = \"the value of a counter\";\n"
                              "        field { desc = \"the count\"; } count[31:0];\n"
                              "    } EVCNT[2] @ 0x20 += 4;\n"
                              "};\n";

static const char example_events[] = "0x00  cycles  clock  cycles of the PMU's clock\n"
                                     "0x01  reads   count  reads\n"
                                     "0x02  writes  count  writes\n";

/* ---- guesses ---- */

#define CLOCKS "(cycle|clock|clk)" /* events that count each cycle */

enum { ONE_BIT = 1, SELECTOR = 3, VALUE = 16 }; /* bits that such a field has at least */

static gboolean contains(const char *name, const char *pattern)
{
    return g_regex_match_simple(pattern, name, G_REGEX_CASELESS, 0);
}

/* The first row whose pattern the name REGISTER.FIELD contains gives the
 * role. */
static const struct guess {
    unsigned least, most; /* bits */
    const char *pattern, *role;
    gboolean flag; /* other fields may set and clear it */
} guesses[] = {
    {SELECTOR, 16, "\\.[^.]*(ev|sel)", "event", FALSE},
    {VALUE, 64, "(cnt|count|ctr|value|event)", "count", FALSE},
    {ONE_BIT, 64, "(ovf|ovs|overflow|\\.ov)", "overflow", TRUE},
    {ONE_BIT, 64, "(int_?en|irq_?en|inten|pmi|\\.ie)", "interrupt", TRUE},
    {ONE_BIT, ONE_BIT, "(frz|freeze)", "freeze", FALSE},
    {ONE_BIT, ONE_BIT, "\\.(rst|reset|clear|clr)", "clear", FALSE},
    {ONE_BIT, 64, "(\\.(en|enable|cnt_?en)|cnt_?en(set|clr)?\\.)", "enable", TRUE},
    {ONE_BIT, ONE_BIT, "\\.(run|start|all_?en|ena)", "run", FALSE},
};

/* The words after the role of a flag. */
static const char *guess_words(const char *name, const char *role, enum reg_access access)
{
    const gboolean overflow = !strcmp(role, "overflow");

    if (contains(name, "set\\."))
        return " set";
    if (access == REG_RW1C)
        return overflow ? " clear interrupts" : " clear";
    if (access == REG_ACTION || access == REG_WO || contains(name, "(clr|clear)\\."))
        return " clear";
    return overflow ? " interrupts" : "";
}

/* A new string, or NULL. */
static char *guess_role(const struct reg *reg, const struct reg_field *field)
{
    g_autofree char *name = g_strdup_printf("%s.%s", reg->name, field->name);
    const unsigned bits = reg_field_width(reg, field);

    for (size_t i = 0; i < G_N_ELEMENTS(guesses); i++)
        if (bits >= guesses[i].least && bits <= guesses[i].most &&
            contains(name, guesses[i].pattern))
            return g_strconcat(guesses[i].role,
                guesses[i].flag ? guess_words(name, guesses[i].role, field->access) : "", NULL);
    return NULL;
}

/* ---- registers ---- */

static void append_text(GString *text, const char *property, const char *value)
{
    if (!value || !*value)
        return;
    g_string_append_printf(text, "%s = \"", property);
    for (; *value; value++)
        g_string_append_printf(text, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    g_string_append(text, "\";");
}

static const char *access_text(enum reg_access access, unsigned bits)
{
    switch (access) {
    case REG_RO:
        return "sw = r; ";
    case REG_WO:
        return "sw = w; ";
    case REG_ACTION:
        return bits == 1 ? "sw = w; singlepulse; " : "sw = w; pmulab_access = \"ACTION\"; ";
    case REG_RW1C:
        return "onwrite = woclr; ";
    default:
        return "";
    }
}

static void append_field(
    struct draft *draft, const struct reg *reg, const struct reg_field *field, const char *role)
{
    GString *text = draft->registers;
    const unsigned low = reg_field_low(reg, field), bits = reg_field_width(reg, field);
    g_autofree char *id = export_id(field->name);

    g_string_append(text, "        field { ");
    if (strcmp(id, field->name) != 0) {
        append_text(text, "name", field->name);
        g_string_append_c(text, ' ');
    }
    append_text(text, "desc", field->prose);
    g_string_append_printf(
        text, "%s%s", *field->prose ? " " : "", access_text(field->access, bits));
    append_text(text, "pmu_role", role);
    g_string_append_printf(text, "%s} %s%s[%u:%u]", role ? " " : "", rdl_is_keyword(id) ? "\\" : "",
        id, low + bits - 1, low);
    if (field->reset)
        g_string_append_printf(text, " = 0x%" G_GINT64_MODIFIER "x", field->reset);
    g_string_append_printf(text, ";%s\n", role ? " // guess" : "");
    draft->n_roles += role != NULL;
}

/* The names of an event's values are events. */
static void append_named_events(struct draft *draft, const struct reg *reg, unsigned field)
{
    for (const struct reg_value *value = reg->values; value && value->name; value++) {
        const gboolean clock = contains(value->name, CLOCKS);

        if (value->field != field)
            continue;
        g_string_append_printf(draft->events, "0x%02" G_GINT64_MODIFIER "x  %s  %s  %s\n",
            value->value, value->name, clock ? "clock" : "count", value->name);
        draft->n_events++;
    }
}

/* Whether a counter's number is needed: fields of one counter's register. */
static gboolean is_of_counter(const struct reg *reg)
{
    for (unsigned i = 0; i < reg->n_fields; i++) {
        g_autofree char *role = guess_role(reg, &reg->fields[i]);

        if (role && (!strcmp(role, "event") || !strcmp(role, "count")))
            return TRUE;
    }
    return FALSE;
}

/* The number at the end of @id, or -1; *@stem is the length of the rest. */
static int number_of(const char *id, size_t *stem)
{
    *stem = strlen(id);
    while (*stem && g_ascii_isdigit(id[*stem - 1]))
        --*stem;
    return id[*stem] && *stem && strlen(id) - *stem < 4 ? atoi(id + *stem) : -1;
}

static gboolean is_alike(const struct reg *a, const struct reg *b)
{
    if (a->width != b->width || a->n_fields != b->n_fields || a->numbering != b->numbering)
        return FALSE;
    for (unsigned i = 0; i < a->n_fields; i++) {
        const struct reg_field *one = &a->fields[i], *two = &b->fields[i];

        if (strcmp(one->name, two->name) != 0 || one->first != two->first ||
            one->last != two->last || one->access != two->access || one->reset != two->reset)
            return FALSE;
    }
    return TRUE;
}

/* The registers from @first on that are an array NAME0, NAME1, ... with equal
 * distances. */
static unsigned array_length(const struct rdl_bank *bank, unsigned first)
{
    const struct reg *regs = bank->bank.regs;
    unsigned n = 1;
    size_t stem, other;

    if (number_of(bank->ids[first], &stem) != 0)
        return 1;
    for (unsigned i = first + 1; i < bank->bank.n_regs; i++, n++)
        if (number_of(bank->ids[i], &other) != (int)n || other != stem ||
            strncmp(bank->ids[i], bank->ids[first], stem) != 0 ||
            !is_alike(&regs[first], &regs[i]) ||
            regs[i].offset - regs[first].offset !=
                n * (regs[first + 1].offset - regs[first].offset))
            break;
    return n;
}

static void append_registers(
    struct draft *draft, const struct rdl_bank *bank, unsigned first, unsigned n)
{
    const struct reg *reg = &bank->bank.regs[first];
    GString *text = draft->registers;
    size_t stem;
    const int number = number_of(bank->ids[first], &stem);

    g_string_append(text, "\n    reg {\n");
    if (*reg->prose) {
        g_string_append(text, "        ");
        append_text(text, "desc", reg->prose);
        g_string_append_c(text, '\n');
    }
    if (reg->width != 32)
        g_string_append_printf(text, "        regwidth = %u;\n", reg->width);
    if (is_of_counter(reg))
        g_string_append_printf(
            text, "        pmu_counter = %d; // guess\n", n == 1 && number > 0 ? number : 0);
    for (unsigned i = 0; i < reg->n_fields; i++) {
        g_autofree char *role = guess_role(reg, &reg->fields[i]);

        if (reg->fields[i].access == REG_RV)
            continue;
        append_field(draft, reg, &reg->fields[i], role);
        if (!g_strcmp0(role, "event") && !draft->listed)
            append_named_events(draft, reg, i);
    }
    draft->listed = draft->listed || draft->n_events;
    if (n > 1)
        g_string_append_printf(text, "    } %.*s[%u] @ 0x%x += 0x%x;\n", (int)stem,
            bank->ids[first], n, reg->offset, reg[1].offset - reg->offset);
    else
        g_string_append_printf(text, "    } %s @ 0x%x;\n", bank->ids[first], reg->offset);
    draft->n_registers += n;
}

static const char head[] = "// Lines with the comment \"guess\" follow from names alone.\n"
                           "// docs/hardware-from-a-file.md has all roles and properties.\n"
                           "property pmu_found { type = string; component = addrmap; };\n"
                           "property pmu_perf { type = string; component = addrmap; };\n"
                           "property pmu_events { type = string; component = addrmap; };\n"
                           "property pmu_role { type = string; component = field; };\n"
                           "property pmu_counter { type = longint unsigned; component = reg; };\n"
                           "property pmulab_access { type = string; component = field; };\n";

static void append_block(struct draft *draft, const struct rdl_bank *bank)
{
    GString *text = draft->registers;

    g_string_append_printf(text, "\naddrmap %s {\n    ", bank->id);
    append_text(text, "desc", *bank->bank.prose ? bank->bank.prose : bank->id);
    g_string_append_printf(text,
        "\n    // open: pmu_found = \"of COMPATIBLE\" or \"acpi ID\"; the driver looks for it\n"
        "    // open: pmu_perf = \"NAME\"; perf's name of the PMU\n"
        "    pmu_events = \"%s.events\";\n",
        draft->name);
    for (unsigned i = 0, n; i < bank->bank.n_regs; i += n) {
        n = array_length(bank, i);
        append_registers(draft, bank, i, n);
    }
    g_string_append(text, "};\n");
}

static gboolean draft_registers(struct draft *draft, const char *path, GError **error)
{
    g_autofree char *text = NULL;
    char wrong[RDL_WRONG];
    struct rdl_file *file;

    if (path && !g_file_get_contents(path, &text, NULL, error))
        return FALSE;
    file = rdl_read(path, text ? text : example, wrong);
    if (!file)
        return error_failed(error, "%s", wrong);
    g_string_append(draft->registers, head);
    for (unsigned i = 0; i < file->n_banks; i++)
        append_block(draft, &file->banks[i]);
    rdl_free(file);
    return TRUE;
}

/* ---- events ---- */

static const char *text_of(JsonObject *event, const char *const *names)
{
    for (; *names; names++) {
        JsonNode *node = json_object_get_member(event, *names);

        if (node && json_node_get_value_type(node) == G_TYPE_STRING)
            return json_node_get_string(node);
    }
    return NULL;
}

/* A line of the list. An event that the format cannot describe, or a second
 * one of a code, is a comment. */
static void append_event(struct draft *draft, JsonObject *event, GHashTable *codes)
{
    static const char *const code_names[] = {"ConfigCode", "EventCode", NULL};
    static const char *const prose_names[] = {"BriefDescription", "PublicDescription", NULL};
    static const char *const name_names[] = {"EventName", NULL}, *const umask_names[] = {
                                                                     "UMask", NULL};
    const char *name = text_of(event, name_names), *code = text_of(event, code_names);
    const char *prose = text_of(event, prose_names), *umask = text_of(event, umask_names);
    g_autofree char *lower = name ? g_ascii_strdown(name, -1) : NULL;
    g_autofree char *line = prose ? g_strdelimit(g_strdup(prose), "\r\n\t", ' ') : NULL;
    const guint64 number = code ? g_ascii_strtoull(code, NULL, 0) : 0;
    const gboolean clock = lower && contains(lower, CLOCKS);

    if (!name || !code)
        return;
    if (umask && g_ascii_strtoull(umask, NULL, 0))
        g_string_append_printf(draft->events, "# open: it has the umask %s: ", umask);
    else if (!g_hash_table_add(codes, g_strdup_printf("%" G_GUINT64_FORMAT, number)))
        g_string_append(draft->events, "# open: a second event with this code: ");
    else
        draft->n_events++;
    g_string_append_printf(draft->events, "0x%02" G_GINT64_MODIFIER "x  %s  %s  %s\n", number,
        g_strdelimit(lower, " \t\r\n", '_'), clock ? "clock" : "count", line ? line : name);
}

static gboolean draft_events(struct draft *draft, const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GHashTable) codes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    JsonNode *root;
    JsonArray *list;

    if (!json_parser_load_from_file(parser, path, error)) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    root = json_parser_get_root(parser);
    if (!root || !JSON_NODE_HOLDS_ARRAY(root))
        return error_failed(error, "%s: no array; expected perf's list of events", path);
    list = json_node_get_array(root);
    for (guint i = 0; i < json_array_get_length(list); i++) {
        JsonNode *node = json_array_get_element(list, i);

        if (JSON_NODE_HOLDS_OBJECT(node))
            append_event(draft, json_node_get_object(node), codes);
    }
    draft->listed = draft->n_events;
    return draft->n_events ||
           error_failed(error, "%s: no event; expected objects with EventName and EventCode", path);
}

/* ---- the files ---- */

/* Both or none. */
static gboolean write_files(
    const struct draft *draft, const char *path, const char *list, GError **error)
{
    if (!g_file_set_contents(list, draft->events->str, -1, error))
        return FALSE;
    if (g_file_set_contents(path, draft->registers->str, -1, error))
        return TRUE;
    g_unlink(list);
    return FALSE;
}

static gboolean fill(struct draft *draft, const struct hardware_source *source, GError **error)
{
    g_string_append(
        draft->events, "# CODE  NAME  count|clock  PROSE. \"clock\" is a guess by the name.\n");
    if (source->events && !draft_events(draft, source->events, error))
        return FALSE;
    if (!draft_registers(draft, source->registers, error))
        return FALSE;
    if (!draft->listed)
        g_string_append_printf(draft->events, "# open: these are examples\n%s", example_events);
    return TRUE;
}

char *hardware_new(const char *path, const struct hardware_source *source, GError **error)
{
    struct draft draft = {.registers = g_string_new(NULL), .events = g_string_new(NULL)};
    g_autofree char *stem = g_str_has_suffix(path, EXTENSION)
                                ? g_strndup(path, strlen(path) - strlen(EXTENSION))
                                : NULL;
    g_autofree char *list = g_strconcat(stem ? stem : "", ".events", NULL);
    char *report = NULL;

    if (!stem)
        error_usage(error, "hardware: '%s'; expected NAME" EXTENSION, path);
    else if (g_file_test(path, G_FILE_TEST_EXISTS) || g_file_test(list, G_FILE_TEST_EXISTS))
        error_failed(error, "%s: it exists; expected a new file",
            g_file_test(path, G_FILE_TEST_EXISTS) ? path : list);
    else {
        draft.name = g_path_get_basename(stem);
        if (fill(&draft, source, error) && write_files(&draft, path, list, error))
            report = g_strdup_printf("%s: %u registers, %u roles guessed\n%s: %u events%s\n", path,
                draft.n_registers, draft.n_roles, list, draft.n_events,
                draft.listed ? "" : ", examples");
    }
    g_string_free(draft.registers, TRUE);
    g_string_free(draft.events, TRUE);
    g_free(draft.name);
    return report;
}
