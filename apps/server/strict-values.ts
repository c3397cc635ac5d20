/**
 * Strict objects of many optional entries, checked by what was given. The
 * library looks at every entry that there may be; a search gives four of 25.
 * Whatever is not plainly right is left to the library, which says what is wrong.
 */

import * as v from "valibot";

/** The value as the schema gives it; undefined where the schema itself must decide. */
type Check = (given: Readonly<Record<string, unknown>>) => object | undefined;

interface StrictObject {
  readonly type: string;
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
  readonly pipe?: readonly (v.GenericSchema & v.GenericPipeAction)[];
}

const checks = new WeakMap<object, Check | null>();

/** The value as a strict object gives it; undefined for another schema, or where the schema itself must decide. */
export function strictValues(schema: v.GenericSchema, given: unknown): object | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  let check = checks.get(schema);
  if (check === undefined) {
    check = schema.type === "strict_object" ? checkOf(schema as unknown as StrictObject) : null;
    checks.set(schema, check);
  }
  return check?.(given as Readonly<Record<string, unknown>>);
}

function checkOf({ entries, pipe = [] }: StrictObject): Check {
  const known = new Map(Object.entries(entries)); // a map has no `__proto__`
  const needed = [...known].filter(([, entry]) => !isLeftOut(entry)).map(([name]) => name);
  const [, ...rest] = pipe;
  const rules = rest.length === 0 ? undefined : v.pipe(v.unknown(), ...rest);
  return (given) => {
    const values: Record<string, unknown> = {};
    for (const name of Object.keys(given)) {
      const entry = known.get(name);
      if (entry === undefined) return undefined;
      const { success, output } = v.safeParse(entry, given[name]);
      if (!success) return undefined;
      values[name] = output;
    }
    for (const name of needed) if (!Object.hasOwn(given, name)) return undefined;
    if (rules !== undefined && !v.safeParse(rules, values).success) return undefined;
    return values;
  };
}

/** Whether an entry that is not given is not in the value either. */
function isLeftOut(entry: v.GenericSchema): boolean {
  return entry.type === "optional" && (entry as { default?: unknown }).default === undefined;
}
