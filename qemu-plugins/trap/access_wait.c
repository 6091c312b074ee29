/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "qemu-plugins/trap/access_wait.h"

struct access_time access_wait_time;
