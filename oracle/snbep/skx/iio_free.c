/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Free-running counters of a stack of I/O: Linux, skx_iio_freerunning and
 * skx_uncore_iio_freerunning_events. The clock has a separate counter. */
#include "oracle/snbep/skx/skx.h"

/* Requests of devices: bits 43:36 the port, 46:44 all classes of flow, umask 01
 * to memory, 04 from it. A threshold of 1 counts cycles. */
#define MOVED(umask, port)                                                                         \
    (UINT64_C(0x7) << 44 | UINT64_C(1) << (36 + (port)) | (umask) << 8 | 0x83)
#define IN(port)         MOVED(UINT64_C(0x01), port)
#define OUT(port)        MOVED(UINT64_C(0x04), port)
#define CYCLES(requests) ((requests) | UINT64_C(1) << 24)
#define COUNTER(name, n)                                                                           \
    {                                                                                              \
        name, n, 8, ORACLE_IS_CTR, n                                                               \
    }

static const struct oracle_register port_registers[] = {COUNTER("BW_IN_PORT0", 0),
    COUNTER("BW_IN_PORT1", 1), COUNTER("BW_IN_PORT2", 2), COUNTER("BW_IN_PORT3", 3),
    COUNTER("BW_OUT_PORT0", 4), COUNTER("BW_OUT_PORT1", 5), COUNTER("BW_OUT_PORT2", 6),
    COUNTER("BW_OUT_PORT3", 7), COUNTER("UTIL_IN_PORT0", 8), COUNTER("UTIL_OUT_PORT0", 9),
    COUNTER("UTIL_IN_PORT1", 10), COUNTER("UTIL_OUT_PORT1", 11), COUNTER("UTIL_IN_PORT2", 12),
    COUNTER("UTIL_OUT_PORT2", 13), COUNTER("UTIL_IN_PORT3", 14), COUNTER("UTIL_OUT_PORT3", 15)};
static const struct oracle_free port_counters[] = {{0x20ff, IN(0), 0}, {0x21ff, IN(1), 0},
    {0x22ff, IN(2), 0}, {0x23ff, IN(3), 0}, {0x24ff, OUT(0), 0}, {0x25ff, OUT(1), 0},
    {0x26ff, OUT(2), 0}, {0x27ff, OUT(3), 0}, {0x30ff, CYCLES(IN(0)), 0},
    {0x31ff, CYCLES(OUT(0)), 0}, {0x32ff, CYCLES(IN(1)), 0}, {0x33ff, CYCLES(OUT(1)), 0},
    {0x34ff, CYCLES(IN(2)), 0}, {0x35ff, CYCLES(OUT(2)), 0}, {0x36ff, CYCLES(IN(3)), 0},
    {0x37ff, CYCLES(OUT(3)), 0}};
static const struct oracle_format formats[] = {{"event", 0, 8}, {"umask", 8, 8}};

#define MIB 3.814697266e-6 /* of 4 bytes */
static const struct oracle_alias aliases[] = {{"ioclk", 0x10ff, 1, ""},
    {"bw_in_port0", 0x20ff, MIB, "MiB"}, {"bw_in_port1", 0x21ff, MIB, "MiB"},
    {"bw_in_port2", 0x22ff, MIB, "MiB"}, {"bw_in_port3", 0x23ff, MIB, "MiB"},
    {"bw_out_port0", 0x24ff, MIB, "MiB"}, {"bw_out_port1", 0x25ff, MIB, "MiB"},
    {"bw_out_port2", 0x26ff, MIB, "MiB"}, {"bw_out_port3", 0x27ff, MIB, "MiB"},
    {"util_in_port0", 0x30ff, 1, ""}, {"util_out_port0", 0x31ff, 1, ""},
    {"util_in_port1", 0x32ff, 1, ""}, {"util_out_port1", 0x33ff, 1, ""},
    {"util_in_port2", 0x34ff, 1, ""}, {"util_out_port2", 0x35ff, 1, ""},
    {"util_in_port3", 0x36ff, 1, ""}, {"util_out_port3", 0x37ff, 1, ""}, {NULL, 0, 0, NULL}};

#define KIND(of)                                                                                   \
    .pmu = "uncore_iio_free_running", .numbered = true, .bits = 36, .part = &oracle_skx_iio,       \
    .joined = 1, .formats = formats, .n_formats = COUNT(formats), .registers = of##_registers,     \
    .n_registers = COUNT(of##_registers), .general = COUNT(of##_registers), .free = of##_counters

const struct oracle_kind oracle_skx_iio_free = {KIND(port), .aliases = aliases};

static const struct oracle_register clock_registers[] = {COUNTER("IOCLK", 0)};
static const struct oracle_free clock_counters[] = {{0x10ff, 0x01, 0}};

const struct oracle_kind oracle_skx_iio_clock = {KIND(clock)};
