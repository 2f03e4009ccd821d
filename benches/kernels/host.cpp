// Runs the kernels as loops over the threads. The arguments are a kernel and the files of its buffers, which it writes back. The
// output is the shortest time of a run in seconds.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

struct Index {
    int x, y;
};
static Index threadIdx, blockIdx, blockDim;
#define __global__ static inline
#include "kernels.h"

static void matrix_product(float *c, const float *a, const float *b, int size)
{
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) c[row * size + column] = 0;
        for (int k = 0; k < size; k++)
            for (int column = 0; column < size; column++)
                c[row * size + column] += a[row * size + k] * b[k * size + column];
    }
}

template <typename F> static void launch(Index grid, Index block, F kernel)
{
    blockDim = block;
    for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
        for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
            for (threadIdx.y = 0; threadIdx.y < block.y; threadIdx.y++)
                for (threadIdx.x = 0; threadIdx.x < block.x; threadIdx.x++) kernel();
}

int main(int count, char **arguments)
{
    std::vector<std::vector<char>> files;
    for (int i = 2; i < count; i++) {
        std::ifstream file(arguments[i], std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    auto f = [&](int i) { return reinterpret_cast<float *>(files[i].data()); };
    auto d = [&](int i) { return reinterpret_cast<double *>(files[i].data()); };
    auto n = [&](int i) { return reinterpret_cast<int *>(files[i].data()); };
    const char *name = arguments[1];
    std::function<void()> run;
    if (!strcmp(name, "layer_norm"))
        run = [&] { launch({16, 1}, {256, 1}, [&] { layer_norm(f(0), f(1), f(2), f(3), 4096, 1024); }); };
    else if (!strcmp(name, "julia"))
        run = [&] { launch({256, 256}, {1, 1}, [&] { julia(reinterpret_cast<unsigned char *>(files[0].data()), 256); }); };
    else if (!strcmp(name, "three_nearest"))
        run = [&] { launch({16, 1}, {256, 1}, [&] { three_nearest(f(0), n(1), f(2), f(3), 4096, 1024); }); };
    else if (!strcmp(name, "floyd_warshall"))
        run = [&] { launch({64, 64}, {16, 16}, [&] { floyd_warshall(n(0), 1024, 7); }); };
    else if (!strcmp(name, "flux"))
        run = [&] { launch({384, 1}, {256, 1}, [&] { flux(d(0), d(1), n(2), d(3), 98304); }); };
    else
        run = [&] { matrix_product(f(0), f(1), f(2), 256); };
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        auto start = std::chrono::steady_clock::now();
        run();
        std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
    }
    for (int i = 2; i < count; i++) std::ofstream(arguments[i], std::ios::binary).write(files[i - 2].data(), files[i - 2].size());
    std::printf("%g\n", best);
}
