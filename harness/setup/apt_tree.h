/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Debian packages, fetched and unpacked into a folder, of any architecture and without privileges.
 *
 * apt resolves, downloads and verifies against the archive's key; it gets a configuration, a state and an
 * empty list of installed packages of its own, so the host's are neither used nor touched. Unpacking is
 * dpkg-deb's and tar's: no maintainer script runs. This works alike for root and for an ordinary user, and
 * with no tool that a Debian system lacks; mmdebstrap would need subordinate user ids for an ordinary user.
 */
#ifndef PMULAB_HARNESS_SETUP_APT_TREE_H
#define PMULAB_HARNESS_SETUP_APT_TREE_H

#include "harness/base/child.h"
#include "harness/setup/debian.h"

#include <glib.h>

/* Which packages. Lists end with NULL. */
struct package_set {
    const struct debian_arch *arch;
    /* "trixie": releases of the mirror to take them from; of several versions the highest is taken. */
    const char *const *releases;
    const char *const *names;    /* what they depend on comes along, what they only recommend doesn't */
    const char *const *left_out; /* folders and files of the packages that nobody needs: "usr/share/doc" */
    /*
     * Packages that come without what they depend on, or NULL; the first list's are of @arch, the second's of
     * the architecture that we run on. '%' in a name stands for the version in the name of @stem's package
     * among the others, which ends with the architecture: "6.12.1" of linux-image-6.12.1-arm64.
     */
    const char *const *alone;
    const char *const *alone_here;
    const char *stem; /* "linux-image-" */
};

/* A string that differs whenever the set differs, for cache_fingerprint(). A new string. */
char *package_set_recipe(const struct package_set *set);

/* Whether all is there that apt_tree_make() uses. FALSE with HARNESS_ERROR_FAILED, which says what to
 * install. */
gboolean apt_tree_check_tools(GError **error);

/*
 * Fetches @set from @mirror and unpacks it into the folder @tree, which must not exist. @scratch is a folder
 * to work in, absolute as @tree is; what it holds afterwards is of no use. FALSE with HARNESS_ERROR_FAILED,
 * one line that names the mirror where it couldn't be reached, and the tool where one is missing.
 */
gboolean apt_tree_make(const struct package_set *set, const char *mirror, const char *scratch,
    const char *tree, struct child_host *host, GError **error);

#endif
