#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs the script against memory whose traffic is known.
cd "$(dirname "$0")" || exit
"${PMULAB:-pmulab}" ci --machine snbep --traffic memory.plan --truth -- ./check
