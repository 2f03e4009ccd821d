/* Adds and reads the dependencies of a graph. CUDA 13 gave these functions the data of edges, under the same names. The
   program is compiled for the version CUDART, and linked with a library whose name has the version. */
#include <stddef.h>

typedef void *handle;

int cudaGraphCreate(handle *to, unsigned flags);
int cudaGraphAddEmptyNode(handle *to, handle graph, const handle *after, size_t count);
#if CUDART >= 13
int cudaGraphAddDependencies(handle graph, const handle *from, const handle *to, const void *edges, size_t count);
int cudaGraphRemoveDependencies(handle graph, const handle *from, const handle *to, const void *edges, size_t count);
int cudaGraphGetEdges(handle graph, handle *from, handle *to, void *edges, size_t *count);
int cudaGraphNodeGetDependencies(handle node, handle *to, void *edges, size_t *count);
int cudaGraphNodeGetDependentNodes(handle node, handle *to, void *edges, size_t *count);
int cudaGraphAddNode(handle *to, handle graph, const handle *after, const void *edges, size_t count, void *node);
#define EDGES NULL,
#else
int cudaGraphAddDependencies(handle graph, const handle *from, const handle *to, size_t count);
int cudaGraphRemoveDependencies(handle graph, const handle *from, const handle *to, size_t count);
int cudaGraphGetEdges(handle graph, handle *from, handle *to, size_t *count);
int cudaGraphNodeGetDependencies(handle node, handle *to, size_t *count);
int cudaGraphNodeGetDependentNodes(handle node, handle *to, size_t *count);
int cudaGraphAddNode(handle *to, handle graph, const handle *after, size_t count, void *node);
#define EDGES
#endif

#define CHECK(condition) do { if (!(condition)) return __LINE__; } while (0)

int main(void)
{
    handle graph, nodes[3], from[2], to[2], found[4], found_to[4];
    size_t count = 4;
    int node[64] = {5};
    CHECK(cudaGraphCreate(&graph, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&nodes[0], graph, NULL, 0) == 0);
    CHECK(cudaGraphAddEmptyNode(&nodes[1], graph, NULL, 0) == 0);
    CHECK(cudaGraphAddNode(&nodes[2], graph, nodes, EDGES 1, node) == 0);
    from[0] = nodes[0], to[0] = nodes[1];
    from[1] = nodes[1], to[1] = nodes[2];
    CHECK(cudaGraphAddDependencies(graph, from, to, EDGES 2) == 0);
    CHECK(cudaGraphGetEdges(graph, found, found_to, EDGES &count) == 0);
    CHECK(count == 3 && found_to[0] == nodes[1] && found[0] == nodes[0] && found_to[1] == nodes[2]);
    CHECK(cudaGraphNodeGetDependencies(nodes[2], found, EDGES &count) == 0 && count == 2);
    CHECK(found[0] == nodes[0] && found[1] == nodes[1]);
    CHECK(cudaGraphRemoveDependencies(graph, from, to, EDGES 1) == 0);
    count = 4;
    CHECK(cudaGraphNodeGetDependentNodes(nodes[0], found, EDGES &count) == 0);
    CHECK(count == 1 && found[0] == nodes[2]);
    return 0;
}
