/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A variant of the machine `snbep`: one product, as tables. The functions on
 * its sockets' buses, a socket's boxes with their places, and their clocks. A
 * new product is a table in models/snbep/variants/ and a row in SNBEP_VARIANTS.
 */
#ifndef PMULAB_MODELS_SNBEP_VARIANT_H
#define PMULAB_MODELS_SNBEP_VARIANT_H

#include "models/snbep/box.h"
#include "models/snbep/socket/package_regs.h"
#include "models/snbep/socket/ubox_regs.h"
#include "models/x86/intel_core.h"

#define SNBEP_MAX_SOCKETS 2
#define SNBEP_MAX_BUSES   6  /* limit of uncore buses in one socket */
#define SNBEP_MAX_BOXES   80 /* limit of boxes in one socket */
#define SNBEP_MAX_IMCS    8  /* limit of memory channels in one socket that are functions */

/* Bytes of a window for one box: the size that Linux maps
 * (SNR_IMC_MMIO_SIZE). */
#define SNBEP_BOX_BYTES 0x4000

/* From this offset in configuration space on, registers of a box may be in
 * another function. */
#define SNBEP_BEYOND 0x200

/* A function on a socket's uncore buses, as such machines list it. */
struct snbep_function {
    uint8_t device, function;
    uint16_t device_id;
    uint32_t class_code;
    uint8_t bus; /* the socket's bus: index into snbep_variant.buses */
};

/* A box's place. */
struct snbep_place {
    const char *name; /* "imc0": in traces, plans and figures; "s1.imc0" in the second socket */
    const struct box_type *type;
    uint8_t index; /* index among the type's boxes, from 0: the number in the PMU's name */
    /* By the space of the type's banks: a place in configuration space; */
    uint8_t bus, device, function;
    uint8_t beyond; /* the device's function with its registers from SNBEP_BEYOND on; 0: the same */
    /* model-specific registers from this number on, or bytes from this offset
     * of the socket's window on. */
    uint32_t base;
};

/* Calls @X with each variant's name in C, in capitals and not, and in
 * `variant=`. Traces contain their numbers, so a new one is the last. */
#define SNBEP_VARIANTS(X)                                                                          \
    X(SNBEP, snbep, "snbep")                                                                       \
    X(IVT, ivt, "ivt")                                                                             \
    X(HSX, hsx, "hsx")                                                                             \
    X(BDX, bdx, "bdx")                                                                             \
    X(BDX_DE, bdx_de, "bdx-de")                                                                    \
    X(SKX, skx, "skx")                                                                             \
    X(CLX, clx, "clx")                                                                             \
    X(ICX, icx, "icx")                                                                             \
    X(SPR, spr, "spr")                                                                             \
    X(GENERIC, generic, "generic")                                                                 \
    X(EMR, emr, "emr")

#define SNBEP_VARIANT_NUMBER(NAME, name, word) VARIANT_##NAME,
enum snbep_variant_number { SNBEP_VARIANTS(SNBEP_VARIANT_NUMBER) SNBEP_N_VARIANTS };

struct snbep_variant {
    enum snbep_variant_number number;
    enum intel_generation core; /* its CPUs' core PMUs */
    const char *name;           /* as in `variant=` */
    const char *prose;          /* one line */
    uint8_t revision;           /* of all functions */
    unsigned n_buses;
    uint8_t buses[SNBEP_MAX_SOCKETS][SNBEP_MAX_BUSES];
    const struct snbep_function *functions;
    unsigned n_functions;
    const struct snbep_place *boxes; /* memory channels first */
    unsigned n_boxes;
    uint8_t ubox_bus, ubox_device, ubox_function; /* the function of @ubox */
    const struct reg_bank *ubox;                  /* with the registers and fields of ubox_bank */
    /* A second function whose registers belong to no box: they contain the
     * window's address or the mask of slices. NULL: none. */
    const struct reg_bank *second;
    uint8_t second_bus, second_device, second_function;
    bool window;                    /* registers in memory: @second is window_bank */
    const struct reg_bank *package; /* model-specific registers that belong to no box */
    uint8_t stacks[SNBEP_MAX_SOCKETS]
                  [PACKAGE_STACKS]; /* with package_bank: the bus of each stack of I/O */
    /* ID of the function that locates the socket's tables of units; 0: none */
    uint16_t discovery;
    uint32_t clocks[BOX_N_CLOCKS]; /* Hz; options change all but BOX_PCLK */
};

extern const struct snbep_variant *const snbep_variants[SNBEP_N_VARIANTS];

/* Each variant's own, in models/snbep/variants/. */
#define SNBEP_VARIANT_TABLE(NAME, name, word) extern const struct snbep_variant variant_##name;
SNBEP_VARIANTS(SNBEP_VARIANT_TABLE)

/* Kinds of blocks that are not boxes. As in enum box_kind, a new one is the
 * last. */
