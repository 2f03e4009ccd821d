//! Compares the structs with those of nvcc. Skipped where `CUDA_HOME` names no toolkit.

use crate::runtime::{execution, memory, properties};
use crate::structs::*;
use std::mem::offset_of;
use std::process::Command;

/// A line of C++ that fails to compile if a size differs.
fn size<T>(name: &str) -> String {
    format!("static_assert(sizeof({name}) == {}, \"size\");", size_of::<T>())
}

macro_rules! offsets {
    ($name:literal, $ty:ty, $($theirs:literal = $own:ident),* $(,)?) => {
        [
            size::<$ty>($name),
            $( format!(concat!("static_assert(offsetof(", $name, ", ", $theirs, ") == {}, \"{}\");"),
                offset_of!($ty, $own), $theirs), )*
        ]
        .concat()
    };
}

#[test]
#[cfg_attr(miri, ignore = "runs a compiler")]
fn structs_are_those_of_the_compiler() {
    let Some(home) = std::env::var_os("CUDA_HOME").map(std::path::PathBuf::from) else {
        eprintln!("skipped: CUDA_HOME is not set");
        return;
    };
    let lines = [
        "#include <cstddef>\n#include <cuda.h>\n#include <cuda_runtime_api.h>\n".to_string(),
        offsets!(
            "CUDA_MEMCPY2D",
            Copy2d,
            "srcXInBytes" = source_x,
            "srcHost" = source_host,
            "srcPitch" = source_pitch,
            "dstXInBytes" = target_x,
            "dstDevice" = target_device,
            "dstPitch" = target_pitch,
            "WidthInBytes" = width,
            "Height" = height
        ),
        offsets!(
            "CUDA_MEMCPY3D",
            Copy3d,
            "srcZ" = source_z,
            "srcHost" = source_host,
            "srcDevice" = source_device,
            "srcPitch" = source_pitch,
            "srcHeight" = source_height,
            "dstXInBytes" = target_x,
            "dstHost" = target_host,
            "dstDevice" = target_device,
            "dstPitch" = target_pitch,
            "WidthInBytes" = width,
            "Depth" = depth
        ),
        offsets!(
            "CUlaunchConfig",
            LaunchConfig,
            "blockDimX" = threads,
            "sharedMemBytes" = shared,
            "hStream" = stream,
            "attrs" = attributes,
            "numAttrs" = count
        ),
        offsets!("CUlaunchAttribute", LaunchAttribute, "id" = id, "value" = value),
        offsets!(
            "CUDA_KERNEL_NODE_PARAMS_v1",
            KernelNode,
            "func" = function,
            "blockDimX" = threads,
            "sharedMemBytes" = shared,
            "kernelParams" = parameters,
            "extra" = extra
        ),
        offsets!(
            "CUDA_KERNEL_NODE_PARAMS_v2",
            KernelNodeOfKernel,
            "kern" = kernel,
            "ctx" = context
        ),
        offsets!(
            "CUDA_MEMSET_NODE_PARAMS",
            SetNode,
            "dst" = target,
            "pitch" = pitch,
            "value" = value,
            "elementSize" = element,
            "width" = width,
            "height" = height
        ),
        offsets!(
            "CUDA_GRAPH_INSTANTIATE_PARAMS",
            InstantiateParameters,
            "hUploadStream" = stream,
            "hErrNode_out" = node,
            "result_out" = result
        ),
        offsets!(
            "CUgraphExecUpdateResultInfo",
            UpdateResult,
            "errorNode" = node,
            "errorFromNode" = from
        ),
        offsets!("CUDA_HOST_NODE_PARAMS", HostNode, "fn" = function, "userData" = data),
        offsets!(
            "CUDA_MEM_ALLOC_NODE_PARAMS_v1",
            AllocNode,
            "accessDescs" = access,
            "bytesize" = bytes,
            "dptr" = address
        ),
        offsets!("CUgraphNodeParams", NodeParameters, "type" = kind, "kernel" = content),
        offsets!("cudaGraphNodeParams", NodeParameters, "type" = kind, "kernel" = content),
        "static_assert(offsetof(CUDA_MEMCPY_NODE_PARAMS, copyParams) == 16, \"\");".into(),
        "static_assert(offsetof(cudaMemcpyNodeParams, copyParams) == 16, \"\");".into(),
        offsets!(
            "cudaKernelNodeParams",
            KernelNode,
            "func" = function,
            "blockDim" = threads,
            "sharedMemBytes" = shared,
            "kernelParams" = parameters,
            "extra" = extra
        ),
        offsets!(
            "cudaMemsetParams",
            SetNode,
            "dst" = target,
            "pitch" = pitch,
            "value" = value,
            "elementSize" = element,
            "width" = width,
            "height" = height
        ),
        offsets!("cudaHostNodeParams", HostNode, "fn" = function, "userData" = data),
        offsets!(
            "cudaMemAllocNodeParams",
            AllocNode,
            "accessDescs" = access,
            "bytesize" = bytes,
            "dptr" = address
        ),
        offsets!(
            "cudaGraphInstantiateParams",
            InstantiateParameters,
            "uploadStream" = stream,
            "errNode_out" = node,
            "result_out" = result
        ),
        offsets!(
            "cudaGraphExecUpdateResultInfo",
            UpdateResult,
            "errorNode" = node,
            "errorFromNode" = from
        ),
        offsets!(
            "CUmemPoolProps",
            PoolProperties,
            "handleTypes" = handles,
            "location" = location,
            "maxSize" = most_bytes,
            "usage" = usage
        ),
        offsets!(
            "CUdevprop",
            DeviceProperties,
            "maxGridSize" = most_grid,
            "SIMDWidth" = warp,
            "textureAlign" = texture_alignment
        ),
        offsets!(
            "cudaPointerAttributes",
            memory::PointerAttributes,
            "device" = device,
            "devicePointer" = device_pointer,
            "hostPointer" = host_pointer
        ),
        size::<memory::Region>("cudaExtent"),
        size::<[u32; 16]>("CUlaunchAttributeValue"),
        offsets!("cudaPitchedPtr", memory::Pitched, "pitch" = pitch, "ysize" = height),
        offsets!(
            "cudaMemcpy3DParms",
            memory::RuntimeCopy3d,
            "srcPos" = source_at,
            "srcPtr" = source,
            "dstArray" = target_array,
            "dstPtr" = target,
            "extent" = extent,
            "kind" = kind
        ),
        offsets!(
            "cudaLaunchConfig_t",
            execution::RuntimeConfig,
            "blockDim" = threads,
            "dynamicSmemBytes" = shared,
            "stream" = stream,
            "attrs" = attributes,
            "numAttrs" = count
        ),
        "static_assert(offsetof(cudaFuncAttributes, preferredShmemCarveout) == ".into(),
        format!("{}, \"\");", offset_of!(execution::FunctionAttributes, carveout)),
        "\n#if CUDART_VERSION >= 13000\n".into(),
        offsets!(
            "cudaDeviceProp",
            properties::Properties,
            "totalConstMem" = constant,
            "major" = capability,
            "multiProcessorCount" = multiprocessors,
            "surfaceAlignment" = surface_alignment,
            "asyncEngineCount" = engines,
            "sharedMemPerMultiprocessor" = shared_together,
            "cooperativeLaunch" = cooperative,
            "sharedMemPerBlockOptin" = tail,
            "deviceNumaId" = numa,
            "gpuPciDeviceID" = pci
        ),
        "\n#else\n".into(),
        offsets!(
            "cudaDeviceProp",
            properties::Properties12,
            "totalConstMem" = constant,
            "major" = capability,
            "multiProcessorCount" = multiprocessors,
            "surfaceAlignment" = surface_alignment,
            "asyncEngineCount" = engines,
            "sharedMemPerMultiprocessor" = shared_together,
            "cooperativeLaunch" = cooperative,
            "sharedMemPerBlockOptin" = tail
        ),
        "\n#endif\n".into(),
    ];
    let folder = std::env::temp_dir().join(format!("ptx-driver-layout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("layout.cpp");
    std::fs::write(&file, lines.concat()).expect("a file");
    let include = home.join("include");
    let compiled = Command::new("c++")
        .args(["-fsyntax-only", "-std=c++17", "-I"])
        .arg(include)
        .arg(&file)
        .output();
    let compiled = compiled.expect("a C++ compiler");
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}
