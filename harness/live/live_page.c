/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the page: frame, style, script, and the machine's blocks, registers and
 * events as data. */
#include "harness/live/live_page.h"

#include "harness/base/html_page.h"
#include "harness/format/json.h"
#include "harness/hardware/register_json.h"
#include "harness/live/live_traffic.h"

/* Memory has words without a register. */
static void add_word(JsonBuilder *json, const struct live *live, const struct live_word *word)
{
    json_builder_begin_object(json);
    if (word->reg)
        register_json_add(json, word->reg);
    json_add_text(json, "name", word->name);
    json_add_number(json, "width", live_word_bits(word));
    json_add_flag(json, "counts", live_word_counts(live, word));
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
    g_autofree char *product = machine_product(live->guest.machine, live->guest.config);
    GString *text;

    (void)error;
    json_builder_begin_object(json);
    json_add_text(json, "machine", live->guest.machine->name);
    json_add_text(json, "about", product);
    json_add_text(json, "command", live->guest.command ? live->guest.command : "");
    json_builder_set_member_name(json, "blocks");
    json_builder_begin_array(json);
    for (guint i = 0; i < live->blocks->len; i++)
        add_block(json, live, g_ptr_array_index(live->blocks, i));
    json_builder_end_array(json);
    json_builder_end_object(json);
    text = json_text(json, FALSE);
    html_append_data(page, "id=\"machine\"", text->str);
    g_string_free(text, TRUE);
    return TRUE;
}

void live_page_append(GString *page, struct live *live)
{
    const struct html_page view = {
        .name = "live",
        .title = "pmulab live",
        .noscript = "A live view needs JavaScript, which is switched off.",
        .connects = TRUE,
        .scripts = (const char *const[]){"elements.js", "bits.js", "curves.js", "live.js", NULL},
        .fill = append_data,
    };

    html_page_append(page, &view, live, NULL);
}
