/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parses relations between counts and evaluates them. */
#include "harness/scenario/relation.h"

#include <string.h>

struct term {
    gint64 factor; /* with the term's sign on its own side */
    char *event;   /* NULL: the term is just the factor */
};

struct relation {
    enum relation_sign sign;
    GArray *left, *right; /* of struct term */
};

static const char *const signs[] = {
    [RELATION_EQ] = "=",
    [RELATION_NE] = "!=",
    [RELATION_LT] = "<",
    [RELATION_LE] = "<=",
    [RELATION_GT] = ">",
    [RELATION_GE] = ">=",
};

gboolean relation_sign_parse(const char *word, enum relation_sign *sign)
{
    for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
        if (!strcmp(word, signs[i])) {
            *sign = (enum relation_sign)i;
            return TRUE;
        }
    return FALSE;
}

const char *relation_sign_word(enum relation_sign sign)
{
    return signs[sign];
}

static void term_clear(gpointer data)
{
    g_free(((struct term *)data)->event);
}

static GArray *sum_new(void)
{
    GArray *sum = g_array_new(FALSE, TRUE, sizeof(struct term));

    g_array_set_clear_func(sum, term_clear);
    return sum;
}

static gboolean is_event(const char *word)
{
    return g_ascii_isalpha(*word) || strchr(word, '/');
}

static gboolean parse_number(const char *word, gint64 *number)
{
    gboolean hex = g_str_has_prefix(word, "0x");
    guint64 value;

    if (!g_ascii_string_to_unsigned(
            word + (hex ? 2 : 0), hex ? 16 : 10, 0, G_MAXINT64, &value, NULL))
        return FALSE;
    *number = (gint64)value;
    return TRUE;
}

/* Parses one term from the words at @words and moves on. */
static gboolean parse_term(char ***words, gint64 sign, struct term *term)
{
    char **w = *words;

    *term = (struct term){.factor = 1};
    if (w[0] && parse_number(w[0], &term->factor)) {
        w++;
        if (w[0] && !strcmp(w[0], "*")) {
            w++;
            if (!w[0] || !is_event(w[0]))
                return FALSE;
            term->event = g_strdup(*w++);
        }
    } else if (w[0] && is_event(w[0])) {
        term->event = g_strdup(*w++);
    } else {
        return FALSE;
    }
    term->factor *= sign;
    *words = w;
    return TRUE;
}

static gboolean parse_sum(char ***words, GArray *sum)
{
    gint64 sign = 1;

    for (;;) {
        struct term term;

        if (!parse_term(words, sign, &term))
            return FALSE;
        g_array_append_val(sum, term);
        if (!**words || (strcmp(**words, "+") && strcmp(**words, "-")))
            return TRUE;
        sign = ***words == '+' ? 1 : -1;
        ++*words;
    }
}

static gboolean sum_has_event(const GArray *sum)
{
    for (guint i = 0; i < sum->len; i++)
        if (g_array_index(sum, struct term, i).event)
            return TRUE;
    return FALSE;
}

