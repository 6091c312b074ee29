/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of lists of events: docs/events.md. */
#include "models/events/events.h"
#include "models/events/generate.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

struct text {
    const char *path, *text;
};

/* An events_open() of an array that ends with a NULL path. */
static char *open_text(const void *data, const char *path)
{
    for (const struct text *t = data; t->path; t++)
        if (!strcmp(t->path, path))
            return strdup(t->text);
    return NULL;
}

static const char base[] =
    "# A comment, and an empty line.\n"
    "\n"
    "list old\n"
    "number ENTRIES 22\n"
    "group ways UP=0x01 DOWN=2\n"
    "    BOTH=0x03\n"
    "source a manual, page 7\n"
    "0x20 LATE | last\n"
    "0x10 QUEUE max=ENTRIES | entries \"of\" a queue\n"
    "0x11 FULL watches=QUEUE>=ENTRIES | full cycles\n"
    "0x12 SEEN watches=QUEUE | levels\n"
    "0x01 MOVES subs=ways reads=UP writes=DOWN bytes=64 each on=0,2 | moves\n"
    "0x30..0x32 CORE{7..9}_CYCLES max=2 | cycles of core {} alone\n";

static const char new[] =
    "list new\n"
    "like base without LATE CORE*\n"
    "group ways LEFT=0:0x1 RIGHT=1:0x6\n"
    "source a list\n"
    "0x00 CLOCK clock halves | cycles\r\n"
    "0x101 SHIFTS subs=ways any occupancy |\tshifts  \n"
    "0x40 INSERTS reads band=0 | inserts\n"
    "0x41 MODES subs=A=0x01,B=0x02 rest=B unit-bits=0x3 | modes\n"
    "0x42 KINDS subs=A0=0x5,A1=0x9,B1=0xa,ALL=0xf kinds=2 writes=B1 | kinds\n";

static struct events_list *read_two(void)
{
    static const struct text texts[] = {{"base", base}, {"new", new}, {NULL, NULL}};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("new", open_text, texts, wrong);

    is_str(wrong, "", "no error");
    return list;
}

static const struct events_row *row_of(const struct events_list *list, const char *name)
{
    int i = events_named(list, name);

    ok(i >= 0, "%s is in the list", name);
    return i < 0 ? NULL : &list->rows[i];
}

static void is_row(const struct events_list *list, unsigned i, unsigned code, const char *name)
{
    ok(i < list->n_rows && list->rows[i].code == code, "event %u has code 0x%x", i, code);
    is_str(list->rows[i].name, name, "... and is %s", name);
}

static void test_order(void)
{
    struct events_list *list = read_two();

    is_str(list->name, "new", "the list's name is its own");
    is_u64(list->n_rows, 9, "inherited events and new ones");
    is_row(list, 0, 0x00, "CLOCK");
    is_row(list, 1, 0x01, "MOVES");
    is_row(list, 2, 0x10, "QUEUE");
    is_row(list, 3, 0x11, "FULL");
    is_row(list, 4, 0x12, "SEEN");
    is_row(list, 5, 0x40, "INSERTS");
    is_row(list, 8, 0x101, "SHIFTS");
    ok(events_named(list, "LATE") < 0 && events_named(list, "CORE7_CYCLES") < 0,
        "events that the list is without");
    free(list);
}

static void is_value(const struct events_row *row, enum events_word word, unsigned value)
{
    is_u64(row->value[word], value, "%s: word %d", row->name, (int)word);
}

static void test_words(void)
{
    struct events_list *list = read_two();
    const struct events_row *moves = row_of(list, "MOVES"), *full = row_of(list, "FULL"),
                            *clock = row_of(list, "CLOCK"), *shifts = row_of(list, "SHIFTS"),
                            *inserts = row_of(list, "INSERTS");

    is_value(moves, EVENTS_MAX, 1);
    is_value(moves, EVENTS_BYTES, 64);
    is_value(moves, EVENTS_COUNTERS, 0x5);
    is_value(moves, EVENTS_EACH, 1);
    is_value(moves, EVENTS_ANY, 0);
    is_value(moves, EVENTS_READS, 1);
    is_value(moves, EVENTS_WRITES, 2);
    is_value(moves, EVENTS_REST, 0);
    is_value(full, EVENTS_AT_LEAST, 22);
    is_str(full->watches, "QUEUE", "the watched event");
    is_value(row_of(list, "SEEN"), EVENTS_AT_LEAST, 0);
    is_value(row_of(list, "QUEUE"), EVENTS_MAX, 22);
    is_value(clock, EVENTS_CLOCK, 1);
    is_value(clock, EVENTS_HALVES, 1);
    is_value(shifts, EVENTS_ANY, 1);
    is_value(shifts, EVENTS_OCCUPANCY, 1);
    is_str(shifts->prose, "shifts", "prose without the spaces around it");
    is_value(inserts, EVENTS_READS, 1);
    is_value(inserts, EVENTS_BAND, 1);
    is_u64((uint64_t)inserts->group, UINT64_MAX, "no sub-events");
    free(list);
}

