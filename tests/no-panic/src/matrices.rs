//! Calls the functions of `mma` on whole matrices (tiles) and on the registers of a warp.

use core::hint::black_box;
use ptx_core::mma::{
    BitOperation, F8f6f4, Form, Fp8, Kind, Layout, Operand, Place, Type, element, place, position,
    tile,
};
use ptx_core::{Limit, Rounding, Sm};

#[macro_use]
#[path = "../../../ptx-core/src/mma/table.rs"]
mod table;

/// Builds a matrix, or the registers of a warp, filled with zeros.
macro_rules! zeros {
    (f32) => {
        &black_box([[0.0; _]; _])
    };
    (f64) => {
        &black_box([[0.0; _]; _])
    };
    ($integer:ident) => {
        &black_box([[0; _]; _])
    };
}

fn floats() {
    let sm = black_box(Sm(90));
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            black_box(tile::$tile(zeros!($a), zeros!($a), zeros!($d), sm));
            black_box(ptx_core::$name(zeros!($a), zeros!($a), zeros!($d), sm));
        )* };
    }
    table::float_forms!(floats);
    let layout = black_box(Layout::Row);
    macro_rules! quads {
        ($($d:ident $c:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            black_box(tile::$tile(zeros!(f16), zeros!(f16), zeros!($c), sm));
            black_box(ptx_core::$name(zeros!(f16), zeros!(f16), zeros!($c), layout, layout, sm));
        )* };
    }
    table::quad_forms!(quads);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            let ty = black_box($a::E4m3);
            black_box(tile::$tile(zeros!($a), zeros!($a), zeros!($d), ty, ty, sm));
            black_box(ptx_core::$name(zeros!($a), zeros!($a), zeros!($d), ty, ty, sm));
        )* };
    }
    table::byte_forms!(bytes);
    macro_rules! wgmmas {
        ($($d:ident $a:ident $k:literal $tile:ident;)*) => { $( wgmmas!(@one $d $a $tile); )* };
        (@one $d:ident Fp8 $tile:ident) => {
            let (a, b) = (black_box(Fp8::E4m3), &black_box([[0; 16]; _]));
            black_box(tile::$tile(zeros!(Fp8), b, zeros!($d), a, a));
        };
        (@one $d:ident $a:ident $tile:ident) => {
            black_box(tile::$tile(zeros!($a), &black_box([[0; 16]; _]), zeros!($d)));
        };
    }
    table::wgmma_forms!(wgmmas);
}

fn others() {
    let (rounding, limit) = (black_box(Rounding::Rz), black_box(Limit::Satfinite));
    macro_rules! doubles {
        ($($shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            black_box(tile::$tile(zeros!(f64), zeros!(f64), zeros!(f64), rounding));
            black_box(ptx_core::$name(zeros!(f64), zeros!(f64), zeros!(f64), rounding));
        )* };
    }
    table::double_forms!(doubles);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            black_box(tile::$tile(zeros!($a), zeros!($b), zeros!(s32), limit));
            black_box(ptx_core::$name(zeros!($a), zeros!($b), zeros!(s32), limit));
        )* };
    }
    table::integer_forms!(integers);
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:tt $registers:tt $tile:ident $name:ident;)*) => { $(
            black_box(tile::$tile(zeros!(b1), zeros!(b1), zeros!(s32)));
            black_box(ptx_core::$name(zeros!(b1), zeros!(b1), zeros!(s32)));
        )* };
    }
    table::bit_forms!(bits);
}

fn forms() {
    let types = black_box([Type::F32, Type::Bf16, Type::Bf16, Type::F32]);
    let builder =
        Form::mma(black_box([16, 8, 16]), types).layouts(black_box([Layout::Row, Layout::Col]));
    let builder = builder.limit(black_box(Limit::Unlimited)).rounding(black_box(Rounding::Rn));
    let (kind, bits) = (black_box(Kind::F8f6f4), black_box(BitOperation::And));
    black_box((builder.kind(kind).build(), builder.bits(bits).build()));
    black_box(Form::wgmma(black_box([64, 8, 16]), black_box([Type::F16; 3])).build());
    let Some(form) = builder.build() else { return };
    black_box((form.kind(), form.bits()));
    let (form, operand) = (black_box(form), black_box(Operand::A));
    black_box((form.shape(), form.layouts(), form.rounding(), form.limit(), form.since()));
    black_box((form.is_wgmma(), form.runs_on(black_box(Sm(90))), Form::all()));
    black_box((form.element_type(operand).bits(), form.registers(operand)));
    black_box(form.parameters(black_box(Sm(90))));
    black_box(place(form, operand, black_box(0), black_box(1), black_box(2)));
    black_box(position(form, operand, black_box(Place { lane: 1, register: 1, element: 1 })));
    let (row, column): (&[u64], &[u64]) = (black_box(&[0; 48]), black_box(&[0; 32]));
    black_box(element(form, row, column, black_box(0), black_box(Sm(90))));
}

/// Calls all functions of `mma`.
pub(crate) fn call() {
    floats();
    others();
    forms();
}
