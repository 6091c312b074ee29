/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a user's file: its PMUs and how software finds them. Keeps each file
 * that was read. */
#include "models/pmu/hardware.h"

#include "models/pmu/reading.h"
#include "models/sim/config.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Addresses that QEMU's virt (hw/arm/virt.c) leaves to devices: above its own
 * small ones and below PCI's port window. A window is at least as large as the
 * largest page of an arm64 kernel, in which it begins. */
#define FIRST_ADDRESS UINT64_C(0x0b000000)
#define END_ADDRESS   UINT64_C(0x3eff0000)
#define PAGE          0x10000

/* Its shared interrupts without a device, for its platform bus. */
enum { FIRST_INTERRUPT = 112, LAST_INTERRUPT = 175 };

static struct {
    pthread_mutex_t mutex;
    struct hardware *read; /* all files, the last one first */
} self = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local const struct hardware *used;

void hardware_use(const struct hardware *hardware)
{
    used = hardware;
}

const struct hardware *hardware_used(void)
{
    const struct hardware *last = used;

    if (last)
        return last;
    pthread_mutex_lock(&self.mutex);
    last = self.read;
    pthread_mutex_unlock(&self.mutex);
    return last;
}

/* ---- properties ---- */

static const struct {
    const char *name;
    bool text;
} properties[] = {{"pmu_found", true}, {"pmu_perf", true}, {"pmu_events", true},
    {"pmu_properties", true}, {"pmu_windows", true}, {"pmu_child", true}, {"pmu_role", true},
    {"pmu_address", false}, {"pmu_size", false}, {"pmu_interrupt", false}, {"pmu_hz", false},
    {"pmu_uid", false}, {"pmu_parent", false}, {"pmu_counter", false}, {"pmu_event", false}};

/* The file declares the properties: each is known, and a string or a number. */
static bool check_marks(const struct hardware_reading *r, const struct rdl_bank *bank)
{
    const size_t n = sizeof(properties) / sizeof(properties[0]);

    for (unsigned i = 0; i < bank->n_marks; i++) {
        const struct rdl_mark *mark = &bank->marks[i];
        size_t p = 0;

        while (p < n && strcmp(properties[p].name, mark->property) != 0)
            p++;
        if (p == n)
            return hardware_complain(r, mark->line,
                "no property '%.40s'; expected one of docs/hardware-from-a-file.md",
                mark->property);
        if (properties[p].text != (mark->text != NULL))
            return hardware_complain(r, mark->line, "%s; expected a %s", mark->property,
                properties[p].text ? "string" : "number");
    }
    return true;
}

/* ---- how software finds a PMU ---- */

/* pmu_found = "of COMPATIBLE" or "acpi ID" */
static bool read_found(
    const struct hardware_reading *r, const struct rdl_bank *bank, struct pmu_kind *kind)
{
    const struct rdl_mark *found = hardware_mark(bank, "pmu_found", -1, -1);

    if (!found)
        return hardware_complain(r, bank->n_marks ? bank->marks[0].line : 1,
            "%s has no pmu_found; expected \"of COMPATIBLE\" or \"acpi ID\"", bank->bank.name);
    if (!strncmp(found->text, "of ", 3) && found->text[3])
        kind->compatible = found->text + 3;
    else if (!strncmp(found->text, "acpi ", 5) &&
             (strlen(found->text + 5) == 7 || strlen(found->text + 5) == 8))
        kind->hid = found->text + 5;
    else
        return hardware_complain(r, found->line,
            "pmu_found is \"%.60s\"; expected \"of COMPATIBLE\" or \"acpi ID\" with 7 or 8 letters",
            found->text);
    return true;
}

