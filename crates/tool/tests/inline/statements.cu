// Statements of inline PTX in C++, with the expected findings. asm("rpc;") in a comment is not a statement.
/* Nor is asm("rpc;") here. */
#include <it's> // asm("rpc;")
const char *text = "asm(\"rpc.rn.f32 a, b;\")";
const char *raw = R"x(asm("rpc;") )" )x";
const char quote = '"', other = '\'', large = 1'000'000;

// Holes
void holes() {
  asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  asm volatile("add.u32 %0, %1, %3;" : "=r"(d) : "r"(a), "r"(b)); //~ error 33..35: `%3` has no operand
  __asm__ __volatile__("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 25..32: `add.u32` takes 3 operands, not 2
  asm("add.u32 %0, %10, %10;" : "=r"(d) : "r"(a)); //~ error 20..23: `%10` has no operand
//~^ error 25..28: `%10` has no operand
  asm("add.u32 %00, %01, %1;" : "=r"(d) : "r"(a));
  asm("add.u32 %0, %1, %1x;" : "=r"(d) : "r"(a)); //~ error 24..27: undeclared register `%1x`
  asm("mov.u32 %0, %laneid;" : "=r"(d));
  asm("mov.u32 %0, %%laneid;" : "=r"(d));
  asm("mov.u32 %0, %%laneid.x;" : "=r"(d)); //~ error 20..30: `%laneid` is not a vector and has no `.x`
  asm("mov.u32 %0, %rx;" : "=r"(d)); //~ error 20..23: undeclared register `%rx`
  asm("mov.u32 %0, %rd1;" : "=r"(d)); //~ error 20..24: undeclared register `%rd1`
  asm("{ .reg .u32 %rx; mov.u32 %0, %rx; }" : "=r"(d));
  asm("mov.u32 %0, %r1;" : "=r"(d)); //~ error 20..23: `%r1` is an operand with a modifier, which nvcc refuses
  asm("mov.u32 %0, %x1;" : "=r"(d) : "r"(a)); //~ error 20..23: `%x1` is an operand with a modifier, which nvcc refuses
  asm("mov.u32 %0, %[a];" : "=r"(d) : [a] "r"(a)); //~ error 20..24: `%[a]` is not supported in device code
  asm("mov.u32 %0, %1;" : [d] "=r"(d) : [a] "r"(a));
  asm("mov.u32 %0, 1; %" : "=r"(d)); //~ error 23..24: `%` names no operand
  asm("mov.u32 %0, %[a;" : "=r"(d)); //~ error 20..21: `%` names no operand
  asm("{ .reg .u32 t%=; mov.u32 t%=, %0; }" : : "r"(a));
  asm("{{ mov.u32 %0, %1; }}" : "=r"(d) : "r"(a));
  asm("%{ mov.u32 %0, %1; %}" : "=r"(d) : "r"(a));
  asm("mov.u32 x, %laneid;"); //~ error 16..17: undeclared register `x`
  asm("mov.u32 kept, %%laneid;"); //~ error 22..24: `%%` is not an escape in a statement without operands
  asm volatile("mov.u32 kept, %%laneid;" ::: "memory"); //~ error 31..33: `%%` is not an escape in a statement without operands
  asm volatile("mov.u32 %0, 1;" :::); //~ error 25..27: `%0` has no operand
  asm("mov.u32 %0, $1;" : "=r"(d)); //~ error 20..22: undeclared register `$1`
  asm("add.u32 %0, %,%1, %2;" : "=r"(d) : "r"(a)); //~ error 26..28: `%2` has no operand
  asm("mov.u32 %0, %[value];" : "=r"(d) : [value] "r"(a)); //~ error 20..28: `%[value]` is not supported in device code
  asm("mov.u32 kept, %[a];"); //~ error 22..23: `%` names no operand
//~^ error 23..26: expected a register or a literal, found `[…]`
}

// Constraints
void constraints() {
  asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a) "r"(b)); // NVRTC 12.9 does not need the comma
  asm("add.u32 %0, %1, %2;" : [d] "=r"(d) : [a] "r"(a) [b] "r"(b));
  asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a) "r"((b) + f("x")), "r"(c));
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "f"(f));
  asm("add.f64 %0, %1, %1;" : "=d"(f) : "d"(f));
  asm("add.u16 %0, %1, %1;" : "=h"(f) : "h"(f));
  asm("add.u64 %0, %1, %1;" : "=l"(f) : "l"(f));
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "r"(a));
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "h"(h)); //~ error 20..22: expected `.b32` or `.f32`, found `%1`, which is `.b16`
  asm("add.u32 %0, %1, %1;" : "=f"(f) : "r"(a)); //~ error 16..18: expected `.b32`, `.u32` or `.s32`, found `%0`, which is `.f32`
  asm("add.f64 %0, %1, %1;" : "=d"(f) : "l"(a));
  asm("add.f64 %0, %1, %1;" : "=d"(f) : "f"(a)); //~ error 20..22: expected `.b64` or `.f64`, found `%1`, which is `.f32`
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "r"(a));
  asm("add.u32 %0, %0, %1;" : "=&r"(d) : "r"(a));
  asm("add.u32 %0, %0, %1;" : "+&r"(d) : "n"(1));
  asm("mov.b128 %0, {%1, %1};" : "=q"(d) : "l"(a));
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "n"(0x10));
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "n"(-3));
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "n"(N * 2));
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(0x96));
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(0x196)); //~ error 33..35: `immLut` must be from 0 to 255, found `406`
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(table));
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(0400)); //~ error 33..35: `immLut` must be from 0 to 255, found `256`
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(-3)); //~ error 33..35: `immLut` must be from 0 to 255, found `-3`
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "n"(+3));
  asm("lop3.b32 %0, %0, %0, %0, %1;" : "+r"(d) : "r"(table)); //~ error 33..35: `immLut` must be from 0 to 255, found register `%1`
  asm("ld.global.u32 %0, [%1 + %2];" : "=r"(d) : "l"(p), "n"(N));
  asm("st.shared.v2.f32 [%0], {%1, %2};" : : "r"(p), "f"(f), "f"(f) : "memory");
  asm("st.shared.v2.f32 [%0], {%1, %2};" : : "r"(p), "f"(f), "d"(f) : "memory"); //~ error 36..38: expected `.b32`, `.b64` or `.f32`, found `%2`, which is `.f64`
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "i"(1)); //~ error 41..44: `i` is not a constraint of PTX
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "rm"(1)); //~ error 41..45: `rm` is not a constraint of PTX
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "=rm"(1)); //~ error 41..46: `=rm` is not a constraint of PTX
  asm("add.u32 %0, %0, %1;" : "+r"(d) : POINTER(a));
  asm("add.u32 %0, %0, %1;" : "+r"(d) : REGISTER (a));
  asm("add.u32 %0, %0, %3;" : "+r"(d) : OPERANDS(a));
  asm("add.u32 %0, %0, %3;" : "+r"(d) : OPERANDS);
  asm("add.u32 %0, %0;" : "+r"(d) : OPERANDS); //~ error 8..15: `add.u32` takes 3 operands, not 2
  asm("add.%1 %0, %0, %0;" : "+r"(d) : "C"(type)); //~ unchecked 3..6: not checked: macro
  asm("add.u%1 %0, %0, %0;" : "+r"(d) : "n"(32));
  asm("add.u%1 %0, %0, %0;" : "+r"(d) : "n"(BITS)); //~ unchecked 3..6: not checked: macro
  asm("add.u%1 %0, %0, %0;" : "+r"(d) : "n"('8')); //~ unchecked 3..6: not checked: macro
  asm("add.u%1 %0, %0, %0;" : "+r"(d) : OPERANDS); //~ unchecked 3..6: not checked: macro
  asm("add.u32 %0, %0, %1;" : "+r"(d) : "r"(f(a, b)[1] ? x{2} : y));
  asm("add.u32 %0, %0, %2;" : "+r"(v.x), "=r"(v.y) : "r"(n::x<1, 2>(3)));
  asm("add.u32 %0, %1, %1;" : "=r"(*(c ? p : q)) : "f"(a)); //~ error 20..22: expected `.b32`, `.u32` or `.s32`, found `%1`, which is `.f32`
  asm("add.u32 %0, %1, %1;" : "=r"(d) : "f"(f(a, b))); //~ error 20..22: expected `.b32`, `.u32` or `.s32`, found `%1`, which is `.f32`
  asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a) "f"(b)); //~ error 24..26: expected `.b32`, `.u32` or `.s32`, found `%2`, which is `.f32`
}

