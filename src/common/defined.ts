/** The properties of an object that have a value. */

/** The type of an object without the properties that may be undefined. */
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * A copy without the properties that are undefined, so that spreading it never
 * replaces a value or a default by undefined: `{ ...defined({ limit, offset }) }`.
 */
export function defined<T extends object>(values: T): Defined<T> {
  const copy: Defined<T> = {};
  for (const key of Object.keys(values) as (keyof T)[]) {
    const value = values[key];
    if (value !== undefined) copy[key] = value as Exclude<T[typeof key], undefined>;
  }
  return copy;
}
