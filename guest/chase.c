/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-chase registers TURNS
 * pmulab-chase KIB TURNS
 *
 * Shows how long instructions wait for memory. The first form runs TURNS turns
 * of a loop of three instructions on registers. In the second, one of the three
 * loads the address that it loads from next: each load waits for the one before.
 * The addresses are in a ring of lines of 64 bytes, which fills KIB KiB and is
 * walked in order. First it prints the load's address:
 *
 *     ip 0x401000
 */
#include "guest/freestanding.h"

#define MAX_KIB 4096ul
#define LINE    64ul

static char memory[MAX_KIB * 1024] __attribute__((aligned(4096)));

/* Turns in rdi; the first line in rsi. */
__asm__(".globl chase_registers\n"
        ".type chase_registers, @function\n"
        "chase_registers:\n"
        "0:  lea 1(%rsi), %rsi\n"
        "    dec %rdi\n"
        "    jnz 0b\n"
        "    ret\n"
        ".size chase_registers, .-chase_registers\n"
        ".globl chase_memory\n"
        ".type chase_memory, @function\n"
        "chase_memory:\n"
        "1:  mov (%rsi), %rsi\n"
        "    dec %rdi\n"
        "    jnz 1b\n"
        "    ret\n"
        ".size chase_memory, .-chase_memory\n");

void chase_registers(long turns, char *first);
void chase_memory(long turns, char *first);

static void make_ring(unsigned long bytes)
{
    for (unsigned long at = 0; at < bytes; at += LINE)
        *(char **)(void *)(memory + at) = memory + (at + LINE) % bytes;
}

static void say_ip(void)
{
    char text[] = "ip 0x0000000000000000\n";

    for (int i = 0; i < 16; i++)
        text[5 + i] = "0123456789abcdef"[(unsigned long)chase_memory >> (60 - 4 * i) & 15];
    guest_syscall(SYS_WRITE, 1, (long)text, sizeof(text) - 1, 0, 0);
}

static int is_word(const char *word, const char *text)
{
    while (*word && *word == *text)
        word++, text++;
    return *word == *text;
}

int guest_main(int argc, char **argv, char **envp)
{
    int registers = argc == 3 && is_word("registers", argv[1]);
    long kib = argc == 3 && !registers ? guest_number(argv[1]) : 1;
    long turns = argc == 3 ? guest_number(argv[2]) : -1;

    (void)envp;
    if (turns < 1 || kib < 1 || kib > (long)MAX_KIB) {
        guest_complain("usage: pmulab-chase registers|KIB TURNS\n");
        return 2;
    }
    if (registers) {
        chase_registers(turns, memory);
        return 0;
    }
    say_ip();
    make_ring((unsigned long)kib * 1024);
    chase_memory(turns, memory);
    return 0;
}
