/** The wasm backend. */

export { wasmBackend } from "./backend.ts";
