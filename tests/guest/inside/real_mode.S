/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A boot sector: the plugin's traps in real mode, in a segment that begins
 * neither at 0 nor at a page. It prints a line per test on the first serial
 * port and ends QEMU through its isa-debug-exit device at port f4. After a
 * wrong address the output is incomplete.
 */
#define LINEAR  0x7c00 /* the BIOS's address */
#define SEGMENT 0x07b1
#define AT(label) (label - begin + LINEAR - SEGMENT * 16) /* offset in SEGMENT */
#define EDGE (0x8000 - SEGMENT * 16)                      /* of the next page */

        .code16
        .globl  _start
_start:
begin:
        ljmp    $SEGMENT, $AT(1f)
1:      mov     %cs, %ax
        mov     %ax, %ds
        mov     %ax, %es
        xor     %ax, %ax
        mov     %ax, %ss
        mov     $LINEAR, %sp
        cld

        /* CPUID in the middle of a page: EAX | EBX | ECX | EDX. */
        mov     $AT(text_cpuid), %si
        call    print
        mov     $0x40000000, %eax
        mov     $0x11111111, %ebx
        mov     %ebx, %edx
        xor     %ecx, %ecx
        cpuid
        call    print_registers

        /* Two more at the edge: one that ends with the page, and one across
         * pages. */
        mov     $EDGE - 2, %bx
        call    run_cpuid_at
        mov     $EDGE - 1, %bx
        call    run_cpuid_at

        /* 7f:10.0, by dword (66 prefix), word (none) and byte, with the rest of
         * EAX. */
        mov     $AT(text_ours), %si
        call    print
        mov     $0x807f8000, %eax
        call    print_config
        mov     $AT(text_qemu), %si
        call    print
        mov     $0x80000000, %eax
        call    print_config

        mov     $AT(text_end), %si
        call    print
        mov     $0, %al
        out     %al, $0xf4
1:      hlt
        jmp     1b

/* Prints the dword of configuration space at address EAX by three forms of
 * IN. */
print_config:
        mov     $0xcf8, %dx
        out     %eax, %dx
        mov     $0xcfc, %dx
        mov     $0x11223344, %eax
        in      %dx, %eax
        call    print_eax
        mov     $0xcfe, %dx
        mov     $0x11223344, %eax
        in      %dx, %ax
        call    print_eax
        mov     $0xcfd, %dx
        mov     $0x11223344, %eax
        in      %dx, %al
        jmp     print_eax

/* Copies CPUID and RET to offset BX, runs them there, and prints the result. */
run_cpuid_at:
        mov     $AT(cpuid_ret), %si
        mov     %bx, %di
        mov     $3, %cx
        rep     movsb
        push    %bx
        mov     $AT(text_edge), %si
        call    print
        pop     %bx
        mov     $0x40000000, %eax
        mov     $0x11111111, %edx
        xor     %ecx, %ecx
        movzwl  %bx, %ebx
        call    *%bx
print_registers:
        or      %ebx, %eax
        or      %ecx, %eax
        or      %edx, %eax
/* Prints a space and EAX in hexadecimal. */
print_eax:
        mov     %eax, %ebx
        mov     $' ', %al
        call    print_al
        mov     $8, %cx
1:      rol     $4, %ebx
        mov     %bl, %al
        and     $15, %al
        cmp     $10, %al
        sbb     $0x69, %al
        das
        call    print_al
        loop    1b
        ret

/* Prints the text at SI, which ends with 0. */
print:
        lodsb
        test    %al, %al
        jz      1f
        call    print_al
        jmp     print
1:      ret

print_al:
        mov     $0x3f8, %dx
        out     %al, %dx
        ret

cpuid_ret:
        cpuid
        ret
text_cpuid: .asciz "cpuid"
text_edge:  .asciz "\nedge"
text_ours:  .asciz "\nours"
text_qemu:  .asciz "\nqemu"
text_end:   .asciz "\nend\n"

        .org    510
        .word   0xaa55
