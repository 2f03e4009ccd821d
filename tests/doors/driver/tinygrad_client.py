"""Trains a small network with tinygrad on the device CUDA, and compares the losses with those of NumPy in float64."""

import sys

import numpy as np
from tinygrad import Context, Tensor, nn

STEPS, RATE = 3, 0.1
X = np.sin(np.arange(8 * 16)).reshape(8, 16)
Y = np.arange(8) % 4
W1 = np.cos(np.arange(16 * 32)).reshape(16, 32) / 4
W2 = np.cos(np.arange(32 * 4)).reshape(32, 4) / 6


def expected():
    w1, w2, found = W1.copy(), W2.copy(), []
    for _ in range(STEPS):
        hidden = X @ w1
        active = np.maximum(hidden, 0)
        exponentials = np.exp(active @ w2)
        chances = exponentials / exponentials.sum(1, keepdims=True)
        found.append(-np.log(chances[np.arange(8), Y]).mean())
        slope = (chances - np.eye(4)[Y]) / 8
        slope_1 = X.T @ ((slope @ w2.T) * (hidden > 0))
        w2 -= RATE * (active.T @ slope)
        w1 -= RATE * slope_1
    return found


def losses():
    x, y, w1, w2 = (Tensor(one.astype(ty), device="CUDA") for one, ty in ((X, "f4"), (Y, "i4"), (W1, "f4"), (W2, "f4")))
    optimiser = nn.optim.SGD([w1, w2], lr=RATE)
    found = []
    with Context(TRAINING=1):
        for _ in range(STEPS):
            optimiser.zero_grad()
            loss = ((x @ w1).relu() @ w2).sparse_categorical_crossentropy(y).backward()
            # The value is computed when it is read, so it is read before the step.
            found.append(loss.item())
            optimiser.step()
    return found


own, others = losses(), expected()
print(own, others)
if not np.allclose(own, others, rtol=1e-5, atol=0):
    sys.exit("the losses differ")
print("passed")
