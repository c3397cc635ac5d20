/** The report of a hybrid table: every system against the first, one family per collection. */

import type { Report, ReportTable } from "../../src/analysis/index.ts";
import { openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import { compareSystems } from "../compare-systems.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { formatInterval, formatMean, formatP, mean } from "../format-values.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { OutcomeCache } from "../outcome-cache.ts";
import { createSmallReport } from "../small-report.ts";
import { HASHED, MODEL } from "./hybrid-vectors.ts";
import type { HybridOutcome } from "./hybrid-workload.ts";

const HASHED_TEXT =
  "Here MiniLM was not used: vectors are sums of random ones, one for each word, to try the experiment without a model.";

/** The properties of a table. */
export interface HybridTable {
  /** The name of the experiment, the key of its cached outcomes. */
  readonly id: string;
  /** The URL of the module that computes the outcome. */
  readonly module: string;
  readonly title: string;
  /** The description of the method. */
  readonly text: string;
  /** Computes the outcome for the one collection of a request. */
  computeOutcome(
    request: ExperimentRequest,
    environment: ExperimentEnvironment,
  ): Promise<HybridOutcome>;
}

/** The report of one collection. Its outcome is computed once and cached. */
export async function createHybridReport(
  { id, module, title, text, computeOutcome }: HybridTable,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const { files, collections, findPackage, readModule } = environment;
  const { collection: name } = parseCollectionSplit(request.collection);
  const collection = await openDataset(files, name, { collections, findPackage });
  const fingerprint = await fingerprintData(collection, `${collections}/${name}`);
  const { collections: of, keep, encoded, threads: _, ...settings } = request.configuration;
  const encoder = (encoded ?? "") === "" ? settings.encoder : MODEL.model;
  const key = { kind: id, collection: of, fingerprint, settings: { ...settings, encoder } };
  const cache = new OutcomeCache(files, keep ?? OUTCOME_CACHE_FOLDER, readModule);
  const outcome = await cache.getOrCompute(module, key, () => computeOutcome(request, environment));
  const isHashed = encoder === HASHED;
  return createSmallReport({
    title: `${title}: ${request.collection}`,
    texts: [text, ...(isHashed ? [HASHED_TEXT] : []), `${name}: ${outcome.protocol}.`],
    tables: [createTable(name, outcome)],
    results: outcome,
    data: { [name]: fingerprint },
  });
}

function createTable(name: string, { systems, documents }: HybridOutcome): ReportTable {
  const [baseline, ...others] = systems.filter(({ missing }) => missing === undefined);
  const values = new Map(systems.map(({ system, ndcg }) => [system, ndcg]));
  const compared = compareSystems(
    values,
    others.map(({ system }) => [system, baseline?.system ?? ""] as const),
  );
  const rows = systems.map(({ system, missing, ndcg, recall, ...costs }) => {
    if (missing !== undefined) return [system, missing, "", "", "", "", ""];
    const against = compared.find((each) => each.system === system);
    return [
      system,
      formatMean(mean(ndcg)),
      against === undefined ? "" : formatInterval(against.difference),
      against === undefined ? "" : formatP(against.correctedP),
      formatMean(mean(recall)),
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