static void test_groups(void)
{
    struct events_list *list = read_two();
    const struct events_row *moves = row_of(list, "MOVES"), *shifts = row_of(list, "SHIFTS"),
                            *modes = row_of(list, "MODES"), *kinds = row_of(list, "KINDS");
    const struct events_group *ways = &list->groups[moves->group],
                              *newer = &list->groups[shifts->group];

    is_u64(ways->n, 3, "a group on two lines");
    is_str(ways->sub[2].name, "BOTH", "its last sub-event");
    is_u64(events_units(moves, &ways->sub[2]), 0x3, "bits of the umask are units");
    ok(newer != ways && newer->numbered, "an inherited event keeps the older group of that name");
    is_u64(newer->sub[1].umask, 1, "a number as umask");
    is_u64(events_units(shifts, &newer->sub[1]), 0x6, "... and its units");
    is_value(modes, EVENTS_REST, 2);
    is_u64(events_units(modes, &(struct events_sub){.umask = 0x12}), 0x2, "only unit bits");
    is_u64(events_units(modes, &(struct events_sub){.umask = 0x10}), 0x3, "none of them: all");
    is_u64(events_units(kinds, &list->groups[kinds->group].sub[3]), 0xf, "all kinds and places");
    is_u64(events_units(kinds, &(struct events_sub){.umask = 0x8}), 0xc, "no kind: all kinds");
    is_value(kinds, EVENTS_WRITES, 4);
    free(list);
}

static void test_ranges(void)
{
    static const struct text texts[] = {{"base", base}, {NULL, NULL}};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("base", open_text, texts, wrong);
    const struct events_row *last;

    is_str(wrong, "", "no error");
    last = row_of(list, "CORE9_CYCLES");
    is_u64(last->code, 0x32, "the third of three codes");
    is_u64(last->value[EVENTS_MAX], 2, "... has the line's words");
    is_str(last->prose, "cycles of core 9 alone", "... and its number in the prose");
    is_u64(last->line, 13, "... and its line");
    free(list);
}

/* An events_open() of the tree, where the document is its own example. */
static char *open_tree(const void *data, const char *path)
{
    static const char block[] = "\n```\n";
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 1 << 16), *begin;

    const size_t n = in && text ? fread(text, 1, (1 << 16) - 1, in) : 0;

    (void)data;
    if (in)
        fclose(in);
    if (!n) {
        free(text);
        return NULL;
    }
    begin = strstr(text, block);
    if (begin) {
        memmove(text, begin + strlen(block), strlen(begin + strlen(block)) + 1);
        *strstr(text, block) = '\0';
    }
    return text;
}

static void test_document(void)
{
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("docs/events.md", open_tree, NULL, wrong);

    is_str(wrong, "", "the document's example is a list");
    is_str(list ? list->name : "", "imc_ivt", "... with its name");
    is_str(row_of(list, "RD_CAS_RANK7")->prose, "reads from rank 7", "... and its last event");
    free(list);
}

/* ---- mistakes ---- */

static void is_wrong(const char *text, const char *expected)
{
    const struct text texts[] = {{"a", text}, {"base", base}, {"self", "like self\n"},
        {"bad", "\nsource x\n0x1 Y max=0 | z\n"}, {NULL, NULL}};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("a", open_text, texts, wrong);

    ok(!list, "refused: %s", expected);
    is_str(wrong, expected, "... with its line");
    free(list);
}

#define HEAD "list a\nsource b\n"
#define WORDS                                                                                      \
    "subs, max, bytes, bus, unit-bits, kinds, on, clock, halves, each, any, occupancy, band, "     \
    "rest, "                                                                                       \
    "reads, writes, watches, or '|'"

