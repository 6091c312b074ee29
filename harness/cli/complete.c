/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `pmulab complete`: candidates for a word, for the shell's completion
 * (completion.bash). It uses the command's own tables of subcommands, options,
 * machines, registers and fields. */
#include "harness/base/error.h"
#include "harness/cli/arguments.h"
#include "harness/cli/command.h"
#include "harness/cli/describe_events.h"
#include "harness/cli/run/run_scenarios.h"
#include "harness/cli/run/run_select.h"
#include "harness/export/export.h"
#include "harness/hardware/encode.h"
#include "harness/hardware/registers.h"
#include "harness/hardware/value_names.h"
#include "harness/lab/lab.h"
#include "harness/live/control.h"
#include "harness/setup/guest_recipe.h"
#include "models/sim/config.h"

#include <stdio.h>
#include <string.h>

/* The words typed after `pmulab`. */
static struct {
    const struct command *command;
    char **words; /* those after the subcommand, except the last */
    int n_words;
    const char *last;
} typed;

/* Prints @name and @end if it begins with the typed text, in any case. */
static void offer(const char *name, const char *end)
{
    if (!g_ascii_strncasecmp(name, typed.last, strlen(typed.last)))
        printf("%s%s\n", name, end);
}

static void offer_kernels(void)
{
    const struct guest_recipe *recipe;

    for (unsigned i = 0; (recipe = guest_recipe_number(i)); i++)
        if (!strcmp(recipe->arch, "amd64")) { /* this architecture has every kernel */
            offer(recipe->kernel, "");
            offer(recipe->version, "");
        }
}

static void offer_machines(const char *end)
{
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++)
        offer(machine->name, end);
}

static void offer_in(const char *place, const char *name)
{
    g_autofree char *path = g_strdup_printf("%s.%s", place, name);

    offer(path, "");
}

/* Offers paths of registers, up to the next dot after the typed text. */
static void offer_places(gboolean registers_only)
{
    const struct machine *machine;
    unsigned dots = 0;

    for (const char *c = typed.last; *c; c++)
        dots += *c == '.';
    if (!dots) {
        if (!registers_only)
            offer_machines("");
        offer_machines(".");
        return;
    }
    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        if (dots == 1 && !registers_only)
            offer_in(machine->name, "options");
        for (const struct reg_bank *const *b = machine->model->banks; *b; b++) {
            g_autofree char *bank = g_strdup_printf("%s.%s", machine->name, (*b)->name);
            if (dots == 1)
                offer(bank, ".");
            if (dots == 1 && !registers_only)
                offer(bank, "");
            for (unsigned r = 0; dots == 2 && r < (*b)->n_regs; r++)
                offer_in(bank, (*b)->regs[r].name);
            if (dots == 2 && !registers_only && describe_has_events(machine->model, (*b)->name))
                offer_in(bank, "events");
        }
    }
}

/* Whether the words so far give field number @field @value, or leave it
 * open. */
static gboolean may_have(const struct register_place *place, unsigned field, guint64 value)
{
    const struct reg *reg = place->reg;
    g_autofree char *start = g_strdup_printf("%s=", reg->fields[field].name);

    for (int i = 0; i < typed.n_words; i++) {
        char *const words[] = {typed.words[i], NULL};
        guint64 whole;

        if (!g_ascii_strncasecmp(typed.words[i], start, strlen(start)))
            return encode_fields(place->machine->model, reg, words, &whole, NULL) &&
                   reg_get(reg, field, whole) == value;
    }
    return TRUE;
}

/* A sub-event's names depend on the event. */
static void offer_field(const struct register_place *place, unsigned i)
{
    g_autofree char *start = g_strdup_printf("%s=", place->reg->fields[i].name);
    g_autoptr(GHashTable) offered = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) all = NULL;

    if (g_ascii_strncasecmp(typed.last, start, strlen(start))) {
        offer(start, "");
        return;
    }
    all = value_names_of(place->machine->model, place->reg);
    for (guint k = 0; k < all->len; k++) {
        const struct value_names *set = g_ptr_array_index(all, k);

        if (set->field != i ||
            (set->other >= 0 && !may_have(place, (unsigned)set->other, set->other_value)))
            continue;
        for (guint n = 0; n < set->names->len; n++) {
            const char *name = g_array_index(set->names, struct value_name, n).name;
            g_autofree char *whole = g_strconcat(start, name, NULL);

            if (g_hash_table_add(offered, (gpointer)(guintptr)name))
                offer(whole, "");
        }
    }
}

