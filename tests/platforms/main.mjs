// Prints the name and the digest of every function in a WebAssembly module, like main.c. The argument is the module.
import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
const { instance } = await WebAssembly.instantiate(bytes, {});
const { memory, ptx_functions, ptx_name, ptx_digest } = instance.exports;

function text(address) {
    const all = new Uint8Array(memory.buffer);
    return new TextDecoder().decode(all.subarray(address, all.indexOf(0, address)));
}

for (let i = 0; i < ptx_functions(); i++) {
    const digest = BigInt.asUintN(64, ptx_digest(i)).toString(16).padStart(16, "0");
    console.log(`${text(ptx_name(i))}\t${digest}`);
}
