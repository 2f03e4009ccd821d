//! Compares the functions on tiles of sparse and block-scaled forms, of `wgmma`, `tcgen05.mma` and `wmma`. The
//! references are `element_with` and the rows of `mma_more_vectors.tsv`.

use super::names::{name, named};
use super::{Matrices, Random, array, matrix};
use crate::mma::rust::ty;
use crate::mma::table::{
    any_integer_forms, fp4_forms, sparse_byte_forms, sparse_forms, sparse_integer_forms,
    tcgen05_forms, wgmma_forms, wgmma_sparse_forms, wmma_forms, wmma_integer_forms,
};
use crate::mma::{
    Extras, F8f6f4, Form, Fp8, Instruction, Kind, Operand, ScaleType, ScaleVector, Type,
    element_with, tile,
};
use crate::mode::Sm;
use std::vec;
use std::vec::Vec;

/// The operands of a function on tiles.
struct Tile {
    plain: Matrices,
    metadata: Vec<Vec<u64>>,
    scales: [Vec<Vec<u64>>; 2],
}

type Rows = Vec<Vec<u64>>;

/// Returns the columns of a matrix as rows.
fn transposed(rows: &Rows) -> Rows {
    (0..rows[0].len()).map(|j| rows.iter().map(|row| row[j]).collect()).collect()
}

impl Tile {
    fn random(form: Form, near: bool, g: &mut Random) -> Self {
        let mut plain = Matrices::random(form, near, g);
        for row in &mut plain.a {
            row.truncate(form.stored().into());
        }
        let [m, n, _] = form.shape().map(usize::from);
        let rows = |rows: usize, columns: usize, random: &mut dyn FnMut() -> u64| -> Rows {
            (0..rows).map(|_| (0..columns).map(|_| random()).collect()).collect()
        };
        let metadata = rows(m, form.chunks(), &mut || g.next() & 15);
        let count = form.scales().map_or(0, |scales| scales.vector.count());
        // If `near` is true, generates `.ue8m0` scales near 1, otherwise random bytes.
        let mut scale = || if near { 0x7c + g.next() % 8 } else { g.next() & 0xff };
        let scales = [rows(m, count, &mut scale), rows(n, count, &mut scale)];
        Self { plain, metadata, scales }
    }

    /// Computes every element of D with `element_with`.
    fn elements(&self, sm: Sm) -> Rows {
        let form = self.plain.form;
        let columns = transposed(&self.plain.b);
        let bytes =
            |rows: &Rows, i: usize| -> Vec<u8> { rows[i].iter().map(|x| *x as u8).collect() };
        let element = |i: usize, j: usize| {
            let extras = Extras {
                metadata: &bytes(&self.metadata, i),
                scales_a: &bytes(&self.scales[0], i),
                scales_b: &bytes(&self.scales[1], j),
                ..Extras::NONE
            };
            element_with(form, &self.plain.a[i], &columns[j], self.plain.c[i][j], &extras, sm)
                .expect("a form of the target")
        };
        (0..self.plain.c.len())
            .map(|i| (0..columns.len()).map(|j| element(i, j)).collect())
            .collect()
    }
}

fn fp8(ty: Type) -> Option<Fp8> {
    [Fp8::E4m3, Fp8::E5m2].into_iter().find(|one| one.element_type() == ty)
}

fn f8f6f4(ty: Type) -> Option<F8f6f4> {
    const ALL: [F8f6f4; 5] = [F8f6f4::E4m3, F8f6f4::E5m2, F8f6f4::E3m2, F8f6f4::E2m3, F8f6f4::E2m1];
    ALL.into_iter().find(|one| one.element_type() == ty)
}

/// Converts the bits of an accumulator to the named type. With `@d`, converts a result of the named type to bits.
macro_rules! accumulator {
    (f16 $matrix:expr) => {
        array($matrix, |x| x as u16)
    };
    (f32 $matrix:expr) => {
        array($matrix, |x| f32::from_bits(x as u32))
    };
    (@d f16 $d:expr) => {
        matrix($d, u64::from)
    };
    (@d f32 $d:expr) => {
        matrix($d, |x| x.to_bits().into())
    };
    (@d s32 $d:expr) => {
        matrix($d, |x| (x as u32).into())
    };
}