// Results, sources and clobbers that nvcc rejects
void directions() {
  asm("mov.u32 %0, 1;" : "r"(d)); //~ error 26..29: the result needs `=` or `+` in its constraint `r`
  asm("mov.u32 %0, 1;" : "&r"(d)); //~ error 26..30: `&r` is not a constraint of PTX
  asm("mov.u32 %0, 1;" : "&=r"(d)); //~ error 26..31: `&=r` is not a constraint of PTX
  asm("mov.u32 %0, 1;" : "=" "r"(d));
  asm("mov.u32 %0, 1;" : REGISTER(d));
  asm("mov.u32 %0, %1;" : "=r"(d) : "=r"(a)); //~ error 37..41: `=r` is the constraint of a result, found at a source
  asm("mov.u32 %0, %1;" : "=r"(d) : "&r"(a)); //~ error 37..41: `&r` is not a constraint of PTX
  asm("mov.u32 %0, %1;" : "=r"(d) : "0"(a)); //~ error 37..40: `0` is not a constraint of PTX
  asm("mov.u32 %0, %1;" : "=r"(d) : "r"(a) : "cc"); //~ error 46..50: the clobber `cc` is not supported by nvcc
  asm("mov.u32 %0, %1;" : "=r"(d) : "r"(a) : "memory", "%r" "0"); //~ error 56..64: the clobber `%r0` is not supported by nvcc
  asm("mov.u32 %0, %1;" : "=r"(d) : "r"(a) : CLOBBERS, "memory");
}

