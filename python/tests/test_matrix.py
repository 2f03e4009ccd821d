"""Compares matrix products with recorded results and with the command."""

import pathlib
import re
import time

import numpy as np
import pytest
from conftest import ROOT, interrupt, operand

import ptx_bits as ptx
from ptx_bits._matrix import _DTYPES

VECTORS = ROOT / "ptx-core/tests/data/mma_vectors.tsv"


def rows():
    """Returns every fiftieth row of the recorded results."""
    lines = [line for line in VECTORS.read_text().splitlines() if not line.startswith("#")]
    return [line.split("\t") for line in lines][::50]


def elements(digits, kind, count):
    """Parses a field with the digits of elements. Adds zeros for missing elements."""
    dtype = np.dtype(_DTYPES[kind][0])
    each = 2 * dtype.itemsize
    words = [int(digits[i : i + each], 16) for i in range(0, len(digits), each)]
    words += [0] * (count - len(words))
    return np.array(words, f"u{dtype.itemsize}").view(dtype)


def test_measured_words():
    assert rows()
    for _, target, form, a, b, c, d, _ in rows():
        if form.startswith("wgmma."):
            form = form.replace("wgmma.", "wgmma.mma_async.sync.aligned.")
        (m, n, k), kinds, _ = ptx._native.matrix_form(form, target, None)
        row, column = elements(a, kinds[1], k), elements(b, kinds[2], k)
        c = elements(c, kinds[3], 1)
        all = ptx.mma(
            form,
            np.broadcast_to(row, (m, k)),
            np.broadcast_to(column[:, None], (k, n)),
            np.broadcast_to(c, (m, n)),
            target=target,
        )
        assert all.shape == (m, n)
        assert (all.view(f"u{all.itemsize}") == int(d, 16)).all(), (target, form, a, b)


FORMS = [
    ("m16n8k16.row.col.f32.bf16.bf16.f32", "sm_80"),
    ("m16n8k8.row.col.f16.f16.f16.f16", "sm_75"),
    ("m8n8k4.row.col.f64.f64.f64.f64", "sm_80"),
    ("m16n8k4.row.col.f32.tf32.tf32.f32", "sm_90"),
    ("m16n8k32.row.col.f32.e4m3.e5m2.f32", "sm_89"),
    ("m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32", "sm_120a"),
    ("m16n8k32.row.col.satfinite.s32.s8.u8.s32", "sm_80"),
    ("m16n8k64.row.col.s32.s4.u4.s32", "sm_80"),
    ("m16n8k128.row.col.s32.b1.b1.s32.xor.popc", "sm_80"),
    ("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16", "sm_90a"),
]


def joined(row, kind):
    """Formats a row for `ptx-bits eval --batch`."""
    if kind == "b1":
        return "".join(f"{byte:02x}" for byte in np.packbits(row, bitorder="little"))
    digits = 1 if kind in ("s4", "u4") else 2 * row.itemsize
    words = row.view(f"u{row.itemsize}")
    return "".join(f"{int(word) & (1 << 4 * digits) - 1:0{digits}x}" for word in words)


@pytest.mark.parametrize("form, target", FORMS)
def test_the_command_says_the_same(form, target, answers):
    random = np.random.default_rng(3)
    (m, n, k), kinds, _ = ptx._native.matrix_form(form, target, None)
    make = lambda kind, *shape: operand(_DTYPES[kind][0], int(np.prod(shape)), random).reshape(shape)
    a, b, c = make(kinds[1], m, k), make(kinds[2], k, n), make(kinds[3], m, n)
    if kinds[1] in ("s4", "u4"):
        a, b = a & 15, b & 15
        a = (a ^ 8) - 8 if kinds[1] == "s4" else a
    d = ptx.mma(form, a, b, c, target=target)
    text = form if form.startswith("wgmma") else f"mma.sync.aligned.{form}"
    places = [(i, j) for i in range(0, m, 3) for j in range(n)]
    lines = [
        "\t".join(
            [
                target,
                text,
                joined(a[i], kinds[1]),
                joined(np.ascontiguousarray(b[:, j]), kinds[2]),
                joined(c[i, j : j + 1], kinds[3]),
            ]
        )
        for i, j in places
    ]
    found = [joined(d[i, j : j + 1], kinds[0]) for i, j in places]
    assert found == answers(lines)


