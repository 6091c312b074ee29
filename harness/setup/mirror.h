/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where packages come from. */
#ifndef PMULAB_HARNESS_SETUP_MIRROR_H
#define PMULAB_HARNESS_SETUP_MIRROR_H

#include <glib.h>

/*
 * The Debian mirror to use, as a URI that apt takes, without a slash at the end: PMULAB_MIRROR if set, else
 * the one that apt on this machine is set up with. A new string. NULL with HARNESS_ERROR_FAILED if apt isn't
 * there or has no Debian mirror.
 */
char *mirror_find(GError **error);

/* The format that mirror_choose() reads, for `apt-get indextargets --format`. */
#define MIRROR_FORMAT "$(ORIGIN)|$(LABEL)|$(RELEASE)|$(COMPONENT)|$(REPO_URI)|$(SIGNED_BY)"

/*
 * Of apt's index targets, one a line in MIRROR_FORMAT, the URI of the Debian archive itself: not of the
 * security archive, and not of anybody else's repository. A field that apt doesn't know stands there as its
 * own name,
 * "$(ORIGIN)": that is so until the first `apt-get update`, and then the key and the URI must speak for the
 * repository. A new string, or NULL.
 */
char *mirror_choose(const char *targets);

#endif
