/**
 * The options of a model as text: `kernel=1x3,filters=8,hidden=20`.
 *
 * Commas separate options; a piece without `=` belongs to the value before it,
 * as in `pools=18x60,3x10`. The type of an option is that of its default.
 */

import { badArgument, quote } from "../../src/common/errors.ts";
import type { ModelOptions } from "../../src/models/index.ts";

/** Values are checked by the model; here only how they are written. */
export function parseModelOptions(list: string, defaults: ModelOptions): ModelOptions {
  const options: Record<string, number | boolean | string> = {};
  for (const item of list.split(/,(?=[^,]*=)/).filter((text) => text.trim() !== "")) {
    const at = item.indexOf("=");
    const [name, value] = [item.slice(0, at).trim(), item.slice(at + 1).trim()];
    if (at < 0 || name === "" || value === "") {
      throw badArgument(`--options is name=value,…, got ${quote(item)}`);
    }
    options[name] = readValue(value, Object.hasOwn(defaults, name) ? defaults[name] : undefined);
  }
  return options;
}

function readValue(text: string, standard: number | boolean | string | undefined) {
  if (typeof standard === "number" && !Number.isNaN(Number(text))) return Number(text);
  if (typeof standard === "boolean" && (text === "true" || text === "false"))
    return text === "true";
  return text;
}
