/**
 * Rankers that count meaning, as people write them: `dense`, `hybrid`,
 * `hybrid(bm25(k1=0.6),dense,alpha=1)`, `rrf(bm25,dense,k=60)`.
 *
 * The ranker of words comes first and may be left out, as may `dense`. Options
 * are key=value, in any order.
 */

import { badArgument, quote } from "../../common/errors.ts";
import { parseRanker } from "../../ranking/index.ts";

/** A ranker that counts meaning. */
export interface HybridRanker {
  readonly kind: "dense" | "hybrid" | "rrf";
  /** The ranker of words; absent for that of the index. */
  readonly first?: string | undefined;
  /** How much meaning counts beside words, in `hybrid`. */
  readonly alpha: number;
  /** How slowly a rank loses worth, in `rrf`. */
  readonly k: number;
  /** How many of the best by words and by meaning are looked at. */
  readonly depth: number;
  /** How many vectors a walk through a graph keeps in view; absent for as many as suit the hits asked for. */
  readonly ef?: number;
}

/** What was best without labels on nine collections; see docs/hybrid.md. */
const DEFAULTS = { alpha: 1, k: 60, depth: 200 };

/** The options of each kind. */
const OPTIONS = {
  dense: ["ef"],
  hybrid: ["alpha", "depth", "ef"],
  rrf: ["k", "depth", "ef"],
} as const;

/** Parses a name that `needsQueryVector` knows. `BAD_ARGUMENT` says what is wrong with it. */
export function parseHybridRanker(text: string): HybridRanker {
  const [, name = "", inside = ""] = /^(\w+)\s*(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  const kind = name.toLowerCase() as HybridRanker["kind"];
  if (!Object.hasOwn(OPTIONS, kind)) {
    throw badArgument(`a ranker is written name or name(option=value,…), got ${quote(text)}`);
  }
  const optionNames: readonly string[] = OPTIONS[kind];
  const values: Record<string, number> = {};
  const rankers: string[] = [];
  for (const part of splitArguments(inside)) {
    const [, key, value] = /^(\w+)\s*=\s*(\S+)$/.exec(part) ?? [];
    if (key === undefined) {
      rankers.push(part);
      continue;
    }
    if (!optionNames.includes(key)) {
      throw badArgument(
        `${kind} has no option ${quote(key)}; its options are ${optionNames.join(", ")}`,
      );
    }
    if (Object.hasOwn(values, key)) throw badArgument(`${quote(text)} gives ${key} twice`);
    values[key] = checkOptionValue(kind, key, Number(value), value as string);
  }
  return { ...DEFAULTS, ...values, kind, ...parseFirstStage(kind, rankers, text) };
}

/** The shortest name that means the same. */
export function formatHybridRanker({ kind, first, ...values }: HybridRanker): string {
  const options = OPTIONS[kind].flatMap((key) => {
    const value = values[key];
    const isDefault = value === undefined || (key !== "ef" && value === DEFAULTS[key]);
    return isDefault ? [] : [`${key}=${value}`];
  });
  const rankers = first === undefined ? [] : [first, "dense"];
  const inside = [...rankers, ...options].join(",");
  return inside === "" ? kind : `${kind}(${inside})`;
}

/** The ranker of words among those in parentheses, where `dense` may stand second. */
function parseFirstStage(
  kind: HybridRanker["kind"],
  rankers: readonly string[],
  text: string,
): { first?: string } {
  const words = rankers.filter((each) => each.toLowerCase() !== "dense");
  const isOrdered = rankers.length - words.length <= 1 && rankers[0]?.toLowerCase() !== "dense";
  if (kind === "dense" ? rankers.length > 0 : words.length > 1 || !isOrdered) {
    throw badArgument(`${kind} takes a ranker of words and then dense, got ${quote(text)}`);
  }
  const [first] = words;
  return first === undefined ? {} : { first: parseRanker(first).name };
}

function checkOptionValue(kind: string, key: string, value: number, text: string): number {
  const isWhole = key === "depth" || key === "ef";
  const isRight = value >= (isWhole ? 1 : 0) && value < Infinity;
  if (isRight && (!isWhole || Number.isInteger(value))) return value;
  const rule = isWhole ? "a whole number ≥ 1" : "a finite number ≥ 0";
  throw badArgument(`${kind} ${key} must be ${rule}, got ${text}`);
}

/** Splits at commas outside inner parentheses. */
function splitArguments(list: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i <= list.length; i++) {
    if (list[i] === "(") depth++;
    else if (list[i] === ")") depth--;
    else if (i === list.length || (list[i] === "," && depth === 0)) {
      parts.push(list.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts.length === 1 && parts[0] === "" ? [] : parts;
}
