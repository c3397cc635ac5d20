/**
 * Tunes the options of a ranker by a grid search on one set of queries.
 *
 * The value on that set is biased upwards: report results on another set.
 */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { evaluate, type MeasureSetting, parseMeasure } from "../evaluation/index.ts";
import { createIndexRetriever } from "./index-retriever.ts";
import type { SalienceTables } from "./naming/declaration.ts";
import type { RankerSetting } from "./naming/ranker-name.ts";
import { ranker } from "./naming/ranker-name.ts";
import { runQueries } from "./run-queries.ts";
import type { Searcher } from "./searcher.ts";

/** The measure to maximise, and the settings to try. */
export interface TuningOptions {
  /** The measure to maximise. */
  readonly measure: string | MeasureSetting;
  /** Documents per query. Default 1000. */
  readonly top?: number;
  /** The tables that the settings name; see `ranker`. */
  readonly tables?: SalienceTables;
  readonly progress?: Progress;
}

/** One setting with its value. */
export interface Trial {
  /** The ranker's canonical name. */
  readonly ranker: string;
  readonly value: number;
}

/** Tries every setting. Returns the trials, best first, ties in the order of the settings. */
export async function tune(
  searcher: Searcher,
  queries: readonly Query[],
  judgements: Judgements,
  settings: readonly RankerSetting[],
  { measure, top = 1000, tables = new Map(), progress = silent }: TuningOptions,
): Promise<readonly Trial[]> {
  if (settings.length === 0) throw badArgument("tuning needs at least one setting, got none");
  const parsed = typeof measure === "string" ? parseMeasure(measure) : measure;
  // A measure with a cutoff ignores documents beyond it.
  const depth = Math.min(top, parsed.settings.cutoff);
  const judged = queries.filter(({ id }) => judgements.has(id));
  if (judged.length === 0) throw badArgument("tuning needs judged queries, got none");
  const trials: Trial[] = [];
  for (const setting of settings) {
    const retriever = createIndexRetriever(searcher, { ranker: ranker(setting, { tables }) });
    const run = await runQueries(retriever, judged, { top: depth });
    const { measures } = evaluate(run, judgements, [parsed]);
    trials.push({ ranker: setting.name, value: measures[0]?.overall ?? 0 });
    const done = trials.length;
    const best = trials.reduce((a, b) => (b.value > a.value ? b : a));
    const note = `best ${best.value.toFixed(4)} with ${best.ranker}`;
    const labels = { task: "tuning", unit: "settings", total: settings.length, note };
    progress({ ...labels, done, finished: done === settings.length });
  }
  return trials.sort((a, b) => b.value - a.value);
}
