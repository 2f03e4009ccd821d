// The script of the page. The URL fragment is a line of `ptx-bits eval --batch` whose fields are separated by `/`.
const at = (id) => document.getElementById(id);
let library;
let shown = "";

/** Sends a request to the library and returns its answer. */
function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const address = library.request(bytes.length);
  new Uint8Array(library.memory.buffer, address, bytes.length).set(bytes);
  const length = library.answer();
  const answer = new Uint8Array(library.memory.buffer, library.answer_bytes(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

/** Returns the fields of the fragment. A faulty escape stays as it is. */
function fields() {
  const decode = (field) => { try { return decodeURIComponent(field); } catch { return field; } };
  const [target = "", instruction = "", ...operands] = location.hash.slice(1).split("/").map(decode);
  return { target, instruction, operands };
}

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
function parts(fields) {
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

/** Shows the answer to a request. */
function show(request) {
  const answer = ask(request);
  if (at("text").value !== answer.text) at("text").value = answer.text;
  underline(answer.text, answer.messages);
  at("messages").textContent = answer.messages.map((message) => message.text).join("\n");
  at("bits").textContent = answer.bits;
  at("bits").className = answer.bits.startsWith("error") ? "fault" : "";
  parts(answer.fields ?? []);
  inside(answer.units ?? []);
  at("numbers").textContent = answer.numbers ?? "";
  explain(answer);
  const line = [answer.target, answer.instruction, ...answer.operands];
  shown = "#" + line.map(encodeURIComponent).join("/");
  at("link").href = shown;
  return answer;
}

/** Shows the input of the fragment. */
function open() {
  const line = fields();
  at("target").value = line.target || "sm_90";
  at("operands").value = line.operands.join(" ");
  if (line.instruction) show(line);
  else show({ target: at("target").value, text: "", operands: [] });
  document.documentElement.dataset.ready = "";
}

/** Shows what the user typed. */
function typed() {
  show({ target: at("target").value.trim(), text: at("text").value, operands: [at("operands").value] });
  history.replaceState(null, "", shown);
}

for (const id of ["text", "target", "operands"]) at(id).addEventListener("input", typed);
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", open);
const file = await fetch("ptx.wasm");
library = (await WebAssembly.instantiate(await file.arrayBuffer(), {})).instance.exports;
open();
