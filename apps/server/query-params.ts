/** Values in an address are text: whole numbers, flags, lists and JSON are read from it. */

import * as v from "valibot";
import { splitList } from "../../src/common/split-list.ts";
import { parseBoostText } from "../../src/search/boost-text.ts";
import type { Schema } from "./route.ts";

/** Characters of JSON in an address. */
const MAX_JSON_LENGTH = 8192;
const FLAGS: Readonly<Record<string, boolean>> = {
  ...{ true: true, "1": true, "": true },
  ...{ false: false, "0": false },
};

/** A whole number in an address. */
export function createIntegerParam(min: number, max: number): Schema<number> {
  const rule = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, rule),
    v.transform(Number),
    v.minValue(min, rule),
    v.maxValue(max, rule),
  );
}

/** `true` or `false` in an address; the name alone counts as true. */
export const booleanParam: Schema<boolean> = v.pipe(
  v.picklist(["true", "false", "1", "0", ""], "must be true or false"),
  v.transform((text) => FLAGS[text] as boolean),
);

/** A flag or a whole number from 1 in an address, where the declaration permits numbers. `0` is false. */
export const countParam: Schema<boolean | number> = createParam(
  (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : FLAGS[text]),
  "must be true, false or a whole number",
);

/** JSON in an address. */
export const jsonParam: Schema<unknown> = createParam(parseJsonParam, "must be JSON");

/** A filter in an address: JSON, or text. */
export const filterParam: Schema<unknown> = createParam(
  (text) => (isJson(text) ? parseJsonParam(text) : text),
  "must be JSON, or a text such as price < 10",
);

/** Boosts in an address, as text or JSON. */
export const boostParam: Schema<unknown> = createParam((text) => {
  if (isJson(text)) return parseJsonParam(text);
  try {
    return parseBoostText(text);
  } catch {
    return undefined;
  }
}, "must be boosts such as 0.2 log(sales), separated by semicolons, or JSON");

/** A list separated by commas in an address, or JSON. */
export function createListParam(read: (item: string) => unknown = (item) => item): Schema<unknown> {
  return createParam((text) => {
    if (isJson(text)) return parseJsonParam(text);
    const items = splitList(text).filter((each) => each !== "");
    return items.map((each) => read(each));
  }, "must be a list separated by commas, or JSON");
}

/** A flag in an address, or an object as JSON. */
export const objectParam: Schema<unknown> = createParam(
  (text) => (isJson(text) ? parseJsonParam(text) : FLAGS[text]),
  "must be true, false or a JSON object",
);

/** A text that `read` turns into a value; undefined for a text that breaks the rule. */
function createParam<T>(read: (text: string) => T | undefined, rule: string): Schema<T> {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): T => {
      const value = read(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: rule });
      return NEVER;
    }),
  );
}

function isJson(text: string): boolean {
  return /^[{[]/.test(text);
}

function parseJsonParam(text: string): unknown {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
