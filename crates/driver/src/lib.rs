//! C functions that run PTX kernels on the host, and a CUDA driver library without a GPU.
//!
//! The library has three interfaces:
//!
//! * `ptx_run` and `ptx_bits_run` run one kernel of a PTX text on memory of the process (`include/ptx_bits.h`);
//! * the functions of the CUDA Driver API, for programs that load `libcuda.so.1`;
//! * the functions of the CUDA Runtime API that programs of `nvcc -cudart shared` call.
//!
//! The interfaces were written from NVIDIA's public documentation. Functions of the Driver API that are not implemented
//! exist and return `CUDA_ERROR_NOT_SUPPORTED`. There are no private tables (`cuGetExportTable`).
//!
//! A pointer or handle comes from C, so most functions here are unsafe. Pointers are read and written in `pointer.rs` and
//! `arena.rs`. No function unwinds or aborts: `border.rs` catches panics.
#![cfg(target_os = "linux")]

mod api;
mod arena;
mod attributes;
mod border;
mod c;
mod capture;
mod code;
mod graph;
mod image;
mod operation;
mod pointer;
mod print;
mod report;
mod runtime;
mod settings;
mod state;
mod structs;
mod user_object;

#[cfg(test)]
mod handles;
#[cfg(test)]
mod launched;
#[cfg(test)]
mod layout;