/// Computes a tile with the function of the form. Returns `None` for forms whose functions are tested in `tiles.rs`,
/// and for forms without a function. Functions on tiles of any size get tiles of the size that [`size`] returns.
fn run(x: &Tile, sm: Sm) -> Option<Rows> {
    let form = x.plain.form;
    match form.instruction() {
        Instruction::Mma if form.scales().is_some() => scaled(x, sm),
        Instruction::Mma => sparse(x, sm),
        Instruction::Wgmma => wgmma(x),
        Instruction::Tcgen05 if form.scales().is_some() => scaled(x, sm),
        Instruction::Tcgen05 => tcgen05(x, sm),
        Instruction::Wmma => wmma(x, sm),
    }
}

fn sparse(x: &Tile, sm: Sm) -> Option<Rows> {
    let form = x.plain.form;
    let [d, a, b] = [Operand::D, Operand::A, Operand::B].map(|x| form.element_type(x));
    let (left, e, right, c) = (&x.plain.a, &x.metadata, &x.plain.b, &x.plain.c);
    if !form.is_sparse() {
        return None;
    }
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            if (form.shape(), d, a) == ($shape, ty!($d), ty!($a)) {
                let (left, e) = (array(left, |x| x as _), array(e, |x| x as u8));
                let c = accumulator!($d c);
                return Some(accumulator!(@d $d &tile::$tile(&left, &e, &array(right, |x| x as _), &c, sm)));
            }
        )* };
    }
    sparse_forms!(floats);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            if let (Some(a), Some(b)) = (bytes!(@of $a)(a), bytes!(@of $a)(b))
                && (form.shape(), d) == ($shape, ty!($d))
                && form.kind().is_some() == bytes!(@kind $a)
            {
                let (left, e) = (array(left, |x| x as _), array(e, |x| x as u8));
                let (right, c) = (array(right, |x| x as _), accumulator!($d c));
                return Some(accumulator!(@d $d &tile::$tile(&left, &e, &right, &c, a, b, sm)));
            }
        )* };
        (@of Fp8) => { fp8 };
        (@of F8f6f4) => { f8f6f4 };
        (@kind Fp8) => { false };
        (@kind F8f6f4) => { true };
    }
    sparse_byte_forms!(bytes);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $stored:literal $since:literal $registers:tt $tile:ident $name:ident;)*) => { $(
            if (form.shape(), a, b) == ($shape, ty!($a), ty!($b)) {
                let (left, e) = (array(left, |x| x as _), array(e, |x| x as u8));
                let (right, c) = (array(right, |x| x as _), array(c, |x| x as i32));
                return Some(accumulator!(@d s32 &tile::$tile(&left, &e, &right, &c, form.limit())));
            }
        )* };
    }
    sparse_integer_forms!(integers);
    None
}

fn scaled(x: &Tile, sm: Sm) -> Option<Rows> {
    let form = x.plain.form;
    let [a, b] = [Operand::A, Operand::B].map(|x| form.element_type(x));
    let scales = form.scales()?;
    let c: [[f32; 8]; 16] = accumulator!(f32 & x.plain.c);
    let (left, right) = (&x.plain.a, &x.plain.b);
    if form.kind() == Some(Kind::Mxf8f6f4) {
        let (a, b) = (f8f6f4(a)?, f8f6f4(b)?);
        let left = array(left, |x| x as u8);
        let [sa, sb] = [&x.scales[0], &x.scales[1]];
        let (sa, sb) = (array(sa, |x| x as u8), array(sb, |x| x as u8));
        return Some(accumulator!(@d f32 &if form.is_sparse() {
            let (e, right) = (array(&x.metadata, |x| x as u8), array(right, |x| x as u8));
            tile::sp_k64_mxf8f6f4_ue8m0(&left, &e, &right, &c, &sa, &sb, a, b, sm)
        } else {
            let right = array(right, |x| x as u8);
            tile::k32_mxf8f6f4_ue8m0(&left, &right, &c, &sa, &sb, a, b, sm)
        }));
    }
    macro_rules! fp4 {
        ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
            if form.kind() == Some(Kind::$kind)
                && (scales.vector, scales.element) == (ScaleVector::$vector, ScaleType::$element)
            {
                let left = array(left, |x| x as u8);
                let [sa, sb] = [&x.scales[0], &x.scales[1]];
                let (sa, sb) = (array(sa, |x| x as u8), array(sb, |x| x as u8));
                return Some(accumulator!(@d f32 &if form.is_sparse() {
                    let (e, right) = (array(&x.metadata, |x| x as u8), array(right, |x| x as u8));
                    tile::$sparse_tile(&left, &e, &right, &c, &sa, &sb)
                } else {
                    tile::$tile(&left, &array(right, |x| x as u8), &c, &sa, &sb)
                }));
            }
        )* };
    }
    fp4_forms!(fp4);
    None
}

