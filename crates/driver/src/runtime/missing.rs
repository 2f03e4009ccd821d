//! The functions of the Runtime API that are not implemented. Each returns `cudaErrorNotSupported`, and the summary of
//! `ptx-bits driver` names it.

use super::noted;
#[cfg(test)]
use crate::border::Function;
use crate::code::NOT_SUPPORTED;

/// Defines functions of any parameters, which the C calling conventions of 64-bit Linux permit.
macro_rules! missing {
    ($($name:ident)*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name() -> i32 {
                noted(|| {
                    let _ = crate::report::missing(stringify!($name));
                    Err(NOT_SUPPORTED)
                })
            }
        )*

        /// The functions of this file.
        #[cfg(test)]
        pub(super) static FUNCTIONS: &[Function] = &[$( Function(stringify!($name), $name as *const (), &[]), )*];
    };
}
missing! {
    cudaArrayGetInfo cudaArrayGetMemoryRequirements cudaArrayGetPlane cudaArrayGetSparseProperties cudaChooseDevice
    cudaCreateSurfaceObject cudaCreateTextureObject cudaCtxResetPersistingL2Cache cudaDestroyExternalMemory
    cudaDestroyExternalSemaphore cudaDestroySurfaceObject cudaDestroyTextureObject cudaDevResourceGenerateDesc
    cudaDevSmResourceSplit cudaDevSmResourceSplitByCount cudaDeviceDisablePeerAccess cudaDeviceEnablePeerAccess
    cudaDeviceFlushGPUDirectRDMAWrites cudaDeviceGetByPCIBusId cudaDeviceGetDevResource cudaDeviceGetExecutionCtx
    cudaDeviceGetGraphMemAttribute cudaDeviceGetHostAtomicCapabilities cudaDeviceGetNvSciSyncAttributes
    cudaDeviceGetP2PAtomicCapabilities cudaDeviceGetP2PAttribute cudaDeviceGetSharedMemConfig
    cudaDeviceGetTexture1DLinearMaxWidth cudaDeviceGraphMemTrim cudaDeviceRegisterAsyncNotification
    cudaDeviceSetGraphMemAttribute cudaDeviceSetMemPool cudaDeviceUnregisterAsyncNotification
    cudaEGLStreamConsumerAcquireFrame cudaEGLStreamConsumerConnect cudaEGLStreamConsumerConnectWithFlags
    cudaEGLStreamConsumerDisconnect cudaEGLStreamConsumerReleaseFrame cudaEGLStreamProducerConnect
    cudaEGLStreamProducerDisconnect cudaEGLStreamProducerPresentFrame cudaEGLStreamProducerReturnFrame
    cudaEventCreateFromEGLSync cudaExecutionCtxDestroy cudaExecutionCtxGetDevResource cudaExecutionCtxGetDevice
    cudaExecutionCtxGetId cudaExecutionCtxRecordEvent cudaExecutionCtxStreamCreate cudaExecutionCtxSynchronize
    cudaExecutionCtxWaitEvent cudaExternalMemoryGetMappedBuffer cudaExternalMemoryGetMappedMipmappedArray cudaFreeArray
    cudaFreeMipmappedArray cudaGLGetDevices cudaGLMapBufferObject cudaGLMapBufferObjectAsync cudaGLRegisterBufferObject
    cudaGLSetBufferObjectMapFlags cudaGLSetGLDevice cudaGLUnmapBufferObject cudaGLUnmapBufferObjectAsync
    cudaGLUnregisterBufferObject cudaGetChannelDesc cudaGetMipmappedArrayLevel cudaGetSurfaceObjectResourceDesc
    cudaGetTextureObjectResourceDesc cudaGetTextureObjectResourceViewDesc cudaGetTextureObjectTextureDesc
    cudaGraphAddExternalSemaphoresSignalNode cudaGraphAddExternalSemaphoresWaitNode cudaGraphChildGraphNodeGetGraph
    cudaGraphConditionalHandleCreate cudaGraphConditionalHandleCreate_v2 cudaGraphDebugDotPrint
    cudaGraphEventRecordNodeGetEvent cudaGraphEventRecordNodeSetEvent cudaGraphEventWaitNodeGetEvent
    cudaGraphEventWaitNodeSetEvent cudaGraphExecChildGraphNodeSetParams cudaGraphExecEventRecordNodeSetEvent
    cudaGraphExecEventWaitNodeSetEvent cudaGraphExecExternalSemaphoresSignalNodeSetParams
    cudaGraphExecExternalSemaphoresWaitNodeSetParams cudaGraphExecGetId cudaGraphExternalSemaphoresSignalNodeGetParams
    cudaGraphExternalSemaphoresSignalNodeSetParams cudaGraphExternalSemaphoresWaitNodeGetParams
    cudaGraphExternalSemaphoresWaitNodeSetParams cudaGraphGetId cudaGraphHostNodeGetParams
    cudaGraphKernelNodeCopyAttributes cudaGraphKernelNodeGetAttribute cudaGraphKernelNodeGetParams
    cudaGraphKernelNodeSetAttribute cudaGraphMemAllocNodeGetParams cudaGraphMemFreeNodeGetParams
    cudaGraphMemcpyNodeGetParams cudaGraphMemsetNodeGetParams cudaGraphNodeGetEnabled cudaGraphNodeGetLocalId
    cudaGraphNodeGetParams cudaGraphNodeGetToolsId cudaGraphNodeSetEnabled cudaGraphicsEGLRegisterImage
    cudaGraphicsGLRegisterBuffer cudaGraphicsGLRegisterImage cudaGraphicsMapResources
    cudaGraphicsResourceGetMappedEglFrame cudaGraphicsResourceGetMappedMipmappedArray
    cudaGraphicsResourceGetMappedPointer cudaGraphicsResourceSetMapFlags cudaGraphicsSubResourceGetMappedArray
    cudaGraphicsUnmapResources cudaGraphicsUnregisterResource cudaGraphicsVDPAURegisterOutputSurface
    cudaGraphicsVDPAURegisterVideoSurface cudaGreenCtxCreate cudaImportExternalMemory cudaImportExternalSemaphore
    cudaIpcCloseMemHandle cudaIpcGetEventHandle cudaIpcGetMemHandle cudaIpcOpenEventHandle cudaIpcOpenMemHandle
    cudaLibraryGetUnifiedFunction cudaLogsCurrent cudaLogsDumpToFile cudaLogsDumpToMemory cudaLogsRegisterCallback
    cudaLogsUnregisterCallback cudaMalloc3DArray cudaMallocArray cudaMallocMipmappedArray
    cudaMemDiscardAndPrefetchBatchAsync cudaMemDiscardBatchAsync cudaMemGetDefaultMemPool cudaMemGetLocationInfo
    cudaMemGetMemPool cudaMemPoolExportPointer cudaMemPoolExportToShareableHandle cudaMemPoolImportFromShareableHandle
    cudaMemPoolImportPointer cudaMemPrefetchBatchAsync cudaMemRangeGetAttribute cudaMemRangeGetAttributes
    cudaMemSetMemPool cudaMemcpy2DArrayToArray cudaMemcpy2DFromArray cudaMemcpy2DFromArrayAsync cudaMemcpy2DToArray
    cudaMemcpy2DToArrayAsync cudaMemcpy3DBatchAsync cudaMemcpy3DPeer cudaMemcpy3DPeerAsync
    cudaMemcpy3DWithAttributesAsync cudaMemcpyArrayToArray cudaMemcpyBatchAsync cudaMemcpyFromArray
    cudaMemcpyFromArrayAsync cudaMemcpyToArray cudaMemcpyToArrayAsync cudaMemcpyWithAttributesAsync cudaMemset3D
    cudaMemset3DAsync cudaMipmappedArrayGetMemoryRequirements cudaMipmappedArrayGetSparseProperties
    cudaOccupancyAvailableDynamicSMemPerBlock cudaOccupancyMaxActiveClusters cudaOccupancyMaxPotentialClusterSize
    cudaSetValidDevices cudaSignalExternalSemaphoresAsync cudaStreamAttachMemAsync cudaStreamBeginRecaptureToGraph
    cudaStreamGetAttribute cudaStreamGetDevResource cudaStreamSetAttribute cudaSubgridCreate
    cudaSubgridWorkerGridCreate cudaSubgridWorksetCreate cudaVDPAUGetDevice cudaVDPAUSetVDPAUDevice
    cudaWaitExternalSemaphoresAsync
}
