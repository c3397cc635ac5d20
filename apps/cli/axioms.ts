/** `termwise axioms`: tests rankers on the axioms of retrieval. */

import {
  checkRanker,
  createAxiomReport,
  createClaimTable,
  createProbeTables,
  createVerdictTable,
  findAxioms,
  formatCounterExample,
  formatHeading,
  mineQueries,
  openLexicon,
  type RankerResults,
  renderTable,
  type TableStyle,
  testMined,
  testRanker,
  type WordVectorLookup,
  writeReport,
} from "../../src/analysis/index.ts";
import type { Query } from "../../src/collection/document.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { readDefaultRankers } from "../../src/search/index.ts";
import { type Arguments, createUsageError } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { type OpenIndex, withCollectionIndex, withIndex } from "./open-index.ts";
import { readQuerySource } from "./query-source.ts";
import {
  type OpenTestedRanker,
  openModelSpec,
  parseRankerSpec,
  type RankerSpec,
} from "./ranker-spec.ts";

const DEFAULT_COLLECTION = "wordnet";

export const axioms: Command = {
  name: "axioms",
  summary: "test rankers on the axioms of retrieval",
  usage: "axioms <ranker>... [--index <folder> | --collection <name>] [options]",
  description: `A ranker is a name such as bm25 or "pl(b=0.75)", an untrained model such as "untrained(pacrr)", a folder
written by termwise train, or the URL of a rerank service. Prints a verdict per axiom and ranker, the
worst counter-example of each axiom that does not hold, and curves in numbers; docs/axioms.md defines
the axioms. Statistics come from --index, --collection, or by default the definitions of WordNet.`,
  options: [
    { name: "index", value: "<folder>", summary: "index; sdm and proximity need positions" },
    { name: "collection", value: "<name>", summary: "collection to index in memory" },
    {
      name: "model",
      value: "<dir>",
      summary: "additional ranker: a folder written by termwise train",
    },
    {
      name: "endpoint",
      value: "<url>",
      summary: "additional ranker: a rerank service, or an OpenSearch index/_search",
    },
    { name: "endpoint-model", value: "<name>", summary: "model of the rerank service" },
    { name: "field", value: "<name>", default: "text", summary: "field to search in OpenSearch" },
    {
      name: "mode",
      value: "<mode>",
      choices: ["synthetic", "mined"],
      default: "synthetic",
      summary: "synthetic documents, or pairs of real ones that match approximately",
    },
    {
      name: "queries",
      value: "<source>",
      summary: "for mined pairs: file of queries, or collection:split",
    },
    { name: "depth", value: "<n>", default: "20", summary: "for mined pairs: documents per query" },
    {
      name: "axioms",
      value: "<list>",
      summary: "axioms to test, separated by commas; by default all",
    },
    { name: "instances", value: "<n>", default: "1000", summary: "number of instances per axiom" },
    {
      name: "probes",
      value: "<n>",
      default: "100",
      summary: "number of samples per probe; 0 for no probes",
    },
    { name: "seed", value: "<n>", default: "1", summary: "random seed" },
    {
      name: "vectors",
      value: "<file>",
      summary: "word vectors for the semantic axioms: file or npm package",
    },
    {
      name: "examples",
      value: "<which>",
      choices: ["worst", "none"],
      default: "worst",
      summary: "counter-examples to print",
    },
    { name: "out", value: "<folder>", summary: "folder to write a report with figures to" },
    {
      name: "style",
      value: "<style>",
      choices: ["text", "markdown", "latex"],
      default: "text",
      summary: "style of tables",
    },
  ],
  examples: [
    { type: 'termwise axioms bm25 lm "pl(b=0.75)" sdm', does: "tests four rankers on all axioms" },
    {
      type: "termwise axioms ./pacrr --index ./index --vectors wink --out ./report",
      does: "tests a trained model, including the semantic axioms",
    },
    {
      type: "termwise axioms bm25 lm --collection cranfield --mode mined",
      does: "tests on pairs of real documents",
    },
    {
      type: "termwise axioms http://127.0.0.1:8080/rerank --collection cranfield --instances 100",
      does: "tests a rerank service",
    },
  ],

  async run(args, context) {
    const isMined = args.text("mode") === "mined";
    const [folder, collection] = [args.text("index"), args.text("collection")];
    if (folder !== undefined && collection !== undefined) {
      throw createUsageError(axioms, "--index and --collection exclude each other");
    }
    const selectedAxioms = findAxioms(
      (args.text("axioms") ?? "").split(",").flatMap((id) => (id.trim() === "" ? [] : [id.trim()])),
    );
    const rankers = await parseRankers(args, context);
    const queries = isMined ? await readMinedQueries(args, context) : [];
    const lookupVector = isMined ? undefined : await openWordVectors(args, context);
    const test = async (index: OpenIndex): Promise<void> => {
      const openRankers: OpenTestedRanker[] = [];
      try {
        for (const each of rankers) openRankers.push(await each.open(index));
        const all = isMined
          ? await runMinedTest(openRankers, index, queries, args, context)
          : await runSyntheticTest(
              openRankers,
              index,
              { axioms: selectedAxioms, getVector: lookupVector },
              args,
              context,
            );
        await print(all, args, context);
      } finally {
        for (const each of openRankers) await each.close();
      }
    };
    if (folder !== undefined) await withIndex(folder, test);
    else
      await withCollectionIndex(collection ?? DEFAULT_COLLECTION, context, test, {
        positions: true,
      });
  },
};

