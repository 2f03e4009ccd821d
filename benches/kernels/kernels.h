// Kernels that are compiled by nvcc and, as functions that a loop over the threads calls, by a host compiler.

// The layer norm of a row in each thread.
__global__ void layer_norm(float *out, const float *x, const float *weight, const float *bias, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    x += row * columns;
    out += row * columns;
    float sum = 0;
    for (int i = 0; i < columns; i++) sum += x[i];
    float mean = sum / columns;
    float squares = 0;
    for (int i = 0; i < columns; i++) squares += (x[i] - mean) * (x[i] - mean);
    float scale = 1 / sqrtf(squares / columns + 1e-5f);
    for (int i = 0; i < columns; i++) out[i] = scale * (x[i] - mean) * weight[i] + bias[i];
}

// A Julia set with a pixel in each block.
__global__ void julia(unsigned char *out, int size)
{
    int x = blockIdx.x, y = blockIdx.y;
    float re = 1.5f * (size / 2 - x) / (size / 2), im = 1.5f * (size / 2 - y) / (size / 2);
    int i = 0;
    for (; i < 200 && re * re + im * im < 1000; i++) {
        float next = re * re - im * im - 0.8f;
        im = 2 * re * im + 0.156f;
        re = next;
    }
    out[y * size + x] = i;
}

// The indices and squared distances of the three nearest of `count` points, for a point in each thread.
__global__ void three_nearest(float *distances, int *indices, const float *points, const float *known, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
    float best[3] = {1e30f, 1e30f, 1e30f};
    int place[3] = {0, 0, 0};
    for (int k = 0; k < count; k++) {
        float dx = x - known[3 * k], dy = y - known[3 * k + 1], dz = z - known[3 * k + 2];
        float d = dx * dx + dy * dy + dz * dz;
        if (d < best[0]) {
            best[2] = best[1], place[2] = place[1];
            best[1] = best[0], place[1] = place[0];
            best[0] = d, place[0] = k;
        } else if (d < best[1]) {
            best[2] = best[1], place[2] = place[1];
            best[1] = d, place[1] = k;
        } else if (d < best[2]) {
            best[2] = d, place[2] = k;
        }
    }
    for (int j = 0; j < 3; j++) distances[3 * i + j] = best[j], indices[3 * i + j] = place[j];
}

// A step of the algorithm of Floyd and Warshall, with a pair of nodes in each thread.
__global__ void floyd_warshall(int *lengths, int size, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    int through = lengths[i * size + k] + lengths[k * size + j];
    if (through < lengths[i * size + j]) lengths[i * size + j] = through;
}

// The flux through the faces of a cell of an Euler solver, with a cell in each thread: density, momentum and energy.
__global__ void flux(double *out, const double *state, const int *neighbours, const double *normals, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    double sum[5] = {0, 0, 0, 0, 0};
    double own[5];
    for (int v = 0; v < 5; v++) own[v] = state[v * cells + i];
    for (int face = 0; face < 4; face++) {
        int j = neighbours[face * cells + i];
        double n[3];
        for (int axis = 0; axis < 3; axis++) n[axis] = normals[(face * 3 + axis) * cells + i];
        double mean[5];
        for (int v = 0; v < 5; v++) mean[v] = 0.5 * (own[v] + state[v * cells + j]);
        double u = mean[1] / mean[0], v = mean[2] / mean[0], w = mean[3] / mean[0];
        double pressure = 0.4 * (mean[4] - 0.5 * mean[0] * (u * u + v * v + w * w));
        double speed = u * n[0] + v * n[1] + w * n[2];
        double sound = sqrt(1.4 * pressure / mean[0]);
        sum[0] += mean[0] * speed;
        for (int axis = 0; axis < 3; axis++) sum[1 + axis] += mean[1 + axis] * speed + pressure * n[axis];
        sum[4] += (mean[4] + pressure) * (speed + 0.01 * sound);
    }
    for (int v = 0; v < 5; v++) out[v * cells + i] = sum[v];
}
