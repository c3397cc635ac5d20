/** Detects whether WASM runs: the policy of a page or the settings of a browser may forbid it. */

/** The shortest valid module. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

let canRun: boolean | undefined;

/** False if code cannot be compiled, as under a policy without `'wasm-unsafe-eval'`. */
export function canRunWasm(): boolean {
  canRun ??= canCompile();
  return canRun;
}

function canCompile(): boolean {
  try {
    return new WebAssembly.Module(EMPTY) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}
