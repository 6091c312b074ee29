/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of a data fabric: data that its units move. The event's code
 * contains the unit's number; a step of 0x40 leads to the next unit of its
 * kind. The unit mask selects origin and direction of the data. perf's
 * local_processor_read_data_beats_cs3 is CS3.LOCAL_READ here.
 */
#include "models/amd/uncore_events.h"

#include <stddef.h>

enum { LINE = 64, HALF = 32 /* bytes of a beat */ };

#define BEATS(at, bits, unit, whose, size, what)                                                   \
    {                                                                                              \
        .code = (at), .mask = (bits), .name = (unit), .sub = (whose), .bytes = (size),             \
        .prose = (what)                                                                            \
    }

/* ---- from Zen4 on ---- */

enum {
    LOCAL_TO = 0x7fe,
    LOCAL_FROM = 0x7ff,
    REMOTE_TO = 0xbfe,
    REMOTE_FROM = 0xbff,
    LINK_FROM = 0xf3e
};

#define READS_AND_WRITES(at, unit, what)                                                           \
    BEATS(at, LOCAL_TO, unit, "LOCAL_READ", LINE, what),                                           \
        BEATS(at, LOCAL_FROM, unit, "LOCAL_WRITE", LINE, ""),                                      \
        BEATS(at, REMOTE_TO, unit, "REMOTE_READ", LINE, ""),                                       \
        BEATS(at, REMOTE_FROM, unit, "REMOTE_WRITE", LINE, "")

/* Inbound beats are half as wide. */
#define INTERFACE(at, unit, what)                                                                  \
    BEATS(at, LOCAL_TO, unit, "LOCAL_INBOUND", HALF, what),                                        \
        BEATS(at, LOCAL_FROM, unit, "LOCAL_OUTBOUND", LINE, ""),                                   \
        BEATS(at, REMOTE_TO, unit, "REMOTE_INBOUND", HALF, ""),                                    \
        BEATS(at, REMOTE_FROM, unit, "REMOTE_OUTBOUND", LINE, "")

#define CS(n)                                                                                      \
    READS_AND_WRITES(0x01f + 0x40 * (n), "CS" #n,                                                  \
        "coherent station: data of memory, by the processor's socket")
#define CCM(n)                                                                                     \
    INTERFACE(0x41e + 0x40 * (n), "CCM" #n "_INF0",                                                \
        "CPU moderator: data to and from cores, interface 0"),                                     \
        INTERFACE(0x41f + 0x40 * (n), "CCM" #n "_INF1", "... interface 1")
#define IOM(n) READS_AND_WRITES(0x81f + 0x40 * (n), "IOM" #n, "I/O moderator: data of devices' DMA")
#define LINK(n)                                                                                    \
    BEATS(0xb5f + 0x40 * (n), LINK_FROM, "LINK" #n, "LOCAL_OUTBOUND", LINE,                        \
        "xGMI link: data to the other socket")

const struct amd_uncore_event df_events[] = {CS(0), CS(1), CS(2), CS(3), CS(4), CS(5), CS(6), CS(7),
    CS(8), CS(9), CS(10), CS(11), CCM(0), CCM(1), CCM(2), CCM(3), CCM(4), CCM(5), CCM(6), CCM(7),
    IOM(0), IOM(1), IOM(2), IOM(3), LINK(0), LINK(1), LINK(2), LINK(3), LINK(4), LINK(5), LINK(6),
    LINK(7)};

/* ---- before ---- */

#define CHANNEL(n)                                                                                 \
    BEATS(0x007 + 0x40 * (n), 0x38, "DRAM" #n, "DATA", LINE, "memory channel: requests with data")
#define OLD_LINK(n)                                                                                \
    BEATS(0x7c7 + 0x40 * (n), 0x02, "LINK" #n, "OUTBOUND_DATA", HALF,                              \
        "link to another die or socket: data")

const struct amd_uncore_event df_zen1_events[] = {CHANNEL(0), CHANNEL(1), CHANNEL(2), CHANNEL(3),
    CHANNEL(4), CHANNEL(5), CHANNEL(6), CHANNEL(7), OLD_LINK(0), OLD_LINK(1), OLD_LINK(2),
    OLD_LINK(3)};

const unsigned df_n_events = sizeof(df_events) / sizeof(df_events[0]);
const unsigned df_zen1_n_events = sizeof(df_zen1_events) / sizeof(df_zen1_events[0]);

_Static_assert(
    sizeof(df_events) / sizeof(df_events[0]) <= AMD_UNCORE_MAX_EVENTS, "a plan has room");
