//! Names of C++ kernels. A C++ compiler mangles a kernel's name: `saxpy(int, float, float*, float*)` is
//! `_Z5saxpyifPfS_` in PTX.

#[cfg(feature = "demangle")]
mod demangle;

/// Returns the C++ declaration of a mangled name: `saxpy(int, float, float*, float*)`. Returns `None` if the name is not
/// mangled.
pub(crate) fn demangled(name: &str) -> Option<String> {
    with(name, true)
}

/// Returns the C++ declaration of a mangled name, with or without its parameters.
#[cfg(feature = "demangle")]
fn with(name: &str, has_parameters: bool) -> Option<String> {
    demangle::with(name, has_parameters)
}

/// Without the feature `demangle`, no name has a C++ declaration.
#[cfg(not(feature = "demangle"))]
fn with(_: &str, _: bool) -> Option<String> {
    None
}

/// Returns the C++ name without namespaces and parameters: `saxpy`, `typed<float>`. Returns `None` if the name is not
/// mangled.
pub(crate) fn plain(name: &str) -> Option<String> {
    let whole = without_parameters(name)?;
    Some(without_tags(&whole[starts(&whole).last()?..]).into())
}

fn without_parameters(name: &str) -> Option<String> {
    with(name, false)
}

/// Returns whether `wanted` is a C++ name of the mangled `name`. Namespaces and parameters may be omitted: `saxpy`,
/// `blas::saxpy`, `saxpy(int, float, float*, float*)`. An instance of a template is named with its arguments:
/// `typed<float>`. Blanks have no meaning.
pub(crate) fn is_name(name: &str, wanted: &str) -> bool {
    let blank = |text: &str| const_last(text).replace(' ', "");
    let wanted = blank(wanted);
    let all = [demangled(name), without_parameters(name)].into_iter().flatten();
    all.map(|text| blank(&text)).any(|text| {
        let mut parts = starts(&text).map(|start| &text[start..]);
        parts.any(|part| part == wanted || without_tags(part) == wanted)
    })
}

/// Returns a declaration with each `const` after its type, where demangled names have it: `f(double const*)` for
/// `f(const double*)`.
fn const_last(text: &str) -> String {
    let mut moved = String::new();
    let mut rest = text;
    while let Some(end) = rest.find(['(', ',', '<']) {
        let (before, after) = rest.split_at(end + 1);
        moved += before;
        rest = after.trim_start();
        if let Some(of) = rest.strip_prefix("const ") {
            let end = of.find(['*', '&', ',', ')', '<', '>']).unwrap_or(of.len());
            moved += of[..end].trim();
            moved += " const";
            rest = &of[end..];
        }
    }
    moved + rest
}

/// Returns whether the mangled `name` is an instance of the template `wanted`: `typed`, `a::typed`.
pub(crate) fn is_instance(name: &str, wanted: &str) -> bool {
    let Some(text) = without_parameters(name) else { return false };
    let last = starts(&text).last().unwrap_or(0);
    let Some(end) = text[last..].find('<') else { return false };
    starts(&text).any(|start| text[start..last + end] == *wanted)
}

/// Returns the shortest C++ name of `kernel` that none of the `others` has.
pub(crate) fn distinct<'n>(
    kernel: &str,
    others: impl Iterator<Item = &'n str> + Clone,
) -> Option<String> {
    let all = [plain(kernel), without_parameters(kernel), demangled(kernel)].into_iter().flatten();
    let is_distinct = |text: &String| {
        !others.clone().any(|other| is_name(other, text) || is_instance(other, text))
    };
    all.into_iter().find(is_distinct)
}

/// Returns a name without its ABI tags, `[abi:v1]`. Numba adds one to every name.
fn without_tags(text: &str) -> &str {
    text.find("[abi:").map_or(text, |end| &text[..end])
}