/** All rankers of the command line, from its three options. */
async function parseRankers(args: Arguments, context: CommandContext): Promise<RankerSpec[]> {
  const options = {
    model: args.text("endpoint-model"),
    field: args.text("field"),
    key: process.env.TERMWISE_ENDPOINT_KEY,
    seed: args.count("seed", 0) ?? 1,
  };
  const [model, endpoint] = [args.text("model"), args.text("endpoint")];
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint)) {
    throw createUsageError(axioms, "--endpoint must be a URL that starts with http:// or https://");
  }
  const rankers: RankerSpec[] = [];
  for (const spec of [...args.positionals, ...(endpoint === undefined ? [] : [endpoint])]) {
    rankers.push(await parseRankerSpec(spec, context, options));
  }
  if (model !== undefined) rankers.push(await openModelSpec(model));
  const index = args.text("index");
  if (rankers.length === 0 && index !== undefined) {
    const { setting, lexicalRanker } = await readDefaultRankers(index);
    rankers.push(await parseRankerSpec(setting ?? lexicalRanker, context, options));
  }
  if (rankers.length === 0) {
    throw createUsageError(axioms, "at least one ranker, or --index for its own, is needed");
  }
  return rankers;
}

async function readMinedQueries(
  args: Arguments,
  context: CommandContext,
): Promise<readonly Query[]> {
  const source = args.text("queries") ?? args.text("collection");
  if (source === undefined) {
    throw createUsageError(
      axioms,
      "mined pairs need --queries, or a --collection that has queries",
    );
  }
  return (await readQuerySource(source, context)).queries;
}

async function openWordVectors(
  args: Arguments,
  context: CommandContext,
): Promise<WordVectorLookup | undefined> {
  const name = args.text("vectors");
  if (name === undefined) return undefined;
  const { vectors } = await openVectors(context.files, name, context);
  return (word) => vectors.getVector(word);
}

async function runSyntheticTest(
  rankers: readonly OpenTestedRanker[],
  { snapshot, searcher, analyzer }: OpenIndex,
  chosen: Pick<Parameters<typeof testRanker>[2] & object, "axioms" | "getVector">,
  args: Arguments,
  { progress }: CommandContext,
): Promise<RankerResults[]> {
  const lexicon = await openLexicon(snapshot, analyzer, searcher.view);
  for (const { ranker } of rankers) await checkRanker(ranker, lexicon);
  const options = {
    ...chosen,
    instances: args.count("instances") ?? 1000,
    probeDraws: args.count("probes", 0) ?? 100,
    seed: args.count("seed", 0) ?? 1,
    progress,
  };
  const all: RankerResults[] = [];
  for (const { ranker, probe } of rankers) {
    const more = await probe?.();
    const results = await testRanker(ranker, lexicon, options);
    all.push(
      // Fillers play no part in this probe, so one set of results has it.
      ...results.map((each, i) =>
        more === undefined || i > 0 ? each : { ...each, probes: [...each.probes, more] },
      ),
    );
  }
  return all;
}

async function runMinedTest(
  rankers: readonly OpenTestedRanker[],
  index: OpenIndex,
  queries: readonly Query[],
  args: Arguments,
  { progress }: CommandContext,
): Promise<RankerResults[]> {
  const seed = args.count("seed", 0) ?? 1;
  const depth = args.count("depth", 2) ?? 20;
  const minedResults = await mineQueries(index, queries, { depth, seed, progress });
  const all: RankerResults[] = [];
  for (const { ranker } of rankers) {
    const instances = args.count("instances") ?? 1000;
    const results = await testMined(ranker, minedResults, instances, { seed });
    const { name, kind } = ranker;
    const kindOption = kind === undefined ? {} : { kind };
    all.push({ ranker: name, ...kindOption, fillers: "natural", results, probes: [], claims: [] });
  }
  return all;
}

async function print(
  all: readonly RankerResults[],
  args: Arguments,
  context: CommandContext,
): Promise<void> {
  const out = args.text("out");
  if (out !== undefined) {
    const title = "Axioms of retrieval";
    const texts = [
      `${args.text("mode")} instances, at most ${args.text("instances")} per axiom, random seed ${args.text("seed")}.`,
    ];
    const configuration = { rankers: all.map(({ ranker }) => ranker).join(" ") };
    const origin = { experiment: "axioms", command: "axioms", configuration };
    await writeReport(context.files, out, createAxiomReport(all, { title, texts }), origin);
    context.note(`the report is in ${out}`);
  }
  if (args.has("json")) {
    context.out(JSON.stringify({ rankers: all }, null, 2));
    return;
  }
  const style = args.text("style") as TableStyle;
  context.out(renderTable(createVerdictTable(all), style));
  const claims = createClaimTable(all);
  if (claims !== undefined) context.out(`\n${renderTable(claims, style)}`);
  for (const { title, table, note } of createProbeTables(all)) {
    context.out(`\n${title}\n\n${renderTable(table, style)}\n${note ?? ""}`);
  }
  for (const results of all) {
    const name = formatHeading(results, all);
    const examples =
      args.text("examples") === "none" ? [] : results.results.flatMap(formatCounterExample);
    if (examples.length > 0) {
      context.out(`\nWorst counter-examples: ${name}\n\n${examples.join("\n")}`);
    }
  }
}