// Holes of other compilers
void foreign() {
  asm("mov.u32 %0, %%1;" : "=r"(d) : "r"(a)); //~ error 20..23: `%%1` names no operand
  asm("mov.u32 %%0, %1; mov.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 16..19: `%%0` names no operand
  asm("{ .reg .u32 t, %%1; mov.u32 %%1, %1; mov.u32 %0, %%1; }" : "=r"(d) : "r"(a));
  asm("mov.u32 %0, $1;" : "=r"(d) : "r"(a)); //~ error 20..22: `$1` names no operand
  asm("mov.u32 %0, {1};" : "=r"(d) : "r"(a)); //~ error 20..23: `{1}` names no operand
  asm("{ bra $1; $1: mov.u32 %0, %1; }" : "=r"(d) : "r"(a));
  asm("mov.u32 %0, %x$1;" : "=r"(d) : "r"(a)); //~ error 20..24: undeclared register `%x$1`
  asm("mov.u32 %0, $2;" : "=r"(d) : "r"(a)); //~ error 20..22: undeclared register `$2`
}

// Addresses of 32 bits
void addresses() {
  asm volatile("st.global.u32 [%0], 1;" : : "r"(p) : "memory"); //~ error 31..35: register `%0` is `.b32`, and a `.global` address has 64 bits
  asm volatile("st.u32 [%0 + 4], 1;" : : "r"(p) : "memory"); //~ error 24..32: register `%0` is `.b32`, and a generic address has 64 bits
  asm volatile("st.shared.u32 [%0], 1;" : : "r"(p) : "memory");
  asm("ld.const.u32 %0, [%1];" : "=r"(d) : "r"(p));
}

// Strings
void strings() {
  asm("add.u32 "
      "%0, %1, "
      "%2;" //~ error 8..10: expected `.b32`, `.u32` or `.s32`, found `%2`, which is `.f32`
      : "=r"(d) : "r"(a), "f"(b));
  asm("add.u32 %0, %1, %1;\n\tsub.u32 %0, %0;\n" : "=r"(d) : "r"(a)); //~ error 31..38: `sub.u32` takes 3 operands, not 2
  asm("add.u32 %0, %1, %1;\n"
      "\tsub.u32 %0, %0, %3;\n" //~ error 26..28: `%3` has no operand
      "add.u32 %0, %0, %0;" : "=r"(d) : "r"(a));
  asm(R"(
    add.u32 %0, %1, %1;
    sub.u32 %0, %0; //~ error 5..12: `sub.u32` takes 3 operands, not 2
  )" : "=r"(d) : "r"(a));
  asm(R"ptx(add.u32 %0, %1, %1;\n)ptx" : "=r"(d) : "r"(a)); //~ error 32..34: `\n` is from a C string
  asm(u8"add.u32 %0, %1, %2;" : "=r"(d) : "r"(a)); //~ error 26..28: `%2` has no operand
  asm("add.u32 \x25\x30, \045\061, %2;" : "=r"(d) : "r"(a)); //~ error 36..38: `%2` has no operand
  asm("add.u32 %0, \
%1, %2;" : "=r"(d) : "r"(a)); //~ error 5..7: `%2` has no operand
  asm("add.u32 %0, \045\061;" : "=r"(d) : "r"(a)); //~ error 8..15: `add.u32` takes 3 operands, not 2
  asm("add.u32 \%0, %1, %1;" : "=r"(d) : "r"(a));
  asm(R"sixteen_letters_(add.u32 %0, %1;)sixteen_letters_" : "=r"(d) : "r"(a)); //~ error 26..33: `add.u32` takes 3 operands, not 2
  use('"'); asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 18..25: `add.u32` takes 3 operands, not 2
  d = 1;asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 14..21: `add.u32` takes 3 operands, not 2
  // A comment may end with a backslash. \
  asm("rpc;")
  asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 8..15: `add.u32` takes 3 operands, not 2
  asm("/* ü */ add.u32 %0, %2, %1;" : "=r"(d) : "r"(a)); //~ error 28..30: `%2` has no operand
  asm("add.u32 %0" ", " "%1" ", " "%1;" : "=r"(d) : "r"(a));
  asm("add." /* comment */ "u32" // comment
      " %0, %1, %1;" : "=r"(d) : "r"(a));
  asm("rpc." "rn.f32 %0, %1;" : "=f"(d) : "f"(a)); //~ error 8..21: unknown instruction `rpc`
  asm("set.ftz.gt.u32.f32 %0, %1, %1;" : "=r"(d) : "f"(a)); //~ warning 11..15: modifier `.ftz` is out of order
  asm("add.u32 %0, %1, %1" : "=r"(d) : "r"(a)); //~ error 25..26: missing `;`
  asm("add.u32 %0, %1, %1; }" : "=r"(d) : "r"(a)); //~ error 28..29: unexpected `}`
  asm("{ add.u32 %0, %1, %1;" : "=r"(d) : "r"(a)); //~ error 8..9: this `{` is not closed before the end
}

// Registers of statements
void registers() {
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 0, p; }" : "=r"(d) : "r"(a));
  asm("{ .reg .pred p; setp.ne.u32 q, %1, 0; }" : "=r"(d) : "r"(a)); //~ error 36..37: undeclared register `q`
  asm("{ .reg .u32 p; setp.ne.u32 p, %1, 0; }" : "=r"(d) : "r"(a)); //~ error 35..36: expected `.pred`, found `p`, which is `.u32`
  asm(".reg .u32 kept;"); //~ note 18..22: `kept` is declared outside of `{ }`
  asm("{ .reg .u32 t; add.u32 t, kept, kept; mov.u32 %0, t; }" : "=r"(d));
  asm("mov.u32 %0, kept;" : "=r"(d));
  asm("@p bra L1;"); //~ error 9..10: undeclared register `p`
  asm("{ .reg .u64 t; mov.u64 t, shared_buffer; ld.shared.u32 %0, [shared_buffer]; }" : "=r"(shared_buffer[0]));
  asm("{ .reg .u32 t; call (t), elsewhere, (%0); }" : : "r"(a));
  asm("{ .reg .u32 t; .reg .u32 t; }"); //~ error 33..34: duplicate declaration of `t` in this scope
}

