/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack of I/O's permanent counts, in the order of its free-running counters:
 * Linux, skx_iio_freerunning. */
#ifndef PMULAB_MODELS_SNBEP_SKX_IIO_FREE_H
#define PMULAB_MODELS_SNBEP_SKX_IIO_FREE_H

enum {
    IIO_PORTS = 4,
    IIO_FREE_CLOCK = 0,
    /* bytes that each port moves in, and out; cycles in which it does, in and
     * out for each port in turn */
    IIO_FREE_IN,
    IIO_FREE_OUT = IIO_FREE_IN + IIO_PORTS,
    IIO_FREE_USE = IIO_FREE_OUT + IIO_PORTS,
    IIO_N_FREE = IIO_FREE_USE + 2 * IIO_PORTS,
};

/* Assumptions: devices write the data moved in and read the data moved out, in
 * all classes of flow. A port is in use in each cycle in which it moves data.
 * No source confirms them. The file with the events and the control defines the
 * names. */
enum { IIO_IN = 0x01, IIO_OUT = 0x04, IIO_ALL_CLASSES = 0x7 };
#define IIO_MOVES(way, port, level)                                                                \
    {                                                                                              \
        .event = SKX_IIO_EVENT_DATA_REQ_OF_CPU, .umask = (way), .thresh = (level), .more = {       \
            {IIO_CTL_CH_MASK, 1u << (port)},                                                       \
            {IIO_CTL_FC_MASK, IIO_ALL_CLASSES}                                                     \
        }                                                                                          \
    }
#define IIO_PORT_COUNTS(n)                                                                         \
    [IIO_FREE_IN + (n)] = IIO_MOVES(IIO_IN, n, 0),                                                 \
                   [IIO_FREE_OUT + (n)] = IIO_MOVES(IIO_OUT, n, 0),                                \
                   [IIO_FREE_USE + 2 * (n)] = IIO_MOVES(IIO_IN, n, 1),                             \
                   [IIO_FREE_USE + 2 * (n) + 1] = IIO_MOVES(IIO_OUT, n, 1)
#define IIO_FREE_COUNTS                                                                            \
    {                                                                                              \
        [IIO_FREE_CLOCK] = {.event = SKX_IIO_EVENT_CLOCKTICKS}, IIO_PORT_COUNTS(0),                \
        IIO_PORT_COUNTS(1), IIO_PORT_COUNTS(2), IIO_PORT_COUNTS(3)                                 \
    }

#endif