/* The number that @bank has of @property, or @otherwise. */
static bool read_number(const struct hardware_reading *r, const struct rdl_bank *bank,
    const char *property, uint64_t otherwise, uint64_t least, uint64_t most, uint64_t *number)
{
    const struct rdl_mark *mark = hardware_mark(bank, property, -1, -1);

    *number = mark ? mark->number : otherwise;
    return !mark || (*number >= least && *number <= most) ||
           hardware_complain(r, mark->line, "%s is 0x%llx; expected 0x%llx to 0x%llx", property,
               (unsigned long long)*number, (unsigned long long)least, (unsigned long long)most);
}

/* The numbers of an ACPI device; @number is the PMU's in the file. */
static bool read_uids(const struct hardware_reading *r, const struct rdl_bank *bank,
    unsigned number, struct pmu_kind *kind)
{
    const struct rdl_mark *uid = hardware_mark(bank, "pmu_uid", -1, -1);
    const struct rdl_mark *parent = hardware_mark(bank, "pmu_parent", -1, -1);
    uint64_t own, around;

    if (!kind->hid && (uid || parent))
        return hardware_complain(r, uid ? uid->line : parent->line,
            "%s of a PMU that is found by of; expected acpi", uid ? "pmu_uid" : "pmu_parent");
    if (!read_number(r, bank, "pmu_uid", number, 0, UINT32_MAX, &own) ||
        !read_number(r, bank, "pmu_parent", 0, 0, UINT32_MAX, &around))
        return false;
    kind->uid = (uint32_t)own;
    kind->has_parent = parent;
    kind->parent = (uint32_t)around;
    return true;
}

static uint32_t bytes_of(const struct reg_bank *bank)
{
    uint32_t end = 0;

    for (unsigned i = 0; i < bank->n_regs; i++)
        if (bank->regs[i].offset + bank->regs[i].width / 8u > end)
            end = bank->regs[i].offset + bank->regs[i].width / 8u;
    return end;
}

/* The window, the interrupt and the clock; @number is the PMU's in the file. */
static bool read_place(const struct hardware_reading *r, const struct rdl_bank *bank,
    unsigned number, struct pmu_kind *kind)
{
    const struct rdl_mark *at = hardware_mark(bank, "pmu_address", -1, -1);
    const uint32_t bytes = bytes_of(&bank->bank);
    uint64_t address, size, interrupt, hz;

    if (!read_number(r, bank, "pmu_address", FIRST_ADDRESS + (uint64_t)number * 0x100000,
            FIRST_ADDRESS, END_ADDRESS - PAGE, &address) ||
        !read_number(r, bank, "pmu_size", PAGE, bytes, 0x100000, &size) ||
        !read_number(r, bank, "pmu_interrupt", FIRST_INTERRUPT + number, FIRST_INTERRUPT,
            LAST_INTERRUPT, &interrupt) ||
        !read_number(r, bank, "pmu_hz", 1000000000, 1000, 4000000000, &hz))
        return false;
    if (address % 0x1000)
        return hardware_complain(r, at->line,
            "pmu_address is 0x%llx; expected a multiple of 0x1000", (unsigned long long)address);
    kind->address = address;
    kind->size = (uint32_t)(size > bytes ? size : bytes);
    kind->interrupt = (uint32_t)interrupt;
    kind->hz = (uint32_t)hz;
    return true;
}

/* pmu_properties = "NAME=NUMBER NAME=NUMBER" */
static bool read_properties(
    const struct hardware_reading *r, const struct rdl_bank *bank, struct pmu_kind *kind)
{
    const struct rdl_mark *mark = hardware_mark(bank, "pmu_properties", -1, -1);
    char *words = mark ? strdup(mark->text) : NULL, *rest = NULL;
    bool ok = true;

    for (char *word = words ? strtok_r(words, " ", &rest) : NULL; word && ok;
         word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        uint64_t number;

        ok = value && value != word && kind->n_properties < PMU_PROPERTIES &&
             config_number(value + 1, 0, UINT32_MAX, &number);
        if (!ok)
            break;
        *value = '\0';
        kind->properties[kind->n_properties].name = strdup(word);
        kind->properties[kind->n_properties++].value = (uint32_t)number;
    }
    free(words);
    return ok || hardware_complain(r, mark->line,
                     "pmu_properties is \"%.60s\"; expected up to %d of NAME=NUMBER", mark->text,
                     PMU_PROPERTIES);
}

