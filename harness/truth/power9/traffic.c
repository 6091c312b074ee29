/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the events of changing traffic between two times, from the waves' exact integrals. */
#include "harness/truth/power9/traffic.h"

#include "models/sim/clock.h"

/* One amount. It holds until the next begins. */
struct stretch {
    guint64 cycle;
    struct wave wave;
};

struct truth_traffic {
    guint32 hz;
    GArray *stretches; /* struct stretch */
};

struct truth_traffic *truth_traffic_new(guint32 hz)
{
    struct truth_traffic *traffic = g_new(struct truth_traffic, 1);

    *traffic = (struct truth_traffic){hz, g_array_new(FALSE, FALSE, sizeof(struct stretch))};
    return traffic;
}

void truth_traffic_free(struct truth_traffic *traffic)
{
    g_array_unref(traffic->stretches);
    g_free(traffic);
}

void truth_traffic_set(struct truth_traffic *traffic, guint64 ns, const struct traffic_amount *amount)
{
    struct stretch stretch = {.cycle = sim_cycles(traffic->hz, ns)};
    const char *wrong = traffic_wave_alone(amount, traffic->hz, &stretch.wave);

    g_assert(!wrong);
    g_array_append_val(traffic->stretches, stretch);
}

guint64 truth_traffic_events(const struct truth_traffic *traffic, guint64 from, guint64 to)
{
    static const struct wave_filter all = {.subs = 1};
    guint64 begin = sim_cycles(traffic->hz, from), end = sim_cycles(traffic->hz, to), events = 0;

    for (guint i = 0; i < traffic->stretches->len; i++) {
        const struct stretch *s = &g_array_index(traffic->stretches, struct stretch, i);
        guint64 next = i + 1 < traffic->stretches->len ? s[1].cycle : end;
        guint64 first = MAX(begin, s->cycle), last = MIN(end, next);
        struct wave_signal signal = {.since = s->cycle, .now = s->wave, .before = {.modulus = 1}};

        if (first < last)
            events += wave_signal_count(&signal, &all, first, last);
    }
    return events;
}
