/** The sites of bench/site.ts: 10,000 pages of judged collections, with their queries. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCollection, readSplit } from "../src/collection/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";

/** A query with the grades of pages by URL. */
export interface PageQuery {
  readonly text: string;
  readonly grades: ReadonlyMap<string, number>;
}

/** A page as a document for other engines. */
export interface PlainPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Collections with judged queries, their split, and the number of their documents. */
const PARTS = [
  { name: "cranfield", path: "cranfield/beir", split: "test" },
  { name: "cisi", path: "cisi/beir", split: "test" },
  { name: "nfcorpus", path: "nfcorpus", split: "test" },
  // Fills up to the number of pages. Its queries are not used, because it is incomplete.
  { name: "vaswani", path: "vaswani/beir", split: undefined },
];

/** Writes the pages as HTML and returns them with their queries. */
export async function writePages(
  collections: string,
  folder: string,
  count: number,
): Promise<{ readonly pages: readonly PlainPage[]; readonly queries: readonly PageQuery[] }> {
  rmSync(folder, { recursive: true, force: true });
  const files = new NodeFiles();
  const pages: PlainPage[] = [];
  const queries: PageQuery[] = [];
  for (const { name, path, split } of PARTS) {
    mkdirSync(join(folder, name), { recursive: true });
    const collection = await openCollection(files, join(collections, path));
    const toUrl = (id: string): string => `${name}/${id.replaceAll(/[^\w-]/g, "_")}.html`;
    for await (const { id, title = "", text } of collection.documents()) {
      if (pages.length === count) break;
      if (title === "" && text.trim() === "") continue;
      const page = { url: toUrl(id), title: title || text.slice(0, 60), text };
      pages.push(page);
      writeFileSync(join(folder, page.url), renderPage(page));
    }
    if (split === undefined) continue;
    const judged = await readSplit(collection, split);
    for (const query of judged.queries) {
      const grades = judged.judgements.get(query.id);
      if (grades === undefined) continue;
      const byUrl = [...grades].map(([id, grade]) => [toUrl(id), grade] as const);
      if (byUrl.some(([, grade]) => grade > 0)) {
        queries.push({ text: query.text, grades: new Map(byUrl) });
      }
    }
  }
  return { pages, queries };
}

function renderPage({ title, text }: PlainPage): string {
  const escaped = (plain: string): string => plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body></html>\n`;
}
