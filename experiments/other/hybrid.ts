/**
 * What meaning adds to words: BM25, learned weights, MiniLM alone, words and
 * meaning together, and trained models on top.
 *
 * What is tuned or learned sees other queries than those reported on; alpha of
 * the hybrid is 1. All systems are compared with tuned BM25, one family for
 * each collection.
 */

import type { Report, ReportTable } from "../../src/analysis/index.ts";
import { openKnownCollection, parseCollectionSplit } from "../../src/collection/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { comparedSystems } from "../compared-systems.ts";
import { dataFingerprint } from "../data-fingerprint.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { KeptOutcomes } from "../kept-outcomes.ts";
import { KEPT_OUTCOMES } from "../neural/neural-options.ts";
import { mean, shownInterval, shownMean, shownP } from "../shown-values.ts";
import { smallReport } from "../small-report.ts";
import type { SystemOutcome } from "./hybrid-measured.ts";
import { HYBRID_OPTIONS, HYBRID_TEXT } from "./hybrid-options.ts";
import { hybridQueries } from "./hybrid-parts.ts";
import { systemOutcomes } from "./hybrid-systems.ts";
import { encodedCollection, HASHED, MODEL } from "./hybrid-vectors.ts";

const TITLE = "Words and meaning";

const HASHED_TEXT =
  "Here MiniLM was not used: vectors are sums of random ones, one for each word, to try the experiment without a model.";

export const hybridExperiment: Experiment = {
  id: "hybrid",
  title: "what meaning adds to words: BM25, learned weights, MiniLM, both, and models on top",
  source: "docs/hybrid.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus:test"],
    ...["msmarco-mini:dl19", "wikiqa:test", "wordnet:test", "medquad:test"],
  ],
  quickCollections: ["cranfield"],
  needs: { judged: 20 },
  options: HYBRID_OPTIONS,

  run: (request, environment) => forEachCollection(request, environment, TITLE, reportOf),
};

/** What is kept of a collection. */
interface HybridOutcome {
  readonly protocol: string;
  readonly documents: number;
  readonly systems: readonly SystemOutcome[];
}

async function reportOf(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const { files, collections, findPackage, version } = environment;
  const { collection: name } = parseCollectionSplit(request.collection);
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const fingerprint = await dataFingerprint(collection, `${collections}/${name}`);
  const { collections: of, keep, encoded, threads: _, ...settings } = request.configuration;
  const encoder = encoded === "" ? request.text("encoder") : MODEL.model;
  const key = { kind: "hybrid", collection: of, fingerprint, settings: { ...settings, encoder } };
  const kept = new KeptOutcomes(files, keep ?? KEPT_OUTCOMES, version);
  const outcome = await kept.of(key, () => outcomeOf(request, environment));
  const isHashed = encoder === HASHED;
  return smallReport({
    title: `${TITLE}: ${request.collection}`,
    texts: [HYBRID_TEXT, ...(isHashed ? [HASHED_TEXT] : []), `${name}: ${outcome.protocol}.`],
    tables: [tableOf(name, outcome)],
    results: outcome,
    data: { [name]: fingerprint },
  });
}

async function outcomeOf(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<HybridOutcome> {
  const { files, collections, findPackage, progress } = environment;
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const most = { train: request.number("train"), test: request.number("test") };
  const queries = await hybridQueries(collection, split, most);
  const given: IndexableDocument[] = [];
  for await (const document of collection.documents()) given.push(document);
  const encoded = await encodedCollection(name, given, queries.encoded, {
    ...{ files, progress },
    folder: request.text("encoded"),
    encoder: request.text("encoder"),
  });
  const analysis = { stopWords: "english" } as const;
  const reader = await indexInMemory(encoded.documents, { analysis, vectors: MODEL, progress });
  const systems = await systemOutcomes(
    ...([reader, name, queries, encoded.queries, request, environment] as const),
  );
  await reader.close();
  return { protocol: queries.protocol, documents: given.length, systems };
}

/** Every system against tuned BM25, which comes first. */
function tableOf(name: string, { systems, documents }: HybridOutcome): ReportTable {
  const [baseline, ...others] = systems.filter(({ missing }) => missing === undefined);
  const values = new Map(systems.map(({ system, ndcg }) => [system, ndcg]));
  const compared = comparedSystems(
    values,
    others.map(({ system }) => [system, baseline?.system ?? ""] as const),
  );
  const rows = systems.map(({ system, missing, ndcg, recall, ...costs }) => {
    if (missing !== undefined) return [system, missing, "", "", "", "", ""];
    const against = compared.find((each) => each.system === system);
    return [
      system,
      shownMean(mean(ndcg)),
      against === undefined ? "" : shownInterval(against.difference),
      against === undefined ? "" : shownP(against.correctedP),
      shownMean(mean(recall)),
      costs.milliseconds.toFixed(1),
      costs.bytesPerDocument.toFixed(0),
    ];
  });
  const header = [
    ...["system", "nDCG@10", "difference", "p (Holm)", "R@100"],
    ...["ms per query", "bytes per document"],
  ];
  const count = (baseline?.ndcg.length ?? 0).toLocaleString("en");
  const title = `${name}: ${count} queries, ${documents.toLocaleString("en")} documents`;
  return { title, table: { header, rows, words: [0] } };
}