def test_tiles_are_broadcast():
    random = np.random.default_rng(4)
    form = "m16n8k8.row.col.f32.f16.f16.f32"
    a = random.normal(size=(3, 1, 16, 8)).astype(np.float16)
    b = random.normal(size=(2, 8, 8)).astype(np.float16)
    c = np.zeros((16, 8), np.float32)
    all = ptx.mma(form, a, b, c, target="sm_80")
    assert all.shape == (3, 2, 16, 8)
    np.testing.assert_array_equal(all[2, 1], ptx.mma(form, a[2, 0], b[1], c, target="sm_80"))


def test_matmul_is_a_chain():
    random = np.random.default_rng(5)
    form = "m16n8k8.row.col.f32.f16.f16.f32"
    a, b = (random.normal(size=shape).astype(np.float16) for shape in ((32, 20), (20, 8)))
    d = np.zeros((32, 8), np.float32)
    for k in range(0, 24, 8):
        left, right = np.zeros((32, 8), np.float16), np.zeros((8, 8), np.float16)
        left[:, : a[:, k : k + 8].shape[1]] = a[:, k : k + 8]
        right[: b[k : k + 8].shape[0]] = b[k : k + 8]
        d = ptx.mma(form, left.reshape(2, 16, 8), right, d.reshape(2, 16, 8)).reshape(32, 8)
    np.testing.assert_array_equal(ptx.matmul(a, b, form=form), d)
    np.testing.assert_array_equal(ptx.matmul(a[:3], b[:, :5], form=form), d[:3, :5])
    assert ptx.matmul(a[:0], b, form=form).shape == (0, 8)


def test_an_interrupted_product_stops():
    a, b = np.ones((4096, 1024), np.float16), np.ones((2048, 2048), np.float16)
    metadata = np.full((4096, 512), 4, np.uint8)

    def dense(rows):
        return ptx.matmul(a[:rows], b[:1024], form="m8n8k4.row.col.f32.f16.f16.f32", target="sm_70")

    def sparse(rows):
        form = "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
        return ptx.matmul(a[:rows], b, form=form, metadata=metadata[:rows], target="sm_80")

    for product in (dense, sparse):
        start = time.monotonic()
        product(8)
        time_of_all = (time.monotonic() - start) * 4096 / 8
        assert interrupt(lambda: product(4096)) < time_of_all / 2
        assert (product(1) == 1024).all()


def test_faults():
    form = "m16n8k8.row.col.f32.f16.f16.f32"
    a, b, c = np.zeros((16, 8), np.float16), np.zeros((8, 8), np.float16), np.zeros((16, 8), np.float32)
    with pytest.raises(ptx.InstructionError, match="m16n8k9"):
        ptx.mma(form.replace("k8", "k9"), a, b, c)
    with pytest.raises(ptx.InstructionError, match="sm_75"):
        ptx.mma(form, a, b, c, target="sm_70")
    with pytest.raises(TypeError, match=r"float16.*\nhelp: `\.astype\(np\.float16\)` converts values$"):
        ptx.mma(form, a.astype(np.float32), b, c)
    with pytest.raises(TypeError, match=r"`\.astype\(ml_dtypes\.bfloat16\)` converts values, `\.view\(np\.uint16\)`"):
        ptx.mma("m16n8k8.row.col.f32.bf16.bf16.f32", a, b, c)
    with pytest.raises(ValueError, match="16 x 8"):
        ptx.mma(form, a[:8], b, c)
    with pytest.raises(ValueError, match="multiplied"):
        ptx.matmul(a, b[:4], form=form)
    with pytest.raises(ValueError, match=r"multiplied\nhelp: `b` is K x N: write `b\.swapaxes\(-1, -2\)`"):
        ptx.matmul(a, np.zeros((3, 8), np.float16), form=form)


