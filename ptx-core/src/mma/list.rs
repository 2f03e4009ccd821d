//! The list of forms, generated from the table.

use super::form::Form;
use super::rust::ty;
use super::table::{
    bit_forms, byte_forms, double_forms, float_forms, integer_forms, quad_forms, wgmma_forms,
};
use super::types::{BitOperation, Kind, Layout, Type};
use crate::mode::Sm;

const LAYOUTS: [[Layout; 2]; 4] = [
    [Layout::Row, Layout::Col],
    [Layout::Row, Layout::Row],
    [Layout::Col, Layout::Col],
    [Layout::Col, Layout::Row],
];

const FP8: &[Type] = &[Type::E4m3, Type::E5m2];
const F8F6F4: &[Type] = &[Type::E4m3, Type::E5m2, Type::E3m2, Type::E2m3, Type::E2m1];

/// Forms under construction: the first pass counts them, the second one collects them.
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

    /// Adds a form for each pair of operand types.
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
            let plain = form([ty!($d), Type::E4m3, Type::E4m3, ty!($d)], $shape, 90);
            list.push_pairs(Form { wgmma: true, ..plain }, FP8);
        };
        (@one $d:ident $a:ident $shape:tt) => {
            let plain = form([ty!($d), ty!($a), ty!($a), ty!($d)], $shape, 90);
            list.push(Form { wgmma: true, ..plain });
        };
    }
    wgmma_forms!(wgmmas);
    list
}

/// Every form, without `.satfinite` and rounded to nearest; `wgmma` with eight columns.
pub(super) const FORMS: [Form; collect::<0>().count] = collect().forms;

impl Form {
    /// Returns every form, without `.satfinite` and rounded to nearest; `wgmma` with eight columns.
    #[inline]
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &FORMS
    }
}
