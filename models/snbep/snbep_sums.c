/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers that show free-running counts of other boxes. */
#include "models/snbep/snbep.h"
#include "models/snbep/snbep_parts.h"

/* The number of the first of the boxes that the box at @place sums. */
static unsigned first_of(const struct snbep *m, unsigned socket, const struct snbep_place *place)
{
    unsigned i = 0;

    while (place->type->of && m->variant->boxes[i].type != place->type->of)
        i++;
    return snbep_box_number(m, socket, i);
}

/* The total in register @i of box @number, which sums free-running counts of
 * its boxes. They share a clock, which counts once. */
uint64_t snbep_sum_of(const struct snbep *m, unsigned number, unsigned i)
{
    unsigned per_socket = m->variant->n_boxes, socket = number / per_socket;
    const struct snbep_place *place = &m->variant->boxes[number % per_socket];
    unsigned channels = i ? place->type->sums : 1,
             counts = place->type->adds ? place->type->adds[i] : 1u << i;
    unsigned first = first_of(m, socket, place);
    uint64_t sum = 0;

    for (unsigned c = 0; c < channels; c++) {
        struct box channel = m->boxes[first + place->index * place->type->sums + c];

        box_advance(&channel, &m->signals, m->now);
        for (unsigned count = 0; counts >> count; count++)
            sum += counts >> count & 1 ? channel.free[count] : 0;
    }
    return sum;
}

/* Sets the registers of a box that sums to their present values. */
void snbep_take_sums(const struct snbep *m, struct box *box)
{
    const struct reg_bank *bank = box_bank(box);

    for (unsigned i = 0; box_type_of(box)->sums && i < bank->n_regs; i++)
        box->values[i] =
            (box->free[i] + snbep_sum_of(m, box->number, i)) & reg_bank_mask(bank, i, REG_RO);
}
