/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-walk TURNS [shared]
 *
 * Walks an array: TURNS turns of a loop of seven instructions, with one load
 * and one store. First it prints the address of each of these instructions and
 * the data's place, so samples can be compared with the execution:
 *
 *     ip 0x401000 load
 *     loads 0x7f0000000000 0x7f0000040000
 *     stores 0x7f0000040000 0x7f0000080000
 *
 * With `shared`, two processes do so on one array, and both load and store
 * there.
 */
#include "guest/freestanding.h"

#define ARRAY_BYTES 0x40000ul

enum { SYS_MMAP = 9, PROT_READ_WRITE = 3, MAP_SHARED_ANONYMOUS = 0x21, SIGCHLD = 17 };

/* walk_ips: the addresses of the loop's instructions, in order. walk_array
 * takes turns in rdi, loads in rsi, stores in rdx, and the offsets' mask in
 * rcx; each turn moves on by one line. */
__asm__(".globl walk_array\n"
        ".type walk_array, @function\n"
        "walk_array:\n"
        "    xor %r8d, %r8d\n"
        "    xor %r9d, %r9d\n"
        "0:  add (%rsi,%r8), %r9\n"
        "1:  mov %r9, (%rdx,%r8)\n"
        "2:  add $64, %r8\n"
        "3:  and %rcx, %r8\n"
        "4:  lea 1(%r9), %r9\n"
        "5:  dec %rdi\n"
        "6:  jnz 0b\n"
        "    ret\n"
        ".size walk_array, .-walk_array\n"
        ".pushsection .rodata\n"
        ".balign 8\n"
        "walk_ips: .quad 0b, 1b, 2b, 3b, 4b, 5b, 6b\n"
        ".popsection\n");

void walk_array(long turns, const void *loads, void *stores, unsigned long mask);
extern const unsigned long walk_ips[7];

/* Returns memory that a child shares with its parent, or NULL. */
static char *map_shared(long bytes)
{
    register long r10 __asm__("r10") = MAP_SHARED_ANONYMOUS;
    register long r8 __asm__("r8") = -1;
    register long r9 __asm__("r9") = 0;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"((long)SYS_MMAP), "D"(0l), "S"(bytes), "d"((long)PROT_READ_WRITE),
                     "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result > 0 ? (char *)result : (char *)0;
}

static void say(const char *text)
{
    long length = 0;

    while (text[length])
        length++;
    guest_syscall(SYS_WRITE, 1, (long)text, length, 0, 0);
}

static void say_number(unsigned long number)
{
    char text[20] = " 0x";
    int at = 3, shift = 60;

    while (shift && !(number >> shift))
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        text[at++] = "0123456789abcdef"[number >> shift & 15];
    text[at] = 0;
    say(text);
}

static void say_range(const char *name, const char *from)
{
    say(name);
    say_number((unsigned long)from);
    say_number((unsigned long)from + ARRAY_BYTES);
    say("\n");
}

static void describe(const char *loads, const char *stores)
{
    static const char *const kinds[7] = {
        " load\n", " store\n", "\n", "\n", "\n", "\n", " branch\n"};

    for (int i = 0; i < 7; i++) {
        say("ip");
        say_number(walk_ips[i]);
        say(kinds[i]);
    }
    say_range("loads", loads);
    say_range("stores", stores);
}

int guest_main(int argc, char **argv, char **envp)
{
    long turns = argc >= 2 ? guest_number(argv[1]) : -1;
    int shared = argc == 3;
    char *loads, *stores;

    (void)envp;
    if (turns < 1 || argc > 3) {
        guest_complain("usage: pmulab-walk TURNS [shared]\n");
        return 2;
    }
    loads = map_shared(2 * ARRAY_BYTES);
    if (!loads) {
        guest_complain("pmulab-walk: no memory\n");
        return 1;
    }
    stores = shared ? loads : loads + ARRAY_BYTES;
    describe(loads, stores);
    long child = shared ? guest_syscall(SYS_CLONE, SIGCHLD, 0, 0, 0, 0) : 0;
    walk_array(turns, loads, stores, ARRAY_BYTES - 1);
    if (child > 0)
        guest_syscall(SYS_WAIT4, child, 0, 0, 0, 0);
    return child < 0;
}
