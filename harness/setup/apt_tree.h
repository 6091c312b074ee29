/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fetches Debian packages of any architecture and unpacks them into a folder,
 * without privileges.
 *
 * apt resolves, downloads and verifies against the archive's key. It uses a
 * separate configuration, state and empty list of installed packages, so it
 * neither uses nor changes the host's. dpkg-deb and tar unpack: no maintainer
 * script runs. This works for root and for an ordinary user, with tools that
 * every Debian system has. mmdebstrap would need subordinate user ids for an
 * ordinary user.
 */
#ifndef PMULAB_HARNESS_SETUP_APT_TREE_H
#define PMULAB_HARNESS_SETUP_APT_TREE_H

#include "harness/base/child.h"
#include "harness/setup/debian.h"

#include <glib.h>

/* A set of packages. Lists end with NULL. */
struct package_set {
    const struct debian_arch *arch;
    /* the mirror's releases to use: "trixie"; the highest version of a package
     * wins */
    const char *const *releases;
    const char *const *names; /* with their dependencies, without their recommendations */
    const char *const *
        /* folders and files of the packages that apt_tree_make() skips:
         * "usr/share/doc" */
        left_out;
    /*
     * Packages without their dependencies, or NULL. The first list's packages
     * are for @alone_arch, or for @arch if @alone_arch is NULL. The second
     * list's are for the host's architecture. NAME=VERSION is a package for all
     * architectures. '%' in a name means the version in the name of @stem's
     * package, without the architecture at its end: "6.12.1" in
     * linux-image-6.12.1-arm64.
     */
    const char *const *alone;
    const char *const *alone_here;
    const char *stem; /* "linux-image-"; NULL: no name has '%' */
    const struct debian_arch *alone_arch;
};

/* A string that differs whenever the set differs, for cache_fingerprint(). The
 * caller frees it. */
char *package_set_recipe(const struct package_set *set);

/* Checks that the tools of apt_tree_make() are installed. FALSE with
 * HARNESS_ERROR_FAILED, which names the packages to install. */
gboolean apt_tree_check_tools(GError **error);

/*
 * Fetches @set from @mirror and unpacks it into the folder @tree, which must
 * not exist. @scratch is a working folder; delete it afterwards. Both paths are
 * absolute. FALSE with HARNESS_ERROR_FAILED, one line: it names the mirror if
 * that can't be reached, and the tool if one is missing.
 */
gboolean apt_tree_make(const struct package_set *set, const char *mirror, const char *scratch,
    const char *tree, struct child_host *host, GError **error);

#endif
