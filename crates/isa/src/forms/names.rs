//! The names in the rows of the table: classes of modifiers, types, and single words.

use crate::class::{Class, names};

// A class whose name begins with `no_` has no modifiers. If a form lacks a modifier that would
// select a mode, its row uses such a class to pass a fixed mode to its function.
names! {
    #[expect(missing_docs, reason = "each variant is the word of its name")]
    pub enum Name;
    classes {
        rnd "a rounding" (Rounding: rn Rn, rz Rz, rm Rm, rp Rp; Rn);
        rn "a rounding" (Rounding: rn Rn; Rn);
        // The roundings of `.f64` forms except `.rn`. PTX added these roundings later than `.rn`.
        directed "a rounding" (Rounding: rz Rz, rm Rm, rp Rp);
        // The roundings of conversions with `.relu` and `.satfinite`.
        frnd2 "a rounding" (Rounding: rn Rn, rz Rz);
        irnd "a rounding to an integer" (Rounding: rni Rn, rzi Rz, rmi Rm, rpi Rp);
        rzrp "a rounding" (Rounding: rz Rz, rp Rp);
        // The roundings of exact conversions. A rounding has no effect in these conversions.
        exactrnd "a rounding" (rn, rz, rm, rp);
        anyrnd "a rounding" (Rounding: rn Rn, rz Rz, rp Rp);
        ftz "`.ftz`" (Subnormals: ftz Flush; Keep);
        no_ftz "" (Subnormals: ; Keep);
        sat "`.sat`" (Saturation: sat Sat; Off);
        no_sat "" (Saturation: ; Off);
        relu "`.relu`" (Rectification: relu Relu; Linear);
        no_relu "" (Rectification: ; Linear);
        satfinite "`.satfinite`" (Limit: satfinite Satfinite; Unlimited);
        no_satfinite "" (Limit: ; Unlimited);
        pzo "`.pzo`" (NegativeZero: pzo Positive; Unchanged);
        NaN "`.NaN`" (Nans: NaN Propagated; Ignored);
        abs "`.abs`" (Signs: abs Abs; Signed);
        shfmode "`.clamp` or `.wrap`" (Amount: clamp Clamp, wrap Wrap);
        mode "a mode" (Permutation: f4e F4e, b4e B4e, rc8 Rc8, ecl Ecl, ecr Ecr, rc16 Rc16; Selected);
        op "a property" (
            Property: finite Finite, infinite Infinite, number Number, notanumber NotANumber, normal Normal,
            subnormal Subnormal
        );
        // Comparisons of floats: ordered comparisons, unordered comparisons (true if an operand is
        // NaN), and tests for NaN.
        CmpOp "a comparison" (
            Comparison: eq Eq, ne Ne, lt Lt, le Le, gt Gt, ge Ge, equ Equ, neu Neu, ltu Ltu, leu Leu, gtu Gtu, geu Geu,
            num Num, nan Nan
        );
        CmpOp_s "a comparison" (Comparison: eq Eq, ne Ne, lt Lt, le Le, gt Gt, ge Ge);
        CmpOp_u "a comparison" (
            Comparison: eq Eq, ne Ne, lt Lt, le Le, gt Gt, ge Ge, lo Lt, ls Le, hi Gt, hs Ge
        );
        CmpOp_b "a comparison" (Comparison: eq Eq, ne Ne);
        // The ways in which SIMD video instructions merge the results of the lanes.
        merge "`.sat` or `.add`" (Merge: sat Saturated, add Sum; Lanes);
        add "`.add`" (Merge: add Sum; Lanes);
        op2 "a second operation" (SecondOperation: add Add, min Min, max Max);
        scale "a scale" (Scale: shr7 Shr7, shr15 Shr15; Unscaled);
        AndOr "a combination" (Combination: and And, or Or);
        BoolOp "a combination" (Combination: and And, or Or, xor Xor);

        // Classes for matrix instructions. A name that ends with `_b` is the class of the right factor. No row
        // uses `shape`, but the keys on the instruction pages do.
        shape "a shape" (
            m8n8k4, m8n8k16, m8n8k32, m8n8k128, m16n8k4, m16n8k8, m16n8k16, m16n8k32, m16n8k64, m16n8k128,
            m16n8k256
        );
        m64nNk8 "a shape" (m64n8 to m64n256 k8);
        m64nNk16 "a shape" (m64n8 to m64n256 k16);
        m64nNk32 "a shape" (m64n8 to m64n256 k32);
        m64nNk64 "a shape" (m64n8 to m64n256 k64);
        // The `wgmma` shapes for 8-bit integers: `k32` for dense and `k64` for sparse matrices.
        m64nNk32i "a shape" (integers k32);
        m64nNk64i "a shape" (integers k64);
        // The `wmma` shapes for f16 and 8-bit integers.
        wmmashape "a shape" (m16n16k16, m8n32k16, m32n8k16);
        cta_group "a group of blocks" ("cta_group::1", "cta_group::2");
        collector_a "a use of the collector" (
            "collector::a::fill", "collector::a::use", "collector::a::lastuse", "collector::a::discard"
        );
        collector_b "a use of the collector" (
            "collector::b0::fill", "collector::b0::use", "collector::b0::lastuse", "collector::b0::discard",
            "collector::b1::fill", "collector::b1::use", "collector::b1::lastuse", "collector::b1::discard",
            "collector::b2::fill", "collector::b2::use", "collector::b2::lastuse", "collector::b2::discard",
            "collector::b3::fill", "collector::b3::use", "collector::b3::lastuse", "collector::b3::discard"
        );
        tensorkind "a kind" ("kind::f16", "kind::tf32");
        anyspace "a state space" ("global", "shared", "shared::cta");
        m64nNk256i "a shape" (integers k256);
        alayout "a layout" (mma::Layout: row Row, col Col);
        blayout "a layout" (mma::Layout: row Row, col Col);
        fp8 "a type" (mma::Fp8: e4m3 E4m3, e5m2 E5m2);
        fp8_b "a type" (mma::Fp8: e4m3 E4m3, e5m2 E5m2);
        f8f6f4type "a type" (mma::F8f6f4: e4m3 E4m3, e5m2 E5m2, e3m2 E3m2, e2m3 E2m3, e2m1 E2m1);
        f8f6f4type_b "a type" (mma::F8f6f4: e4m3 E4m3, e5m2 E5m2, e3m2 E3m2, e2m3 E2m3, e2m1 E2m1);
        // The types of `f8f6f4type` with 8 bits (`byte8`) and with fewer bits (`short`).
        byte8 "a type" (mma::F8f6f4: e4m3 E4m3, e5m2 E5m2);
        byte8_b "a type" (mma::F8f6f4: e4m3 E4m3, e5m2 E5m2);
        short "a type" (mma::F8f6f4: e3m2 E3m2, e2m3 E2m3, e2m1 E2m1);
        short_b "a type" (mma::F8f6f4: e3m2 E3m2, e2m3 E2m3, e2m1 E2m1);

        // Classes for memory and control instructions.
        ldspace "a state space" (
            "const", "local", "param", "param::entry", "param::func", "shared", "shared::cta", "shared::cluster"
        );
        stspace "a state space" ("local", "param", "param::func", "shared", "shared::cta", "shared::cluster");
        volatilespace "a state space" ("global", "local", "shared", "shared::cta", "shared::cluster");
        sharedspace "a state space" ("shared", "shared::cta", "shared::cluster");
        ownshared "a state space" ("shared", "shared::cta");
        cvtaspace "a state space" (
            "const", "global", "local", "param", "param::entry", "shared", "shared::cta", "shared::cluster"
        );
        hintspace "a state space" (global, local);
        tensorspace "a state space" ("const", "param");
        asyncspace "a state space" ("global", "shared::cta", "shared::cluster");
        ldcop "a caching word" (ca, cg, cs, lu, cv);
        stcop "a caching word" (wb, cg, cs, wt);
        nccop "a caching word" (ca, cg, cs);
        vec "a vector length" (v2, v4);
        vec8 "a vector length" (v2, v4, v8);
        vec48 "a vector length" (v4, v8);
        level "a cache level" (L1, L2);
        levelpriority "an eviction priority" ("L2::evict_last", "L2::evict_normal");
        cache_hint "a cache hint" ("L2::cache_hint");
        ldorder "an order" (relaxed, acquire);
        storder "an order" (relaxed, release);
        redsem "an order" (relaxed, release);
        atomsem "an order" (relaxed, acquire, release, acq_rel);
        fencesem "an order" (sc, acq_rel, acquire, release);
        arriveorder "an order" (release, relaxed);
        membarlevel "a scope" (cta, gl, sys);
        dependency "a dependency" (wait, launch_dependents);
        shflmode "a mode" (up, down, bfly, idx);
        votemode "a mode" (all, any, uni);
        reduxop "an operation" (add, min, max);
        logic "an operation" (and, or, xor);
        minmax "an operation" (min, max);
        atomlogic "an operation" (and, or, xor);
        incdec "an operation" (inc, dec);
        vecop "an operation" (add, min, max);
        asyncop "an operation" (min, max, add);
        bulkint "an operation" (add, min, max);
        tensorop "an operation" (add, min, max, inc, dec, and, or, xor);
        dim "a dimension" ("1d", "2d", "3d", "4d", "5d");
        dim2d "a dimension" ("2d");
        dim3d "a dimension" ("3d");
        dim4d "a dimension" ("4d");
        dim5d "a dimension" ("5d");
        dim345 "a dimension" ("3d", "4d", "5d");
        multicast "`.multicast::cluster`" ("multicast::cluster");
        multicast_all "`.multicast::cluster::all`" ("multicast::cluster::all");
        gpusys "a scope" (gpu, sys);
        blockscope "a scope" (cta, cluster);
        waitorder "an order" (acquire, relaxed);
        primary "an eviction priority" (
            "L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::evict_unchanged"
        );
        secondary "an eviction priority" ("L2::evict_first", "L2::evict_unchanged");
        firstctaid "a coordinate" ("get_first_ctaid::x", "get_first_ctaid::y", "get_first_ctaid::z");
        tensormapspace "a state space" ("global", "shared::cta");
        tensorsizes "a field" (box_dim, global_dim, element_stride);
        acc16 "a precision" ("acc::f16");
        acc32 "a precision" ("acc::f32");
        scope "a scope" (cta, cluster, gpu, sys);
        evict1 "an eviction priority" (
            "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate"
        );
        evict2 "an eviction priority" ("L2::evict_normal", "L2::evict_first", "L2::evict_last");
        prefetch "a prefetched size" ("L2::64B", "L2::128B", "L2::256B");

        f16type "a type" (f16, f16x2);
        bf16type "a type" (bf16, bf16x2);
        halftype "a type" (f16, f16x2, bf16, bf16x2);
        atype "a type" (f16, bf16);
        itype "a type" (u8, u16, u32, u64, s8, s16, s32, s64);
        dint "a type" (u8, u16, u32, u64, s8, s16, s32, s64);
        upto32 "a type" (u8, u16, u32, s8, s16, s32);
        int64 "a type" (u64, s64);
        int8 "a type" (u8, s8);
        // The element types of integer matrices: 8-bit types (`int8type`) and 4-bit types (`int4type`).
        int8type "a type" (u8, s8);
        int4type "a type" (u4, s4);
        // The source types of saturating conversions. Each type has values outside the range of the
        // type in the name of the class.
        beyond_u8 "a type" (s8, u16, s16, u32, s32, u64, s64);
        beyond_s8 "a type" (u8, u16, s16, u32, s32, u64, s64);
        beyond_u16 "a type" (s8, s16, u32, s32, u64, s64);
        beyond_s16 "a type" (u16, u32, s32, u64, s64);
        beyond_u32 "a type" (s8, s16, s32, u64, s64);
        beyond_s32 "a type" (u32, u64, s64);
        beyond_u64 "a type" (s8, s16, s32, s64);
        int "a type" (u16, u32, u64, s16, s32, s64);
        // The integer types for which `add`, `sub`, `min` and `max` have no modifiers.
        plain "a type" (u16, u32, u64, s16, s64);
        shrtype "a type" (b16, b32, b64, u16, u32, u64, s16, s32, s64);
        word "a type" (b32, b64);
        intword "a type" (u32, u64, s32, s64);
        btype "a type" (b16, b32, b64);
        utype "a type" (u16, u32, u64);
        stype "a type" (s16, s32, s64);
        dtype "a type" (u32, s32, f32);
        inttype "a type" (u16, s16, u32, s32);
        int32 "a type" (u32, s32);
        // The float types whose comparisons have `.ftz` (`ftztype`), and the float types whose
        // comparisons lack `.ftz` (`rawtype`).
        ftztype "a type" (f16, f32);
        rawtype "a type" (bf16, f64);
        seltype "a type" (b16, b32, b64, u16, u32, u64, s16, s32, s64, f32);
        short2 "a type" (u16x2, s16x2);
        byte4 "a type" (u8x4, s8x4);
        packedint "a type" (u16x2, s16x2, u8x4, s8x4);
        atype2 "a type" (f16x2, bf16x2);
        f8 "a type" (e4m3, e5m2);
        f8type "a type" (e4m3x2, e5m2x2);
        f8x4 "a type" (e4m3x4, e5m2x4);
        f6type "a type" (e2m3x2, e3m2x2, e2m1x2);
        narrow4 "a type" (e4m3x4, e5m2x4, e2m3x4, e3m2x4, e2m1x4);
        packed2 "a type" (u16, s16);
        packed4 "a type" (u8, s8, u4, s4, u2, s2);
        // The types of a video instruction's result and sources.
        vdtype "a type" (u32, s32);
        vatype "a type" (u32, s32);
        vbtype "a type" (u32, s32);
        // The element types of `mov` for vectors of two elements (`mov2type`) and of four elements (`mov4type`).
        mov2type "a type" (b16, b32, b64, u16, u32, u64, s16, s32, s64, f32);
        mov4type "a type" (b16, b32, u16, u32, s16, s32, f32);
        movtype "a type" (pred, b16, b32, b64, u16, u32, u64, s16, s32, s64, f32);
        mem32 "a type" (b8, b16, b32, u8, u16, u32, s8, s16, s32, f32);
        mem64 "a type" (b64, u64, s64, f64);
        mem8 "a type" (b32, u32, s32, f32);
        async32 "a type" (b32, u32, s32, f32);
        addtype "a type" (u32, s32, u64, f32, f64);
        minmaxtype "a type" (u32, s32, u64, s64, f16, bf16);
        mmaddtype "a type" (u32, s32, u64);
        mmstore "a type" (b32, b64, u32, u64, s32, s64, f32, f64, f16x2, bf16x2);
        memtype "a type" (b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64, f32, f64);
        size "a type" (u32, u64);
    }
    types {
        pred b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f16 f16x2 bf16 bf16x2 tf32 f32 f64 f32x2
        e4m3x2 e5m2x2 e2m3x2 e3m2x2 e2m1x2 ue8m0x2 ue5m3x2 s2f6x2 e4m3x4 e5m2x4 e2m3x4 e3m2x4 e2m1x4
        u16x2 s16x2 u8x4 s8x4 u4 s4 u2 s2
    }
    words {
        approx, full, lo, hi, wide, xorsign, oob, shiftamt, l, r, rna, rs, rz, cc, pack, v2, v4,
        scaled_n1 "scaled::n1::ue8m0", scaled_n2 "scaled::n2::ue8m0", sm, carry, lanes, negation, po, byte, imm8, reg8,
        reg16, reg32,
        v8, imm, pointer, word_of_row, noftz, exch, cas, arrive, wait, red, warp, cta, cluster, sys, L1,
        tensormap, proxy, alias, acquire, release, mmio, mbarrier_init, commit_group, wait_group,
        wait_all, ca, cg, ballot, any, all, mask, shared, prefetch_word "prefetch", mbarrier, relaxed, init, inval,
        expect_tx, complete_tx, arrive_drop, noComplete, test_wait, try_wait, parity, pending_count, noinc, bulk,
        bulk_group, cp, cp_mask, ignore_oob, im2col_w "im2col::w", im2col_w128 "im2col::w::128", L2, read, reduce, tensor, tile, im2col, im2col_no_offs, replace, global_address, rank,
        global_stride, b1024, elemtype, interleave_layout, swizzle_mode, fill_mode, swizzle_atomicity,
        cp_fenceproxy, ld_reduce, st, fractional, range, cvt, try_cancel, query_cancel, is_canceled,
        get_first_ctaid, weak, volatile, global, nc, to, uni, idx, label,
        sync, aligned, mma_async, row, col, kind_f8f6f4 "kind::f8f6f4", b1,
        sp, sp_ordered "sp::ordered_metadata", kind_mxf8f6f4 "kind::mxf8f6f4", kind_mxf4 "kind::mxf4",
        kind_mxf4nvf4 "kind::mxf4nvf4", block_scale, scale_vec_1x "scale_vec::1X", scale_vec_2x "scale_vec::2X",
        scale_vec_4x "scale_vec::4X", ue8m0, ue4m3, e2m1, var32, var64, mma, load, store, of_a "a", of_b "b", of_c "c", of_d "d", fence, ws,
        ashift, block16, block32, cta_1 "cta_group::1", cta_2 "cta_group::2", kind_i8 "kind::i8", trans, x1, x2, x4,
        m8n8, m16n16, m8n16, m16n8, b8x16, b6x16_p32, b4x16_p64, m16n16k16, m8n32k16, m32n8k16, m16n16k8, xor, and, popc,
        m8n8k4, m8n8k16, m8n8k32, m8n8k128, m16n8k4, m16n8k8, m16n8k16, m16n8k32, m16n8k64, m16n8k128,
        m16n8k256,
    }
}

