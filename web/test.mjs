// Tests and measures the page in web/dist with Chromium. The script web/test runs this file.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const types = { html: "text/html", css: "text/css", js: "text/javascript", wasm: "application/wasm" };
const requested = new Set();
const server = createServer((request, response) => {
  const name = request.url === "/" ? "index.html" : request.url.slice(1).split("?")[0];
  requested.add(name);
  try {
    const body = readFileSync(new URL(`dist/${name}`, import.meta.url));
    response.writeHead(200, { "content-type": types[name.split(".").pop()] }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: sandbox });
mkdirSync(new URL("pictures", import.meta.url), { recursive: true });
const picture = (name) => new URL(`pictures/${name}.png`, import.meta.url).pathname;

/** Opens the page with a fragment. Fails on an exception, and on a request to another place. */
async function open(fragment, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  page.on("pageerror", (error) => assert.fail(error.stack));
  page.on("request", (request) => assert.ok(request.url().startsWith(`${origin}/`), request.url()));
  await page.goto(`${origin}/index.html${fragment}`);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  return page;
}
const text = (page, id) => page.locator(`#${id}`).textContent();

// Without a fragment, the page is empty but ready.
const started = performance.now();
const page = await open("");
const first = performance.now() - started;
assert.equal(await text(page, "bits"), "");

/** Goes to a fragment on the open page. */
async function go(fragment) {
  await page.evaluate((to) => { location.hash = to; }, fragment);
  await page.waitForFunction((to) => document.getElementById("link").hash === to, fragment);
}

// Lines whose results were measured on chips or follow from IEEE 754.
const lines = [
  ["#sm_90/rcp.approx.ftz.f32/42040000", "3cf83e0f"],
  ["#-/rcp.approx.f32/7f000000", "00400000"],
  ["#sm_75/sqrt.approx.f32/40800000", "40000000"],
  ["#sm_50/sqrt.approx.f32/40800000", "40000000"],
  ["#sm_90/rsqrt.approx.f32/00000200", "62800000"],
  ["#sm_90/ex2.approx.f32/c30c0000", "00000200"],
  ["#sm_121/ex2.approx.ftz.f32/c1238d46", "3a5b7d5c"],
  ["#sm_90/lg2.approx.f32/00000200", "c30c0000"],
  ["#sm_90/cos.approx.f32/00000000", "3f800000"],
  ["#sm_60/sin.approx.ftz.f32/00000000", "00000000"],
  ["#sm_90%208.0/fma.rn.f32/3f800000/40000000/1", "40000000"],
  ["#sm_90/setp.lt.f32%20p/3f800000/40000000", "1"],
  ["#sm_90/MUFU.RCP/40400000", "3eaaaaab"],
];
for (const [fragment, bits] of lines) {
  await go(fragment);
  assert.equal(await text(page, "bits"), bits, fragment);
  assert.equal(await text(page, "messages"), "", fragment);
  const steps = await page.locator("#explanation td:last-child").allTextContents();
  if (fragment.includes(".approx.")) assert.equal(steps.at(-1), bits, fragment);
}

// The bits of the last step must equal the result.
const edges = ["00000000", "80000000", "00000001", "007fffff", "00800000", "7e800001", "7f7fffff", "7f800000", "ff800000",
  "7fc00000", "c2fc0001", "c3160000", "3f8147ae", "bf800000", "40490fdb", "409ccdb6"];
const differences = await page.evaluate((edges) => {
  const found = [];
  for (const name of ["rcp", "rsqrt", "sqrt", "ex2", "lg2", "sin", "cos"]) {
    for (const form of [`${name}.approx.f32`, `${name}.approx.ftz.f32`]) {
      for (const target of ["sm_50", "sm_52", "sm_60", "sm_70", "sm_90", "sm_121"]) {
        for (const operand of edges) {
          history.replaceState(null, "", `#${target}/${form}/${operand}`);
          window.dispatchEvent(new Event("hashchange"));
          const bits = document.getElementById("bits").textContent;
          const last = [...document.querySelectorAll("#explanation td:last-child")].at(-1)?.textContent;
          if (last !== bits || !/^[0-9a-f]{8}$/.test(bits)) found.push(`${target} ${form} ${operand}: ${bits}, ${last}`);
        }
      }
    }
  }
  return found;
}, edges);
assert.deepEqual(differences, []);

// The page must show the numbers of the book's picture, which shows how RCP computes 1 / π.
await go("#sm_90/rcp.approx.ftz.f32/40490fdb");
const cells = await page.locator("#units td").allTextContents();
for (const cell of ["73", "4059", "42735993", "-26577", "263", "122", "51832f2000", "-66e0ecb", "7d56", "47e7", "517cc1d672", "a2f983"]) {
  assert.ok(cells.includes(cell), `${cell} in ${cells}`);
}
assert.equal(await text(page, "fields"), "sign 0 +exponent 01111101 2^-2fraction 01000101111100110000011 ".trim());
// The result of 1 / 33 is the float below the correctly rounded result.
await go("#sm_90/rcp.approx.ftz.f32/42040000");
assert.match(await text(page, "numbers"), /nearest  0x3cf83e10, 1 float above$/);
await go("#sm_90/rcp.rn.f32/42040000");
assert.match(await text(page, "numbers"), /nearest  this result$/);
// A zero does not reach the datapath.
await go("#sm_90/rcp.approx.ftz.f32/00000000");
assert.ok(await page.locator("#inside-section").isHidden());

// The field `bits` shows a faulty line's error, as a batch does. The editor underlines the fault.
await go("#sm_90/rcp.f32/42040000");
assert.match(await text(page, "bits"), /^error: `rcp\.f32` needs `\.approx`/);
assert.match(await text(page, "messages"), /^1:\d+: error: `rcp\.f32` needs `\.approx`/);
assert.equal(await page.locator("#marks span.error").count(), 1);
await page.screenshot({ path: picture("fault"), fullPage: true });

// Use only the keyboard: from the last example to the editor, the target and the operands.
await page.locator("#examples a").last().focus();
await page.keyboard.press("Tab");
assert.equal(await page.evaluate(() => document.activeElement.id), "text");
await page.keyboard.press("Control+A");
await page.keyboard.type(".reg .f32 %f<3>;\nrcp.rn.f32 %f1, %f2;");
await page.keyboard.press("Tab");
await page.keyboard.press("Control+A");
await page.keyboard.type("sm_80");
await page.keyboard.press("Tab");
await page.keyboard.press("Control+A");
await page.keyboard.type("40400000");
assert.equal(await text(page, "bits"), "3eaaaaab");
assert.equal(await text(page, "messages"), "");
assert.equal(await page.evaluate(() => location.hash), "#sm_80/rcp.rn.f32/40400000");

// Numbers become bits in the fragment.
await page.locator("#operands").fill("1.00000005960464477539062500001");
assert.equal(await page.evaluate(() => location.hash), "#sm_80/rcp.rn.f32/3f800001");
await page.locator("#operands").fill("Inf");
assert.match(await text(page, "bits"), /^error: .*write `inf`$/);

// Click an example.
await page.locator("#examples a").first().click();
assert.equal(await text(page, "bits"), "3cf83e0f");
const time = await page.evaluate(() => {
  const begin = performance.now();
  for (let i = 0; i < 20; i++) window.dispatchEvent(new Event("hashchange"));
  return (performance.now() - begin) / 20;
});

// Take screenshots. A narrow screen must not scroll horizontally.
for (const [width, height] of [[1200, 900], [400, 800]]) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(lines[0][0], { viewport: { width, height }, colorScheme });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    await page.screenshot({ path: picture(`${width}-${colorScheme}`), fullPage: true });
    await page.close();
  }
}

assert.deepEqual([...requested].sort(), ["index.html", "page.css", "page.js", "ptx.wasm"]);
const wasm = new URL("dist/ptx.wasm", import.meta.url);
console.log(`ptx.wasm: ${statSync(wasm).size} bytes, ${gzipSync(readFileSync(wasm), { level: 9 }).length} compressed`);
console.log(`first answer ${first.toFixed(0)} ms, further answers ${time.toFixed(1)} ms`);
await browser.close();
server.close();
