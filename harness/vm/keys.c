/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread that passes keys on. */
#include "harness/vm/keys.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#define CTRL_A 0x01

/* Messages of the main thread to the other thread. */
enum { RELEASE = 'r', END = 'e' };

struct keys {
    struct termios before;
    int to_qemu, input; /* the two ends; input: -1 once only QEMU has it */
    int orders[2];      /* read by the thread; written by its master */
    GThread *thread;
    GString *waiting;
    gboolean released;
};

/* As QEMU sets its own terminal: every key is a byte, and signals are the
 * guest's. */
static void set_raw(const struct termios *before)
{
    struct termios raw = *before;

    raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    raw.c_oflag |= OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

/* FALSE once QEMU has exited. */
static gboolean send_all(int to, const char *bytes, gsize n)
{
    while (n) {
        ssize_t sent = send(to, bytes, n, MSG_NOSIGNAL);

        if (sent < 0 && errno != EINTR)
            return FALSE;
        if (sent > 0) {
            bytes += sent;
            n -= (gsize)sent;
        }
    }
    return TRUE;
}

static gboolean pass_on(struct keys *keys)
{
    gboolean sent = send_all(keys->to_qemu, keys->waiting->str, keys->waiting->len);

    g_string_truncate(keys->waiting, 0);
    return sent;
}

/* Removes Ctrl-A X from the waiting keys. */
static gboolean wants_end(GString *waiting)
{
    const char *found = NULL;

    for (gsize i = 0; i + 1 < waiting->len && !found; i++)
        if (waiting->str[i] == CTRL_A && (waiting->str[i + 1] == 'x' || waiting->str[i + 1] == 'X'))
            found = waiting->str + i;
    if (found)
        g_string_erase(waiting, found - waiting->str, 2);
    return found != NULL;
}

/* Reads from the terminal; FALSE when no more keys can arrive. */
static gboolean take(struct keys *keys)
{
    static const char end[] = {CTRL_A, 'x'};
    char bytes[256];
    ssize_t n = read(STDIN_FILENO, bytes, sizeof(bytes));

    if (n <= 0)
        return n < 0 && errno == EINTR;
    g_string_append_len(keys->waiting, bytes, n);
    if (keys->released)
        return pass_on(keys);
    return !wants_end(keys->waiting) || send_all(keys->to_qemu, end, sizeof(end));
}

static gpointer run(gpointer data)
{
    struct keys *keys = data;
    struct pollfd fds[] = {
        {.fd = keys->orders[0], .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
    char order = RELEASE;

    for (;;) {
        if (poll(fds, G_N_ELEMENTS(fds), -1) < 0 && errno != EINTR)
            break;
        if (fds[0].revents && (read(keys->orders[0], &order, 1) != 1 || order == END))
            break;
        if (fds[0].revents)
            keys->released = TRUE;
        if ((fds[0].revents && !pass_on(keys)) || (fds[1].revents && !take(keys)))
            fds[1].fd = -1;
    }
    return NULL;
}

static void close_both(int fds[2])
{
    close(fds[0]);
    close(fds[1]);
}

struct keys *keys_begin(void)
{
    struct keys *keys;
    struct termios before;
    int ends[2], orders[2];

    if (tcgetattr(STDIN_FILENO, &before) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return NULL;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders)) {
        close_both(ends);
        return NULL;
    }
    keys = g_new0(struct keys, 1);
    *keys = (struct keys){.before = before,
        .to_qemu = ends[0],
        .input = ends[1],
        .orders = {orders[0], orders[1]},
        .waiting = g_string_new(NULL)};
    set_raw(&before);
    keys->thread = g_thread_new("keys", run, keys);
    return keys;
}

int keys_input(const struct keys *keys)
{
    return keys->input;
}

void keys_begun(struct keys *keys)
{
    close(keys->input);
    keys->input = -1;
}

static void order(const struct keys *keys, char what)
{
    send_all(keys->orders[1], &what, 1);
}

void keys_release(struct keys *keys)
{
    order(keys, RELEASE);
}

void keys_end(struct keys *keys)
{
    if (!keys)
        return;
    order(keys, END);
    shutdown(keys->to_qemu, SHUT_RDWR); /* it may wait for a QEMU that does not read */
    g_thread_join(keys->thread);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys->before);
    if (keys->input >= 0)
        close(keys->input);
    close(keys->to_qemu);
    close_both(keys->orders);
    g_string_free(keys->waiting, TRUE);
    g_free(keys);
}
