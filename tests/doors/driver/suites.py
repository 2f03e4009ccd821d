"""The test suites of projects that load the CUDA driver. Each function yields the name and the result of each test.

A fault of a kernel makes all later calls of its process fail. So a test that fails runs again, in a new process.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

SECONDS = 600

# Tests of tinygrad that launch kernels, in the files that its own CI runs with a mock of CUDA.
TINYGRAD = """test_tiny backend/test_uops backend/test_linearizer backend/test_schedule backend/test_symbolic_jit
    backend/test_symbolic_ops backend/test_arange backend/test_const_folding backend/test_custom_kernel
    backend/test_renderer_failures backend/test_subbuffer backend/test_to_numpy backend/test_tensor_variable
    backend/test_setitem backend/test_optim""".split()


def numba(driver, _folder):
    """numba-cuda's tests of kernels and of the driver. They are part of the package."""
    import numba_cuda

    tests = pathlib.Path(numba_cuda.__file__).parent / "numba" / "cuda" / "tests"
    for package in ("cudapy", "cudadrv"):
        for path in sorted((tests / package).glob("test_*.py")):
            if driver.chosen.search(str(path)):
                yield from unittests(driver, f"numba.cuda.tests.{package}.{path.stem}")


def unittests(driver, name, is_alone=False):
    status, output = driver(sys.executable, "-m", "numba.runtests", name, "-v", seconds=SECONDS)
    # The output of a test comes before its result.
    result = r"(?:.*\n)*?(?:.* )?(ok|FAIL|ERROR|skipped .*|expected failure)$"
    found = re.findall(rf"^(test\w*) \(([\w.]+)\)(?:\n.*)? \.\.\. {result}", output, re.M)
    if not found:
        is_skipped = re.search("Ran 0 tests|^Skipped: ", output, re.M)
        yield name, "skipped" if is_skipped else "failed", "ended" if status != 124 else "too slow"
    for test, path, result in found:
        if is_alone and "No module named" in output:
            yield path, "skipped", "a package is missing"
        elif result in ("FAIL", "ERROR") and not is_alone:
            yield from unittests(driver, path if path.endswith(f".{test}") else f"{path}.{test}", is_alone=True)
        else:
            yield path, {"FAIL": "failed", "ERROR": "failed", "skipped": "skipped"}.get(result.split()[0], "passed"), last_error(output)


def last_error(output):
    own = re.findall(r"^\w?(ptx-bits: [\w.-]+:.*)", output, re.M)
    found = own or re.findall(r"^[\w.]*(?:Error|Exception)\b.*", output, re.M)
    return found[-1][:200] if found else ""


def pytest(driver, folder, cwd, files, environment, with_driver=True):
    """Runs files of tests. Yields their results. A test that fails runs again alone."""
    run = driver if with_driver else driver.plain

    def results(tests):
        report = folder / "report.xml"
        report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", tests]
        status, output = run(*command, environment=environment, cwd=cwd, seconds=SECONDS)
        if not report.exists():
            return [(tests, tests, "failed", "too slow" if status == 124 else last_error(output))]
        return [result(case) for case in xml.etree.ElementTree.parse(report).iter("testcase")]

    for file in filter(driver.chosen.search, files):
        for path, name, outcome, reason in results(file):
            _, _, kind = path.rpartition(".")
            if outcome == "failed" and kind.startswith("Test"):
                alone = results(f"{file}::{kind}::{name}")
                _, _, outcome, reason = alone[0] if alone else (path, name, outcome, reason)
            yield f"{path}.{name}", outcome, reason


def result(case):
    """Returns the path, the name and the result of a test in a report, and the reason."""
    outcome, reason = "passed", ""
    for child in case:
        if "No module named" in (child.text or ""):
            outcome, reason = "skipped", "a package is missing"
        elif child.tag in ("failure", "error"):
            outcome, reason = "failed", (child.get("message") or "").split("\n")[0][:200]
        elif child.tag == "skipped":
            outcome = "skipped"
    # An error outside of a test has no names.
    return case.get("classname") or "pytest", case.get("name") or "error", outcome, reason


