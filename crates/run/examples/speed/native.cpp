// The kernels of `threads.ptx` and `blocks.ptx` in C++, on one core. Prints a line for each kernel: its name and the
// minimum time in ms.
//
// c++ -O2 -mfma native.cpp

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

constexpr int ROUNDS = 25;

// Returns the processor time of this program in ms, which excludes the time of other programs.
static double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

template <typename Pass>
static void measure(const char *name, Pass pass) {
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        pass();
        asm volatile("" ::: "memory");
        best = std::fmin(best, now() - start);
    }
    std::printf("%s %.6f\n", name, best);
}

int main() {
    constexpr int COUNT = 65536, BLOCK = 256, ROWS = 256, ROW = 200, N = 64, NUMBERS = 8192;
    std::vector<float> x(COUNT), y(COUNT, 1), sums(COUNT / BLOCK), c(N * N);
    std::vector<uint32_t> steps(NUMBERS);
    for (int i = 0; i < COUNT; i++) {
        x[i] = (i % 97) / 16.f;
    }
    float *from = x.data(), *to = y.data();
    measure("saxpy", [=] {
        for (int i = 0; i < COUNT; i++) {
            to[i] = std::fmaf(from[i], 1.7f, to[i]);
        }
    });
    measure("collatz", [&] {
        for (uint32_t i = 0; i < NUMBERS; i++) {
            uint32_t count = 0;
            for (uint32_t n = i + 1; n != 1; count++) {
                n = n & 1 ? 3 * n + 1 : n >> 1;
            }
            steps[i] = count;
        }
    });
    measure("reduction", [&] {
        for (int block = 0; block < COUNT / BLOCK; block++) {
            float partial[BLOCK];
            for (int i = 0; i < BLOCK; i++) {
                partial[i] = from[block * BLOCK + i];
            }
            for (int half = BLOCK / 2; half > 0; half /= 2) {
                for (int i = 0; i < half; i++) {
                    partial[i] += partial[i + half];
                }
            }
            sums[block] = partial[0];
        }
    });
    measure("softmax", [=] {
        for (int row = 0; row < ROWS; row++) {
            const float *in = from + row * ROW;
            float *out = to + row * ROW;
            float largest = -INFINITY, sum = 0;
            for (int i = 0; i < ROW; i++) {
                largest = std::fmax(largest, in[i]);
            }
            for (int i = 0; i < ROW; i++) {
                out[i] = std::exp2f((in[i] - largest) * 1.44269504f);
                sum += out[i];
            }
            for (int i = 0; i < ROW; i++) {
                out[i] /= sum;
            }
        }
    });
    measure("matmul", [&] {
        for (int row = 0; row < N; row++) {
            for (int column = 0; column < N; column++) {
                float sum = 0;
                for (int k = 0; k < N; k++) {
                    sum = std::fmaf(from[row * N + k], from[k * N + column], sum);
                }
                c[row * N + column] = sum;
            }
        }
    });
    return 0;
}
