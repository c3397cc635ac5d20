/** The report of a table of words and meaning: every system against the first, one family for each collection. */

import type { Report, ReportTable } from "../../src/analysis/index.ts";
import { openKnownCollection, parseCollectionSplit } from "../../src/collection/index.ts";
import { comparedSystems } from "../compared-systems.ts";
import { dataFingerprint } from "../data-fingerprint.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { KeptOutcomes } from "../kept-outcomes.ts";
import { KEPT_OUTCOMES } from "../neural/neural-options.ts";
import { mean, shownInterval, shownMean, shownP } from "../shown-values.ts";
import { smallReport } from "../small-report.ts";
import { HASHED, MODEL } from "./hybrid-vectors.ts";
import type { HybridOutcome } from "./hybrid-workload.ts";

const HASHED_TEXT =
  "Here MiniLM was not used: vectors are sums of random ones, one for each word, to try the experiment without a model.";

/** What tells the tables apart. */
export interface HybridTable {
  /** The name of the experiment, under which outcomes are kept. */
  readonly id: string;
  readonly title: string;
  /** What was done. */
  readonly text: string;
  /** What comes out on the one collection of a request. */
  outcomeOf(request: ExperimentRequest, environment: ExperimentEnvironment): Promise<HybridOutcome>;
}

/** The report of one collection. Its outcome is computed once and kept. */
export async function hybridReport(
  { id, title, text, outcomeOf }: HybridTable,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const { files, collections, findPackage, version } = environment;
  const { collection: name } = parseCollectionSplit(request.collection);
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const fingerprint = await dataFingerprint(collection, `${collections}/${name}`);
  const { collections: of, keep, encoded, threads: _, ...settings } = request.configuration;
  const encoder = (encoded ?? "") === "" ? settings.encoder : MODEL.model;
  const key = { kind: id, collection: of, fingerprint, settings: { ...settings, encoder } };
  const kept = new KeptOutcomes(files, keep ?? KEPT_OUTCOMES, version);
  const outcome = await kept.of(key, () => outcomeOf(request, environment));
  const isHashed = encoder === HASHED;
  return smallReport({
    title: `${title}: ${request.collection}`,
    texts: [text, ...(isHashed ? [HASHED_TEXT] : []), `${name}: ${outcome.protocol}.`],
    tables: [tableOf(name, outcome)],
    results: outcome,
    data: { [name]: fingerprint },
  });
}

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
