/**
 * A system is a way to rank: a classical ranker with its options, learned weights, a trained model
 * on top. This file formats its form in the address of the page.
 */

import { SYSTEM_SEARCH_OPTIONS } from "../../../src/api/requests.ts";
import type { NamedSystem } from "../../../src/client/index.ts";

/** A system, or a snapshot of rankings in place of one. */
export type RankingChoice = Omit<NamedSystem, "name">;

const PARTS = [...SYSTEM_SEARCH_OPTIONS, "snapshot"] as const;

/** `ranker=bm25(k1=0.6);rerank=s-knrm`, `snapshot=monday`, or `active`. */
export function formatSystem(system: RankingChoice): string {
  const text = PARTS.filter((part) => system[part] !== undefined)
    .map((part) => `${part}=${system[part]}`)
    .join(";");
  return text === "" ? "active" : text;
}

/** Parses the output of `formatSystem`; unknown parts are ignored. */
export function parseSystem(text: string): RankingChoice {
  const system: { -readonly [Part in keyof RankingChoice]: RankingChoice[Part] } = {};
  for (const piece of text.split(";")) {
    const at = piece.indexOf("=");
    const [name, value] = [piece.slice(0, at), piece.slice(at + 1)];
    if (value === "" || at < 0) continue;
    if (name === "depth") {
      const depth = Number(value);
      if (Number.isInteger(depth) && depth > 0) system.depth = depth;
    } else if (name === "snapshot") return { snapshot: value };
    else if (name === "ranker" || name === "weights" || name === "rerank") system[name] = value;
  }
  return system;
}
