/**
 * A system is a way to rank: a classical ranker with its options, learned weights, a trained model
 * on top. This file formats its name and its form in the address of the page.
 */

import type { System } from "../../../src/client/api-types.ts";

const PARTS = ["ranker", "weights", "rerank", "depth"] as const;

/** `ranker=bm25(k1=0.6);rerank=s-knrm`, or `published`. */
export function formatSystem(system: System): string {
  const text = PARTS.filter((part) => system[part] !== undefined)
    .map((part) => `${part}=${system[part]}`)
    .join(";");
  return text === "" ? "published" : text;
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

/** A short display name: `published`, `bm25(k1=0.6)`, `weights w1`, `s-knrm on bm25`. */
export function formatSystemName(system: System): string {
  const { ranker, weights, rerank } = system;
  const first = weights === undefined ? ranker : `weights ${weights}`;
  if (rerank !== undefined) return first === undefined ? rerank : `${rerank} on ${first}`;
  return first ?? "published";
}

/** The system that `formatSystemName` gave a name. `models` distinguishes a model from a ranker. */
export function findSystem(name: string, models: readonly string[]): System {
  const plain = name.replace(/ \(\d+\)$/, ""); // the number of a duplicate
  if (plain === "published") return {};
  const [top, first] = plain.includes(" on ") ? plain.split(" on ", 2) : [undefined, plain];
  if (top === undefined && models.includes(plain)) return { rerank: plain };
  const stage = first?.startsWith("weights ") ? { weights: first.slice(8) } : { ranker: first };
  return top === undefined ? stage : { ...stage, rerank: top };
}
