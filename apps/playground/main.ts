/** The playground: pasted documents become an index in memory, and every key searches it. */

import { createIndex, MemoryDirectory, type SearchIndex } from "../../src/browser.ts";
import type { Explanation } from "../../src/ranking/explanation.ts";
import { createElement } from "../component/create-element.ts";
import {
  listProperties,
  type PastedDocument,
  type PropertyKind,
  parseDocuments,
} from "./parse-documents.ts";

const SAMPLE = `[
  { "title": "Boiled eggs", "text": "Lower the eggs into boiling water.", "kind": "breakfast", "minutes": 10 },
  { "title": "Egg soup", "text": "Whisk an egg into hot broth.", "kind": "soup", "minutes": 15 },
  { "title": "Tomato soup", "text": "Simmer tomatoes with basil.", "kind": "soup", "minutes": 40 },
  { "title": "Pancakes", "text": "Flour, milk and one egg.", "kind": "breakfast", "minutes": 20 }
]`;
const RANKERS = ["bm25f", "bm25", "lm", "tfidf"];
const MAX_PARTS = 8;

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const source = find<HTMLTextAreaElement>("documents");
const fieldset = find<HTMLFieldSetElement>("fields");
const query = find<HTMLInputElement>("query");
const ranker = find<HTMLSelectElement>("ranker");
const status = find("status");
const hits = find("hits");

let index: SearchIndex | undefined;
let documents: readonly PastedDocument[] = [];
let properties: readonly PropertyKind[] = [];
/** Changes are made one after the other; a later one makes those before it obsolete. */
let turn = 0;

function showStatus(text: string, isProblem = false): void {
  status.textContent = text;
  status.className = isProblem ? "problem" : "";
}

/** Reads the documents again, and offers their properties as fields. */
async function readDocuments(): Promise<void> {
  const mine = ++turn;
  try {
    const parsed = await parseDocuments(source.value);
    if (mine !== turn) return;
    documents = parsed;
    properties = listProperties(parsed);
    showFields();
    await buildIndex();
  } catch (error) {
    if (mine === turn) showStatus((error as Error).message, true);
  }
}

function showFields(): void {
  const [legend] = fieldset.children;
  const choices = properties.map(({ name, kind }) => {
    const select = createElement("select", { name, "aria-label": `Kind of ${name}` });
    for (const each of ["text", "text, weight 3", "keyword", "number", "not indexed"]) {
      select.append(createElement("option", each === kind ? { selected: "" } : {}, each));
    }
    if (kind === "text" && name === "title") select.value = "text, weight 3";
    return createElement("label", {}, `${name} `, select);
  });
  fieldset.replaceChildren(...(legend === undefined ? [] : [legend]), ...choices);
}

async function buildIndex(): Promise<void> {
  const mine = ++turn;
  const fields = readFields();
  const startTime = performance.now();
  try {
    const next = await createIndex(new MemoryDirectory(), { positions: true, fields });
    await next.put(documents);
    if (mine !== turn) return void (await next.close());
    await index?.close();
    index = next;
    const ms = Math.round(performance.now() - startTime);
    showStatus(`${documents.length} documents indexed in ${ms} ms.`);
    await search();
  } catch (error) {
    if (mine === turn) showStatus((error as Error).message, true);
  }
}

type Field = "keyword" | "number" | { readonly weight: number };

function readFields(): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const { name, value } of fieldset.querySelectorAll("select")) {
    if (value === "keyword" || value === "number") fields[name] = value;
    else if (value.startsWith("text")) fields[name] = { weight: value === "text" ? 1 : 3 };
  }
  return fields;
}

async function search(): Promise<void> {
  const text = query.value.trim();
  const opened = index;
  if (opened === undefined || text === "") return hits.replaceChildren();
  const options = {
    ...{ limit: 10, explain: true, prefix: find<HTMLInputElement>("prefix").checked },
    ...{ fuzzy: find<HTMLInputElement>("fuzzy").checked, ranker: ranker.value },
  };
  try {
    const result = await opened.search(text, options);
    if (text !== query.value.trim()) return;
    const best = Math.max(...result.hits.map(({ score }) => score), Number.MIN_VALUE);
    hits.replaceChildren(
      ...result.hits.map(({ document, score, explanation }) =>
        showHit(document as PastedDocument, { score, best, explanation }),
      ),
    );
    showStatus(
      `${result.total} of ${documents.length} documents, in ${result.took.toFixed(1)} ms.`,
    );
  } catch (error) {
    hits.replaceChildren();
    showStatus((error as Error).message, true);
  }
}

function showHit(
  { id, title, ...rest }: PastedDocument,
  {
    score,
    best,
    explanation,
  }: {
    readonly score: number;
    readonly best: number;
    readonly explanation?: Explanation | undefined;
  },
): HTMLElement {
  const name = typeof title === "string" ? title : id;
  const text = Object.entries(rest).map(([key, value]) => `${key}: ${String(value)}`);
  const meter = createElement("meter", {
    ...{ min: "0", max: String(best), value: String(score), "aria-label": "Score" },
  });
  return createElement(
    "li",
    {},
    createElement("strong", {}, name),
    " ",
    createElement("span", { class: "score" }, score.toFixed(4), " "),
    meter,
    createElement("div", {}, text.join(" · ")),
    ...(explanation === undefined ? [] : [showSum(explanation)]),
  );
}

/** The parts of a score. */
function showSum({ parts }: Explanation): HTMLElement {
  const rows = parts.slice(0, MAX_PARTS).map(({ label, value }) => {
    const heading = createElement("th", { scope: "row" }, label);
    return createElement("tr", {}, heading, createElement("td", {}, value.toFixed(4)));
  });
  const table = createElement("table", {}, createElement("tbody", {}, ...rows));
  return createElement("details", {}, createElement("summary", {}, "Why"), table);
}

for (const name of RANKERS) ranker.append(createElement("option", {}, name));
source.value = SAMPLE;
query.value = "egg soup";
source.addEventListener("input", () => void readDocuments());
fieldset.addEventListener("change", () => void buildIndex());
for (const each of [query, ranker, find("prefix"), find("fuzzy")]) {
  each.addEventListener("input", () => void search());
}
void readDocuments();
