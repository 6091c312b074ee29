/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The environment that test runners expect, around a command in the guest. */
#ifndef PMULAB_HARNESS_CLI_CI_CI_COMMAND_H
#define PMULAB_HARNESS_CLI_CI_CI_COMMAND_H

#include "harness/cli/ci/ci_targets.h"

/* The package with the locale C.UTF-8. */
#define CI_LOCALE_PACKAGE "libc-bin"

/* Whether @name can be the guest's user: letters, digits, '-' and '_', no more
 * than 31, a small letter first. */
gboolean ci_user_is_valid(const char *name);

/*
 * A shell script that runs @command in the shared folder, as root or as @user
 * (NULL: root). A new string. It makes /etc/passwd, /etc/group and /etc/hosts,
 * and sets HOME, USER, LANG, CI and PMULAB, which is @target's name.
 */
char *ci_command(const struct ci_target *target, const char *user, const char *command);

#endif
