// A program of the CUDA Runtime API: constants, variables, templates, managed memory, printf, events, graphs and, with an
// argument, a fault.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) do { cudaError_t code = (call); if (code != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorString(code)); exit(1); } } while (0)

__constant__ float factors[4];
__device__ unsigned counter;

template <typename T> __global__ void saxpy(unsigned count, T a, const T *x, T *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        y[i] = a * x[i] + y[i];
        atomicAdd(&counter, 1);
    }
}

__global__ void scaled(float *x) { x[threadIdx.x] *= factors[threadIdx.x % 4]; }

__global__ void hello(int number)
{
    extern __shared__ int words[];
    words[threadIdx.x] = number + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) printf("hello %d %s %.1f\n", words[1], "device", 1.5);
}

int main(int count, char **)
{
    const unsigned n = 1000;
    float host[n], *x, *y;
    for (unsigned i = 0; i < n; i++) host[i] = (float)i;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&y, n * sizeof(float)));
    CHECK(cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice));
    for (unsigned i = 0; i < n; i++) y[i] = 1;
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(start));
    saxpy<float><<<(n + 255) / 256, 256>>>(n, 2.0f, x, y);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    for (unsigned i = 0; i < n; i++) if (y[i] != 2 * i + 1) { printf("y[%u] is %f\n", i, y[i]); return 1; }
    unsigned counted;
    CHECK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
    if (counted != n) { printf("counter is %u\n", counted); return 1; }

    const float given[4] = {1, 2, 3, 4};
    CHECK(cudaMemcpyToSymbol(factors, given, sizeof given));
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    scaled<<<1, 4, 0, stream>>>(y);
    scaled<<<1, 4, 0, stream>>>(y);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, stream));
    CHECK(cudaStreamSynchronize(stream));
    if (y[1] != 12 || y[3] != 112) { printf("y is %f %f\n", y[1], y[3]); return 1; }

    hello<<<1, 32, 32 * sizeof(int)>>>(41);
    CHECK(cudaDeviceSynchronize());
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("%s %d.%d %d\n", properties.name, properties.major, properties.minor, properties.multiProcessorCount);
    scaled<<<1, 2000>>>(y);
    if (cudaGetLastError() != cudaErrorInvalidConfiguration) { printf("2000 threads\n"); return 1; }
    CHECK(cudaFree(x));
    if (count > 1) {
        saxpy<float><<<1, 32>>>(32, 2.0f, x, y);
        if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) { printf("no fault\n"); return 1; }
        if (cudaMalloc(&x, 4) != cudaErrorIllegalAddress) { printf("not sticky\n"); return 1; }
    }
    printf("passed\n");
    return 0;
}
