/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What runs did with a register: how often, in which scenarios, and a few lines of a trace. */
#include "harness/atlas/atlas.h"

#include "harness/base/html_page.h"

static void append_excerpt(GString *page, const struct excerpt *excerpt)
{
    g_string_append(page, "<figure><figcaption>in ");
    html_append_text(page, excerpt->run);
    if (excerpt->step)
        g_string_append_printf(page, ", step %u", excerpt->step);
    g_string_append(page, "</figcaption><pre tabindex=\"0\">");
    html_append_text(page, excerpt->text);
    g_string_append(page, "</pre></figure>\n");
}

/* Whether some run was of this machine. */
static gboolean has_machine(const struct atlas_uses *uses, const struct machine *machine)
{
    return g_ptr_array_find((GPtrArray *)(guintptr)uses->machines, machine, NULL);
}

void atlas_append_uses(
    GString *page, const struct atlas_uses *uses, const struct machine *machine, const struct reg *reg)
{
    const struct touched_register *of = uses ? touched_find(uses->touched, reg) : NULL;
    const struct excerpt *excerpt = of ? excerpts_find(uses->excerpts, reg) : NULL;

    if (!uses || !has_machine(uses, machine))
        return;
    if (!of) {
        g_string_append(page, "<p class=\"uses\">touched by no scenario</p>\n");
        return;
    }
    g_string_append_printf(page,
        "<details class=\"uses\"><summary>touched by %u scenario%s: %" G_GUINT64_FORMAT
        " reads, %" G_GUINT64_FORMAT " writes</summary>\n<p>",
        of->runs->len, of->runs->len == 1 ? "" : "s", of->n[TOUCHED_READ], of->n[TOUCHED_WRITTEN]);
    for (guint i = 0; i < of->runs->len; i++) {
        g_string_append(page, i ? ", " : "");
        html_append_text(page, g_ptr_array_index(of->runs, i));
    }
    g_string_append(page, "</p>\n");
    if (excerpt)
        append_excerpt(page, excerpt);
    g_string_append(page, "</details>\n");
}