/* Reads "OFFSET SIZE" at *@text, and moves it on. */
static bool read_window(const char **text, uint32_t size, struct pmu_window *window)
{
    uint64_t numbers[2];

    for (unsigned i = 0; i < 2; i++) {
        char word[20] = "";
        int bytes = 0;

        if (sscanf(*text, " %19[^ ]%n", word, &bytes) != 1 ||
            !config_number(word, 0, size, &numbers[i]))
            return false;
        *text += bytes;
    }
    *window = (struct pmu_window){(uint32_t)numbers[0], (uint32_t)numbers[1]};
    return numbers[1] && numbers[0] + numbers[1] <= size;
}

/* pmu_windows = "OFFSET SIZE OFFSET SIZE", pmu_child = "COMPATIBLE OFFSET SIZE" */
static bool read_windows(
    const struct hardware_reading *r, const struct rdl_bank *bank, struct pmu_kind *kind)
{
    const struct rdl_mark *windows = hardware_mark(bank, "pmu_windows", -1, -1);
    const struct rdl_mark *child = hardware_mark(bank, "pmu_child", -1, -1);
    const char *text = windows ? windows->text : "";
    bool ok = !windows || kind->compatible;

    while (ok && text[strspn(text, " ")]) {
        ok = kind->n_windows < PMU_WINDOWS &&
             read_window(&text, kind->size, &kind->windows[kind->n_windows]);
        kind->n_windows++;
    }
    if (windows && !ok)
        return hardware_complain(r, windows->line,
            "pmu_windows is \"%.60s\"; expected up to %d of OFFSET SIZE, within 0x%x bytes, of a "
            "PMU that is found by of",
            windows->text, PMU_WINDOWS, kind->size);
    if (!child)
        return true;
    text = child->text + strcspn(child->text, " ");
    kind->child = strndup(child->text, (size_t)(text - child->text));
    return (kind->compatible && *kind->child &&
               read_window(&text, kind->size, &kind->child_window) && !*text) ||
           hardware_complain(r, child->line,
               "pmu_child is \"%.60s\"; expected COMPATIBLE OFFSET SIZE, within 0x%x bytes, of a "
               "PMU that is found by of",
               child->text, kind->size);
}

/* ---- the file ---- */

static bool read_pmu(const struct hardware_reading *r, const struct rdl_bank *bank, unsigned number,
    struct pmu_kind *kind)
{
    const struct rdl_mark *perf = hardware_mark(bank, "pmu_perf", -1, -1);
    const struct rdl_mark *events = hardware_mark(bank, "pmu_events", -1, -1);

    kind->bank = &bank->bank;
    if (bank->bank.space != REG_SPACE_MMIO || bank->n_places != 1 ||
        bank->bank.n_regs > PMU_REGISTERS)
        return hardware_complain(r, bank->n_marks ? bank->marks[0].line : 1,
            "%s; expected an addrmap of at most %d registers in MMIO", bank->bank.name,
            PMU_REGISTERS);
    if (!check_marks(r, bank) || !read_found(r, bank, kind) || !read_uids(r, bank, number, kind) ||
        !read_place(r, bank, number, kind) || !read_properties(r, bank, kind) ||
        !read_windows(r, bank, kind) || !hardware_read_parts(r, bank, kind))
        return false;
    if (!perf || !*perf->text)
        return hardware_complain(r, bank->marks[0].line,
            "%s has no pmu_perf; expected perf's name of the PMU", bank->bank.name);
    kind->perf = perf->text;
    if (!events)
        return hardware_complain(r, bank->marks[0].line,
            "%s has no pmu_events; expected the file of its list of events", bank->bank.name);
    return hardware_read_events(r, events, kind);
}