static void test_mistakes_in_lines(void)
{
    is_wrong("0x1 A | b\n", "a:1: '0x1' first; expected 'list NAME'");
    is_wrong("# none\n", "a:2: no line 'list'; expected 'list NAME'");
    is_wrong("list a\nlist b\n", "a:2: a second 'list'; expected one in a file");
    is_wrong("list a b\n", "a:1: 'b' after the list's name; expected 'amd', 'hisi' or nothing");
    is_wrong("list a amd b\n", "a:1: 'b'; expected the line's end");
    is_wrong(HEAD "event\n",
        "a:3: 'event'; expected a code, 'list', 'like', 'source', 'number' or 'group'");
    is_wrong("list a\n0x1 A | b\n", "a:2: an event without a source; expected 'source' above");
    is_wrong("list a\nsource\n", "a:2: no source; expected a document or a list");
    is_wrong("list a\nnumber N 1\nnumber N 2\n",
        "a:3: a second number 'N'; expected another name than in line 2");
    is_wrong(
        "list a\nnumber 1st 2\n", "a:2: number '1st'; expected a name that begins with a letter");
    is_wrong("list a\nnumber N many\n",
        "a:2: 'many' as N; expected a number up to 0xffff, or the name of one");
}

static void test_mistakes_in_groups(void)
{
    is_wrong("list a\ngroup g\n", "a:2: an empty group; expected NAME=UMASK ...");
    is_wrong("list a\ngroup g A\n", "a:2: 'A' in a group; expected NAME=UMASK");
    is_wrong("list a\ngroup g A=1\n\ngroup g B=1\n",
        "a:4: a second group 'g'; expected another name than in line 2");
    is_wrong("list a\ngroup g A=1 A=2\n", "a:2: a second 'A' in the group; expected another name");
    is_wrong("list a\ngroup g A=1\n    B=0x100\n",
        "a:2: '0x100' as a umask; expected a number up to 0xff, or the name of one");
    is_wrong("list a\ngroup g A=1 B=2:0x4\n",
        "a:2: 'B' and others; expected units for all, or for none");
}

static void test_mistakes_in_files(void)
{
    is_wrong("list a\nlike\n", "a:2: no file; expected its path");
    is_wrong("list a\nlike none\n", "a:2: cannot read 'none'; expected a list's path");
    is_wrong("list a\nlike base but LATE\n", "a:2: 'but'; expected 'without'");
    is_wrong("list a\nlike base without\n", "a:2: no event after 'without'; expected names");
    is_wrong("list a\nlike base without LATE EARLY\n",
        "a:2: without 'EARLY'; expected an event of that file");
    is_wrong("list a\nlike bad\n", "bad:3: a maximum of 0; expected at least 1");
    is_wrong("list a\nlike self\n", "self:1: a long path or too many files; expected at most 16");
    is_wrong(HEAD "like base\n0x20 OTHER | x\n",
        "a:4: 0x20 OTHER; expected another code and name than in base:8");
    is_wrong(HEAD "like base\n\n0x21 LATE | x\n",
        "a:5: 0x21 LATE; expected another code and name than in base:8");
    is_wrong("list a\nlike base without QUEUE\n",
        "base:10: watches 'QUEUE'; expected an event of this list");
}

static void test_mistakes_in_names(void)
{
    is_wrong(HEAD "0x200 A | b\n",
        "a:3: '0x200' as a code; expected a number up to 0x1ff, or the name of one");
    is_wrong(HEAD "0x1 | b\n", "a:3: '' as an event; expected a name of letters, digits and '_'");
    is_wrong(
        HEAD "0x1 A:B | b\n", "a:3: 'A:B' as an event; expected a name of letters, digits and '_'");
    is_wrong(HEAD "0x1 A max=2\n", "a:3: no prose; expected '| PROSE'");
    is_wrong(HEAD "0x1 A |  \n", "a:3: a prose of 0 bytes; expected 1 to 235");
    is_wrong(HEAD "0x2..0x1 A{0..1} | b\n", "a:3: codes down to 0x01; expected more than 0x02");
    is_wrong(HEAD "0x1..0x2 A{0..2} | b\n",
        "a:3: 'A{0..2}' for 2 codes; expected {FIRST..LAST} with a number for each");
    is_wrong(HEAD "0x1 A{0..1} | b\n",
        "a:3: 'A{0..1}' for 1 codes; expected {FIRST..LAST} with a number for each");
    is_wrong(HEAD "0x1..0x2 A | b\n",
        "a:3: 'A' for 2 codes; expected {FIRST..LAST} with a number for each");
    is_wrong(
        HEAD "0x1..0x6+0x2 A{0..2} | b\n", "a:3: a step of 0x02; expected one from 0x01 to 0x06");
    is_wrong(
        HEAD "0x1..0x6+0 A{0..2} | b\n", "a:3: a step of 0x00; expected one from 0x01 to 0x06");
}