/// Returns where the parts of a name start, which `::` separates outside of brackets.
fn starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    let after = bytes.iter().enumerate().filter_map(move |(i, byte)| {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && i > 0 && bytes[i - 1..].starts_with(b"::")).then_some(i + 1)
    });
    std::iter::once(0).chain(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mangled names are those of nvcc 13.5 for these declarations. The last one has the form of Numba's names.
    #[test]
    fn a_part_of_the_declaration_names_a_kernel() {
        for (name, wanted) in [
            ("_Z5saxpyifPfS_", "saxpy"),
            ("_Z5saxpyifPfS_", "saxpy(int, float, float*, float*)"),
            ("_ZN36_GLOBAL__N__9e5bfa72_4_k_cu_0cd90e4b6hiddenEPf", "hidden"),
            ("_ZN1a1b4deepEPf", "deep"),
            ("_ZN1a1b4deepEPf", "b::deep"),
            ("_ZN1a1b4deepEPf", "a::b::deep(float *)"),
            ("_Z3addPKdS0_Pdj", "add(const double*, const double *, double*, unsigned int)"),
            ("_Z3addPKdS0_Pdj", "add(double const*, double const*, double*, unsigned int)"),
            ("_ZN1a1b5typedIfLi4EEEvPT_", "typed<float, 4>"),
            ("_ZN1a1b5typedIfLi4EEEvPT_", "a::b::typed<float,4>"),
            ("_ZN1a1b6nestedIfEEvNS0_1SINS2_IT_EEEEPS3_", "nested<float>"),
            ("_Z4packIJifN1a1b1SIiEEEEvPfDpT_", "pack<int, float, a::b::S<int>>"),
            ("_ZN8__main__4axpyB2v1Efff", "axpy"),
        ] {
            assert!(is_name(name, wanted), "{name} {wanted} {:?}", demangled(name));
        }
        for (name, wanted) in [
            ("_Z5saxpyifPfS_", "axpy"),
            ("_Z5saxpyifPfS_", ""),
            ("_Z5saxpyifPfS_", "float*"),
            ("_ZN1a1b4deepEPf", "a::deep"),
            ("_ZN1a1b4deepEPf", "b"),
            ("_ZN1a1b5typedIfLi4EEEvPT_", "typed<double, 4>"),
            ("_ZN1a1b5typedIfLi4EEEvPT_", "typed"),
            ("_Z4packIJifN1a1b1SIiEEEEvPfDpT_", "S<int>>"),
            ("saxpy", "saxpy"),
            ("_Z", ""),
            ("_Z5sax", "sax"),
        ] {
            assert!(!is_name(name, wanted), "{name} {wanted} {:?}", demangled(name));
        }
    }

    #[test]
    fn instances_have_their_template() {
        let (float, double) = ("_ZN1a1b5typedIfLi4EEEvPT_", "_ZN1a1b5typedIdLi4EEEvPT_");
        for wanted in ["typed", "b::typed", "a::b::typed"] {
            assert!(is_instance(float, wanted), "{wanted}");
        }
        assert!(!is_instance(float, "a::typed") && !is_instance("_ZN1a1b4deepEPf", "deep"));
        let distinct = |one, other: &str| distinct(one, [other].into_iter());
        assert_eq!(distinct(float, double).as_deref(), Some("typed<float, 4>"));
        assert_eq!(distinct("_ZN1a1vEPj", "_ZN1b1vEPj").as_deref(), Some("a::v"));
        assert_eq!(distinct("_Z3twoi", "_Z3twof").as_deref(), Some("two(int)"));
        assert_eq!(distinct("_Z3twoi", "_Z3twoi"), None);
    }

    /// Tests a name in which each type is a pair of the type before it.
    #[test]
    fn a_short_name_of_a_long_text_has_no_declaration() {
        let pairs = |count: usize| {
            let digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".chars();
            let twice = digits.map(|digit| format!("S_IS{digit}_S{digit}_E"));
            format!("_Z1k4pairIiiE{}", twice.take(count).collect::<String>())
        };
        assert!(demangled(&pairs(4)).is_some_and(|text| text.len() > 100));
        assert_eq!(demangled(&pairs(30)), None);
    }

    #[test]
    fn a_declaration_has_a_plain_name() {
        assert_eq!(plain("_ZN1a1b5typedIfLi4EEEvPT_").as_deref(), Some("typed<float, 4>"));
        assert_eq!(plain("_ZN8__main__4axpyB2v1Efff").as_deref(), Some("axpy"));
        assert_eq!(plain("typed"), None);
    }
}
