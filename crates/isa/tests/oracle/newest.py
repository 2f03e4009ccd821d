#!/usr/bin/env python3
"""Compares the newest PTX versions with NVIDIA's assembler: recorded verdicts, and words that the tables lack.

    newest.py [--ptxas PTXAS]           repeats the verdicts of `ptxas_newest.tsv` and lists lacking words
    newest.py [--ptxas PTXAS] --record  records the verdicts again

Without `--ptxas`, the assembler is `$PTXAS`, `$CUDA_HOME/bin/ptxas`, or the first in `PATH`. The exit status is 77 if
there is none, and 1 if a verdict differs or a word is new.

The second part finds the names of instructions, modifiers, special registers and directives in the texts of the
assembler's file, and assembles each. The assembler reports unknown names as unknown. `cargo run -p ptx-isa --example
lacking` then prints the names that the tables lack. Names that `ptxas_newest.tsv` lists as lacking are not new.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from assembler import Assembler
from newest_statements import FAMILIES, statements

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "ptxas_newest.tsv")
NEWEST = "9.5"
TARGETS = [
    "sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_100f", "sm_100a", "sm_103a", "sm_107", "sm_107f", "sm_107a",
    "sm_110f", "sm_120", "sm_120f", "sm_121a",
]
GRID = [("9.2", "sm_90a"), ("9.2", "sm_100a"), ("9.2", "sm_120f")]
GRID += [("9.3", "sm_90a"), ("9.3", "sm_100a"), ("9.3", "sm_120f")]
GRID += [("9.4", "sm_90a"), ("9.4", "sm_100a"), ("9.4", "sm_107a"), ("9.4", "sm_120f")]
GRID += [(NEWEST, target) for target in TARGETS]
SURVEYED = "sm_107a"


def find_assembler(given):
    home = os.environ.get("CUDA_HOME")
    candidates = [given, os.environ.get("PTXAS"), home and os.path.join(home, "bin", "ptxas"), shutil.which("ptxas")]
    return next((path for path in candidates if path and os.path.exists(path)), None)


def verdicts(ptxas):
    """Returns a mask of accepted grid lines, and a sample of the error texts, for each statement."""
    assembler = Assembler(ptxas, ptxas)
    texts = [text for _, text in statements(FAMILIES)]
    found = {text: [0, ""] for text in texts}
    for i, (version, target) in enumerate(GRID):
        for start in range(0, len(texts), 100):
            batch = texts[start : start + 100]
            refused = assembler.refused(batch, version, target)
            for text in batch:
                if text in refused:
                    found[text][1] = refused[text]
                else:
                    found[text][0] |= 1 << i
    return found


def record(ptxas):
    found = verdicts(ptxas)
    release = subprocess.run([ptxas, "--version"], capture_output=True, text=True).stdout.split("release ")[1]
    print("# Verdicts of the PTX assembler on the forms of PTX ISA 9.3 to 9.5, made by newest.py.")
    print(f"# ptxas {release.split(',')[0]}. Columns (tab): instruction, accepted as a hex mask over the grid (bit i = grid")
    print("# line i), family, one error text as a sample.")
    print("# Lacking names: names that the assembler knows and the tables lack.")
    for name in survey(ptxas):
        print(f"# lacking: {name}")
    print("# Grid:")
    for i, (version, target) in enumerate(GRID):
        print(f"# {i}\t.version {version}\t.target {target}")
    for family, text in statements(FAMILIES):
        mask, sample = found[text]
        print(text, f"{mask:08x}", family, sample, sep="\t")


def recorded():
    masks, lacking = {}, set()
    with open(RECORD) as file:
        for line in file:
            if line.startswith("# lacking: "):
                lacking.add(line.removeprefix("# lacking: ").strip())
            elif not line.startswith("#"):
                text, mask, *_ = line.rstrip("\n").split("\t")
                masks[text] = int(mask, 16)
    return masks, lacking


def messages(ptxas, lines, header=""):
    """Assembles one kernel with a statement on each line. Returns the messages of each statement."""
    start = [f".version {NEWEST}", f".target {SURVEYED}", ".address_size 64", header]
    start += [".entry k() { .reg .b32 h,i,j; .reg .b64 l; .reg .pred p;"]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "names.ptx")
        with open(source, "w") as file:
            file.write("\n".join([*start, *lines, "ret; }"]) + "\n")
        command = [ptxas, "-arch", SURVEYED, "-o", os.devnull, source]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    found = {}
    for line in (done.stderr + done.stdout).splitlines():
        match = re.search(r"line (\d+); (?:error|fatal)\s*: (.*)", line)
        if match and int(match.group(1)) > len(start):
            found.setdefault(int(match.group(1)) - len(start) - 1, []).append(match.group(2))
    return found


def known(ptxas, names, statement, unknown):
    """Returns the names for which the assembler does not report `unknown` in `statement`."""
    names = sorted(names)
    while names:
        found = messages(ptxas, [statement.replace("NAME", name) for name in names])
        broken = [i for i, texts in found.items() if any("Parsing error" in text for text in texts)]
        if not broken:
            return [name for i, name in enumerate(names) if not any(unknown in text for text in found.get(i, []))]
        for i in sorted(broken, reverse=True):
            del names[i]
    return []


def survey(ptxas):
    """Returns the names that the assembler knows and the tables lack, such as `modifier .sat`."""
    with open(ptxas, "rb") as file:
        texts = {text.decode() for text in re.findall(rb"[ -~]{2,80}", file.read())}
    modifiers = {text[1:] for text in texts if re.fullmatch(r"\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_:]+)*", text)}
    modifiers = {word for word in modifiers if re.search(r"[a-z]", word) and len(word) > 2}
    modifiers |= {text for text in texts if re.fullmatch(r"[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)+", text)}
    instructions = {text for text in texts if re.fullmatch(r"[a-z][a-z0-9_]+(\.[a-z][a-z0-9_:]+)*", text) and "__" not in text}
    registers = {text for text in texts if re.fullmatch(r"%[a-z][a-z0-9_]{2,}", text)}
    directives = {text[1:] for text in texts if re.fullmatch(r"\.[a-z_]{3,}", text)}
    lines = [f"modifier .{word}" for word in known(ptxas, modifiers, "add.NAME.u32 h,i,j;", "Unknown modifier")]
    unknown = "Not a name of any known instruction"
    lines += [f"instruction {word}" for word in known(ptxas, instructions, "NAME h;", unknown)]
    lines += [f"register {word}" for word in registers if is_register(ptxas, word)]
    lines += [f"directive .{word}" for word in directives if is_directive(ptxas, word)]
    command = ["cargo", "run", "--quiet", "-p", "ptx-isa", "--example", "lacking"]
    done = subprocess.run(command, input="\n".join(sorted(lines)) + "\n", capture_output=True, text=True, check=True, cwd=HERE)
    return done.stdout.split("\n")[:-1]


def is_register(ptxas, word):
    """Returns whether the assembler knows a special register: it reports an unknown name as a symbol."""
    return word not in unknown_symbols(ptxas)


def unknown_symbols(ptxas, cache={}):
    if not cache:
        with open(ptxas, "rb") as file:
            texts = {text.decode() for text in re.findall(rb"[ -~]{2,80}", file.read())}
        words = sorted(text for text in texts if re.fullmatch(r"%[a-z][a-z0-9_]{2,}", text))
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "names.ptx")
            with open(source, "w") as file:
                lines = [f".version {NEWEST}", f".target {SURVEYED}", ".entry k() { .reg .b32 h;"]
                file.write("\n".join([*lines, *(f"mov.u32 h,{word};" for word in words), "ret; }"]) + "\n")
            done = subprocess.run([ptxas, "-arch", SURVEYED, "-o", os.devnull, source], capture_output=True, text=True)
        cache.update(dict.fromkeys(re.findall(r"Unknown symbol '(%\w+)'", done.stderr + done.stdout)))
    return cache


def is_directive(ptxas, word):
    """Returns whether the assembler knows a directive: it reports an unknown one in front of a kernel at its name."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "names.ptx")
        places = [f".{word} 1;\n.entry k() {{ ret; }}", f".entry k() .{word} 1 {{ ret; }}", f".entry k() {{ .{word} 1; ret; }}"]
        for place in places:
            with open(source, "w") as file:
                file.write(f".version {NEWEST}\n.target {SURVEYED}\n.address_size 64\n{place}\n")
            done = subprocess.run([ptxas, "-arch", SURVEYED, "-o", os.devnull, source], capture_output=True, text=True)
            if f"near '.{word}'" not in done.stderr + done.stdout:
                return True
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ptxas")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    ptxas = find_assembler(arguments.ptxas)
    if not ptxas:
        print("there is no ptxas: set PTXAS or CUDA_HOME", file=sys.stderr)
        sys.exit(77)
    if arguments.record:
        record(ptxas)
        return
    masks, lacking = recorded()
    found = verdicts(ptxas)
    wrong = [text for text, (mask, _) in found.items() if masks.get(text) != mask]
    new = [name for name in survey(ptxas) if name not in lacking]
    for text in wrong:
        print(f"differs: {text}: recorded {masks.get(text, 0):08x}, found {found[text][0]:08x}")
    for name in new:
        print(f"not in the tables: {name}")
    print(f"{len(found)} statements, {len(wrong)} differ; {len(lacking)} names are known to be lacking, {len(new)} are new")
    sys.exit(1 if wrong or new else 0)


main()
