/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the page: frame, style, script, and the machine's blocks, registers and
 * events as data. */
#include "harness/live/live_page.h"

#include "harness/base/html_page.h"
#include "harness/base/json.h"
#include "harness/hardware/registers.h"
#include "harness/live/live_traffic.h"

#define RESOURCES "/org/pmulab/live/"

static void add_field(JsonBuilder *json, const struct reg *reg, const struct reg_field *field)
{
    json_builder_begin_object(json);
    json_add_text(json, "name", field->name);
    json_add_number(json, "low", reg_field_low(reg, field));
    json_add_number(json, "width", reg_field_width(reg, field));
    json_add_flag(json, "rsv", field->access == REG_RV);
    json_add_text(json, "access", register_access_word(field->access));
    json_add_text(json, "prose", field->prose);
    json_builder_end_object(json);
}

static void add_word(JsonBuilder *json, const struct live *live, const struct live_word *word)
{
    const struct reg *reg = word->reg;

    json_builder_begin_object(json);
    json_add_text(json, "name", word->name);
    json_add_number(json, "width", live_word_bits(word));
    json_add_flag(json, "msb0", reg && reg->numbering == REG_MSB0);
    json_add_flag(json, "counts", live_word_counts(live, word));
    json_add_text(json, "prose", reg ? reg->prose : "");
    json_builder_set_member_name(json, "fields");
    json_builder_begin_array(json);
    for (unsigned i = 0; reg && i < reg->n_fields; i++)
        add_field(json, reg, &reg->fields[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static void add_block(JsonBuilder *json, const struct live *live, const struct live_block *block)
{
    g_auto(GStrv) events = live_traffic_events(live, block);

    json_builder_begin_object(json);
    json_add_text(json, "name", block->name);
    json_add_text(json, "kind", block->bank ? block->bank->name : "memory");
    json_add_text(
        json, "prose", block->bank ? block->bank->prose : "counters in the guest's memory");
    json_builder_set_member_name(json, "words");
    json_builder_begin_array(json);
    for (guint i = 0; i < block->words->len; i++)
        add_word(json, live, &g_array_index(block->words, struct live_word, i));
    json_builder_end_array(json);
    json_builder_set_member_name(json, "events");
    json_builder_begin_array(json);
    for (char **event = events; *event; event++)
        json_builder_add_string_value(json, *event);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static gboolean append_data(GString *page, gpointer data, GError **error)
{
    const struct live *live = data;
    g_autoptr(JsonBuilder) json = json_builder_new();
    GString *text;

    (void)error;
    json_builder_begin_object(json);
    json_add_text(json, "machine", live->guest.machine->name);
    json_add_text(json, "about", live->guest.machine->summary);
    json_add_text(json, "command", live->guest.command ? live->guest.command : "");
    json_builder_set_member_name(json, "blocks");
    json_builder_begin_array(json);
    for (guint i = 0; i < live->blocks->len; i++)
        add_block(json, live, g_ptr_array_index(live->blocks, i));
    json_builder_end_array(json);
    json_builder_end_object(json);
    text = json_text(json, FALSE);
    html_append_json(page, text->str);
    g_string_free(text, TRUE);
    return TRUE;
}

static const struct html_part parts[] = {
    {"@HEAD@", "", "", (const char *const[]){"head.html", NULL}, NULL},
    {"@STYLE@", "<style>\n", "</style>\n",
        (const char *const[]){"common.css", "bits.css", "live.css", NULL}, NULL},
    {"@DATA@", "<script type=\"application/json\" id=\"machine\">", "</script>\n", NULL,
        append_data},
    {"@SCRIPT@", "<script>\n", "</script>\n",
        (const char *const[]){"elements.js", "bits.js", "curves.js", "live.js", NULL}, NULL},
};

void live_page_append(GString *page, struct live *live)
{
    html_page_append(page, RESOURCES, "live.html", parts, G_N_ELEMENTS(parts), live, NULL);
}
