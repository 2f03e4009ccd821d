"""Tensor maps as arguments, and clusters."""

import numpy as np
import ptx_bits as ptx
import pytest

TILE = """
.version 8.6
.target sm_90
.address_size 64
.visible .entry tile(.param .align 64 .b8 map[128], .param .u64 y, .param .u32 bytes) {
    .reg .pred %done; .reg .b32 %r<3>; .reg .b64 %rd<3>;
    .shared .align 1024 .b8 s[4096]; .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [bytes];
    mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %r1;
    cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%rd1, {4, 3}], [bar];
wait:
    mbarrier.try_wait.parity.shared::cta.b64 %done, [bar], 0; @!%done bra.uni wait;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], %r1;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;
}"""


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int32, np.uint64, np.int64, np.float16, np.float32, np.float64])
def test_a_tile_of_an_array(dtype):
    x = np.arange(16 * 32).reshape(16, 32).astype(dtype)
    y = np.zeros((8, 16), dtype)
    ptx.Module(TILE).kernel()(1, 1, ptx.tensor_map(x, box=(8, 16)), y, y.nbytes)
    assert (y == x[3:11, 4:20]).all()


class Tensor:
    """A tensor whose dtype NumPy lacks, like one of PyTorch."""

    class Type:
        itemsize = 2

        def __str__(self):
            return "torch.bfloat16"

    dtype, device = Type(), "cpu"

    def __init__(self, bits):
        self.bits, self.shape = bits, bits.shape

    def data_ptr(self):
        return self.bits.ctypes.data

    def numel(self):
        return self.bits.size

    def element_size(self):
        return 2


def test_a_tile_of_a_tensor_of_bfloat16():
    # Outside of the tensor, a map of floats writes NaN, and one of bits cannot.
    x, y = Tensor(np.arange(5 * 16, dtype=np.uint16).reshape(5, 16)), np.zeros((8, 16), np.uint16)
    ptx.Module(TILE).kernel()(1, 1, ptx.tensor_map(x, box=(8, 16), fill=float("nan")), y, y.nbytes)
    assert (y[:2, :12] == x.bits[3:, 4:]).all()
    assert ((y[2:] & 0x7FFF) > 0x7F80).all() and ((y[:2, 12:] & 0x7FFF) > 0x7F80).all()


def test_chunks_and_flips_of_a_swizzle():
    # Rows of 128 bytes: of chunks of 64 or 32 bytes, chunk c of row r is at c ^ r, and the flip exchanges 8 bytes in odd rows.
    x = np.arange(16 * 256, dtype=np.uint16).reshape(16, 256) * 3
    for atom, flip in [(64, 0), (32, 0), (32, 8)]:
        y = np.zeros((8, 64), np.uint16)
        tile = ptx.tensor_map(x, box=(8, 64), swizzle=128, atom=atom, flip=flip)
        ptx.Module(TILE).kernel()(1, 1, tile, y, y.nbytes)
        expected = np.zeros_like(y)
        for row in range(8):
            for i in range(64):
                chunk = i * 2 // atom ^ row % (128 // atom)
                at = chunk * atom + i * 2 % atom
                at ^= flip if row % 2 else 0
                expected[row, at // 2] = x[3 + row, 4 + i]
        assert (y == expected).all(), (atom, flip)
    with pytest.raises(ValueError, match="`flip` 0, or 8 with `atom` 32"):
        ptx.tensor_map(x, box=(8, 64), swizzle=128, atom=64, flip=8)


def test_maps_that_the_driver_refuses():
    x = np.zeros((4, 3), np.float32)
    with pytest.raises(ValueError, match="16"):
        ptx.tensor_map(x, box=(2, 2))
    with pytest.raises(ValueError, match="contiguous"):
        ptx.tensor_map(np.zeros((8, 8), np.float32).T[::2], box=(2, 2))
    with pytest.raises(TypeError, match="`box` takes integers"):
        ptx.tensor_map(np.zeros((8, 8), np.float32), box=(2.5, 2))


PIXELS = """
.version 8.6
.target sm_100a
.address_size 64
.visible .entry pixels(.param .align 64 .b8 map[128], .param .u64 y, .param .u32 bytes) {
    .reg .pred %done; .reg .b32 %r<3>; .reg .b64 %rd<3>;
    .shared .align 128 .b8 s[16384]; .shared .align 8 .b64 bar;
    mov.b64 %rd1, map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [y]; ld.param.u32 %r1, [bytes];
    mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %r1;
    COPY
wait:
    mbarrier.try_wait.parity.shared::cta.b64 %done, [bar], 0; @!%done bra.uni wait;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], %r1;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;
}"""


def copied(mode, coordinates, offsets, map, y):
    copy = f"cp.async.bulk.tensor.4d.shared::cta.global.{mode}.mbarrier::complete_tx::bytes"
    text = PIXELS.replace("COPY", f"{copy} [s], [%rd1, {{{coordinates}}}], [bar], {{{offsets}}};")
    ptx.Module(text).kernel()(1, 1, map, y, y.nbytes)
    return y


def test_pixels_are_the_columns_of_a_convolution():
    # A convolution with a filter of 3 x 3 pixels, a padding of 1 and steps of 2 and 1 reads these pixels for filter (2, 1).
    x = np.arange(2 * 5 * 7 * 8).reshape(2, 5, 7, 8).astype(np.float32)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    expected = padded[:, 2:7:2, 1:8].reshape(-1, 8)
    map = ptx.im2col_map(x, lower=(-1, -1), upper=(-1, -1), channels=8, pixels=len(expected), steps=(2, 1))
    found = copied("im2col", "0, -1, -1, 0", "1, 2", map, np.zeros_like(expected))
    assert (found == expected).all()
    with pytest.raises(ValueError, match="1 to 1024"):
        ptx.im2col_map(x, lower=(0, 0), upper=(0, 0), channels=8, pixels=0)
    with pytest.raises(TypeError, match="`pixels`"):
        ptx.im2col_map(x, lower=(0, 0), upper=(0, 0), channels=8)


def test_wide_pixels_stay_in_a_row():
    x = np.arange(40 * 3 * 7 * 16).reshape(40, 3, 7, 16).astype(np.float32)
    map = ptx.im2col_map(x, lower=(-1,), upper=(0,), channels=16, wide=True, swizzle=64)
    y = copied("im2col::w::128", "0, -1, 1, 0", "0, 1", map, np.zeros((128, 16), np.float32))
    # 8 pixels of row 1 of each of 16 images, of which the last is outside. Chunks of 16 bytes are permuted in each row.
    expected = np.pad(x[:16, 1], ((0, 0), (0, 1), (0, 0))).reshape(128, 4, 4)
    order = np.arange(4) ^ (np.arange(128)[:, None] // 2 % 4)
    assert (y.reshape(128, 4, 4)[np.arange(128)[:, None], order] == expected).all()


CLUSTER = """
.version 8.6
.target sm_90
.address_size 64
.visible .entry ranks(.param .u64 y) {
    .reg .b32 %r<4>; .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [y]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank;
    mad.lo.u32 %r2, %r3, 16, %r2; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r2; ret;
}"""


@pytest.mark.parametrize(("cluster", "size"), [(None, 1), (2, 2), ((4, 1, 1), 4)])
def test_clusters(cluster, size):
    y = np.zeros(8, np.uint32)
    ptx.Module(CLUSTER).kernel()(8, 1, y, cluster=cluster)
    assert (y == 16 * size + np.arange(8) % size).all()
    with pytest.raises(ValueError, match="not a multiple of the cluster"):
        ptx.Module(CLUSTER).kernel()(8, 1, y, cluster=3)