static void test_mistakes_in_forms(void)
{
    is_wrong("list a hisi\nsource b\n0x1 A max=2 | b\n",
        "a:3: 'max=2'; expected clock, reads, writes, or '|'");
    is_wrong("list a hisi\nsource b\n0x100 A | b\n",
        "a:3: '0x100' as a code; expected a number up to 0xff, or the name of one");
    is_wrong("list a amd\nlike base\n",
        "base:3: a list of the form ''; expected 'amd', as the list that is like it");
    is_wrong("list a amd\nsource b\n0x1 A each | b\n",
        "a:3: 'each'; expected subs, bytes, bus, clock, reads, writes, mask, everywhere, or '|'");
    is_wrong("list a amd\nsource b\n0x1 A subs=X=0xfff mask=1 | b\n",
        "a:3: 'mask' and 'subs'; expected one of them");
    is_wrong("list a amd\nsource b\n0x1 A subs=X=0x1000 | b\n",
        "a:3: '0x1000' as a umask; expected a number up to 0xfff, or the name of one");
}

static void test_mistakes_in_words(void)
{
    is_wrong(HEAD "0x1 A most=2 | b\n", "a:3: 'most=2'; expected " WORDS);
    is_wrong(HEAD "0x1 A maximum=2 | b\n", "a:3: 'maximum=2'; expected " WORDS);
    is_wrong(HEAD "0x1 A max | b\n", "a:3: 'max'; expected a value after '='");
    is_wrong(HEAD "0x1 A clock=1 | b\n", "a:3: 'clock'; expected no value");
    is_wrong(HEAD "0x1 A max=256 | b\n",
        "a:3: '256' as max; expected a number up to 0xff, or the name of one");
    is_wrong(HEAD "0x1 A max=2 max=3 | b\n", "a:3: a second 'max'; expected one");
    is_wrong(HEAD "0x1 A subs=g | b\n", "a:3: subs 'g'; expected a group above, or NAME=UMASK,...");
    is_wrong(HEAD "0x1 A on=0,8 | b\n",
        "a:3: '8' as a counter; expected a number up to 0x7, or the name of one");
    is_wrong(HEAD "0x1 A each any | b\n", "a:3: 'each' and 'any'; expected one of them");
    is_wrong(
        HEAD "0x1 A kinds=2 | b\n", "a:3: bits of the umask without sub-events; expected 'subs'");
    is_wrong(HEAD "0x1 A halves | b\n", "a:3: 'halves' of no clock; expected 'clock'");
    is_wrong(HEAD "0x1 A reads=X | b\n",
        "a:3: reads of 'X'; expected the word alone, as there are no sub-events");
    is_wrong(
        HEAD "0x1 A subs=X=3 rest=X | b\n", "a:3: rest of 'X'; expected a sub-event with one unit");
    is_wrong(HEAD "0x1 A watches=B>=x | b\n",
        "a:3: 'x' as a level; expected a number up to 0xff, or the name of one");
    is_wrong(HEAD "0x1 A watches=B | b\n", "a:3: watches 'B'; expected an event of this list");
}

/* ---- the C ---- */

static void is_written(
    void write(FILE *, const struct events_list *), const struct events_list *list, const char *c)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    write(out, list);
    fclose(out);
    is_str(text, c, "the C of a list");
    free(text);
}