static void offer_fields(const char *path)
{
    struct register_place place;

    if (!register_find(path, &place, NULL))
        return;
    for (unsigned i = 0; i < place.reg->n_fields; i++)
        if (place.reg->fields[i].access != REG_RV)
            offer_field(&place, i);
}

/* Offers the first words of the lines that a watched guest answers to
 * @request. */
static void offer_answer(struct control_client *client, const char *request, gboolean blocks)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = NULL;

    control_ask(client, request, text, NULL);
    lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line && **line; line++) {
        (*line)[strcspn(*line, " ")] = '\0';
        offer(*line, "");
        if (blocks)
            offer(*line, ".");
    }
}

/* Offers the blocks of the watched guest, if there is one, and after a dot the
 * block's registers. */
static void offer_watched(void)
{
    struct control_client *client = control_connect(NULL, NULL);
    const char *dot = strrchr(typed.last, '.');
    g_autofree char *request =
        dot ? g_strdup_printf("peek %.*s", (int)(dot - typed.last), typed.last) : NULL;

    if (!client)
        return;
    offer_answer(client, "blocks", TRUE);
    if (request)
        offer_answer(client, request, FALSE);
    control_disconnect(client);
}

static void offer_actions(void)
{
    g_auto(GStrv) actions = g_strsplit(typed.command->arguments, "|", -1);

    for (char **action = actions; *action; action++)
        offer(*action, "");
}

/* Offers nothing if a lab has a mistake. */
static void offer_labs(void)
{
    g_autoptr(GPtrArray) labs = lab_all(NULL);

    for (guint i = 0; labs && i < labs->len; i++) {
        const char *name = ((const struct lab *)g_ptr_array_index(labs, i))->name;
        const char *slash = strrchr(name, '/');

        offer(name, "");
        if (slash && *typed.last)
            offer(slash + 1, "");
    }
}

/* Offers word number @n of the subcommand, from 0; @first is the first one. */
static void offer_word(unsigned n, const char *first)
{
    static const char *const kinds[] = {[WORDS_FILES] = "files",
        [WORDS_FOLDERS] = "folders",
        [WORDS_SCENARIOS] = "scenarios",
        [WORDS_SETUP] = "scenarios"};
    enum command_words words = typed.command->words;

    if (words == WORDS_ACTION && n)
        words = WORDS_FILES;
    puts(words < G_N_ELEMENTS(kinds) && kinds[words] ? kinds[words] : "words");
    if (words == WORDS_ACTION)
        offer_actions();
    else if (words == WORDS_LAB)
        offer_labs();
    else if (words == WORDS_SETUP || (words == WORDS_MACHINE && !n))
        offer_machines("");
    else if (words == WORDS_WATCHED)
        offer_watched();
    else if ((words == WORDS_PLACE || words == WORDS_REGISTER) && !n)
        offer_places(words == WORDS_REGISTER);
    else if (words == WORDS_REGISTER && !strcmp(typed.command->name, "encode"))
        offer_fields(first);
}

/* The option @word, if the next word is its value (arguments.h); else NULL. */
static const GOptionEntry *option_with_value(const GOptionEntry *entries, const char *word)
{
    for (; entries->long_name; entries++) {
        const char short_name[] = {'-', entries->short_name, '\0'};
        if (*entries->long_name && entries->arg != G_OPTION_ARG_NONE &&
            !(entries->arg_description && *entries->arg_description == '[') &&
            ((g_str_has_prefix(word, "--") && !strcmp(word + 2, entries->long_name)) ||
                (entries->short_name && !strcmp(word, short_name))))
            return entries;
    }
    return NULL;
}

/* Offers the options of the machine called @name, and the words that an option
 * takes. */
static void offer_config(const char *name)
{
    const struct machine *machine = name ? machine_find(name, NULL) : NULL;

    for (const struct config_option *o = machine ? machine->model->options : NULL; o && o->name;
         o++) {
        g_autofree char *start = g_strdup_printf("%s=", o->name);
        if (o->qemu || o->topology)
            continue;
        if (!g_str_has_prefix(typed.last, start))
            offer(start, "");
        for (const char *const *word = o->words;
             g_str_has_prefix(typed.last, start) && word && *word; word++) {
            g_autofree char *whole = g_strconcat(start, *word, NULL);
            offer(whole, "");
        }
    }
}

