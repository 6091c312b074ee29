/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of PMUs and events that may say anything: what parses is whole, and what does not has a line. */
#include "models/imc/catalogue.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_pmu(const struct imc_catalogue *c, const struct imc_pmu *pmu)
{
    assert(pmu->group < c->n_groups && pmu->first_event + pmu->n_events <= c->n_events);
    assert(imc_catalogue_pmu(c, pmu->name) == pmu);
    for (unsigned i = 0; i < pmu->n_events; i++)
        assert(imc_event_scale(pmu, &c->events[pmu->first_event + i]) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct imc_catalogue catalogue;
    char wrong[IMC_CATALOGUE_WRONG], *text = malloc(size + 1);

    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    if (imc_catalogue_parse(&catalogue, text, wrong))
        for (unsigned i = 0; i < catalogue.n_pmus; i++)
            check_pmu(&catalogue, &catalogue.pmus[i]);
    else
        assert(!strncmp(wrong, "line ", 5) && strlen(wrong) < sizeof(wrong));
    free(text);
    return 0;
}