/// Computes an integer tile with a function that supports any size.
fn any_integers<const M: usize>(x: &Tile) -> Option<Rows> {
    let form = x.plain.form;
    let types = [Operand::A, Operand::B].map(|x| form.element_type(x));
    let c: [[i32; 8]; M] = array(&x.plain.c, |x| x as i32);
    let (left, right, limit) = (&x.plain.a, &x.plain.b, form.limit());
    macro_rules! integers {
        ($($a:ident $b:ident $tile:ident $sparse:ident;)*) => { $(
            if types == [ty!($a), ty!($b)] {
                let left = array(left, |x| x as _);
                return Some(accumulator!(@d s32 &if form.is_sparse() {
                    let (e, right) = (array(&x.metadata, |x| x as u8), array(right, |x| x as _));
                    tile::$sparse(&left, &e, &right, &c, limit)
                } else {
                    tile::$tile(&left, &array(right, |x| x as _), &c, limit)
                }));
            }
        )* };
    }
    any_integer_forms!(integers);
    None
}

/// Packs single bits into words of 32 bits, k = 0 in the lowest bit.
fn words(row: &[u64]) -> Vec<u64> {
    row.chunks(32).map(|x| x.iter().rev().fold(0, |word, bit| word << 1 | (*bit & 1))).collect()
}

fn wgmma(x: &Tile) -> Option<Rows> {
    let form = x.plain.form;
    let [d, a, b] = [Operand::D, Operand::A, Operand::B].map(|x| form.element_type(x));
    let (left, e, right, c) = (&x.plain.a, &x.metadata, &x.plain.b, &x.plain.c);
    if a == Type::B1 {
        let left: Rows = left.iter().map(|row| words(row)).collect();
        let columns: Rows = transposed(right).iter().map(|column| words(column)).collect();
        let right = array(&transposed(&columns), |x| x as u32);
        let c: [[i32; 8]; 64] = array(c, |x| x as i32);
        let left = array(&left, |x| x as u32);
        return Some(accumulator!(@d s32 &tile::wgmma_m64k256_s32_b1_and_popc(&left, &right, &c)));
    }
    if d == Type::S32 {
        return any_integers::<64>(x);
    }
    macro_rules! dense {
        ($($d:ident $a:ident $k:literal $tile:ident;)*) => { $( dense!(@one $d $a $tile); )* };
        (@one $d:ident Fp8 $tile:ident) => {
            if let (false, true, Some(a), Some(b)) = (form.is_sparse(), d == ty!($d), fp8(a), fp8(b)) {
                let (left, right) = (array(left, |x| x as _), array::<_, _, 8>(right, |x| x as _));
                return Some(accumulator!(@d $d &tile::$tile(&left, &right, &accumulator!($d c), a, b)));
            }
        };
        (@one $d:ident $a:ident $tile:ident) => {
            if (form.is_sparse(), d, a) == (false, ty!($d), ty!($a)) {
                let (left, right) = (array(left, |x| x as _), array::<_, _, 8>(right, |x| x as _));
                return Some(accumulator!(@d $d &tile::$tile(&left, &right, &accumulator!($d c))));
            }
        };
    }
    wgmma_forms!(dense);
    macro_rules! sparse {
        ($($d:ident $a:ident $k:literal $stored:literal $chunks:literal $tile:ident;)*) => { $(
            sparse!(@one $d $a $tile);
        )* };
        (@one $d:ident Fp8 $tile:ident) => {
            if let (true, Some(a), Some(b)) = (d == ty!($d), fp8(a), fp8(b)) {
                let (left, e) = (array(left, |x| x as _), array(e, |x| x as u8));
                let (right, c) = (array::<_, _, 8>(right, |x| x as _), accumulator!($d c));
                return Some(accumulator!(@d $d &tile::$tile(&left, &e, &right, &c, a, b)));
            }
        };
        (@one $d:ident $a:ident $tile:ident) => {
            if (d, a) == (ty!($d), ty!($a)) {
                let (left, e) = (array(left, |x| x as _), array(e, |x| x as u8));
                let (right, c) = (array::<_, _, 8>(right, |x| x as _), accumulator!($d c));
                return Some(accumulator!(@d $d &tile::$tile(&left, &e, &right, &c)));
            }
        };
    }
    wgmma_sparse_forms!(sparse);
    None
}

