// The script of the page. The URL fragment is a line of `ptx-bits eval --batch` whose fields are separated by `/`, or
// `text` and the contents of the fields of the page.
const at = (id) => document.getElementById(id);
let library;
let engine;
let shown = "";
let launches = 0;

/** The fields of the page. A fragment that begins with `text` has them in this order. */
const FIELDS = ["target", "operands", "grid", "block", "arguments", "text"];

/** The contents of the fields before the user changes them. */
const START = { target: "sm_90", operands: "", grid: "1", block: "32", arguments: "", text: "" };

/** The longest text that the fragment contains. */
const LONGEST = 8000;

const HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n";

/** The examples that are not lines of a batch. */
const EXAMPLES = {
  statements: { operands: "3 4", text: `mul.rn.f32 xx, x, x;
fma.rn.f32 sum, y, y, xx;
rsqrt.approx.f32 inverse, sum;
mul.rn.f32 length, sum, inverse;` },
  cpp: { operands: "2.0", text: `__device__ float ex2(float x) {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}` },
  python: { operands: "1.0 2.5", text: `y = tl.inline_asm_elementwise(
    "cvt.rn.bf16x2.f32 $0, $1, $2;", "=r,f,f", [hi, lo],
    dtype=tl.int32, is_pure=True, pack=1)` },
  kernel: { grid: "1", block: "4", arguments: "f32:0.5 f32[]:1,2,3,33 f32[4]", text: `${HEAD}.visible .entry scaled(.param .f32 a, .param .u64 x, .param .u64 y)
{
    .reg .f32 %f<4>;
    .reg .b32 %r<2>;
    .reg .b64 %rd<6>;
    ld.param.f32 %f1, [a];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    add.s64 %rd5, %rd2, %rd3;
    ld.global.f32 %f2, [%rd4];
    rcp.approx.ftz.f32 %f2, %f2;
    mul.rn.f32 %f3, %f2, %f1;
    st.global.f32 [%rd5], %f3;
    ret;
}` },
  race: { grid: "1", block: "64", arguments: "u32[64]", text: `${HEAD}.visible .entry next(.param .u64 y)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .shared .b32 tile[65];
    ld.param.u64 %rd1, [y];
    mov.u32 %r1, %tid.x;
    mul.lo.u32 %r2, %r1, 4;
    mov.u32 %r3, tile;
    add.u32 %r2, %r2, %r3;
    st.shared.u32 [%r2], %r1;
    // bar.sync 0;
    ld.shared.u32 %r3, [%r2+4];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r3;
    ret;
}` },
};

/** A WebAssembly module that answers requests. */
class Module {
  constructor(compiled) {
    this.compiled = compiled;
    this.start();
  }

  static async load(name) {
    const file = await fetch(name);
    return new Module(await WebAssembly.compile(await file.arrayBuffer()));
  }

  start() {
    this.exports = new WebAssembly.Instance(this.compiled, {}).exports;
  }

  /** Sends a request and returns the answer. If the module fails, it starts anew, and the answer is `instead`. */
  ask(request, instead) {
    try {
      const { memory, request: place, answer, answer_bytes: start } = this.exports;
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      const address = place(bytes.length);
      new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
      const length = answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, start(), length)));
    } catch {
      this.start();
      return instead;
    }
  }
}

/** The maximum number of statements that the table shows. */
const MOST_ROWS = 200;

const TOO_LARGE = "error: this input needs more memory than the page has";

/** Returns the answer to a request. */
function ask(request) {
  return library.ask(request, {
    target: "", instruction: "", operands: [], given: "", names: [], rows: [], kernels: null, sentence: [], read: null,
    messages: [{ level: "error", start: 0, end: 0, text: TOO_LARGE }], text: request.text ?? "", bits: "error",
  });
}

/** Returns the parts of the fragment. A faulty escape stays as it is. */
function parts() {
  const decode = (field) => { try { return decodeURIComponent(field); } catch { return field; } };
  return location.hash.slice(1).split("/").map(decode);
}

/** Returns a fragment. */
const fragment = (fields) => "#" + fields.map(encodeURIComponent).join("/");

/** Returns an element with a text. */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Underlines the places of the messages. */
function underline(text, messages) {
  const parts = [];
  let end = 0;
  for (const message of messages) {
    if (message.start < end) continue;
    const span = element("span", text.slice(message.start, message.end));
    span.className = message.level;
    parts.push(text.slice(end, message.start), span);
    end = message.end;
  }
  at("marks").replaceChildren(...parts, text.slice(end) + "\n");
}

/** Returns a table; the cells of the first row are headings. */
function table([head, ...rows]) {
  const made = document.createElement("table");
  const top = made.createTHead().insertRow();
  for (const text of head) top.append(element("th", text));
  const body = made.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const text of cells) row.insertCell().textContent = text;
  }
  return made;
}

/** Shows sign, exponent and fraction of a float. */
function showFields(fields) {
  const shown = fields.map(([name, digits, reading]) => {
    const part = element("span", name + " ");
    part.append(element("code", digits), reading && ` ${reading}`);
    return part;
  });
  at("fields").replaceChildren(...shown);
}

/** Shows the table row, the terms and the sum of each operation of the multi-function unit. */
function inside(units) {
  at("inside-section").hidden = units.length === 0;
  const shown = units.flatMap((unit) => [
    element("h3", `${unit.name}(${unit.operand})`),
    table([["step", "decimal", "hexadecimal"], ...unit.lines]),
  ]);
  at("units").replaceChildren(...shown);
}

