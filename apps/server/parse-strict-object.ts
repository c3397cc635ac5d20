/**
 * Checks strict objects of many optional entries by their present properties. The
 * schema library visits every possible entry; a search has four of 25. Input that is
 * not plainly valid is left to the library, which reports the error.
 */

import * as v from "valibot";

/** The value as the schema gives it; undefined where the schema itself must decide. */
type StrictParser = (input: Readonly<Record<string, unknown>>) => object | undefined;

interface StrictObject {
  readonly type: string;
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
  readonly pipe?: readonly (v.GenericSchema & v.GenericPipeAction)[];
}

const parsers = new WeakMap<object, StrictParser | null>();

/** The value as a strict object gives it; undefined for another schema, or where the schema itself must decide. */
export function parseStrictObject(schema: v.GenericSchema, input: unknown): object | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  let parse = parsers.get(schema);
  if (parse === undefined) {
    parse =
      schema.type === "strict_object" ? createParser(schema as unknown as StrictObject) : null;
    parsers.set(schema, parse);
  }
  return parse?.(input as Readonly<Record<string, unknown>>);
}

function createParser({ entries, pipe = [] }: StrictObject): StrictParser {
  const entriesByName = new Map(Object.entries(entries)); // a map has no `__proto__`
  const requiredNames = [...entriesByName]
    .filter(([, entry]) => !isOmittable(entry))
    .map(([name]) => name);
  const [, ...rest] = pipe;
  const rules = rest.length === 0 ? undefined : v.pipe(v.unknown(), ...rest);
  return (input) => {
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(input)) {
      const entry = entriesByName.get(name);
      if (entry === undefined) return undefined;
      const { success, output } = v.safeParse(entry, input[name]);
      if (!success) return undefined;
      values[name] = output;
    }
    for (const name of requiredNames) if (!Object.hasOwn(input, name)) return undefined;
    if (rules !== undefined && !v.safeParse(rules, values).success) return undefined;
    return values;
  };
}

/** Whether an entry that is not given is not in the value either. */
function isOmittable(entry: v.GenericSchema): boolean {
  return entry.type === "optional" && (entry as { default?: unknown }).default === undefined;
}