def tinygrad(device, with_driver):
    """tinygrad's tests on a device, in the checkout that TINYGRAD names. The mocks of CUDA load the library themselves."""

    def run(driver, folder):
        root = pathlib.Path(os.environ["TINYGRAD"])
        variables = {"DEV": device, "PYTHONPATH": str(root), "SKIP_SLOW_TEST": "1"}
        if device == "CUDA:CUDA":
            home = pathlib.Path(os.environ["CUDA_HOME"])
            variables |= {"CUDA_PATH": str(home), "NVRTC_PATH": str(next(home.glob("lib*/libnvrtc.so*")))}
        if not with_driver:
            variables["OCELOT_PATH"] = os.environ["PTX_BITS_DRIVER"]
        files = [f"test/{name}.py" for name in TINYGRAD]
        yield from pytest(driver, folder, root, files, variables, with_driver)

    return run


def pycuda(driver, folder):
    """PyCUDA's tests of the driver, in the sources that PYCUDA names."""
    tests = shutil.copytree(pathlib.Path(os.environ["PYCUDA"]) / "test", folder / "tests")
    path = f"{os.environ['CUDA_HOME']}/bin:{os.environ['PATH']}"
    yield from pytest(driver, folder, tests, ["test_driver.py"], {"PATH": path})


def cudarc(driver, folder):
    """cudarc's own tests and examples, from the sources that Cargo has downloaded for the client."""
    here = pathlib.Path(__file__).parent / "cudarc"
    features = "std,driver,nvrtc,dynamic-loading,cuda-13000,f16"
    metadata = ["cargo", "metadata", "--format-version=1", "--manifest-path", here / "Cargo.toml"]
    packages = json.loads(subprocess.run(metadata, check=True, capture_output=True).stdout)["packages"]
    source = next(pathlib.Path(one["manifest_path"]).parent for one in packages if one["name"] == "cudarc")
    source = shutil.copytree(source, folder / "cudarc")
    with (source / "Cargo.toml").open("a") as manifest:
        manifest.write("\n[workspace]\n")
    build = ["cargo", "test", "--no-run", "--lib", "--message-format=json", "--no-default-features"]
    build += ["--features", features, "--target-dir", here / "target"]
    for example in sorted((source / "examples").glob("*.rs")):
        # Two examples need other libraries.
        if not re.search("cupti|cufile", example.read_text()):
            build += ["--example", example.stem]
    output = subprocess.run(build, cwd=source, check=True, capture_output=True, text=True).stdout
    built = [json.loads(line) for line in output.splitlines()]
    programs = {one["target"]["name"]: one["executable"] for one in built if one.get("executable")}
    libraries = {"LD_LIBRARY_PATH": f"{os.environ['CUDA_HOME']}/lib"}
    for name, program in sorted(programs.items()):
        if name != "cudarc":
            status, output = driver(program, cwd=source, environment=libraries, seconds=SECONDS)
            yield f"example {name}", "failed" if status else "passed", last_panic(output)
            continue
        listed = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout
        for test in re.findall(r"^(.*): test$", listed, re.M):
            status, output = driver(program, "--exact", test, cwd=source, environment=libraries, seconds=SECONDS)
            result = "skipped" if " 1 ignored" in output else "failed" if status else "passed"
            yield test, result, "too slow" if status == 124 else last_panic(output)


def last_panic(output):
    found = re.findall(r"panicked at .*\n(.*)|^(Error: .*)|(ptx-bits: .*)", output, re.M)
    return next(filter(None, found[-1]), "")[:200] if found else ""


SUITES = {
    "numba tests": numba,
    # Without NVRTC, the device `CUDA` would take the compiler of `CUDA:PTX`.
    "tinygrad CUDA": tinygrad("CUDA:CUDA", with_driver=True),
    "tinygrad CUDA:PTX": tinygrad("CUDA:PTX", with_driver=True),
    "tinygrad MOCK+CUDA:PTX": tinygrad("MOCK+CUDA:PTX", with_driver=False),
    "tinygrad MOCK+NV:PTX": tinygrad("MOCK+NV:PTX", with_driver=False),
    "cudarc tests": cudarc,
    "pycuda tests": pycuda,
}
