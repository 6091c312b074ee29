/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The units of a data fabric and their event codes, from perf's lists:
 * data-fabric.json of amdzen4, and, in DF_UNITS_ZEN1, of amdzen1 to amdzen3. */
#ifndef PMULAB_ORACLE_EPYC_DF_UNITS_H
#define PMULAB_ORACLE_EPYC_DF_UNITS_H

#define DF_UNITS_ZEN4(CS, CCM, IOM, LINK)                                                          \
    CS(0, 0x01f), CS(1, 0x05f), CS(2, 0x09f), CS(3, 0x0df), CS(4, 0x11f), CS(5, 0x15f),            \
        CS(6, 0x19f), CS(7, 0x1df), CS(8, 0x21f), CS(9, 0x25f), CS(10, 0x29f), CS(11, 0x2df),      \
        CCM(0, 0, 0x41e), CCM(0, 1, 0x41f), CCM(1, 0, 0x45e), CCM(1, 1, 0x45f), CCM(2, 0, 0x49e),  \
        CCM(2, 1, 0x49f), CCM(3, 0, 0x4de), CCM(3, 1, 0x4df), CCM(4, 0, 0x51e), CCM(4, 1, 0x51f),  \
        CCM(5, 0, 0x55e), CCM(5, 1, 0x55f), CCM(6, 0, 0x59e), CCM(6, 1, 0x59f), CCM(7, 0, 0x5de),  \
        CCM(7, 1, 0x5df), IOM(0, 0x81f), IOM(1, 0x85f), IOM(2, 0x89f), IOM(3, 0x8df),              \
        LINK(0, 0xb5f), LINK(1, 0xb9f), LINK(2, 0xbdf), LINK(3, 0xc1f), LINK(4, 0xc5f),            \
        LINK(5, 0xc9f), LINK(6, 0xcdf), LINK(7, 0xd1f)

#define DF_UNITS_ZEN1(LINK, DRAM)                                                                  \
    LINK(0, 0x7c7), LINK(1, 0x807), LINK(2, 0x847), LINK(3, 0x887), DRAM(0, 0x007),                \
        DRAM(1, 0x047), DRAM(2, 0x087), DRAM(3, 0x0c7), DRAM(4, 0x107), DRAM(5, 0x147),            \
        DRAM(6, 0x187), DRAM(7, 0x1c7)

#endif
