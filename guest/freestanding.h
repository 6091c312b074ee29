/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lets a static Linux program run without a C library, so a cross compiler
 * alone can build it for a guest. The program's one source file includes this
 * and defines guest_main(). */
#ifndef PMULAB_GUEST_FREESTANDING_H
#define PMULAB_GUEST_FREESTANDING_H

/* @argv and @envp end with NULL. Returns the exit status. */
int guest_main(int argc, char **argv, char **envp);

#if defined(__powerpc64__)
/* ELFv2: r12 is the address of the entry point, r1 that of argc. The frame has
 * the minimum size. */
__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "0:  addis 2, 12, .TOC.-0b@ha\n"
        "    addi 2, 2, .TOC.-0b@l\n"
        "    mr 3, 1\n"
        "    li 0, 0\n"
        "    stdu 0, -32(1)\n"
        "    mtlr 0\n"
        "    bl guest_start\n"
        ".size _start, .-_start\n");

enum {
    SYS_EXIT_GROUP = 234,
    SYS_CLONE = 120,
    SYS_EXECVE = 11,
    SYS_WAIT4 = 114,
    SYS_WRITE = 4,
    SYS_RT_SIGPROCMASK = 174,
    SYS_RT_SIGTIMEDWAIT = 176,
    SYS_KILL = 37,
    SYS_SETPGID = 57,
    SYS_READ = 3,
    SYS_CLOSE = 6,
    SYS_SCHED_SETAFFINITY = 222,
    SYS_SCHED_GETAFFINITY = 223,
    SYS_OPENAT = 286,
};

/* Returns the result, or -errno. */
static inline long guest_syscall(long number, long a, long b, long c, long d, long e)
{
    register long r0 __asm__("r0") = number;
    register long r3 __asm__("r3") = a;
    register long r4 __asm__("r4") = b;
    register long r5 __asm__("r5") = c;
    register long r6 __asm__("r6") = d;
    register long r7 __asm__("r7") = e;

    /* CR0[SO] means that r3 is an errno. */
    __asm__ volatile("sc\n\t"
                     "bns+ 1f\n\t"
                     "neg 3, 3\n"
                     "1:"
                     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7)
                     :
                     : "r8", "r9", "r10", "r11", "r12", "cr0", "ctr", "lr", "xer", "memory");
    return r3;
}

#elif defined(__aarch64__)
__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    mov x0, sp\n"
        "    b guest_start\n"
        ".size _start, .-_start\n");

enum {
    SYS_EXIT_GROUP = 94,
    SYS_CLONE = 220,
    SYS_EXECVE = 221,
    SYS_WAIT4 = 260,
    SYS_WRITE = 64,
    SYS_RT_SIGPROCMASK = 135,
    SYS_RT_SIGTIMEDWAIT = 137,
    SYS_KILL = 129,
    SYS_SETPGID = 154,
    SYS_OPENAT = 56,
    SYS_CLOSE = 57,
    SYS_READ = 63,
    SYS_SCHED_SETAFFINITY = 122,
    SYS_SCHED_GETAFFINITY = 123,
};

/* Returns the result, or -errno. */
static inline long guest_syscall(long number, long a, long b, long c, long d, long e)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;

    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
}

#elif defined(__x86_64__)
__asm__(".globl _start\n"
        ".type _start, @function\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call guest_start\n"
        ".size _start, .-_start\n");

enum {
    SYS_EXIT_GROUP = 231,
    SYS_CLONE = 56,
    SYS_EXECVE = 59,
    SYS_WAIT4 = 61,
    SYS_WRITE = 1,
    SYS_RT_SIGPROCMASK = 14,
    SYS_RT_SIGTIMEDWAIT = 128,
    SYS_KILL = 62,
    SYS_SETPGID = 109,
    SYS_READ = 0,
    SYS_CLOSE = 3,
    SYS_IOPERM = 173,
    SYS_SCHED_SETAFFINITY = 203,
    SYS_SCHED_GETAFFINITY = 204,
    SYS_OPENAT = 257,
};

/* Returns the result, or -errno. */
static inline long guest_syscall(long number, long a, long b, long c, long d, long e)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
}

#else
/* cppcheck-suppress preprocessorErrorDirective */
#error "no program start for this architecture"
#endif

/* The kernel sets up @stack: argc, argv, NULL, envp, NULL. */
__attribute__((noreturn, used)) void guest_start(long *stack);
void guest_start(long *stack)
{
    int argc = (int)stack[0];
    char **argv = (char **)(stack + 1);
    int status = guest_main(argc, argv, argv + argc + 1);

    for (;;)
        guest_syscall(SYS_EXIT_GROUP, status, 0, 0, 0, 0);
}

/* Requests permission for @n I/O ports from @first on, if there are any. */
static inline void guest_use_ports(long first, long n)
{
#if defined(__x86_64__)
    guest_syscall(SYS_IOPERM, first, n, 1, 0, 0);
#else
    (void)first;
    (void)n;
#endif
}

/* Returns the decimal number @text, or -1 if it is invalid or too large. */
static inline long guest_number(const char *text)
{
    long number = 0;

    if (!*text)
        return -1;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || number > 1000000000000000)
            return -1;
        number = number * 10 + (*text - '0');
    }
    return number;
}

/* Writes @text to standard error. */
static inline void guest_complain(const char *text)
{
    long length = 0;

    while (text[length])
        length++;
    guest_syscall(SYS_WRITE, 2, (long)text, length, 0, 0);
}

#endif