fn tcgen05(x: &Tile, sm: Sm) -> Option<Rows> {
    let form = x.plain.form;
    let [d, a, b] = [Operand::D, Operand::A, Operand::B].map(|x| form.element_type(x));
    let (left, e, right, c) = (&x.plain.a, &x.metadata, &x.plain.b, &x.plain.c);
    if d == Type::S32 {
        return any_integers::<16>(x);
    }
    macro_rules! floats {
        ($($kind:ident $d:ident $a:ident $k:literal $tile:ident $sparse:ident;)*) => { $(
            floats!(@one $d $a $tile $sparse);
        )* };
        (@one $d:ident F8f6f4 $tile:ident $sparse:ident) => {
            if let (true, Some(a), Some(b)) = (d == ty!($d), f8f6f4(a), f8f6f4(b)) {
                let left = array::<_, 16, _>(left, |x| x as _);
                let c = accumulator!($d c);
                return Some(accumulator!(@d $d &if form.is_sparse() {
                    let (e, right) = (array(e, |x| x as u8), array::<_, _, 8>(right, |x| x as _));
                    tile::$sparse(&left, &e, &right, &c, a, b, sm)
                } else {
                    tile::$tile(&left, &array::<_, _, 8>(right, |x| x as _), &c, a, b, sm)
                }));
            }
        };
        (@one $d:ident $a:ident $tile:ident $sparse:ident) => {
            if (d, a) == (ty!($d), ty!($a)) {
                let left = array::<_, 16, _>(left, |x| x as _);
                let c = accumulator!($d c);
                return Some(accumulator!(@d $d &if form.is_sparse() {
                    let (e, right) = (array(e, |x| x as u8), array::<_, _, 8>(right, |x| x as _));
                    tile::$sparse(&left, &e, &right, &c, sm)
                } else {
                    tile::$tile(&left, &array::<_, _, 8>(right, |x| x as _), &c, sm)
                }));
            }
        };
    }
    tcgen05_forms!(floats);
    None
}

fn wmma(x: &Tile, sm: Sm) -> Option<Rows> {
    let form = x.plain.form;
    let [d, a, c_type] = [Operand::D, Operand::A, Operand::C].map(|x| form.element_type(x));
    let (left, right, c) = (&x.plain.a, &x.plain.b, &x.plain.c);
    macro_rules! floats {
        ($($d:ident $a:ident $c:ident $k:literal $since:literal $tile:ident;)*) => { $(
            if [d, a, c_type] == [ty!($d), ty!($a), ty!($c)] {
                let (left, right) = (array::<_, 8, _>(left, |x| x as _), array::<_, _, 8>(right, |x| x as _));
                return Some(accumulator!(@d $d &tile::$tile(&left, &right, &accumulator!($c c), sm)));
            }
        )* };
    }
    wmma_forms!(floats);
    macro_rules! integers {
        ($($a:ident $tile:ident;)*) => { $(
            if a == ty!($a) {
                let (left, right) = (array::<_, 8, _>(left, |x| x as _), array::<_, _, 8>(right, |x| x as _));
                let c = array(c, |x| x as i32);
                return Some(accumulator!(@d s32 &tile::$tile(&left, &right, &c, form.limit())));
            }
        )* };
    }
    wmma_integer_forms!(integers);
    None
}

/// Returns the numbers of rows and columns of the tile with which a form is tested.
fn size(form: Form) -> [usize; 2] {
    match form.instruction() {
        Instruction::Wgmma => [64, 8],
        Instruction::Wmma => [8, 8],
        Instruction::Mma | Instruction::Tcgen05 => [16, 8],
    }
}

#[test]
fn tiles_compute_elements() {
    let mut g = Random(33);
    let mut without = Vec::new();
    let mut count = 0;
    for &form in Form::all() {
        let dense =
            form.instruction() == Instruction::Mma && !form.is_sparse() && form.scales().is_none();
        if dense {
            continue;
        }
        let targets = [70, 75, 80, 89, 90, 100, 120].map(Sm).into_iter();
        for sm in targets.filter(|sm| form.runs_on(*sm)) {
            for near in [true, true, false] {
                let mut x = Tile::random(form, near, &mut g);
                let [rows, columns] = size(form);
                for matrix in [&mut x.plain.a, &mut x.plain.c, &mut x.metadata, &mut x.scales[0]] {
                    matrix.truncate(rows);
                }
                for row in x.plain.b.iter_mut().chain(&mut x.plain.c) {
                    row.truncate(columns);
                }
                match run(&x, sm) {
                    Some(found) => assert_eq!(found, x.elements(sm), "{} {sm:?}", name(form)),
                    None => without.push(form),
                }
                count += 1;
            }
        }
    }
    // The forms of `wmma` on `.f64`, 4-bit integers or single bits have M = N = 8. No function is named after these
    // forms; users call the functions named after `mma`.
    let has_function =
        |form: &&Form| !(form.instruction() == Instruction::Wmma && form.shape()[..2] == [8, 8]);
    assert_eq!(without.iter().find(has_function), None);
    assert!(count > 1800, "{count} tiles");
}

