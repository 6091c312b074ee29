#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# All scenarios of the tree, as anybody would run them; their TAP is ours.
exec "${PMULAB:-build/pmulab}" run -j "$(nproc)" --results "${BUILD:-build}/results" scenarios/*/*.scn
