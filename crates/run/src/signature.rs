//! The signatures of kernels.

use crate::name;
use ptx_isa::Type;
use std::fmt;

/// The name and parameters of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the kernel.
    pub name: String,
    /// The parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// The number of threads that `.reqntid` requires for a block.
    pub required_threads: Option<[u32; 3]>,
    /// The number of blocks that `.reqnctapercluster` requires for a cluster.
    pub required_cluster: Option<[u32; 3]>,
    /// Whether `.explicitcluster` demands that the launch names the size of its clusters.
    pub needs_cluster: bool,
    /// The maximum number of threads that `.maxntid` allows for a block.
    pub most_threads: Option<u32>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter.
    pub ty: ParameterType,
    /// The alignment in bytes.
    pub alignment: usize,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// A scalar of this type.
    Scalar(Type),
    /// A struct with this number of bytes.
    Bytes(usize),
}

impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(ty) => write!(f, "`.{}`", ty.word()),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

impl Parameter {
    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self.ty {
            ParameterType::Scalar(ty) => ty.bits() as usize / 8,
            ParameterType::Bytes(bytes) => bytes,
        }
    }
}

impl Signature {
    /// Returns the C++ declaration without the result: `saxpy(int, float, float*, float*)`. Returns `None` if the name is
    /// not a mangled C++ name.
    ///
    /// ```
    /// let text = ".version 8.0\n.target sm_80\n.entry _Z5saxpyifPfS_() { ret; }";
    /// let module = ptx_run::Module::new("saxpy.ptx", text)?;
    /// let declaration = module.kernels()[0].cpp();
    /// assert_eq!(declaration.as_deref(), Some("saxpy(int, float, float*, float*)"));
    /// # Ok::<(), ptx_run::Error>(())
    /// ```
    #[must_use]
    pub fn cpp(&self) -> Option<String> {
        name::demangled(&self.name)
    }

    /// Returns the signature with the declaration in C++: `_Z1kf(.f32 a), in C++ k(float)`.
    #[must_use]
    pub fn listed(&self) -> String {
        match self.cpp() {
            Some(declaration) => format!("{self}, in C++ {declaration}"),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for Signature {
    /// Prints the name with the parameters: `saxpy(.f32 a, .u64 x)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (i, parameter) in self.parameters.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match parameter.ty {
                ParameterType::Scalar(ty) => write!(f, "{comma}.{} {}", ty.word(), parameter.name)?,
                ParameterType::Bytes(bytes) => {
                    write!(f, "{comma}.b8 {}[{bytes}]", parameter.name)?;
                }
            }
        }
        f.write_str(")")
    }
}

/// Returns the number of bytes before the parameters of a kernel of machine code. With these bytes, a parameter has the
/// alignment that it has in its constant bank.
#[cfg(feature = "machine-code")]
pub(crate) fn before_parameters(kernel: &ptx_sass::Kernel) -> usize {
    /// The largest alignment: that of a tensor map.
    const ALIGNMENT: usize = 128;
    kernel.parameters_at % ALIGNMENT
}

/// Returns the signature of a kernel of machine code.
#[cfg(feature = "machine-code")]
pub(crate) fn of_machine(kernel: &ptx_sass::Kernel) -> Signature {
    let before = before_parameters(kernel);
    let mut end = before;
    let parameters = kernel.parameters.iter().enumerate().map(|(number, parameter)| {
        // The file has offsets and no alignments.
        let alignments = (0..8).map(|shift| 1 << shift);
        let start = before + parameter.offset;
        let fits = |alignment: &usize| usize::next_multiple_of(end, *alignment) == start;
        let alignment = alignments.into_iter().find(fits).unwrap_or(1);
        end = start + parameter.size;
        let ty = ParameterType::Bytes(parameter.size);
        Parameter { name: format!("parameter_{number}"), ty, alignment }
    });
    Signature {
        name: kernel.name.clone(),
        parameters: parameters.collect(),
        required_threads: kernel.required_threads,
        required_cluster: kernel.required_cluster,
        needs_cluster: false,
        most_threads: kernel.most_threads,
    }
}
