/** `termwise export-site`: makes a folder of pages searchable in the browser. */

import { resolve } from "node:path";
import { MARKDOWN_URL_STYLES, type MarkdownUrlStyle } from "../../src/collection/site/index.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { openModel } from "../../src/search/index.ts";
import {
  buildSite,
  readComponentFiles,
  removeFolder,
  resolvePageCachePath,
  type SiteReport,
} from "../../src/search/site/index.ts";
import { createUsageError } from "./arguments.ts";
import type { Command } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";

export const exportSite: Command = {
  name: "export-site",
  summary: "make a folder of HTML or Markdown pages searchable in the browser",
  usage: "export-site <folder> [--out <folder>] [options]",
  description:
    "Reads the pages of a static site and writes an index per language, and a search element for its pages, as plain files that any web server can serve. Unchanged pages are not read again. docs/site.md describes the HTML attributes that control the search.",
  options: [
    {
      name: "out",
      short: "o",
      value: "<folder>",
      summary: "folder to write; by default termwise in the folder of the site",
    },
    {
      name: "base",
      value: "<url>",
      summary: "base URL of the pages; by default derived from --out, or / if that is elsewhere",
    },
    {
      name: "language",
      value: "<code>",
      default: "en",
      summary: "language of pages without a lang attribute, such as de",
    },
    {
      name: "markdown",
      value: "<form>",
      choices: MARKDOWN_URL_STYLES,
      default: "html",
      summary: "address of the page of a.md: a.html, the folder a/, or the file a.md itself",
    },
    {
      name: "rerank",
      value: "<model>",
      summary:
        "folder of a trained model for re-ranking in the page, reduced to the words of the site",
    },
    {
      name: "rerank-bytes",
      value: "<n>",
      default: "300000",
      summary: "approximate maximum size of the reduced model in bytes",
    },
    {
      name: "prune",
      value: "<threshold>",
      summary: "omit words that contribute little to scores; 0.4 is mild, 0.6 is strong",
    },
    { name: "no-positions", summary: "do not store term positions: smaller index, slower phrases" },
    { name: "verbose", summary: "list skipped pages and files" },
  ],
  examples: [
    { type: "termwise export-site ./public", does: "writes ./public/termwise" },
    {
      type: "termwise export-site ./docs --markdown folder --language de",
      does: "indexes German Markdown files whose pages are folders",
    },
    {
      type: "termwise export-site ./public --out ./search --base https://example.org/",
      does: "writes the search files to a separate folder",
    },
  ],

  async run(args, context) {
    const [folder, ...rest] = args.positionals;
    if (folder === undefined || rest.length > 0)
      throw createUsageError(exportSite, "one folder is needed");
    if ((await context.files.kind(folder)) !== "folder") {
      throw badArgument(`${quote(folder)} is not a folder`);
    }
    let skippedPages = 0;
    const component = await readComponentFiles();
    const trained = args.text("rerank");
    const model = trained === undefined ? undefined : await openModel(trained);
    const report = await buildSite(
      folder,
      {
        out: args.text("out"),
        base: args.text("base"),
        language: parseLanguage(args.text("language") ?? "en"),
        markdown: args.text("markdown") as MarkdownUrlStyle,
        cache: resolvePageCachePath(resolve(folder)),
        positions: !args.has("no-positions"),
        prune: parsePruneThreshold(args.text("prune")),
        rerank:
          model === undefined ? undefined : { model, bytes: args.count("rerank-bytes", 20_000) },
        component,
        progress: context.progress,
        onLeftOut: ({ path, reason }) => {
          skippedPages++;
          if (args.has("verbose")) context.note(`left out: ${path} (${reason})`);
        },
      },
      { files: context.files, removeFolder },
    );
    if (args.has("json")) context.out(JSON.stringify({ ...report, leftOut: skippedPages }));
    else for (const line of formatReport(report)) context.out(line);
  },
};

function parseLanguage(code: string): string {
  if (/^[a-z]{2,3}$/.test(code)) return code;
  throw badArgument(`--language must be an ISO 639 code such as en or de, got ${quote(code)}`);
}

function parsePruneThreshold(threshold: string | undefined): number | undefined {
  if (threshold === undefined) return undefined;
  const value = Number(threshold);
  if (threshold.trim() !== "" && value >= 0 && value < Infinity) return value;
  throw badArgument(`--prune must be a number ≥ 0, got ${quote(threshold)}`);
}

function formatReport({ out, languages, pages, read, written, took }: SiteReport): string[] {
  const seconds = (took / 1000).toFixed(1);
  return [
    `${formatPageCount(pages)} in ${out}: ${read} read, ${written} files written, ${seconds} s`,
    ...languages.map(({ language, pages: count, bytes, index, model, modelBytes = 0 }) => {
      const reranked =
        model === undefined ? "" : `, ${formatMegabytes(modelBytes)} of model in ${model}`;
      return `  ${language}: ${formatPageCount(count)}, ${formatMegabytes(bytes)} in ${index}${reranked}`;
    }),
    'add to your pages: <script type="module" src="/termwise/termwise-search.js"></script> and <termwise-search></termwise-search>',
  ];
}

function formatPageCount(pages: number): string {
  return `${pages.toLocaleString("en-US")} ${pages === 1 ? "page" : "pages"}`;
}
