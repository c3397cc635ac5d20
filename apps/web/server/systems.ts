/**
 * A system is a way to rank: a classical ranker with its options, learned weights, a trained model
 * on top. This file formats its form in the address of the page.
 */

import { SYSTEM_SEARCH_OPTIONS } from "../../../src/api/requests.ts";
import type { System } from "../../../src/client/index.ts";

/** `ranker=bm25(k1=0.6);rerank=s-knrm`, or `active`. */
export function formatSystem(system: System): string {
  const text = SYSTEM_SEARCH_OPTIONS.filter((part) => system[part] !== undefined)
    .map((part) => `${part}=${system[part]}`)
    .join(";");
  return text === "" ? "active" : text;
}

/** Parses the output of `formatSystem`; unknown parts are ignored. */
export function parseSystem(text: string): System {
  const system: { -readonly [Part in keyof System]: System[Part] } = {};
  for (const piece of text.split(";")) {
    const at = piece.indexOf("=");
    const [name, value] = [piece.slice(0, at), piece.slice(at + 1)];
    if (value === "" || at < 0) continue;
    if (name === "depth") {
      const depth = Number(value);
      if (Number.isInteger(depth) && depth > 0) system.depth = depth;
    } else if (name === "ranker" || name === "weights" || name === "rerank") system[name] = value;
  }
  return system;
}