/* The words of @text, without the empty ones between blanks. */
static char **split_words(const char *text)
{
    g_auto(GStrv) pieces = g_strsplit_set(text, " \t", -1);
    GPtrArray *words = g_ptr_array_new();

    for (char **piece = pieces; *piece; piece++)
        if (**piece)
            g_ptr_array_add(words, g_strdup(*piece));
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

struct relation *relation_parse(const char *text, char **wrong)
{
    struct relation *relation = g_new0(struct relation, 1);
    g_auto(GStrv) words = split_words(text);
    char **next = words;

    relation->left = sum_new();
    relation->right = sum_new();
    if (!parse_sum(&next, relation->left) || !*next ||
        !relation_sign_parse(*next++, &relation->sign) || !parse_sum(&next, relation->right) ||
        *next) {
        *wrong = g_strdup_printf("'%s' is not a relation; expected one such as EVENT + EVENT = "
                                 "EVENT, with blanks between words",
            text);
    } else if (!sum_has_event(relation->left) && !sum_has_event(relation->right)) {
        *wrong = g_strdup_printf("'%s' has no event in it; expected at least one", text);
    } else {
        return relation;
    }
    relation_free(relation);
    return NULL;
}

void relation_free(struct relation *relation)
{
    if (!relation)
        return;
    g_array_unref(relation->left);
    g_array_unref(relation->right);
    g_free(relation);
}

/* Input and results of evaluating one side. */
struct evaluation {
    relation_lookup lookup;
    gpointer data;
    GString *figures; /* the side as text, with figures */
    char *missing;    /* an event without a count */
    gboolean overflow;
};

static gint64 evaluate(struct evaluation *e, const GArray *sum)
{
    gint64 total = 0;

    for (guint i = 0; i < sum->len; i++) {
        const struct term *term = &g_array_index(sum, struct term, i);
        gint64 count = 1, product;

        if (term->event && !e->lookup(term->event, &count, e->data)) {
            e->missing = g_strdup(term->event);
            return 0;
        }
        if (__builtin_mul_overflow(term->factor, count, &product) ||
            __builtin_add_overflow(total, product, &total))
            e->overflow = TRUE;
        if (i)
            g_string_append(e->figures, term->factor < 0 ? "- " : "+ ");
        g_string_append_printf(
            e->figures, "%" G_GINT64_FORMAT, i && term->factor < 0 ? -product : product);
        g_string_append_c(e->figures, ' ');
    }
    return total;
}

const char *relation_event(const struct relation *relation, guint i)
{
    const GArray *sums[] = {relation->left, relation->right};

    for (guint side = 0; side < G_N_ELEMENTS(sums); side++)
        for (guint k = 0; k < sums[side]->len; k++) {
            const struct term *term = &g_array_index(sums[side], struct term, k);

            if (term->event && !i--)
                return term->event;
        }
    return NULL;
}

gboolean relation_is_number(const struct relation *relation, guint64 *number)
{
    const struct term *left = &g_array_index(relation->left, struct term, 0);
    const struct term *right = &g_array_index(relation->right, struct term, 0);

    if (relation->sign != RELATION_EQ || relation->left->len != 1 || relation->right->len != 1 ||
        !left->event || left->factor != 1 || right->event)
        return FALSE;
    *number = (guint64)right->factor;
    return TRUE;
}

gboolean relation_compare(enum relation_sign sign, gint64 a, gint64 b)
{
    switch (sign) {
    case RELATION_EQ:
        return a == b;
    case RELATION_NE:
        return a != b;
    case RELATION_LT:
        return a < b;
    case RELATION_LE:
        return a <= b;
    case RELATION_GT:
        return a > b;
    case RELATION_GE:
        return a >= b;
    }
    return FALSE;
}

gboolean relation_holds(
    const struct relation *relation, relation_lookup lookup, gpointer data, char **why)
{
    struct evaluation e = {.lookup = lookup, .data = data, .figures = g_string_new(NULL)};
    gint64 left = evaluate(&e, relation->left), right = 0, difference;
    gboolean holds;

    g_string_append_printf(e.figures, "%s ", signs[relation->sign]);
    if (!e.missing)
        right = evaluate(&e, relation->right);
    g_string_truncate(e.figures, e.figures->len - 1);
    if (e.missing) {
        *why =
            g_strdup_printf(g_str_has_prefix(e.missing, "write:") ? "%s: not written in this step"
                                                                  : "perf printed no count for %s",
                e.missing);
        g_free(e.missing);
        g_string_free(e.figures, TRUE);
        return FALSE;
    }
    holds = !e.overflow && relation_compare(relation->sign, left, right);
    /* Without this, a relation that fails would read as if it were true. */
    if (!holds)
        g_string_append(e.figures, " does not hold");
    if (e.overflow)
        g_string_append(e.figures, ": a figure or sum is beyond 64 bits");
    else if (!holds && relation->sign == RELATION_EQ &&
             !__builtin_sub_overflow(left, right, &difference))
        g_string_append_printf(e.figures, ": the sides differ by %" G_GINT64_FORMAT, difference);
    *why = g_string_free(e.figures, FALSE);
    return holds;
}
