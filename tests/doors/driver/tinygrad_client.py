"""Trains a small network with tinygrad on the device CUDA, and compares the losses with those of the device CPU."""

import math
import sys

from tinygrad import Tensor, nn


def losses(device):
    Tensor.manual_seed(1)
    x = Tensor([[math.sin(i * 16 + j) for j in range(16)] for i in range(8)], device=device)
    y = Tensor([i % 4 for i in range(8)], device=device)
    w1 = Tensor([[math.cos(i * 32 + j) / 4 for j in range(32)] for i in range(16)], device=device, requires_grad=True)
    w2 = Tensor([[math.cos(i * 4 + j) / 6 for j in range(4)] for i in range(32)], device=device, requires_grad=True)
    optimiser = nn.optim.SGD([w1, w2], lr=0.1)
    found = []
    with Tensor.train():
        for _ in range(3):
            optimiser.zero_grad()
            loss = ((x @ w1).relu() @ w2).sparse_categorical_crossentropy(y).backward()
            optimiser.step()
            found.append(loss.item())
    return found


own, others = losses("CUDA"), losses("CPU")
print(own, others)
if not all(math.isclose(one, other, rel_tol=1e-5) for one, other in zip(own, others)):
    sys.exit("the losses differ")
print("passed")
