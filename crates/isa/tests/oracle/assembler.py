"""Tests with NVIDIA's assembler which PTX statements it accepts, many statements in one file.

Each statement becomes one kernel. The assembler lists the lines with errors. The kernels on these
lines are removed, and the other kernels are assembled again, until the assembler accepts the file.
So each accepted statement was compiled to machine code.
"""

import os
import re
import subprocess
import tempfile

REGISTERS = """
.reg .f32 d,a,b,c,e;
.reg .f64 w,x,y,z;
.reg .b64 l,m,n,o;
.reg .b32 h,i,j,k2;
.reg .b16 ha,hb,hc,hd;
.reg .b8 ga,gb;
.reg .u16 xa,xb,xc,xd;
.reg .s16 ya,yb,yc,yd;
.reg .u32 ua,ub,uc,ud;
.reg .s32 sa,sb,sc,sd;
.reg .u64 ra,rb,rc,rd;
.reg .s64 ta,tb,tc,td;
.reg .pred p,q,pp,qq;
.reg .b32 t<128>;
"""
HALVES = ".reg .f16 fh; .reg .f16x2 hx;\n"
WIDE = ".reg .b128 B,C;\n"
VARIABLES = """
.global .align 16 .b8 gv[256];
.shared .align 16 .b8 sv[256];
.const .align 16 .b8 cv[256];
"""


class Assembler:
    """Runs one of two versions of `ptxas`: `newer` for sm_75 and later targets, `older` for all others."""

    def __init__(self, newer, older, folder=None):
        self.newer, self.older = newer, older
        self.folder = folder or tempfile.mkdtemp()
        self.runs = 0

    def refused(self, statements, version, target):
        """Returns the error text of every statement that the assembler refuses."""
        left = dict(enumerate(statements))
        errors = {}
        while left:
            found = self._errors(left, version, target)
            if not found:
                break
            for number, text in found.items():
                errors[statements[number]] = text
                del left[number]
        return errors

    def _errors(self, left, version, target):
        number = int(re.match(r"sm_(\d+)", target).group(1))
        program, arch = (self.newer, target.split(",")[0]) if number >= 75 else (self.older, target)
        if number < 50:
            arch = "sm_50"
        registers = REGISTERS
        numbers = tuple(map(int, version.split(".")))
        if numbers >= (4, 2) and number >= 53:
            registers += HALVES
        if numbers >= (8, 3) and number >= 70:
            registers += WIDE
        lines = [f".version {version}", f".target {target}"]
        if numbers >= (2, 3):
            lines.append(".address_size 64")
        lines += VARIABLES.split("\n")
        places = {}
        for one, statement in left.items():
            parameters = "(.param .align 16 .b8 pv[256])" if numbers >= (1, 4) else ""
            lines += [f".entry k{one}{parameters} {{"]
            lines += registers.replace("\n", " ").split("\n")
            lines.append(statement)
            places[len(lines)] = one
            lines.append("ret; }")
        source = os.path.join(self.folder, "question.ptx")
        with open(source, "w") as file:
            file.write("\n".join(lines) + "\n")
        command = [program, "-arch", arch, "-o", os.path.join(self.folder, "answer.cubin"), source]
        self.runs += 1
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return {}
        found = {}
        for line in (done.stderr + done.stdout).splitlines():
            match = re.search(r"line (\d+); (?:error|fatal)\s*: (.*)", line)
            match = match or re.search(r"address on line '(\d+)'( which is conflicting)", line)
            if match:
                at = int(match.group(1))
                if at in places:
                    found.setdefault(places[at], match.group(2))
        if not found:
            # Some errors have no line number, so assemble each half of the statements separately.
            if len(left) == 1:
                return {next(iter(left)): (done.stderr + done.stdout).strip().split("\n")[0]}
            keys = list(left)
            for half in (keys[: len(keys) // 2], keys[len(keys) // 2 :]):
                part = {one: left[one] for one in half}
                while part:
                    more = self._errors(part, version, target)
                    if not more:
                        break
                    found.update(more)
                    for one in more:
                        del part[one]
            # If the assembler accepts both halves, no single statement is at fault, so report
            # nothing.
        return found
