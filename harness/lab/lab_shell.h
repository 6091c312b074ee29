/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The commands that a lab adds to the guest's shell. */
#ifndef PMULAB_HARNESS_LAB_LAB_SHELL_H
#define PMULAB_HARNESS_LAB_LAB_SHELL_H

#include "harness/lab/lab.h"

/*
 * Functions of a shell: `task` prints the lab's text, `hint` its next hint,
 * `answer WORD` gives an answer and `check` ends the work. @out is the
 * descriptor of the step's output: "1" in a script. A new string.
 */
char *lab_shell_functions(const struct lab *lab, const char *out);

/* Keeps only the last answer in @out, the step's output. Removes the hints from
 * it, and returns their number. */
unsigned lab_shell_take(GString *out);

#endif
