/**
 * The parts that a bundle in one file can leave out (docs/browser.md). A bundler that replaces one
 * of these variables by `true` drops the imports behind it. Elsewhere it is undefined, and nothing
 * is left out.
 *
 * Each import is written `globalThis.NAME ? refusePart(…) : import(…)`: esbuild evaluates the
 * condition within an expression, but not in another file or in an `if` that throws.
 */

import { TermwiseError } from "./errors.ts";

declare global {
  /**
   * Leaves out vectors, encoders, re-ranking, learning, and rankers by feedback, dependence and the
   * paper's occurrence weights.
   */
  var TERMWISE_LEXICAL: boolean | undefined;
  /** Leaves out the stemmers and stop lists of languages other than English. */
  var TERMWISE_ENGLISH: boolean | undefined;
  /** Leaves out folders on disk, packed indexes, threads, several indexes as one and reordering. */
  var TERMWISE_BROWSER: boolean | undefined;
}

type PartVariable = "TERMWISE_LEXICAL" | "TERMWISE_ENGLISH" | "TERMWISE_BROWSER";

/** Refuses a call that needs a part which the bundle was built without. */
export function refusePart(name: PartVariable, part: string): never {
  throw new TermwiseError(
    "UNAVAILABLE",
    `this bundle was built without ${part}: its build sets globalThis.${name} to true`,
  );
}
