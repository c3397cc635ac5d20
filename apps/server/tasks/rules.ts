/** The rules of an index, one by one: a part of its settings. */

import type { Rule, RuleList } from "../../../src/api/index.ts";
import { badArgument, describeValue, quote, TermwiseError } from "../../../src/common/errors.ts";
import { readAll } from "./read-blocks.ts";
import type { Store, Version } from "./store.ts";

/** The rules, in the order in which they apply. */
export async function listRules(
  store: Store,
  { index }: { readonly index: string },
  version?: Version,
): Promise<RuleList> {
  const { rules = [] } = await (await store.index(index, version)).settings();
  return { rules };
}

/** Replaces the rule of an id by that of a body, or adds it as the last one. */
export async function putRule(
  store: Store,
  { index, id }: { readonly index: string; readonly id: string },
  blocks: AsyncIterable<Uint8Array>,
): Promise<RuleList> {
  const rule = parseRule(await readAll(blocks), id);
  const opened = await store.index(index);
  const { rules = [] } = await opened.updateSettings(({ rules: current = [] }) => {
    const isNew = !current.some((each) => each.id === id);
    return {
      rules: isNew ? [...current, rule] : current.map((each) => (each.id === id ? rule : each)),
    };
  });
  return { rules };
}

/** Deletes a rule. `NOT_FOUND` where there is none. */
export async function deleteRule(
  store: Store,
  { index, id }: { readonly index: string; readonly id: string },
): Promise<RuleList> {
  const opened = await store.index(index);
  const { rules = [] } = await opened.updateSettings(({ rules: current = [] }) => {
    const rest = current.filter((each) => each.id !== id);
    if (rest.length < current.length) return { rules: rest };
    throw new TermwiseError("NOT_FOUND", `the index has no rule ${quote(id)}`);
  });
  return { rules };
}

/** The rule of a body; the check of settings checks its parts. */
function parseRule(bytes: Uint8Array, id: string): Rule {
  let rule: unknown;
  try {
    rule = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new TermwiseError("BAD_INPUT", `the rule is not JSON: ${(error as Error).message}`);
  }
  if (typeof rule !== "object" || rule === null || Array.isArray(rule)) {
    throw badArgument(`a rule must be an object, got ${describeValue(rule)}`);
  }
  const { id: own = id } = rule as { readonly id?: unknown };
  if (own !== id)
    throw badArgument(`the id of the rule is ${describeValue(own)}, not ${quote(id)}`);
  return { ...rule, id };
}
