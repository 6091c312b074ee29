/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptions of instructions for sampling and counting. Encodings are typed
 * from AMD64 APM volume 3. */
#include "qemu-plugins/trap/x86_op_decode.h"
#include "tests/tap.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 20 };

static size_t bytes_of(const char *hex, uint8_t bytes[ROOM])
{
    size_t n = 0;
    unsigned byte;
    int used;

    for (; n < ROOM && sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
        bytes[n++] = (uint8_t)byte;
    return n;
}

static struct x86_op decode(const char *hex)
{
    uint8_t bytes[ROOM];
    size_t n = bytes_of(hex, bytes);

    return x86_op_decode(bytes, n);
}

/* Large enough for any description. */
struct words {
    char text[128];
};

__attribute__((format(printf, 2, 3))) static void add(struct words *words, const char *format, ...)
{
    size_t used = strlen(words->text);
    va_list args;

    va_start(args, format);
    vsnprintf(words->text + used, sizeof(words->text) - used, format, args);
    va_end(args);
}

/* "conditional +5 locked ..." */
static struct words kind(const struct x86_op *op)
{
    static const char *const branches[] = {
        "", "conditional ", "jump ", "indirect ", "call ", "indirect-call ", "return "};
    struct words words = {""};

    add(&words, "%s", branches[op->branch]);
    if (op->relative)
        add(&words, "%+d ", op->distance);
    add(&words, "%s%s%s%s%s%s%s%s", op->interrupts ? "int " : "", op->halts ? "halt " : "",
        op->repeats ? "rep " : "", op->locked ? "locked " : "", op->prefetch ? "prefetch " : "",
        op->streaming ? "streaming " : "", op->loads ? "load " : "", op->stores ? "store " : "");
    return words;
}

static const struct {
    const char *bytes, *expected, *what;
} kinds[] = {
    {"90", "", "nop"},
    {"f3 90", "", "pause"},
    {"75 fe", "conditional -2 ", "jne to itself"},
    {"70 7f", "conditional +127 ", "jo"},
    {"7f 80", "conditional -128 ", "jg"},
    {"0f 84 78 56 34 12", "conditional +305419896 ", "je near"},
    {"0f 8f ff ff ff ff", "conditional -1 ", "jg near"},
    {"2e 74 05", "conditional +5 ", "je with a hint"},
    {"e0 fc", "conditional -4 ", "loopne"},
    {"e2 fc", "conditional -4 ", "loop"},
    {"e3 10", "conditional +16 ", "jrcxz"},
    {"eb 05", "jump +5 ", "jmp short"},
    {"e9 fb ff ff ff", "jump -5 ", "jmp"},
    {"66 e9 fb ff", "jump -5 ", "jmp of 16 bits"},
    {"e8 00 01 00 00", "call +256 ", "call"},
    {"ff d0", "indirect-call ", "call *%rax"},
    {"41 ff d3", "indirect-call ", "call *%r11"},
    {"ff 15 00 00 00 00", "indirect-call ", "call *(%rip)"},
    {"ff e0", "indirect ", "jmp *%rax"},
    {"3e ff e0", "indirect ", "notrack jmp *%rax"},
    {"ff 24 c5 00 00 00 00", "indirect ", "jmp *(,%rax,8)"},
    {"ff 2c 24", "indirect ", "ljmp *(%rsp)"},
    {"ff 1c 24", "indirect-call ", "lcall *(%rsp)"},
    {"ff 30", "", "push (%rax)"},
    {"ff 00", "", "incl (%rax)"},
    {"c3", "return ", "ret"},
    {"f3 c3", "return ", "rep ret"},
    {"c2 08 00", "return ", "ret 8"},
    {"cb", "return ", "lret"},
    {"48 cf", "indirect ", "iretq"},
    {"0f 05", "indirect ", "syscall"},
    {"48 0f 07", "indirect ", "sysretq"},
    {"cc", "int ", "int3"},
    {"cd 80", "int ", "int 80"},
    {"f1", "int ", "int1"},
    {"f4", "halt ", "hlt"},
    {"f3 a4", "rep ", "rep movsb"},
    {"f3 48 a5", "rep ", "rep movsq"},
    {"f2 ae", "rep ", "repne scasb"},
    {"f3 48 ab", "rep ", "rep stosq"},
    {"f3 6c", "rep ", "rep insb"},
    {"a4", "", "movsb"},
    {"f0 48 0f b1 0a", "locked ", "lock cmpxchg"},
    {"f0 83 04 24 00", "locked ", "lock addl"},
    {"48 87 07", "locked ", "xchg with memory"},
    {"86 07", "locked ", "xchgb with memory"},
    {"48 87 c7", "", "xchg of registers"},
    {"0f 18 08", "prefetch ", "prefetcht0"},
    {"0f 18 00", "prefetch ", "prefetchnta"},
    {"0f 0d 08", "prefetch ", "prefetchw"},
    {"0f 18 20", "", "a reserved hint"},
    {"0f 1f 00", "", "nop with an operand"},
    {"0f 1e fa", "", "f3-less endbr64"},
    {"0f c3 07", "streaming ", "movnti"},
    {"66 0f e7 07", "streaming ", "movntdq"},
    {"0f 2b 07", "streaming ", "movntps"},
    {"66 0f f7 c1", "streaming ", "maskmovdqu"},
    {"c5 fd e7 07", "streaming ", "vmovntdq"},
    {"c4 41 7c 2b 07", "streaming ", "vmovntps, long form"},
    {"c5 f9 6f 07", "", "vmovdqa"},
    {"c5 f8 77", "", "vzeroupper"},
    {"c4 e2 7d 2a 07", "", "vmovntdqa, a load, of another table"},
    {"8b 07", "load ", "mov (%rdi),%eax"},
    {"89 07", "store ", "mov %eax,(%rdi)"},
    {"8b c7", "", "mov of registers"},
    {"8a 07", "", "movb"},
    {"c7 07 01 00 00 00", "store ", "movl $1,(%rdi)"},
    {"c7 f8 00 00 00 00", "", "xbegin"},
    {"a1 00 00 e0 fe", "load ", "mov fee00000,%eax of 32-bit code"},
    {"a3 00 00 e0 fe 00 00 00 00", "store ", "movabs"},
    {"40", "", "inc %eax of 32-bit code"},
    {"0f", "", "half an instruction"},
    {"66", "", "a prefix"},
    {"f0 f0", "", "LOCK alone"},
    {"c5", "", "a third of an instruction"},
    {"8b", "", "no ModRM"},
    {"66 66 66 66 66 66 66 66 66 66 66 66 66 66 66 90", "", "16 bytes"},
};

static void test_kinds(void)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct x86_op op = decode(kinds[i].bytes);
        is_str(kind(&op).text, kinds[i].expected, "%s", kinds[i].what);
    }
}

