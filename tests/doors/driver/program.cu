// A program of the CUDA Runtime API: constants, variables, templates, managed memory, printf, events, graphs, resets and,
// with an argument, a fault.
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

void add_100(void *data) { *(float *)data += 100; }
void count_up(void *data) { ++*(int *)data; }

// A graph of nodes: a constant, a fill, two launches, a copy and a host function. The kernels do not depend on each other by
// the order in which they are added.
void build_graph()
{
    float *x, host[4] = {0, 0, 0, 0};
    const float given[4] = {2, 3, 4, 5};
    int destroyed = 0;
    CHECK(cudaMalloc(&x, sizeof host));
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t constant, filled, last, first, copied, hosted;
    CHECK(cudaGraphAddMemcpyNodeToSymbol(&constant, graph, nullptr, 0, factors, given, sizeof given, 0, cudaMemcpyHostToDevice));
    cudaMemsetParams fill = {};
    fill.dst = x, fill.elementSize = 4, fill.value = 0x3f800000, fill.width = 4, fill.height = 1;
    CHECK(cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill));
    void *arguments[] = {&x};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)scaled, launch.gridDim = dim3(1), launch.blockDim = dim3(4), launch.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&last, graph, nullptr, 0, &launch));
    CHECK(cudaGraphAddKernelNode(&first, graph, &constant, 1, &launch));
    CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, &last, 1, host, x, sizeof host, cudaMemcpyDeviceToHost));
    cudaHostNodeParams function = {add_100, host};
    CHECK(cudaGraphAddHostNode(&hosted, graph, &copied, 1, &function));
    const cudaGraphNode_t from[] = {filled, first}, to[] = {first, last};
    CHECK(cudaGraphAddDependencies(graph, from, to, nullptr, 2));
    size_t edges = 0;
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    if (edges != 5) { printf("%zu edges\n", edges); exit(1); }
    cudaUserObject_t object;
    CHECK(cudaUserObjectCreate(&object, &destroyed, count_up, 1, cudaUserObjectNoDestructorSync));
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    cudaGraphExec_t ready;
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaGraphLaunch(ready, 0));
    CHECK(cudaDeviceSynchronize());
    if (host[0] != 104 || host[1] != 9 || host[3] != 25) { printf("graph: %f %f %f\n", host[0], host[1], host[3]); exit(1); }
    launch.blockDim = dim3(1);
    CHECK(cudaGraphExecKernelNodeSetParams(ready, last, &launch));
    CHECK(cudaGraphLaunch(ready, 0));
    CHECK(cudaDeviceSynchronize());
    if (host[0] != 104 || host[1] != 3) { printf("other launch: %f %f\n", host[0], host[1]); exit(1); }
    CHECK(cudaGraphExecDestroy(ready));
    if (destroyed) { printf("destroyed early\n"); exit(1); }
    CHECK(cudaGraphDestroy(graph));
    if (destroyed != 1) { printf("destroyed %d times\n", destroyed); exit(1); }
    CHECK(cudaFree(x));
}

// After a reset, kernels are found again, and variables have their first values.
void reset()
{
    for (int i = 0; i < 2; i++) {
        float *x;
        const float one[4] = {1, 1, 1, 1}, given[4] = {7, 7, 7, 7};
        float found[4];
        CHECK(cudaMalloc(&x, sizeof one));
        CHECK(cudaMemcpy(x, one, sizeof one, cudaMemcpyHostToDevice));
        if (i == 0) CHECK(cudaMemcpyToSymbol(factors, given, sizeof given));
        scaled<<<1, 4>>>(x);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(found, x, sizeof found, cudaMemcpyDeviceToHost));
        if (found[2] != (i == 0 ? 7 : 0)) { printf("reset %d: %f\n", i, found[2]); exit(1); }
        CHECK(cudaDeviceReset());
    }
}

int main(int count, char **)
{
    build_graph();
    reset();
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