/** Shows the steps of the machine sequence, and the sentences of the instruction's page. */
function explain(answer) {
  const shown = answer.sentence.map((text) => element("p", text));
  if (answer.steps) {
    const table = document.createElement("table");
    for (const step of answer.steps) {
      const row = table.insertRow();
      row.insertCell().textContent = step.step;
      row.insertCell().textContent = step.bits;
    }
    shown.push(table);
  }
  at("explanation").replaceChildren(...shown);
}

/** Shows the bits. A fault that the checker reports stands only there. */
function showBits(answer) {
  const isFault = answer.bits.startsWith("error");
  at("bits").textContent = answer.bits;
  at("bits").className = isFault ? "fault" : "";
  const isReported = isFault && answer.messages.some((message) => message.level === "error");
  at("result-section").hidden = isReported || answer.bits === "";
}

/** Shows the result of each statement, if there are several. */
function showRows(rows) {
  at("rows-section").hidden = rows.length < 2;
  const cells = rows.slice(0, MOST_ROWS).map((row) => [row.statement, row.bits]);
  if (rows.length > MOST_ROWS) cells.push(["…", rows.at(-1).bits]);
  at("rows").replaceChildren(...(rows.length < 2 ? [] : [table([["statement", "result"], ...cells])]));
}

/** Shows the fields for a launch. */
function showLaunch(kernels) {
  at("launch").hidden = kernels == null;
  at("kernels").textContent = (kernels ?? []).join("\n");
  at("operands-label").hidden = kernels != null;
  at("target-label").hidden = kernels != null;
  showRun({ text: "", is_fault: false });
}

/** Shows the result of a launch. */
function showRun(ran) {
  launches += 1;
  const lines = ran.text.split(/^/m).map((line) => {
    const shown = element("span", line);
    if (/^error: /.test(line)) shown.className = "fault";
    return shown;
  });
  at("ran").replaceChildren(...lines);
  at("ran").className = ran.is_fault ? "fault" : "";
}

/** Shows the answer to a request. */
function show(request) {
  const answer = ask(request);
  if (at("text").value !== answer.text) at("text").value = answer.text;
  at("text").rows = Math.min(30, Math.max(4, answer.text.split("\n").length));
  if (at("operands").value !== answer.given) at("operands").value = answer.given;
  underline(answer.text, answer.messages);
  at("messages").textContent = answer.messages.map((message) => message.text).join("\n");
  at("read").textContent = answer.read ?? "";
  at("names").textContent = answer.names.length ? ` ${answer.names.join(", ")}` : "";
  showBits(answer);
  showFields(answer.fields ?? []);
  showRows(answer.rows);
  showLaunch(answer.kernels);
  inside(answer.units ?? []);
  at("numbers").textContent = answer.numbers ?? "";
  explain(answer);
  const isLine = answer.rows.length < 2 && answer.read == null && answer.kernels == null;
  if (isLine) {
    shown = fragment([answer.target, answer.instruction, ...answer.operands]);
  } else {
    shown = answer.text.length > LONGEST ? "#" : fragment(["text", ...FIELDS.map((id) => at(id).value)]);
  }
  at("link").href = shown;
  return answer;
}

/** Shows the contents of the fields. */
function read() {
  return show({ target: at("target").value.trim(), text: at("text").value, operands: [at("operands").value] });
}

/** Sets the fields of the page. */
function fill(fields) {
  for (const id of FIELDS) at(id).value = fields[id] ?? START[id];
}

/** Shows the input of the fragment. Without a fragment, shows 1 / 33. */
function open() {
  const [first, instruction, ...rest] = parts();
  at("opening").hidden = first !== "";
  if (first === "text") {
    const values = [instruction, ...rest];
    fill(Object.fromEntries(FIELDS.map((id, i) => [id, values[i] ?? ""])));
    run();
  } else if (instruction) {
    fill({ target: first || "sm_90" });
    show({ target: at("target").value, instruction, operands: rest });
  } else {
    fill({ text: "rcp.approx.ftz.f32 d, a;", operands: "33" });
    read();
  }
  document.documentElement.dataset.ready = "";
}

/** Shows what the user typed. A kernel waits for the button. */
function typed() {
  at("opening").hidden = true;
  read();
  history.replaceState(null, "", shown);
}

/** Runs the kernel of the text, if it has one. The first launch loads the engine. */
async function run() {
  const answer = read();
  if (answer.kernels == null || answer.messages.some((message) => message.level === "error")) return;
  showRun({ text: "The kernel runs …", is_fault: false });
  const launch = launches;
  engine ??= Module.load("engine.wasm");
  const loaded = await engine;
  // The text may have changed while the engine was loaded.
  if (launch !== launches) return;
  const [grid, block, args] = ["grid", "block", "arguments"].map((id) => at(id).value);
  const instead = { text: TOO_LARGE, is_fault: true };
  showRun(loaded.ask({ text: at("text").value, grid, block, arguments: args }, instead));
}

for (const id of FIELDS) at(id).addEventListener("input", typed);
for (const link of document.querySelectorAll("[data-example]")) {
  const example = { ...START, ...EXAMPLES[link.dataset.example] };
  link.href = fragment(["text", ...FIELDS.map((id) => example[id])]);
}
document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
  history.replaceState(null, "", shown);
});
at("text").addEventListener("scroll", () => { at("marks").scrollTop = at("text").scrollTop; });
window.addEventListener("hashchange", open);
library = await Module.load("ptx.wasm");
open();