/* "segment:displacement(base,index,scale)", registers by their numbers. */
static struct words address(const struct x86_address *a)
{
    struct words words = {""};

    if (!a->present)
        return words;
    add(&words, "%s%lld(", a->fs ? "fs:" : a->gs ? "gs:" : "", (long long)a->displacement);
    if (a->rip_relative)
        add(&words, "rip");
    if (a->base != X86_NO_REG)
        add(&words, "%u", a->base);
    if (a->index != X86_NO_REG)
        add(&words, ",%u,%u", a->index, 1U << a->scale);
    add(&words, ")");
    return words;
}

static const struct {
    const char *bytes, *expected;
    unsigned reg;
} addresses[] = {
    {"8b 07", "0(7)", 0},
    {"8b 4f 10", "16(7)", 1},
    {"8b 4f f0", "-16(7)", 1},
    {"8b 97 00 05 00 00", "1280(7)", 2},
    {"44 8b 07", "0(7)", 8},
    {"45 8b 3f", "0(15)", 15},
    {"41 8b 45 00", "0(13)", 0},
    {"8b 04 24", "0(4)", 0},
    {"41 8b 04 24", "0(12)", 0},
    {"8b 04 8f", "0(7,1,4)", 0},
    {"42 8b 04 e7", "0(7,12,8)", 0},
    {"43 8b 44 65 08", "8(13,12,2)", 0},
    {"8b 04 25 30 c0 5f ff", "-10502096()", 0},
    {"8b 04 c5 00 01 00 00", "256(,0,8)", 0},
    {"8b 05 04 00 00 00", "4(rip)", 0},
    {"65 8b 04 25 10 00 00 00", "gs:16()", 0},
    {"64 48 8b 04 25 00 00 00 00", "fs:0()", 0},
    {"89 87 00 c5 5f ff", "-10500864(7)", 0},
    {"c7 87 b0 00 00 00 01 00 00 00", "176(7)", 0},
    {"0f 18 4b 40", "64(3)", 1},
    {"a1 30 00 e0 fe 00 00 00 00", "4276092976()", 0},
    {"8b c7", "", 0},
    {"8b 87 00 05 00", "", 0},
    {"8b 04", "", 0},
};

static void test_addresses(void)
{
    for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
        struct x86_op op = decode(addresses[i].bytes);
        is_str(address(&op.address).text, addresses[i].expected, "%s: address", addresses[i].bytes);
        if (op.address.present)
            is_u64(op.reg, addresses[i].reg, "%s: register", addresses[i].bytes);
    }
}

/* Arbitrary bytes: no reads past the length, which a sanitizer or valgrind
 * would notice. */
static void test_any(void)
{
    uint64_t random = 1;
    unsigned present = 0;

    for (unsigned i = 0; i < 200000; i++) {
        uint8_t *bytes;
        size_t n = i % 16;
        bytes = malloc(n + !n);
        for (size_t k = 0; k < n; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            bytes[k] = (uint8_t)(random >> 56);
        }
        present += x86_op_decode(bytes, n).address.present;
        free(bytes);
    }
    ok(present > 10000, "200,000 instructions of random bytes");
}

int main(void)
{
    test_kinds();
    test_addresses();
    test_any();
    return done_testing();
}