/// A row of `mma_more_vectors.tsv`. The file has measured and computed results.
pub(super) struct Row<'a> {
    pub(super) text: &'a str,
    pub(super) form: Form,
    pub(super) sm: Sm,
    /// The row of A, the column of B, the metadata, the scales of A, and the scales of B.
    pub(super) operands: [Vec<u64>; 5],
    pub(super) c: u64,
    pub(super) d: u64,
}

/// Reads the lines of `mma_more_vectors.tsv` that functions on tiles can compute: the lines that add C and negate no
/// operand. Sorts the lines by forms and targets.
pub(super) fn rows() -> Vec<Row<'static>> {
    let parse = |text: &str, width: usize| -> Vec<u64> {
        let digits = text.as_bytes().chunks(width).map(|x| std::str::from_utf8(x).unwrap());
        digits.map(|x| u64::from_str_radix(x, 16).unwrap()).collect()
    };
    let text = include_str!("../../../tests/data/mma_more_vectors.tsv");
    let mut rows = Vec::new();
    for text in text.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = text.split('\t').collect();
        let [_, target, name, a, b, c, d, optional, _] = fields[..] else { panic!("{text}") };
        if ["ia=", "ib=", "sd="].iter().any(|key| optional.contains(key)) {
            continue;
        }
        let form = named(name).unwrap_or_else(|| panic!("{text}"));
        let value = |key: &str| {
            let part =
                optional.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
            part.unwrap_or_default()
        };
        let [_, _, k] = form.shape().map(usize::from);
        let mut operands = [
            parse(a, form.element_bits(Operand::A) as usize / 4),
            parse(b, form.element_bits(Operand::B) as usize / 4),
            parse(value("e"), 1),
            parse(value("sa"), 2),
            parse(value("sb"), 2),
        ];
        operands[0].resize(form.stored().into(), 0);
        operands[1].resize(k, 0);
        let sm = Sm(target.trim_start_matches("sm_").parse().unwrap());
        let [c, d] = [c, d].map(|x| u64::from_str_radix(x, 16).unwrap());
        rows.push(Row { text, form, sm, operands, c, d });
    }
    rows.sort_by_key(|row| (name(row.form), row.sm));
    rows
}

/// Builds the operands of one tile from rows of `mma_more_vectors.tsv`. Each `rows[i]` provides row i of A and column i
/// of B, so the diagonal of D has the results of the file.
fn diagonals(rows: &[Row<'_>]) -> Tile {
    let form = rows[0].form;
    let count = form.scales().map_or(0, |scales| scales.vector.count());
    let [m, n] = size(form);
    let [_, _, k] = form.shape().map(usize::from);
    let mut x = Tile {
        plain: Matrices {
            form,
            a: vec![vec![0; form.stored().into()]; m],
            b: vec![vec![0; n]; k],
            c: vec![vec![0; n]; m],
        },
        metadata: vec![vec![4; form.chunks()]; m],
        scales: [vec![vec![0; count]; m], vec![vec![0; count]; n]],
    };
    for (i, row) in rows.iter().enumerate() {
        let [a, b, e, sa, sb] = &row.operands;
        x.plain.a[i].clone_from(a);
        for (to, from) in x.plain.b.iter_mut().zip(b) {
            to[i] = *from;
        }
        x.plain.c[i][i] = row.c;
        x.metadata[i].clone_from(e);
        x.scales[0][i].clone_from(sa);
        x.scales[1][i].clone_from(sb);
    }
    x
}

#[test]
fn tiles_reproduce_the_rows() {
    let rows = rows();
    let mut count = 0;
    for same in rows.chunk_by(|x, y| (x.form, x.sm) == (y.form, y.sm)) {
        for part in same.chunks(8) {
            let x = diagonals(part);
            let found =
                run(&x, x.plain.form.since().max(part[0].sm)).expect("a form with a function");
            for (i, row) in part.iter().enumerate() {
                assert_eq!(found[i][i], row.d, "{}", row.text);
                count += 1;
            }
        }
    }
    // The file has 10,000 rows, of which 116 negate an operand or do not add C.
    assert_eq!(count, 9884);
}