/* No two PMUs share an address or an interrupt. */
static bool check_places(
    const struct hardware_reading *r, const struct rdl_file *file, const struct hardware *h)
{
    for (unsigned i = 1; i < h->n; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct pmu_kind *a = &h->pmus[k], *b = &h->pmus[i];
            const unsigned line = file->banks[i].marks[0].line;

            if (a->address < b->address + b->size && b->address < a->address + a->size)
                return hardware_complain(r, line,
                    "%s and %s share address 0x%llx; expected separate windows", a->bank->name,
                    b->bank->name,
                    (unsigned long long)(a->address > b->address ? a->address : b->address));
            if (a->interrupt == b->interrupt)
                return hardware_complain(r, line,
                    "%s and %s share interrupt %u; expected one for each", a->bank->name,
                    b->bank->name, a->interrupt);
            if (!a->hid != !b->hid)
                return hardware_complain(r, line,
                    "%s is found by %s; expected the same way as %s, as a guest has a device tree "
                    "or ACPI",
                    b->bank->name, b->hid ? "acpi" : "of", a->bank->name);
        }
    return true;
}

static bool read_file(
    const struct hardware_reading *r, const struct rdl_file *file, struct hardware *h)
{
    if (file->n_banks > HARDWARE_PMUS)
        return hardware_complain(
            r, 1, "%u addrmaps; expected at most %d", file->n_banks, HARDWARE_PMUS);
    for (unsigned i = 0; i < file->n_banks; i++)
        if (!read_pmu(r, &file->banks[i], h->n++, &h->pmus[i]))
            return false;
    return check_places(r, file, h);
}

void hardware_free(struct hardware *h)
{
    for (unsigned i = 0; h && i < HARDWARE_PMUS; i++) {
        struct pmu_kind *kind = &h->pmus[i];

        for (unsigned k = 0; k < kind->n_properties; k++)
            free((char *)(uintptr_t)kind->properties[k].name);
        free((struct pmu_part *)(uintptr_t)kind->parts);
        free((struct pmu_event *)(uintptr_t)kind->events.event);
        free(kind->events.text);
        free(kind->child);
    }
    if (h)
        rdl_free(h->file);
    free(h);
}

static struct hardware *read_anew(const struct hardware_reading *r)
{
    struct hardware *h = calloc(1, sizeof(*h));
    char *text = h ? hardware_text(r, 1, r->path) : NULL;

    if (!h)
        return NULL;
    h->file = text ? rdl_read(r->path, text, r->wrong) : NULL;
    free(text);
    if (h->file && read_file(r, h->file, h)) {
        snprintf(h->path, sizeof(h->path), "%s", r->path);
        return h;
    }
    hardware_free(h);
    return NULL;
}

/* Whether @r's path is short enough. */
static bool check_path(const struct hardware_reading *r)
{
    _Static_assert(HARDWARE_WRONG >= RDL_WRONG && HARDWARE_WRONG >= READING_WRONG &&
                       HARDWARE_PATH <= READING_PATH,
        "a reader's error and path fit");
    return strlen(r->path) < HARDWARE_PATH ||
           hardware_complain(
               r, 1, "a path of %zu bytes; expected less than %d", strlen(r->path), HARDWARE_PATH);
}

struct hardware *hardware_read(const char *path, char wrong[HARDWARE_WRONG])
{
    const struct hardware_reading r = {path, wrong};

    return check_path(&r) ? read_anew(&r) : NULL;
}

const struct hardware *hardware_find(const char *path, char wrong[HARDWARE_WRONG])
{
    const struct hardware_reading r = {path, wrong};
    struct hardware *h = NULL;

    if (!check_path(&r))
        return NULL;
    pthread_mutex_lock(&self.mutex);
    for (h = self.read; h && strcmp(h->path, path) != 0;)
        h = h->next;
    if (!h && (h = read_anew(&r))) {
        h->next = self.read;
        self.read = h;
    }
    pthread_mutex_unlock(&self.mutex);
    return h;
}
