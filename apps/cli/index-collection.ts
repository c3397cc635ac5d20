/** `termwise index`: makes an index of a collection. */

import { buildIndex, type Duplicates, indexFigures } from "../../src/index/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import {
  type AnalyzerOptions,
  LANGUAGES,
  type Language,
  STEMMERS,
  STOP_LISTS,
  type StemmerName,
  type StopListName,
} from "../../src/text/index.ts";
import { type Arguments, wrongUse } from "./arguments.ts";
import { megabytes } from "./byte-count.ts";
import type { Command } from "./command.ts";
import { DOCUMENT_OPTIONS, openDocuments } from "./document-source.ts";
import { withIndex } from "./open-index.ts";

export const indexCollection: Command = {
  name: "index",
  summary: "make an index of a collection",
  usage: "index <collection> --out <folder> [options]",
  description:
    "Reads documents in any format that docs/formats.md knows and writes an index. A failure leaves what\nwas at --out as it was.",
  options: [
    { name: "out", value: "<folder>", summary: "where the index goes" },
    { name: "force", summary: "replace an index that is there" },
    {
      name: "language",
      value: "<name>",
      choices: LANGUAGES,
      default: "english",
      summary: "chooses stemmer, stop words and apostrophes",
    },
    { name: "stem", value: "<name>", choices: STEMMERS, summary: "another stemmer" },
    {
      name: "stop",
      value: "<list>",
      choices: Object.keys(STOP_LISTS),
      summary: "another stop list",
    },
    { name: "fold-accents", summary: "index café as cafe" },
    { name: "positions", summary: "keep where words stand: for phrases, sdm, fdm, proximity" },
    {
      name: "reorder",
      summary: "number similar documents alike: takes longer, then smaller and faster",
    },
    { name: "threads", value: "<n>", default: "1", summary: "threads that read documents" },
    {
      name: "duplicates",
      value: "<rule>",
      choices: ["refuse", "keep-first", "keep-last"],
      default: "refuse",
      summary: "what to do with a document whose id came before",
    },
    ...DOCUMENT_OPTIONS,
  ],
  examples: [
    {
      type: "termwise index wordnet --out ./wordnet-index",
      does: "indexes the built-in collection",
    },
    {
      type: "termwise index ./docs --out ./docs-index --positions",
      does: "indexes a folder of Markdown, HTML and text files",
    },
    {
      type: "termwise index collection.tsv --out ./german --language german --force",
      does: "replaces an index by one of German text",
    },
  ],

  async run(args, shell) {
    const [name, ...rest] = args.positionals;
    const out = args.text("out");
    if (name === undefined || out === undefined || rest.length > 0) {
      throw wrongUse(indexCollection, "one collection and --out <folder> are needed");
    }
    const { collection, report } = await openDocuments(name, args, shell);
    const directory = await NodeDirectory.open(out);
    const start = performance.now();
    await buildIndex(directory, collection.documents(), {
      mode: args.has("force") ? "replace" : "create",
      analysis: analysis(args),
      positions: args.has("positions"),
      reorder: args.has("reorder"),
      threads: args.count("threads") ?? 1,
      duplicates: args.text("duplicates") as Duplicates,
      progress: shell.progress,
    });
    const seconds = (performance.now() - start) / 1000;
    report();
    const { documents, bytes } = await withIndex(out, async ({ snapshot }) =>
      indexFigures(snapshot),
    );
    if (args.has("json")) shell.out(JSON.stringify({ index: out, documents, bytes, seconds }));
    else shell.out(`${documents.toLocaleString("en-US")} documents in ${out}, ${megabytes(bytes)}`);
  },
};

function analysis(args: Arguments): AnalyzerOptions {
  const [stemmer, stopWords] = [args.text("stem"), args.text("stop")];
  return {
    language: args.text("language") as Language,
    foldAccents: args.has("fold-accents"),
    ...(stemmer === undefined ? {} : { stemmer: stemmer as StemmerName }),
    ...(stopWords === undefined ? {} : { stopWords: stopWords as StopListName }),
  };
}
