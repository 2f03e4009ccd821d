//! The list of all forms. Most forms come from the rows of `table.rs`. This file adds the forms that `table.rs` does
//! not contain, for example all forms of `wmma`.

use super::form::Form;
use super::rust::ty;
use super::table::{
    bit_forms, byte_forms, double_forms, float_forms, fp4_forms, integer_forms, quad_forms,
    sparse_byte_forms, sparse_forms, sparse_integer_forms, tcgen05_forms, wgmma_forms,
    wgmma_sparse_forms,
};
use super::types::{BitOperation, Instruction, Kind, Layout, ScaleType, ScaleVector, Scales, Type};
use crate::mode::Sm;

const LAYOUTS: [[Layout; 2]; 4] = [
    [Layout::Row, Layout::Col],
    [Layout::Row, Layout::Row],
    [Layout::Col, Layout::Col],
    [Layout::Col, Layout::Row],
];

const FP8: &[Type] = &[Type::E4m3, Type::E5m2];
const F8F6F4: &[Type] = &[Type::E4m3, Type::E5m2, Type::E3m2, Type::E2m3, Type::E2m1];

/// A list of forms under construction. `List<0>` only counts the forms, to find the length of the complete list.
struct List<const N: usize> {
    forms: [Form; N],
    count: usize,
}

impl<const N: usize> List<N> {
    const fn push(&mut self, form: Form) {
        if self.count < N {
            self.forms[self.count] = form;
        }
        self.count += 1;
    }

    /// Adds a copy of `form` for each choice of a type for A and a type for B, both from `types`.
    const fn push_pairs(&mut self, form: Form, types: &[Type]) {
        let [d, _, _, c] = form.types;
        let mut i = 0;
        while i < types.len() {
            let mut j = 0;
            while j < types.len() {
                self.push(Form { types: [d, types[i], types[j], c], ..form });
                j += 1;
            }
            i += 1;
        }
    }
}

const fn form(types: [Type; 4], shape: [u16; 3], since: u16) -> Form {
    Form { since: Sm(since), ..Form::mma(shape, types).form }
}

const fn collect<const N: usize>() -> List<N> {
    let none = form([Type::F16; 4], [0; 3], 0);
    let mut list = List { forms: [none; N], count: 0 };
    macro_rules! quads {
        ($($d:ident $c:ident $shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            let mut i = 0;
            while i < LAYOUTS.len() {
                let plain = form([ty!($d), Type::F16, Type::F16, ty!($c)], $shape, $since);
                list.push(Form { layouts: LAYOUTS[i], ..plain });
                i += 1;
            }
        )* };
    }
    quad_forms!(quads);
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            list.push(form([ty!($d), ty!($a), ty!($a), ty!($d)], $shape, $since));
        )* };
    }
    float_forms!(floats);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            bytes!(@one $a form([ty!($d), Type::E4m3, Type::E4m3, ty!($d)], $shape, $since));
        )* };
        (@one Fp8 $form:expr) => { list.push_pairs($form, FP8); };
        (@one F8f6f4 $form:expr) => { list.push_pairs(Form { kind: Some(Kind::F8f6f4), ..$form }, F8F6F4); };
    }
    byte_forms!(bytes);
    macro_rules! doubles {
        ($($shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            list.push(form([Type::F64; 4], $shape, $since));
        )* };
    }
    double_forms!(doubles);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            list.push(form([Type::S32, ty!($a), ty!($b), Type::S32], $shape, $since));
        )* };
    }
    integer_forms!(integers);
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            let counted = form([Type::S32, Type::B1, Type::B1, Type::S32], $shape, $since);
            list.push(Form { bits: Some(ty!($operation)), ..counted });
        )* };
    }
    bit_forms!(bits);
    macro_rules! wgmmas {
        ($($d:ident $a:ident $k:literal $tile:ident;)*) => { $(
            wgmmas!(@one $d $a [64, 8, $k]);
        )* };
        (@one $d:ident Fp8 $shape:tt) => {
            list.push_pairs(wgmma([ty!($d), Type::E4m3, Type::E4m3], $shape), FP8);
        };
        (@one $d:ident $a:ident $shape:tt) => {
            list.push(wgmma([ty!($d), ty!($a), ty!($a)], $shape));
        };
    }
    wgmma_forms!(wgmmas);
    macro_rules! sparse_wgmmas {
        ($($d:ident $a:ident $k:literal $stored:literal $chunks:literal $tile:ident;)*) => { $(
            sparse_wgmmas!(@one $d $a [64, 8, $k]);
        )* };
        (@one $d:ident Fp8 $shape:tt) => {
            list.push_pairs(sparse(wgmma([ty!($d), Type::E4m3, Type::E4m3], $shape)), FP8);
        };
        (@one $d:ident $a:ident $shape:tt) => {
            list.push(sparse(wgmma([ty!($d), ty!($a), ty!($a)], $shape)));
        };
    }
    wgmma_sparse_forms!(sparse_wgmmas);
    let types = [Type::S32, Type::S8, Type::S8];
    list.push_pairs(wgmma(types, [64, 8, 32]), INT8);
    list.push_pairs(sparse(wgmma(types, [64, 8, 64])), INT8);
    let bits = wgmma([Type::S32, Type::B1, Type::B1], [64, 8, 256]);
    list.push(Form { bits: Some(BitOperation::And), ..bits });
    sparse_and_scaled(&mut list);
    tcgen05(&mut list);
    wmma(&mut list);
    list
}