/* The words so far that are files or folders, which end with NULL. */
static char **typed_paths(void)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

    for (int i = 0; i < typed.n_words; i++)
        if (g_file_test(typed.words[i], G_FILE_TEST_EXISTS))
            g_ptr_array_add(paths, g_strdup(typed.words[i]));
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(paths, FALSE);
}

/* Offers the tags of the scenarios that the words so far mean, and nothing if
 * one has a mistake. */
static void offer_tags(void)
{
    g_auto(GStrv) paths = typed_paths();
    g_autoptr(GPtrArray) items = *paths ? run_scenarios(paths, NULL) : NULL;
    g_autoptr(GPtrArray) tags = items ? run_tags(items) : NULL;

    for (guint i = 0; tags && i + 1 < tags->len; i++)
        offer(tags->pdata[i], "");
}

/* @names: "tap|ktap"; else the forms of the register reference. */
static void offer_formats(const char *names)
{
    g_auto(GStrv) words = strchr(names, '|') ? g_strsplit(names, "|", -1) : NULL;

    for (char **word = words; word && *word; word++)
        offer(*word, "");
    if (words)
        return;
    for (const struct export_format *f = export_formats; f->name; f++)
        offer(f->name, "");
}

static void offer_variants(void)
{
    const struct machine *machine;

    for (unsigned i = 0; (machine = machine_number(i)); i++) {
        const struct config_option *option = config_find(machine->model->options, "variant=");

        for (const char *const *word = option ? option->words : NULL; word && *word; word++)
            offer(*word, "");
    }
}

/* @first is the subcommand's first word so far, or NULL. */
static void offer_value(const GOptionEntry *option, const char *first)
{
    const char *what = option->arg_description ? option->arg_description : "";

    puts(g_str_has_prefix(what, "FILE") ? "files" : !strcmp(what, "DIR") ? "folders" : "words");
    if (!strcmp(option->long_name, "kernel"))
        offer_kernels();
    else if (!strcmp(option->long_name, "tag"))
        offer_tags();
    else if (!strcmp(option->long_name, "config"))
        offer_config(first);
    else if (!strcmp(option->long_name, "machine"))
        offer_machines("");
    else if (!strcmp(option->long_name, "variant"))
        offer_variants();
    else if (!strcmp(option->long_name, "format"))
        offer_formats(what);
}

static void offer_options(const GOptionEntry *entries)
{
    puts("words");
    for (; entries->long_name; entries++) {
        g_autofree char *name = g_strconcat("--", entries->long_name, NULL);
        if (*entries->long_name && !(entries->flags & G_OPTION_FLAG_HIDDEN))
            offer(name, "");
    }
    offer("--help", "");
}

static void complete_with(const GOptionEntry *entries)
{
    const GOptionEntry *wanting = NULL;
    const char *first = NULL;
    unsigned n = 0;

    for (int i = 0; i < typed.n_words; i++) {
        const char *word = typed.words[i];
        if (!strcmp(word, "--")) /* the guest's command */
            return;
        if (!wanting && *word != '-' && !n++)
            first = word;
        wanting = wanting ? NULL : option_with_value(entries, word);
    }
    if (wanting)
        offer_value(wanting, first);
    else if (*typed.last == '-')
        offer_options(entries);
    else
        offer_word(n, first);
}

static void offer_commands(const struct command *commands, size_t n, gboolean all)
{
    puts("words");
    for (size_t i = 0; i < n; i++)
        offer(commands[i].name, "");
    if (!all)
        return;
    for (const char *const *word = (const char *const[]){"help", "--help", "--version", NULL};
         *word; word++)
        offer(*word, "");
}

int complete(const struct command *commands, size_t n, int argc, char **argv)
{
    gboolean helps = argc && !strcmp(argv[0], "help");

    typed.last = argc ? argv[argc - 1] : "";
    if (argc < 2 || (helps && argc == 2)) {
        offer_commands(commands, n, !helps);
        return STATUS_OK;
    }
    for (size_t i = 0; i < n && !typed.command; i++)
        if (!strcmp(commands[i].name, argv[0]))
            typed.command = &commands[i];
    typed.words = argv + 1;
    typed.n_words = argc - 2;
    if (!typed.command)
        return STATUS_USAGE;
    if (typed.command->words == WORDS_ACTION && !typed.n_words) {
        offer_word(0, NULL);
        return STATUS_OK;
    }
    arguments_show(complete_with);
    return typed.command->run(argc - 1, argv);
}
