/** Finds functions whose loops may be long and that do not read the clock of a search. */

import { parseAst } from "vite";

/** Names of what there may be a million of. */
const LARGE =
  /documentLimit|documents\b|ordinals|\bends\b|column\.|postings|tokens\b|termsWithPrefix|\btext\b|\bhits\b|\bids\b|EXHAUSTED|cursor\.(?:next|seek)|\blengths\b|frequencies|positions|\bcounts\b|\bforms\b|signatures|\bstarts\b|\bmatching\b|\bslots\b|\brows\b|\bscores\b|\btargets\b|deletions|\bwords\b/i;
const CLOCK =
  /\b(?:limit|time)\??\.(?:count|spend|isOver|checkClock|wait|hasTimeFor)\b|\brunTimedBatches\b|\bisOver\b/i;
const LOOP = /^(?:For|ForOf|ForIn|While|DoWhile)Statement$/;
const ITERATION = /^(?:forEach|forEachBetween)$/;

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

interface NamedFunction {
  readonly name: string;
  readonly node: SyntaxNode;
  hasLargeLoop: boolean;
}

/**
 * The names of the functions and methods, of a text without comments. What is inside of a function
 * belongs to it.
 */
export function findUntimedFunctions(code: string): string[] {
  const functions: NamedFunction[] = [];
  const visit = (value: unknown, owner: NamedFunction | undefined): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, owner);
    if (!isNode(value)) return;
    const own = owner ?? toNamedFunction(value);
    if (own !== undefined && own !== owner) functions.push(own);
    if (own !== undefined && isLargeLoop(value, code)) own.hasLargeLoop = true;
    for (const child of Object.values(value)) visit(child, own);
  };
  visit(parseAst(code, { lang: "ts" }).body, undefined);
  return functions
    .filter(
      ({ hasLargeLoop, node }) => hasLargeLoop && !CLOCK.test(code.slice(node.start, node.end)),
    )
    .map(({ name }) => name);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof (value as SyntaxNode | null)?.type === "string";
}

function toNamedFunction(node: SyntaxNode): NamedFunction | undefined {
  const { type, id, key, init } = node as SyntaxNode & Record<"id" | "key" | "init", SyntaxNode>;
  const isFunction = type === "FunctionDeclaration";
  const isMember = type === "MethodDefinition" || type === "PropertyDefinition";
  const isConstant = type === "VariableDeclarator" && /Function/.test(init?.type ?? "");
  if (!isFunction && !isMember && !isConstant) return undefined;
  const { name } = (isMember ? key : id) as unknown as { readonly name: string };
  return { name, node, hasLargeLoop: false };
}

function isLargeLoop({ type, start, body, callee }: SyntaxNode, code: string): boolean {
  if (LOOP.test(type)) return LARGE.test(code.slice(start, (body as SyntaxNode).start));
  const { property } = (callee ?? {}) as { readonly property?: { readonly name?: string } };
  return type === "CallExpression" && ITERATION.test(property?.name ?? "");
}