def test_sparse_and_scaled_rows():
    """Tests rows of sparse and block-scaled `mma`. Each recorded row becomes the first row of a tile."""
    path = ROOT / "ptx-core/tests/data/mma_more_vectors.tsv"
    lines = [line.split("\t") for line in path.read_text().splitlines() if line[0] != "#"]
    compared = 0
    for _, target, form, a, b, c, d, further, _ in lines[::40]:
        if form.startswith(("wgmma", "tcgen05")):
            continue
        name = form.replace("sp::ordered_metadata.", "mma.sp::ordered_metadata.sync.aligned.")
        (m, n, k), kinds, (stored, chunks, count) = ptx._native.matrix_form(name, target, None)
        each = 1 if "::mxf4" in form else 2 * np.dtype(_DTYPES[kinds[1]][0]).itemsize
        each = 1 if kinds[1] in ("s4", "u4") else each

        def matrix(digits, kind, rows, columns):
            words = [int(digits[i : i + each], 16) for i in range(0, len(digits), each)]
            dtype = np.dtype(_DTYPES[kind][0])
            whole = np.zeros((rows, columns), f"u{dtype.itemsize}")
            whole[0, : len(words)] = words
            return whole.view(dtype)

        fields = dict(part.split("=") for part in further.split(";"))
        metadata = scales = None
        if chunks:
            metadata = np.full((m, chunks), 4, np.uint8)
            metadata[0] = [int(digit, 16) for digit in fields["e"]]
        if count:
            scales = [np.zeros((rows, count), np.uint8) for rows in (m, n)]
            scales[0][0] = list(bytes.fromhex(fields["sa"]))
            scales[1][0] = list(bytes.fromhex(fields["sb"]))
        accumulator = np.dtype(_DTYPES[kinds[3]][0])
        tile = np.zeros((m, n), f"u{accumulator.itemsize}")
        tile[0, 0] = int(c, 16)
        found = ptx.mma(
            name,
            matrix(a, kinds[1], m, stored),
            matrix(b, kinds[2], n, k).T,
            tile.view(accumulator),
            metadata=metadata,
            scales=scales,
            target=target,
        )
        assert found.view(f"u{accumulator.itemsize}")[0, 0] == int(d, 16), form
        compared += 1
    assert compared > 100


def test_further_operands_are_checked():
    form = "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
    a, b, c = np.ones((16, 8), np.float16), np.ones((16, 8), np.float16), np.zeros((16, 8), np.float32)
    with pytest.raises(TypeError, match="needs `metadata`"):
        ptx.mma(form, a, b, c)
    with pytest.raises(ptx.InstructionError, match="metadata digit `5`"):
        ptx.mma(form, a, b, c, metadata=np.full((16, 4), 5, np.uint8))


def test_byte_order_does_not_change_a_product():
    random = np.random.default_rng(6)
    form = "m16n8k8.row.col.f32.f16.f16.f32"
    a, b = (random.normal(size=shape).astype(np.float16) for shape in ((16, 8), (8, 8)))
    c = random.normal(size=(16, 8)).astype(np.float32)
    d = ptx.mma(form, a, b, c)
    for swapped in [(a.astype(">f2"), b, c), (a, b.astype(">f2"), c), (a, b, c.astype(">f4"))]:
        found = ptx.mma(form, *swapped)
        assert found.dtype == np.float32
        np.testing.assert_array_equal(found, d)
    np.testing.assert_array_equal(ptx.matmul(a.astype(">f2"), b, c.astype(">f4"), form=form), d)
    np.testing.assert_array_equal(
        ptx.matmul(a[:, :5].astype(">f2"), b[:5].astype(">f2"), form=form), ptx.matmul(a[:, :5], b[:5], form=form)
    )


def test_masked_matrices_are_rejected():
    form = "m16n8k8.row.col.f32.f16.f16.f32"
    a, b, c = np.zeros((16, 8), np.float16), np.zeros((8, 8), np.float16), np.zeros((16, 8), np.float32)
    with pytest.raises(TypeError, match="without a mask for `b`"):
        ptx.mma(form, a, np.ma.masked_array(b), c)
    with pytest.raises(TypeError, match="without a mask for `a`"):
        ptx.matmul(np.ma.masked_array(a), b, form=form)


F16, F32, U8, I8 = (np.ones((16, 16), dtype) for dtype in (np.float16, np.float32, np.uint8, np.int8))


