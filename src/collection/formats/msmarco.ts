/**
 * The MS MARCO passage collection, as downloaded: collection.tsv, queries.*.tsv, qrels.*.tsv, and
 * for training triples and candidates.
 *
 * Splits contain judged queries. `train` and `dev` are the official ones. `validation` and `test`
 * are those of Hofstätter et al., "On the Effect of Low-Frequency Terms on Neural-IR Models" (SIGIR
 * 2019): the small sample of dev (6,980 queries), and the rest of it (48,598). The sample is
 * identified by queries.dev.small.tsv, qrels.dev.small.tsv or top1000.dev.tsv. `eval` has no
 * judgements. `dl19` and `dl20` are those of TREC's Deep Learning track, from its files.
 */

import { quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import type { Judgement } from "../document.ts";
import { streamJudgements } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";
import { streamCandidates } from "./msmarco-training.ts";
import { findFile, getBaseName } from "./paths.ts";
import { filterQueries, readJudgedQueryIds, withoutReports } from "./split-files.ts";
import { streamTableDocuments, streamTableQueries } from "./table.ts";

export async function openMsMarco(
  files: Files,
  folder: string,
  options: ReadOptions = {},
): Promise<Collection> {
  const collection = await findFile(files, folder, "collection.tsv");
  if (collection === undefined) {
    throw new TermwiseError(
      "NOT_FOUND",
      `an MS MARCO folder needs collection.tsv or collection.tsv.gz, ${quote(folder)} has neither`,
      { path: folder },
    );
  }
  return createCollection({
    name: getBaseName(folder),
    format: "msmarco",
    documents: () => streamTableDocuments(files, collection, "tab", options),
    querySets: await findQuerySets(files, folder, options),
  });
}

async function findQuerySets(
  files: Files,
  folder: string,
  options: ReadOptions,
): Promise<Map<string, QuerySet>> {
  const sets = new Map<string, QuerySet>();
  const add = async (
    split: string,
    queries: string | undefined,
    qrels: string | undefined,
    passes: (id: string) => boolean = () => true,
  ): Promise<void> => {
    if (queries === undefined || qrels === undefined) return;
    const judged = await readJudgedQueryIds(files, qrels, options);
    sets.set(split, {
      queries: () =>
        filterQueries(
          streamTableQueries(files, queries, "tab", options),
          (id) => judged.has(id) && passes(id),
        ),
      judgements: () => filterJudgements(streamJudgements(files, qrels, options), passes),
    });
  };
  const file = (name: string): Promise<string | undefined> => findFile(files, folder, name);
  const queries = await file("queries.dev.tsv");
  const qrels = await file("qrels.dev.tsv");
  const smallQueries = (await file("queries.dev.small.tsv")) ?? queries;
  const smallQrels = await file("qrels.dev.small.tsv");
  const sample = await readSampleIds(files, folder, options);

  await add("train", await file("queries.train.tsv"), await file("qrels.train.tsv"));
  await add("dev", queries, qrels);
  if (sample !== undefined) {
    const isSample = (id: string): boolean => sample.has(id);
    await add("validation", smallQueries, smallQrels ?? qrels, isSample);
    await add("test", queries, qrels, (id) => !isSample(id));
  }
  for (const year of ["2019", "2020"]) {
    const queriesOfYear = await file(`msmarco-test${year}-queries.tsv`);
    await add(`dl${year.slice(2)}`, queriesOfYear, await file(`${year}qrels-pass.txt`));
  }
  const unjudged = (await file("queries.eval.tsv")) ?? (await file("queries.eval.small.tsv"));
  if (unjudged !== undefined) {
    sets.set("eval", { queries: () => streamTableQueries(files, unjudged, "tab", options) });
  }
  return sets;
}

/** Ids of the queries in the small sample of dev, from the first file that lists them. */
async function readSampleIds(
  files: Files,
  folder: string,
  options: ReadOptions,
): Promise<ReadonlySet<string> | undefined> {
  const ids = new Set<string>();
  const quiet = withoutReports(options);
  const queries = await findFile(files, folder, "queries.dev.small.tsv");
  const qrels = await findFile(files, folder, "qrels.dev.small.tsv");
  const candidates = await findFile(files, folder, "top1000.dev.tsv", "top1000.dev");
  if (queries !== undefined) {
    for await (const { id } of streamTableQueries(files, queries, "tab", quiet)) ids.add(id);
  } else if (qrels !== undefined) {
    return readJudgedQueryIds(files, qrels, options);
  } else if (candidates !== undefined) {
    for await (const { query } of streamCandidates(files, candidates, quiet)) ids.add(query.id);
  } else {
    return undefined;
  }
  return ids;
}

async function* filterJudgements(
  judgements: AsyncIterable<Judgement>,
  passes: (id: string) => boolean,
): AsyncGenerator<Judgement> {
  for await (const judgement of judgements) if (passes(judgement.query)) yield judgement;
}