/// The roundings to a float.
pub const RND: &[&str] = Name::rnd.words();

/// The roundings to an integer.
pub const INTEGRAL_RND: &[&str] = Name::irnd.words();

/// Returns the modifiers of a class.
#[must_use]
pub fn class(name: &str) -> Option<&'static [&'static str]> {
    CLASSES.iter().find(|class| class.name == name).map(|class| class.words)
}

/// Returns whether two modifiers select the same variant. Examples: `.lo` and `.lt`; `.rni` and
/// `.rn`.
pub(crate) fn same_meaning(a: &str, b: &str) -> bool {
    let meaning = |word: &str| CLASSES.iter().find_map(|class| class.meaning(Some(word)));
    meaning(a).is_some_and(|meant| meaning(b) == Some(meant))
}

impl Name {
    const fn index(self) -> usize {
        self as usize
    }

    /// Returns the class with this name; `None` if the name is a type or a single word.
    #[must_use]
    pub const fn class(self) -> Option<&'static Class> {
        if self.index() < CLASSES.len() { Some(&CLASSES[self.index()]) } else { None }
    }

    /// Returns the modifiers that this name allows.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self.class() {
            Some(class) => class.words,
            None => LONE[self.index() - CLASSES.len()],
        }
    }

    /// Returns the PTX word, or the name of the class.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self.class() {
            Some(class) => class.name,
            None => self.words()[0],
        }
    }

    /// Returns whether this name is a type or a class of types.
    #[must_use]
    pub const fn is_type(self) -> bool {
        FIRST_TYPES <= self.index() && self.index() < CLASSES.len() + TYPES
    }
}

/// The index of the first class of types. The classes after it are also classes of types.
const FIRST_TYPES: usize = Name::f16type.index();
