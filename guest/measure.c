/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pmulab-mark NAME begin|end
 *
 * Marks in the hardware's trace where a measurement begins or ends. Each name
 * gets a number when it is first used. The marks are a step's, with this
 * number. MARKS lists the names, lines "NUMBER NAME". The program is set-uid,
 * because on x86 only root may use the port.
 */
#include "guest/freestanding.h"
#include "guest/say.h"

#define MARKS     "/run/pmulab/marks"
#define FIRST     2 /* step 1 is the command's */
#define LAST      (SIM_STEP_MAX - 1)
#define NAME_MAX  64
#define MARKS_MAX ((LAST - FIRST + 1) * (NAME_MAX + 5))

#define O_RDWR_CREAT_APPEND (2 | 0100 | 02000)
#define AT_FDCWD            (-100)

static char marks[MARKS_MAX + 1]; /* the file's contents */

static long length_of(const char *text)
{
    long n = 0;

    while (text[n])
        n++;
    return n;
}

/* Names are one word, so that a line is one name. */
static int is_name(const char *name)
{
    const long n = length_of(name);

    for (const char *at = name; *at; at++)
        if (*at <= ' ' || *at > '~')
            return 0;
    return n > 0 && n <= NAME_MAX;
}

static int begins_with(const char *text, const char *start)
{
    while (*start && *text == *start) {
        text++;
        start++;
    }
    return !*start;
}

/* The number of the line with @name, or the next free one as a negative
 * number. */
static long number_of(const char *name)
{
    const long n = length_of(name);
    long number = FIRST;

    for (const char *at = marks; *at; number++) {
        while (*at != ' ')
            at++;
        at++;
        if (begins_with(at, name) && at[n] == '\n')
            return number;
        while (*at != '\n')
            at++;
        at++;
    }
    return -number;
}

static void add(long file, long number, const char *name)
{
    char line[NAME_MAX + 8];
    long n = 0;

    for (long part = 100; part; part /= 10)
        if (number >= part)
            line[n++] = (char)('0' + number / part % 10);
    line[n++] = ' ';
    for (; *name; name++)
        line[n++] = *name;
    line[n++] = '\n';
    guest_syscall(SYS_WRITE, file, (long)line, n, 0, 0);
}

/* The number of @name, which is new if @may_add; else negative. */
static long find(const char *name, int may_add)
{
    const long file =
        guest_syscall(SYS_OPENAT, AT_FDCWD, (long)MARKS, O_RDWR_CREAT_APPEND, 0644, 0);
    long n = 0, got, number;

    if (file < 0)
        return -1;
    while ((got = guest_syscall(SYS_READ, file, (long)marks + n, MARKS_MAX - n, 0, 0)) > 0)
        n += got;
    number = number_of(name);
    if (number < 0 && may_add && -number <= LAST) {
        number = -number;
        add(file, number, name);
    }
    guest_syscall(SYS_CLOSE, file, 0, 0, 0, 0);
    return number;
}

int guest_main(int argc, char **argv, char **envp)
{
    const int begins = argc == 3 && begins_with(argv[2], "begin") && !argv[2][5];
    const int ends = argc == 3 && begins_with(argv[2], "end") && !argv[2][3];
    long number;

    (void)envp;
    if ((!begins && !ends) || !is_name(argv[1])) {
        guest_complain("usage: pmulab-mark NAME begin|end; NAME: a word of up to 64 letters\n");
        return 2;
    }
    number = find(argv[1], begins);
    if (number < 0) {
        guest_complain(begins ? "pmulab-mark: no more names; expected at most 125\n"
                              : "pmulab-mark: this name has not begun\n");
        return 1;
    }
    guest_use_ports(SAY_FIRST_PORT, SAY_PORTS);
    say_step(begins ? number : number | SIM_STEP_END);
    return 0;
}