const INT8: &[Type] = &[Type::S8, Type::U8];

const fn wgmma([d, a, b]: [Type; 3], shape: [u16; 3]) -> Form {
    Form { instruction: Instruction::Wgmma, ..form([d, a, b, d], shape, 90) }
}

const fn sparse(form: Form) -> Form {
    Form { sparse: true, ..form }
}

/// Returns a form of `mma` on `.e2m1` operands with block scales.
const fn scaled(kind: Kind, vector: ScaleVector, element: ScaleType, shape: [u16; 3]) -> Form {
    let plain = form([Type::F32, Type::E2m1, Type::E2m1, Type::F32], shape, 120);
    Form { kind: Some(kind), scales: Some(Scales { vector, element }), ..plain }
}

/// Adds the sparse forms of `mma` and the forms with block scales.
const fn sparse_and_scaled<const N: usize>(list: &mut List<N>) {
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            list.push(sparse(form([ty!($d), ty!($a), ty!($a), ty!($d)], $shape, $since)));
        )* };
    }
    sparse_forms!(floats);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            bytes!(@one $a sparse(form([ty!($d), Type::E4m3, Type::E4m3, ty!($d)], $shape, $since)));
        )* };
        (@one Fp8 $form:expr) => { list.push_pairs($form, FP8); };
        (@one F8f6f4 $form:expr) => {
            // Forms with f32 results whose A and B both have 8-bit floats exist since sm_100, all other forms since
            // sm_120.
            let first = list.count;
            list.push_pairs(Form { kind: Some(Kind::F8f6f4), ..$form }, F8F6F4);
            let mut i = first;
            while i < N && i < list.count {
                let [_, a, b, _] = list.forms[i].types;
                if !matches!((a, b), (Type::E4m3 | Type::E5m2, Type::E4m3 | Type::E5m2)) {
                    list.forms[i].since = Sm(120);
                }
                i += 1;
            }
        };
    }
    sparse_byte_forms!(bytes);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            list.push(sparse(form([Type::S32, ty!($a), ty!($b), Type::S32], $shape, $since)));
        )* };
    }
    sparse_integer_forms!(integers);
    let bytes = scaled(Kind::Mxf8f6f4, ScaleVector::X1, ScaleType::Ue8m0, [16, 8, 32]);
    list.push_pairs(bytes, F8F6F4);
    list.push_pairs(sparse(Form { shape: [16, 8, 64], ..bytes }), F8F6F4);
    macro_rules! fp4 {
        ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
            let (vector, element) = (ScaleVector::$vector, ScaleType::$element);
            list.push(scaled(Kind::$kind, vector, element, [16, 8, 64]));
            list.push(sparse(scaled(Kind::$kind, vector, element, [16, 8, 128])));
        )* };
    }
    fp4_forms!(fp4);
}

/// Adds a dense form of `tcgen05.mma` and its sparse counterpart, for each pair of types of A and B.
const fn tcgen05_pairs<const N: usize>(list: &mut List<N>, dense: Form, types: &[Type]) {
    let [m, n, k] = dense.shape;
    let dense = Form { instruction: Instruction::Tcgen05, since: Sm(100), ..dense };
    list.push_pairs(dense, types);
    list.push_pairs(sparse(Form { shape: [m, n, 2 * k], ..dense }), types);
}

