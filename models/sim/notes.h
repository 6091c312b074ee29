/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prefix of a plugin's notes. Each note is a line on its standard error. */
#ifndef PMULAB_MODELS_SIM_NOTES_H
#define PMULAB_MODELS_SIM_NOTES_H

#define NOTES_BEGIN "pmulab: note: "

#endif
