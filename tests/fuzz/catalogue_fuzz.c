/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeds arbitrary lists of PMUs and events to the parser. Valid lists must
 * parse completely; invalid ones must give an error text. */
#include "models/power9/catalogue.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void check_pmu(const struct p9_catalogue *c, const struct p9_pmu *pmu)
{
    assert(pmu->group < c->n_groups && pmu->first_event + pmu->n_events <= c->n_events);
    assert(p9_catalogue_pmu(c, pmu->name) == pmu);
    for (unsigned i = 0; i < pmu->n_events; i++)
        assert(p9_event_scale(pmu, &c->events[pmu->first_event + i]) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct p9_catalogue catalogue;
    char wrong[P9_CATALOGUE_WRONG], *text = malloc(size + 1);

    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (p9_catalogue_parse(&catalogue, text, wrong))
        for (unsigned i = 0; i < catalogue.n_pmus; i++)
            check_pmu(&catalogue, &catalogue.pmus[i]);
    else
        assert(!strncmp(wrong, "line ", 5) && strlen(wrong) < sizeof(wrong));
    free(text);
    return 0;
}