/// Adds the forms of `tcgen05.mma`.
const fn tcgen05<const N: usize>(list: &mut List<N>) {
    macro_rules! floats {
        ($($kind:ident $d:ident $a:ident $k:literal $tile:ident $sparse:ident;)*) => { $(
            let types = floats!(@types $a);
            let plain = form([ty!($d), types[0], types[0], ty!($d)], [128, 8, $k], 100);
            tcgen05_pairs(list, Form { kind: Some(Kind::$kind), ..plain }, types);
        )* };
        (@types F8f6f4) => { F8F6F4 };
        (@types $a:ident) => { &[ty!($a)] };
    }
    tcgen05_forms!(floats);
    let integers = form([Type::S32, Type::S8, Type::S8, Type::S32], [128, 8, 32], 100);
    tcgen05_pairs(list, Form { kind: Some(Kind::I8), ..integers }, INT8);
    let bytes = scaled(Kind::Mxf8f6f4, ScaleVector::X1, ScaleType::Ue8m0, [128, 8, 32]);
    tcgen05_pairs(list, bytes, F8F6F4);
    macro_rules! fp4 {
        ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
            let (vector, element) = (ScaleVector::$vector, ScaleType::$element);
            tcgen05_pairs(list, scaled(Kind::$kind, vector, element, [128, 8, 64]), &[Type::E2m1]);
        )* };
    }
    fp4_forms!(fp4);
}

/// Adds the forms of `wmma`.
const fn wmma<const N: usize>(list: &mut List<N>) {
    const SHAPES: [[u16; 3]; 3] = [[16, 16, 16], [8, 32, 16], [32, 8, 16]];
    const FLOATS: [Type; 2] = [Type::F16, Type::F32];
    let mut i = 0;
    while i < SHAPES.len() {
        let mut j = 0;
        while j < 4 {
            let types = [FLOATS[j / 2], Type::F16, Type::F16, FLOATS[j % 2]];
            push_wmma(list, types, SHAPES[i], 70);
            j += 1;
        }
        push_wmma(list, [Type::F32, Type::Bf16, Type::Bf16, Type::F32], SHAPES[i], 80);
        push_wmma(list, [Type::S32, Type::S8, Type::S8, Type::S32], SHAPES[i], 72);
        push_wmma(list, [Type::S32, Type::U8, Type::U8, Type::S32], SHAPES[i], 72);
        i += 1;
    }
    push_wmma(list, [Type::F32, Type::Tf32, Type::Tf32, Type::F32], [16, 16, 8], 80);
    push_wmma(list, [Type::F64; 4], [8, 8, 4], 80);
    push_wmma(list, [Type::S32, Type::S4, Type::S4, Type::S32], [8, 8, 32], 75);
    push_wmma(list, [Type::S32, Type::U4, Type::U4, Type::S32], [8, 8, 32], 75);
    let counted = form([Type::S32, Type::B1, Type::B1, Type::S32], [8, 8, 128], 75);
    let counted = Form { instruction: Instruction::Wmma, ..counted };
    list.push(Form { bits: Some(BitOperation::Xor), ..counted });
    list.push(Form { bits: Some(BitOperation::And), since: Sm(80), ..counted });
}

const fn push_wmma<const N: usize>(
    list: &mut List<N>,
    types: [Type; 4],
    shape: [u16; 3],
    since: u16,
) {
    list.push(Form { instruction: Instruction::Wmma, ..form(types, shape, since) });
}

/// The forms that [`Form::all`] returns.
pub(super) const FORMS: [Form; collect::<0>().count] = collect().forms;

impl Form {
    /// Returns every form. If forms differ only in the properties of this table, the list has only the form with these
    /// values:
    ///
    /// | property | value in the list |
    /// |---|---|
    /// | limit | no `.satfinite` |
    /// | rounding | `.rn` |
    /// | columns of `wgmma` and `tcgen05.mma` | 8 |
    /// | rows of `tcgen05.mma` | 128 |
    /// | layouts of `wmma` | `.row.col` |
    #[inline]
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &FORMS
    }
}