static void test_generated(void)
{
    static const struct text texts[] = {{"x.events", "list x\n"
                                                     "group g A=0:0x1 B=1:0x2\n"
                                                     "group unused C=1\n"
                                                     "source s\n"
                                                     "0x1 R{2..2} subs=g each rest=B | \"R\"\n"
                                                     "0x0 A.B watches=R2>=3 | a\n"},
        {NULL, NULL}};
    char wrong[EVENTS_WRONG];
    struct events_list *list = events_read("x.events", open_text, texts, wrong);

#define BEGIN                                                                                      \
    "/* SPDX-License-Identifier: GPL-2.0-or-later */\n/* Made of x.events: do not edit. */\n"
    is_written(events_write_header, list,
        BEGIN "#pragma once\n\n#include \"models/snbep/box_events.h\"\n\n"
              "enum {\n    X_EVENT_A_B,\n    X_EVENT_R2,\n};\n\n"
              "extern const struct box_events x_events;\n");
    is_written(events_write_table, list,
        BEGIN "#include \"x.events.h\"\n\n"
              "static const struct box_sub subs0[] = {{\"A\", 0x00}, {\"B\", 0x01}};\n"
              "static const uint32_t units0[] = {0x1, 0x2};\n"
              "static const struct box_event rows[] = {\n"
              "    [X_EVENT_A_B] = {0x00, .name = \"A.B\", .max = 1, .at_least = 3, .rest = -1, "
              ".watches = X_EVENT_R2, .prose = \"a\"},\n"
              "    [X_EVENT_R2] = {0x01, .name = \"R2\", .max = 1, .sharing = TRAFFIC_TOGETHER, "
              ".rest = 1, .watches = -1, .subs = subs0, .n_subs = 2, .units = units0, "
              ".prose = \"\\\"R\\\"\"},\n"
              "};\n\nconst struct box_events x_events = {rows, 2, \"x.events\"};\n");
    free(list);
}

static void test_generated_amd(void)
{
    static const struct text texts[] = {
        {"x.events", "list x amd\n"
                     "source s\n"
                     "0x7..0x47+0x40 M{0..1} subs=A=0x38:32,B=0xfff "
                     "writes=B everywhere | m {}\n"},
        {"y.events", "list y amd\nsource s\n0x1 C mask=0xff bytes=64 clock reads | c\n"},
        {NULL, NULL}};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("y.events", open_text, texts, wrong);

    is_str(wrong, "", "no error");
    is_written(events_write_table, list,
        "/* SPDX-License-Identifier: GPL-2.0-or-later */\n"
        "/* Made of y.events: do not edit. */\n#include \"y.events.h\"\n\n"
        "const struct amd_uncore_event y_events[] = {\n"
        "    {.code = 0x01, .name = \"C\", .mask = 0xff, .bytes = 64, .clock = 1, "
        ".line = 1 + CACHELINES_READ, .prose = \"c\"},\n"
        "};\nconst unsigned y_n_events = 1;\n\n"
        "_Static_assert(1 <= AMD_UNCORE_MAX_EVENTS, \"a plan has room\");\n");
    free(list);
    list = events_read("x.events", open_text, texts, wrong);
    is_str(wrong, "x.events:3: 'B' and others; expected units for all, or for none",
        "bytes are for all sub-events, or for none");
    free(list);
}

static void test_generated_hisi(void)
{
    static const struct text texts[] = {
        {"x.events", "list x hisi\nsource s\n0xff C clock | c\n0x1 W writes | w\n"}, {NULL, NULL}};
    char wrong[EVENTS_WRONG] = "";
    struct events_list *list = events_read("x.events", open_text, texts, wrong);

    is_str(wrong, "", "no error");
    is_written(events_write_table, list,
        "/* SPDX-License-Identifier: GPL-2.0-or-later */\n"
        "/* Made of x.events: do not edit. */\n#include \"x.events.h\"\n\n"
        "static const struct uncore_event rows[] = {\n"
        "    {.code = 0x01, .name = \"W\", .line = 1 + CACHELINES_WRITTEN, .prose = \"w\"},\n"
        "    {.code = 0xff, .name = \"C\", .clock = 1, .prose = \"c\"},\n"
        "};\n\nconst struct uncore_events uncore_x_events = {\"x\", rows, 2};\n");
    free(list);
}

int main(void)
{
    test_order();
    test_words();
    test_groups();
    test_ranges();
    test_document();
    test_mistakes_in_lines();
    test_mistakes_in_groups();
    test_mistakes_in_files();
    test_mistakes_in_names();
    test_mistakes_in_words();
    test_mistakes_in_forms();
    test_generated();
    test_generated_amd();
    test_generated_hisi();
    return done_testing();
}