enum snbep_block_kind {
    SNBEP_BLOCK_UBOX = 0x20, /* the UBOX function */
    /* headers of all functions; offset: snbep_header_offset() */
    SNBEP_BLOCK_PCI,
    SNBEP_BLOCK_PACKAGE,   /* registers that belong to no box */
    SNBEP_BLOCK_SECOND,    /* the function of snbep_variant.second */
    SNBEP_BLOCK_DISCOVERY, /* the function that locates its tables of units */
    SNBEP_BLOCK_UNITS,     /* these tables, in the window */
    SNBEP_BLOCK_CORE,      /* "cpu0.core": the core PMU of CPU @index; @socket is 0 */
    SNBEP_BLOCK_APIC,      /* "cpu0.apic": its LVTPC, the same block in every variant */
    SNBEP_BLOCK_LBR,       /* "cpu0.lbr": its branch records; @socket is 0 */
};

/* The block's number in traces. @kind: enum box_kind or snbep_block_kind;
 * @index: place.index, or a CPU. */
static inline unsigned snbep_block_number(
    unsigned variant, unsigned socket, unsigned kind, unsigned index)
{
    return variant << 16 | socket << 14 | kind << 8 | index;
}

/* The kind of block number @block. */
static inline unsigned snbep_block_kind(unsigned block)
{
    return block >> 8 & 0x3f;
}

/*
 * The offset in block SNBEP_BLOCK_PCI of @offset (0 to 4095) of the function at
 * @devfn of bus @bus (an index): bus in bits 23:20, then, as in CF8's
 * extension, bits 11:8 of the offset, device and function, and the rest.
 */
static inline uint32_t snbep_header_offset(unsigned bus, unsigned devfn, unsigned offset)
{
    return bus << 20 | (offset & 0xf00) << 8 | devfn << 8 | (offset & 0xff);
}

/* The reverse: sets bus, device and function, and returns the offset. */
static inline unsigned snbep_header_place(uint32_t offset, unsigned *bus, unsigned *devfn)
{
    *bus = offset >> 20;
    *devfn = offset >> 8 & 0xff;
    return (offset >> 8 & 0xf00) | (offset & 0xff);
}

struct snbep_block {
    const struct snbep_variant *variant;
    unsigned socket;
    unsigned kind;                   /* as for snbep_block_number() */
    const struct snbep_place *place; /* of a box, or NULL */
    unsigned box;                    /* its index among the socket's boxes */
};

/* Whether sockets have registers in memory. */
static inline bool snbep_windowed(const struct snbep_variant *variant)
{
    return variant->window || variant->discovery;
}

/* The function that locates the tables of units, or NULL. */
const struct snbep_function *snbep_discovery_function(const struct snbep_variant *variant);

/* Identifies block number @block, of a socket. Returns false if there is
 * none. */
bool snbep_block_find(unsigned block, struct snbep_block *found);

/* Returns the number of @socket's block of @kind, which is not a box; and of
 * its box number @box. */
static inline unsigned snbep_block(
    const struct snbep_variant *variant, unsigned socket, enum snbep_block_kind kind)
{
    return snbep_block_number(variant->number, socket, kind, 0);
}

static inline unsigned snbep_box_block(
    const struct snbep_variant *variant, unsigned socket, unsigned box)
{
    const struct snbep_place *place = &variant->boxes[box];

    return snbep_block_number(variant->number, socket, place->type->kind, place->index);
}

/* Returns the number of @variant's boxes that are memory channels. */
unsigned snbep_n_imcs(const struct snbep_variant *variant);

/* Returns the function at @devfn (device << 3 | function) of bus @bus (an
 * index), static, or NULL if it is absent. */
const struct snbep_function *snbep_function_at(
    const struct snbep_variant *variant, unsigned bus, unsigned devfn);

/* Whether the device of @function has more than function 0. */
bool snbep_multi_function(
    const struct snbep_variant *variant, const struct snbep_function *function);

/* Whether the registers of the box at @place begin at @offset in function
 * @function of its device. */
static inline bool snbep_place_has(
    const struct snbep_place *place, unsigned function, unsigned offset)
{
    bool beyond = place->beyond && offset >= SNBEP_BEYOND;

    return function == (beyond ? place->beyond : place->function);
}

/* Returns the index of the box with registers at @devfn of bus @bus (an index),
 * or -1. */
int snbep_box_at(const struct snbep_variant *variant, unsigned bus, unsigned devfn);

/* Returns the index of the box with model-specific register number @msr, or
 * -1. */
int snbep_box_of_msr(const struct snbep_variant *variant, uint32_t msr);

/* Returns the index of the box with byte @offset of a socket's window, or -1.
 * */
int snbep_box_in_window(const struct snbep_variant *variant, uint32_t offset);

/* Returns the space of the registers of the box at @place. */
static inline enum reg_space snbep_place_space(const struct snbep_place *place)
{
    return place->type->banks[IMC_SILICON]->space;
}

/* Whether bus number @bus is one of @socket's; sets its index. */
bool snbep_bus_of(
    const struct snbep_variant *variant, unsigned socket, unsigned bus, unsigned *index);

#define SNBEP_VENDOR 0x8086

#endif
