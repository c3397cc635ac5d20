/** The options of a model as typed: `dimensions=100,hidden=100,10,overlap=false`. */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { ModelOptions, OptionValue } from "../../src/models/index.ts";

/**
 * Names with values, separated by commas; what has no name goes on with the
 * value before it. Text options are taken as they stand; all else is a number
 * or a truth value if it looks like one, and the model refuses what does not fit.
 */
export function parseModelOptions(list: string, defaults: ModelOptions): ModelOptions {
  const texts = new Map<string, string>();
  let last = "";
  for (const item of list.split(",").filter((text) => text.trim() !== "")) {
    const [first = "", ...rest] = item.split("=").map((text) => text.trim());
    const before = texts.get(last);
    if (rest.length === 0 && before !== undefined) {
      texts.set(last, `${before},${first}`);
      continue;
    }
    const [value] = rest;
    if (rest.length !== 1 || first === "" || value === undefined || value === "") {
      throw badArgument(`--options is name=value,…, got ${quote(item)}`);
    }
    last = first;
    texts.set(first, value);
  }
  return Object.fromEntries(
    [...texts].map(([name, text]) => {
      const isText = Object.hasOwn(defaults, name) && typeof defaults[name] === "string";
      return [name, isText ? text : plainValue(text)];
    }),
  );
}

function plainValue(text: string): OptionValue {
  if (text === "true" || text === "false") return text === "true";
  return Number.isNaN(Number(text)) ? text : Number(text);
}