@pytest.mark.parametrize(
    ("operands", "options", "forms"),
    [
        ((F16, F16), {}, ["m16n8k16.row.col.f32.f16.f16.f32"]),
        ((F16, F16), {"target": "sm_75"}, ["m16n8k8.row.col.f32.f16.f16.f32"]),
        ((F16, F16), {"target": "sm_70"}, ["m8n8k4.row.col.f32.f16.f16.f32"]),
        ((F16, F16, F16), {}, ["m16n8k16.row.col.f16.f16.f16.f16"]),
        ((F16.view(np.uint16), F16.view(np.uint16)), {}, ["m16n8k16.row.col.f32.bf16.bf16.f32"]),
        ((F32, F32), {}, ["m16n8k8.row.col.f32.tf32.tf32.f32"]),
        ((F32.astype(float), F32.astype(float)), {"target": "sm_80"}, ["m8n8k4.row.col.f64.f64.f64.f64"]),
        ((I8, U8), {}, ["m16n8k32.row.col.s32.s8.u8.s32"]),
        (
            (U8, U8, np.ones((16, 16), np.int32)),
            {"target": "sm_75"},
            ["m8n8k16.row.col.s32.u8.u8.s32", "m8n8k32.row.col.s32.u4.u4.s32"],
        ),
        (
            (U8, U8),
            {},
            [f"m16n8k32.row.col.{types}" for types in ("f32.e4m3.e4m3.f32", "f32.e5m2.e5m2.f32", "s32.u8.u8.s32")],
        ),
        (
            (F16, np.ones((32, 16), np.float16)),
            {"metadata": np.full((16, 8), 4, np.uint8)},
            ["mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"],
        ),
    ],
)
def test_without_a_form_the_error_has_the_forms_that_fit(operands, options, forms):
    with pytest.raises(TypeError, match=r"^`matmul` needs `form`, an instruction of tensor cores\nhelp: write") as error:
        ptx.matmul(*operands, **options)
    calls = re.findall(r"`(matmul\(.*?\))`", str(error.value))
    assert re.findall('form="(.*?)"', str(error.value)) == forms and len(calls) == len(forms)
    named = dict(zip("abc", operands, strict=False), metadata=options.get("metadata"))
    target = options.get("target", "sm_121")
    for call in calls:
        assert eval(call.replace(")", f", target='{target}')"), {"matmul": ptx.matmul, **named}).shape == (16, 16)


def test_mma_without_a_form():
    a, b, c = F16[:, :8], F16[:8, :8], F32[:, :8]
    with pytest.raises(TypeError) as error:
        ptx.mma(a, b, c)
    call = re.search("`(mma.*)`$", str(error.value))[1]
    assert call == 'mma("m16n8k8.row.col.f32.f16.f16.f32", a, b, c)'
    assert eval(call, {"mma": ptx.mma, "a": a, "b": b, "c": c}).shape == (16, 8)
    for again in (lambda: ptx.mma(a=a, b=b, c=c), lambda: ptx.mma(None, a, b, c)):
        with pytest.raises(TypeError, match=re.escape(call)):
            again()
    with pytest.raises(TypeError, match=r'write `matmul\(a, b, c, form="m16n8k16\.row\.col\.f32\.f16\.f16\.f32"\)`'):
        ptx.mma(F16[:, :7], F16[:7], F32)
    with pytest.raises(TypeError, match=r'sm_121 has the dtypes int64, int64\nhelp: `ptx_bits.forms\("mma"\)`'):
        ptx.matmul([[1]], [[1]])
    for wrong in (lambda: ptx.mma(), lambda: ptx.matmul(F16, F16, scales=3), lambda: ptx.matmul(1.5, None)):
        with pytest.raises(TypeError, match="needs `form`"):
            wrong()


def test_lists_are_matrices():
    form = "m16n8k16.row.col.f32.f16.f16.f32"
    d = ptx.matmul([[1, 0.5], [0.25, 2]], ((1.0, 2), (4, 8)), [[1, 0], [0, 1]], form=form)
    np.testing.assert_array_equal(d, np.float32([[4, 6], [8.25, 17.5]]))
    form = "m16n8k32.row.col.s32.s8.u8.s32"
    np.testing.assert_array_equal(ptx.matmul([[-1, 2]], [[200], [1]], form=form), np.int32([[-198]]))
    with pytest.raises(OverflowError, match="256 exceeds `b`, which is `.u8`"):
        ptx.matmul([[-1]], [[256]], form=form)
