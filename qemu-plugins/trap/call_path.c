/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tracks the driver's pending calls on each kernel stack. */
#include "qemu-plugins/trap/call_path.h"

#include <string.h>

enum { STACK_SHIFT = 14, STACKS = 1024, DEPTH = 8, RANGES = 8 };

struct call {
    uint64_t sp, pc;
    uint64_t return_address; /* of a jump; 0: a call */
};

struct stack {
    uint64_t number; /* its address >> STACK_SHIFT */
    unsigned n;
    struct call calls[DEPTH]; /* from the outermost to the innermost */
};

static struct {
    struct stack stacks[STACKS];
    struct range {
        uint64_t from, to;
    } ranges[RANGES];
    unsigned n_ranges;
    uint64_t now;
} self;

void call_path_add(uint64_t from, uint64_t to)
{
    if (self.n_ranges < RANGES)
        self.ranges[self.n_ranges++] = (struct range){from, to};
}

bool call_path_is_text(uint64_t address)
{
    for (unsigned i = 0; i < self.n_ranges; i++)
        if (address >= self.ranges[i].from && address < self.ranges[i].to)
            return true;
    return false;
}

static struct stack *stack_of(uint64_t sp)
{
    uint64_t number = sp >> STACK_SHIFT;

    return &self.stacks[(number ^ number >> 10) % STACKS];
}

/* Drops completed calls: those made at @sp or below. */
static struct stack *come_back(uint64_t sp)
{
    struct stack *stack = stack_of(sp);

    if (stack->number != sp >> STACK_SHIFT)
        *stack = (struct stack){.number = sp >> STACK_SHIFT};
    while (stack->n && stack->calls[stack->n - 1].sp <= sp)
        stack->n--;
    return stack;
}

void call_path_returned(uint64_t sp)
{
    come_back(sp);
}

void call_path_jumped(uint64_t sp, uint64_t pc, uint64_t return_address)
{
    struct stack *stack = come_back(sp);

    if (stack->n == DEPTH)
        memmove(stack->calls, stack->calls + 1, --stack->n * sizeof(stack->calls[0]));
    stack->calls[stack->n++] = (struct call){sp, pc, return_address};
}

void call_path_called(uint64_t sp, uint64_t pc)
{
    call_path_jumped(sp, pc, 0);
}

/* A called function's stack pointer is below the caller's; after a jump it may
 * be the same, and the return address is still there. */
static bool is_pending(
    const struct call *call, uint64_t sp, bool (*peek)(uint64_t address, uint64_t *value))
{
    uint64_t value;

    if (!call->return_address)
        return sp < call->sp;
    return sp <= call->sp && peek(call->sp, &value) && value == call->return_address;
}

uint64_t call_path_at(uint64_t sp, bool (*peek)(uint64_t address, uint64_t *value))
{
    const struct stack *stack = stack_of(sp);

    if (stack->number != sp >> STACK_SHIFT)
        return 0;
    for (unsigned i = stack->n; i > 0; i--)
        if (is_pending(&stack->calls[i - 1], sp, peek))
            return stack->calls[i - 1].pc;
    return 0;
}

void call_path_forget(void)
{
    memset(self.stacks, 0, sizeof(self.stacks));
}

void call_path_set(uint64_t call_path)
{
    self.now = call_path;
}

uint64_t call_path_now(void)
{
    return self.now;
}
