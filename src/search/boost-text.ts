/**
 * The text syntax of boosts, separated by semicolons:
 *
 *   0.2 log(sales); +2 saturation(rating, pivot=3); gaussianDecay(added, scale=30d); -0.5 filter(stock = 0)
 *
 * A boost is a weight, by default 1, a function and in parentheses the field and the
 * options of the function; or `filter` with a filter as text. It multiplies; with a plus
 * sign before the weight it adds.
 */

import type { Boost } from "../api/boost.ts";
import { badArgument, quote } from "../common/errors.ts";
import { splitList } from "../common/split-list.ts";
import { parseFilterText } from "./filter-text.ts";

const BOOST = /^(\+)?\s*(?:(-?\d+(?:\.\d+)?)\s*)?([a-z]+)\((.*)\)$/is;

/** Parses boosts. `BAD_ARGUMENT` for a text that is none; fields and values are checked by a search. */
export function parseBoostText(text: string): Boost[] {
  return splitOutsideQuotes(text)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map(parseOne);
}

function parseOne(text: string): Boost {
  const [, sign, weight = "1", name = "", options = ""] = BOOST.exec(text) ?? [];
  if (name === "") {
    throw badArgument(
      `a boost is written as "0.2 log(sales)" or "+1 filter(stock > 0)", got ${quote(text)}`,
    );
  }
  const shared = { weight: Number(weight), mode: sign === "+" ? "add" : "multiply" };
  if (name === "filter") return { ...shared, filter: parseFilterText(options) } as Boost;
  const [field = "", ...pairs] = splitList(options);
  const values = pairs.map((pair) => parseOption(pair, text));
  const boost: unknown = { field, function: name, ...shared, ...Object.fromEntries(values) };
  return boost as Boost;
}

function parseOption(pair: string, text: string): [string, string | number] {
  const [name = "", value, ...more] = pair.split("=").map((each) => each.trim());
  if (name === "" || value === undefined || value === "" || more.length > 0) {
    throw badArgument(
      `an option of a boost is written as pivot=3, got ${quote(pair)} in ${quote(text)}`,
    );
  }
  return [name, Number.isFinite(Number(value)) ? Number(value) : value];
}

/** The parts between semicolons. Texts in filters may contain some. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let [start, open] = [0, ""];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (open !== "" && character === "\\") i++;
    else if (open !== "") open = character === open ? "" : open;
    else if (character === '"' || character === "'") open = character;
    else if (character === ";") {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
