/**
 * The check of options that a caller passes to the library: one function for all
 * operations. scripts/build-options.mjs derives the rules from the declarations.
 */

import { checkOptions } from "../common/check-options.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import { HIGHLIGHT_RULES, SNIPPET_RULES } from "./option-rules.generated.ts";

/** The smallest integer, the choices, the name of a type, or null for a value that is checked where it is used. */
export type OptionRule = number | readonly unknown[] | string | null;

/** Rules of options by name. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

const isText = (value: unknown): value is string => typeof value === "string";
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** By the name of a type: whether a value has it, and what the value must be. */
const TYPES: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  flag: [(value) => typeof value === "boolean", "true or false"],
  milliseconds: [(value) => typeof value === "number" && value >= 0, "a number of ms ≥ 0"],
  tag: [
    (value) => isText(value) && /^[a-z][a-z0-9-]*$/i.test(value),
    "the name of an HTML element",
  ],
  field: [isText, "a field"],
  names: [isTextList, "an array of names"],
  properties: [isTextList, "an array of names"],
  words: [isTextList, "an array of words"],
  synonyms: [isText, "a text, one rule per line"],
};

/** Types that are a flag or an object with options of its own. */
const OBJECTS: Readonly<Record<string, OptionRules>> = {
  snippet: SNIPPET_RULES,
  highlight: HIGHLIGHT_RULES,
};

/** `BAD_ARGUMENT` for an unknown option or a wrong value. `prefix` begins the names in messages. */
export function checkDeclaredOptions(
  operation: string,
  options: unknown,
  rules: OptionRules,
  prefix = "",
): void {
  checkOptions(operation, options, Object.keys(rules));
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value !== undefined) checkValue(prefix + name, value, rules[name] ?? null);
  }
}

function checkValue(name: string, value: unknown, rule: OptionRule): void {
  const nested = isText(rule) ? OBJECTS[rule] : undefined;
  if (nested === undefined) {
    const requirement = findRequirement(value, rule);
    if (requirement === undefined) return;
    throw badArgument(`${name} must be ${requirement}, got ${describeValue(value)}`);
  }
  if (typeof value !== "boolean") checkDeclaredOptions(name, value, nested, `${name} `);
}

/** The requirement that a value breaks; undefined for a valid value. */
function findRequirement(value: unknown, rule: OptionRule): string | undefined {
  if (rule === null) return undefined;
  if (typeof rule === "number") {
    const isValid = Number.isSafeInteger(value) && (value as number) >= rule;
    return isValid ? undefined : `a whole number ≥ ${rule}`;
  }
  if (rule === "count") return findRequirement(value, typeof value === "number" ? 1 : "flag");
  if (!isText(rule)) return rule.includes(value) ? undefined : formatChoices(rule);
  const [isValid, requirement] = TYPES[rule] ?? [() => true, ""];
  return isValid(value) ? undefined : requirement;
}

function formatChoices(choices: readonly unknown[]): string {
  const names = choices.map((choice) => (isText(choice) ? quote(choice) : String(choice)));
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