// Macros and conditions
#define ADD(d, a) asm volatile("add.u32 %0, %1, %1;" : "=r"(d) : "r"(a))
#define ADD2(d, a)                          \
  asm volatile(                             \
      "add.u32 %0, %1, %1;\n"               \
      "sub.u32 %0, %1;\n"                   \
      : "=r"(d) : "r"(a))
//~^^ error 8..15: `sub.u32` takes 3 operands, not 2
#define NAMED(op) asm(#op ".u32 %0, %1, %1;" : "=r"(d) : "r"(a)) //~ unchecked 19..22: not checked: macro
#define TYPED(type) asm("add." type " %0, %1, %1;" : "=r"(d) : "r"(a)) //~ unchecked 21..24: not checked: macro
#define OPEN asm("add.u32 %0, %1, %1;" //~ unchecked 14..17: not checked: no end
#define CLOSE : "=r"(d) : "r"(a))
#define  asm(text) compiled(text)
#define \
  CONTINUED(d) asm("add.u32 %0, %0;" : "+r"(d)) //~ error 21..28: `add.u32` takes 3 operands, not 2
#define UNCLOSED(d
#  define SPACED asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)) //~ error 23..30: `add.u32` takes 3 operands, not 2
void conditions() {
  asm("add." TYPE " %0, %1, %1;" : "=r"(d) : "r"(a)); //~ unchecked 3..6: not checked: macro
  asm("add."TYPE" %0, %1, %1;" : "=r"(d) : "r"(a)); //~ unchecked 3..6: not checked: macro
  asm("add.u32 %0, %1, %1;" //~ unchecked 3..6: not checked: no end
  asm("add.u32 %0, %1, " STRINGIFY(N) ";" : "=r"(d) : "r"(a)); //~ unchecked 3..6: not checked: macro
  asm(TEXT : "=r"(d) : "r"(a)); //~ unchecked 3..6: not checked: macro
  asm(
#if __CUDA_ARCH__ >= 900
      "add.u32 %0, %1, %1;"
#else
      "sub.u32 %0, %1;" //~ error 8..15: `sub.u32` takes 3 operands, not 2
#endif
      : "=r"(d) : "r"(a));
  asm("add.u32 %0, %1, %1;"
#ifdef MORE
      "add.u32 %0, %0, %2;"
#endif
      : "=r"(d) : "r"(a)
#ifdef MORE
      , "r"(b)
#endif
  );
  asm("add.u32 %0, %1, %1;"
#ifdef MORE
      "add.u32 %0, %0, %2;" //~ error 24..26: `%2` has no operand
#endif
      : "=r"(d) : "r"(a));
  asm(
#if A
      "add.u32 %0, %1, %1;"
#elif B // comment
      "add.u32 %0, %1, 1;"
#else
      "add.u32 %0, %1, 2.5;" //~ error 24..27: expected a literal of `.u32`, found a float
#endif
      : "=r"(d) : "r"(a));
  asm(
#if A
      "add.u32 %0, %1, "
#elif B
      "sub.u32 %0, %1, "
#else
      "mul.lo.u32 %0, %1, "
#endif
      "1;" : "=r"(d) : "r"(a));
  asm("add.u32 %0, %1, 1;"
#if A
      "add.u32 %0, %0, %2;"
#endif
      : "=r"(d) : "r"(a)
#if B
      , "r"(b)
#elif A
      , "r"(c)
#endif
  );
  asm("add.u32 %0, %1, 1;"
#if A && B
      "add.u32 %0, %0, 1;"
#endif
#if C
      "sub.u32 %0, %1;" //~ error 8..15: `sub.u32` takes 3 operands, not 2
#endif
#if D
      ""
#endif
#if E
      ""
#endif
#if F
      ""
#endif
      : "=r"(d) : "r"(a));
  asm("add.u32 %0, %1, %1;" //~ unchecked 3..6: not checked: #if
#include "operands.inc"
  );
#if A
  asm("add.u32 %0, %1, %1;" //~ unchecked 3..6: not checked: #if
#else
  asm("add.u32 %0, %1, 1;" //~ unchecked 3..6: not checked: #if
#endif
      : "=r"(d) : "r"(a));
#if 0
  don't
#endif
  asm(
#if A
#if B
      "add.u32 %0, %1, %1;"
#endif
      "sub.u32 %0, %1, %1;"
#endif
      "mul.u32 %0, %1, %1;" //~ error 8..15: missing modifier: expected `.lo`, `.hi` or `.wide`
      : "=r"(d) : "r"(a));
  asm(
#if A
      "" "add.u32 %0, %1, %1;"
#endif
#if B
      ""
#endif
#if C
      ""
#endif
#if D
      ""
#endif
#if E
      ""
#endif
#if F
      "" //~^^^^^^^^^^^^^^^^^ unchecked 3..6: not checked: #if
#endif
      : "=r"(d) : "r"(a));
}

// Targets
void targets() {
  asm("fma.rn.f32x2 %0, %1, %1, %1;" : "=l"(d) : "l"(a));
  asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
  asm("cvt.rn.bf16x2.f32 %0, %1, %1;" : "=r"(d) : "f"(a));
  asm("rcp.f32 %0, %1;" : "=f"(d) : "f"(a)); //~ error 8..15: `rcp.f32` needs `.approx`, `.rn`, `.rz`, `.rm` or `.rp` since PTX ISA 1.4
}

// Unknown modifiers of instructions that exist only in PTX
void modifiers() {
  asm volatile("mbarrier.wait [%0], %1;" :: "r"(d), "r"(a)); //~ error 25..30: unknown modifier `.wait`
  asm volatile("elect.one %0;" : "=r"(d)); //~ error 22..26: unknown modifier `.one`
  asm volatile("bar.wait 0;"); //~ error 20..25: unknown modifier `.wait`
  asm volatile("tcgen05.wait::ld.sync.aligned;");
}

// Vectors of the wrong length, pairs with a predicate, directives
void lengths() {
  asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 %0, [%1];" : "=r"(a) : "r"(p)); //~ error 49..51: expected a vector of 4
  asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(p)); //~ error 49..57: expected a vector of 4, found 2
  asm("elect.sync _|p, %0;" : : "r"(a)); //~ error 21..22: undeclared register `p`
  asm("@(p) add.u32 %0, %0, 1;" : "+r"(a)); //~ error 9..12: unexpected `(` before a predicate
//~^ error 10..11: undeclared register `p`
  asm("ld.global.u32 %0, [%1 + %2];" : "=r"(a) : "l"(p), "r"(b)); //~ error 26..35: expected a constant offset, found a register
  asm(".register .u32 t; add.u32 %0, %1, 1;" : "=r"(a) : "r"(b)); //~ error 8..17: unknown directive `.register`
  asm("{ add.u32 %0, %1, 1; .maxntid 32 }" : "=r"(a) : "r"(b)); //~ error 29..37: directive `.maxntid` is in the wrong place
}

// Assembly that is not PTX
void others() {
  asm volatile("" ::: "memory");
  asm volatile(".pragma \"nounroll\";");
  asm("");
  asm("  // nothing\n");
  asm volatile("mov %1, %0" : "=r"(d) : "r"(a));
  asm volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(1), "c"(0));
  asm volatile("rdtsc" : "=A"(a));
  asm volatile("pause");
  asm volatile("fence.i");
  asm volatile("mfence" ::: "memory");
  asm volatile("lock; cmpxchg %2, %0" : "+m"(x), "=a"(y) : "r"(z));
  asm volatile("mov x0, x1\n\tret");
  asm volatile("dmb ish" ::: "memory");
  asm volatile("movq %%rax, %0\n\taddq $1, %0" : "=m"(x));
  asm volatile("vmul.f32 q0, q1, q2\n\tvadd.f32 q0, q0, q1\n" ::: "q0");
  asm volatile("ld.w %0, %1\n\tadd.w %0, %0, %0" : "=r"(x) : "m"(y));
  asm volatile("prefetch.r %0" :: "m"(x));
  int renamed asm("name");
  register int named asm("r1");
  __asm { mov eax, ebx }
  __asm push (eax)
  asm_of_mine("rpc.rn.f32 %0, %1;");
  x.asm = 1;
}

// Other words before the parenthesis
void words() {
  asm inline("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 15..22: `add.u32` takes 3 operands, not 2
  asm goto("bra L1;" :::: L1); //~ error 17..19: undeclared label `L1`
  asm const volatile("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 23..30: `add.u32` takes 3 operands, not 2
  __asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 10..17: `add.u32` takes 3 operands, not 2
  asm /* comment */ ("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 23..30: `add.u32` takes 3 operands, not 2
  auto f = [] { asm("add.u32 %0, %1;" : "=r"(d) : "r"(a)); }; //~ error 22..29: `add.u32` takes 3 operands, not 2
  asm("add.u32 %0, %1, %1;" //~ unchecked 3..6: not checked: no end
