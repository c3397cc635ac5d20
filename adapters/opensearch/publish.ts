/**
 * Publishes a local index to a cluster, behind an alias.
 *
 * A new index is created beside the current one, loaded, verified and only then activated by
 * switching the alias atomically; the old one stays for roll-back. Its name is derived from its
 * contents, so that the same command resumes an interrupted run: documents that exist with the same
 * digest are not resent. `update` does the same to the current index and deletes documents that the
 * local index no longer has.
 */

import { createHash } from "node:crypto";
import { defined } from "../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { type Progress, silent } from "../../src/common/progress.ts";
import type { VectorSettings } from "../../src/dense/vectors/index.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import { parseRanker, ranker as rankerOf } from "../../src/ranking/index.ts";
import {
  measureQuantisation,
  type QuantisedRanker,
  quantiseRanker,
  type TermRanker,
} from "../../src/ranking/quantised-ranker.ts";
import type { BagRanker } from "../../src/ranking/ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { type AnalyzerOptions, completeOptions } from "../../src/text/index.ts";
import { readCurrentIndex, switchAlias } from "./aliases.ts";
import { BulkLoader, type BulkOptions, type BulkReport } from "./bulk-loader.ts";
import type { Cluster, ClusterProduct } from "./cluster.ts";
import { readSchema } from "./columns.ts";
import { findMissingDocuments, findStrayIds } from "./differences.ts";
import { createDocumentBodies } from "./document-bodies.ts";
import { createIndexBody, type LayoutOptions } from "./index-body.ts";
import { mergeSegments } from "./merge-segments.ts";
import { lacksPostings } from "./pruned-words.ts";
import { toChangesId } from "./published-changes.ts";
import {
  type PublishedRecord,
  type PublishMode,
  readRecord,
  SCHEMA,
  type TokenStorage,
  writeRecord,
} from "./published-record.ts";
import {
  createStatistics,
  listPartIds,
  MAX_TEXT_FIELDS,
  type StatisticsRecord,
} from "./published-statistics.ts";
import { computeBoosts, createBoostItems } from "./stored-boosts.ts";
import { type Verification, verify } from "./verify.ts";

/** The options of publishing. */
export interface PublishOptions extends LayoutOptions {
  readonly alias: string;
  /** Default `impacts`; on Elasticsearch, which lacks what these need, `rank_features`. */
  readonly mode?: PublishMode | undefined;
  /** A ranker over single terms. Default: the lexical ranker of the index. */
  readonly ranker?: string | undefined;
  /** Width of whole numbers. Default 12; 9 for `rank_features`, which store no more. */
  readonly bits?: number | undefined;
  /** Who analyses documents; `cluster` only with `boosts`. Default `client`. */
  readonly analyzedBy?: "client" | "cluster" | undefined;
  /** Where to store tokens for re-rankers. Default `source`. */
  readonly tokens?: TokenStorage | undefined;
  /**
   * Whether documents and statistics of words are stored, so that searches take every option.
   * Default true, where the index has what that needs.
   */
  readonly documents?: boolean | undefined;
  /** Merges each shard into one segment at the end. Slower to publish, faster to search. */
  readonly merge?: boolean | undefined;
  /**
   * Maximum wait for the release before a merge, in ms. Without it the index needs more bytes.
   * Default 40,000.
   */
  readonly mergePatience?: number | undefined;
  readonly bulk?: BulkOptions | undefined;
  readonly progress?: Progress | undefined;
}

/** The result of publishing. */
export interface PublishReport {
  readonly index: string;
  readonly record: PublishedRecord;
  readonly load: BulkReport;
  /** Documents that existed from an earlier run. */
  readonly kept: number;
  readonly deleted: number;
  readonly verified: Verification;
}

const FEATURE_BITS = 9;

/**
 * Publishes and switches the alias. If verification fails, the alias stays: `CORRUPT_INDEX`.
 */
export async function publish(
  cluster: Cluster,
  reader: IndexReader,
  options: PublishOptions,
): Promise<PublishReport> {
  const { alias, merge = false, mergePatience = 40_000 } = options;
  const old = await readCurrentIndex(cluster, alias);
  const { product } = cluster;
  const planned = planRecord(reader, {
    ...{ ...options, product },
    mode: chooseMode(product, options.mode),
  });
  const index = `${alias}-${computeDigest(planned)}`;
  const isNew = await createClusterIndex(cluster, index, planned, reader, options);
  const before = isNew ? planned : (await readRecord(cluster, index)).record;
  const done = await syncIndex(cluster, index, { ...planned, ...selectState(before) }, reader, {
    ...options,
    isNew,
  });
  if (merge) await mergeSegments(cluster, index, mergePatience);
  const record = { ...done.record, state: "ready" as const };
  const linked = old === undefined || old === index ? record : { ...record, previous: old };
  await writeRecord(cluster, index, linked);
  if (old !== index) await switchAlias(cluster, alias, old, index);
  return { ...done, record: linked };
}

/** Applies changes of the local index to the current published index, on the same scale. */
export async function update(
  cluster: Cluster,
  reader: IndexReader,
  { alias, ...options }: Pick<PublishOptions, "alias" | "bulk" | "progress">,
): Promise<PublishReport> {
  const { index, record } = await readRecord(cluster, alias);
  const { documentCount, generation, settings } = reader.snapshot;
  if (!isSameAnalysis(settings.analysis, record.analysis)) {
    throw badArgument(`${index} was published with another analysis: publish it again`);
  }
  if (JSON.stringify(settings.schema?.fields) !== JSON.stringify(readSchema(record)?.fields)) {
    throw badArgument(`${index} was published with other fields: publish it again`);
  }
  if (record.vectors && !isSameVectors(settings, record)) {
    throw badArgument(`${index} was published with other vectors: publish it again`);
  }
  if (record.settings !== undefined && lacksPostings(reader.searcher.view) !== isPruned(record)) {
    throw badArgument(`${index} was published before it was pruned, or after: publish it again`);
  }
  const planned = {
    ...record,
    ...(record.settings === undefined ? {} : { settings: copySettings(settings) }),
    documents: documentCount,
    generation,
  };
  const done = await syncIndex(cluster, index, planned, reader, { ...options, isNew: false });
  await writeRecord(cluster, index, done.record);
  return done;
}

/** The cluster preserves the fields of a record, not their order. */
function isSameAnalysis(a: AnalyzerOptions, b: AnalyzerOptions): boolean {
  return JSON.stringify(completeOptions(a)) === JSON.stringify(completeOptions(b));
}

function isSameVectors(
  { vectors }: IndexReader["snapshot"]["settings"],
  { settings }: PublishedRecord,
): boolean {
  const published = settings?.vectors as VectorSettings | undefined;
  return vectors?.dimensions === published?.dimensions && vectors?.model === published?.model;
}

function isPruned({ pruned }: PublishedRecord): boolean {
  return pruned === true;
}

/** The state of a published index that publishing it again keeps. */
function selectState({
  state,
  previous,
}: PublishedRecord): Pick<PublishedRecord, "state" | "previous"> {
  return previous === undefined ? { state } : { state, previous };
}

/** `BAD_ARGUMENT` for a mode that the program of a cluster does not have. */
function chooseMode(product: ClusterProduct, mode: PublishMode | undefined): PublishMode {
  if (product === "opensearch") return mode ?? "impacts";
  if (mode === undefined || mode === "rank_features") return "rank_features";
  throw badArgument(`Elasticsearch takes rank_features, got ${quote(mode)}`);
}

/** Derives the record of a new index, and with it its name. */
function planRecord(
  reader: IndexReader,
  options: PublishOptions & { readonly mode: PublishMode; readonly product: ClusterProduct },
): PublishedRecord {
  const { alias, mode, analyzedBy = "client", tokens = "source" } = options;
  const { snapshot } = reader;
  const lacksSome = lacksPostings(reader.searcher.view);
  const hasDocuments =
    options.documents !== false &&
    canScoreDocuments(snapshot, lacksSome) &&
    analyzedBy === "client";
  const { schema, vectors } = snapshot.settings;
  const hasVectors = vectors !== undefined;
  checkFields(schema, mode);
  if (analyzedBy === "cluster" && mode !== "boosts") {
    throw badArgument("only boosts can be analysed by the cluster; whole numbers are made here");
  }
  const bits = options.bits ?? (mode === "rank_features" ? FEATURE_BITS : undefined);
  if (mode === "rank_features" && (bits ?? 0) > FEATURE_BITS) {
    throw badArgument(`rank_features keep ${FEATURE_BITS} bits, got ${bits}`);
  }
  const { name, inner } = parseTermRanker(options.ranker ?? reader.lexicalRanker);
  const { view } = reader.searcher;
  const width = bits === undefined ? {} : { bits };
  const quantisation = mode === "boosts" ? undefined : measureQuantisation(view, inner, width);
  return {
    schema: SCHEMA,
    alias,
    mode,
    ranker: name,
    ...defined({ quantisation }),
    analysis: snapshot.settings.analysis,
    ...(schema === undefined ? {} : { fields: schema.fields }),
    analyzedBy,
    tokens,
    ...(hasDocuments
      ? { settings: copySettings(snapshot.settings), indexId: snapshot.indexId }
      : {}),
    // Elasticsearch lacks the script there that computes cosines.
    ...(hasDocuments && hasVectors && options.product === "opensearch" ? { vectors: true } : {}),
    ...(hasDocuments && lacksSome ? { pruned: true } : {}),
    documents: snapshot.documentCount,
    generation: snapshot.generation,
    state: "loading",
  };
}

/** `BAD_ARGUMENT` for fields that a published index cannot express. */
function checkFields(schema: Schema | undefined, mode: PublishMode): void {
  if (schema === undefined) return;
  if (mode === "boosts") {
    throw badArgument(
      `an index with fields is published as impacts or rank_features, got ${quote(mode)}`,
    );
  }
  const other = schema.textFields.find(({ text }) => text.analysis !== undefined);
  if (other !== undefined) {
    throw badArgument(
      `field ${quote(other.name)} has an analyzer of its own; a cluster analyses a query once`,
    );
  }
}

/** Whether scores of documents can be computed from their stored values: none is missing there. */
function canScoreDocuments(
  { settings, weights }: IndexReader["snapshot"],
  lacksSome: boolean,
): boolean {
  const { schema, stored, forward } = settings;
  const texts = schema?.textFields.length ?? 1;
  const hasAll = schema === undefined || schema.fields.every((field) => field.stored);
  const hasTerms = weights === undefined || weights.isTwoSided;
  const canNamePruned = !lacksSome || forward !== false;
  return stored && hasAll && hasTerms && canNamePruned && texts > 0 && texts <= MAX_TEXT_FIELDS;
}

/** Settings as a commit stores them; weights are among the statistics, not in a file. */
function copySettings(settings: IndexReader["snapshot"]["settings"]): Record<string, unknown> {
  const { weights: _, ...others } = settings;
  return JSON.parse(JSON.stringify(others));
}

/** Writes the statistics of an index beside earlier ones, which searchers may still read. */
async function writeStatistics(
  cluster: Cluster,
  index: string,
  { settings, generation }: PublishedRecord,
  reader: IndexReader,
  bulk: BulkOptions | undefined,
): Promise<StatisticsRecord | undefined> {
  if (settings === undefined) return undefined;
  const { record, items } = await createStatistics(reader, String(generation));
  await new BulkLoader(cluster, index, bulk).load(items());
  return record;
}

/**
 * Parses the name of a ranker over single terms. `BAD_ARGUMENT` for others, whose scores are not
 * sums over terms.
 */
export function parseTermRanker(text: string): { name: string; inner: TermRanker; k3: number } {
  const setting = parseRanker(text);
  const inner = rankerOf(setting);
  if (!("prepareBag" in inner) && inner.prepareTerm === undefined) {
    throw badArgument(
      `${setting.name} is not a ranker over single terms: its scores are not sums of impacts`,
    );
  }
  return {
    name: setting.name,
    inner: inner as TermRanker,
    k3: Number(setting.values.k3 ?? Infinity),
  };
}

/** The local ranker with the same results as a published index of whole numbers. */
export function createRecordRanker({
  ranker,
  quantisation,
}: PublishedRecord): QuantisedRanker | undefined {
  if (quantisation === undefined) return undefined;
  const { inner, k3 } = parseTermRanker(ranker);
  return quantiseRanker(inner, quantisation, { k3 });
}

function computeDigest(record: PublishedRecord): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex").slice(0, 12);
}

/** Creates the index; false if an earlier run has created it. */
async function createClusterIndex(
  cluster: Cluster,
  index: string,
  record: PublishedRecord,
  { snapshot, searcher }: IndexReader,
  layout: LayoutOptions,
): Promise<boolean> {
  const pruned = [...(snapshot.weights?.entries() ?? [])]
    .map(([term]) => term)
    .filter((term) => searcher.view.term(term) === undefined);
  try {
    const body = createIndexBody(record, { ...layout, pruned });
    await cluster.request({ method: "PUT", path: `/${index}`, body });
    return true;
  } catch (error) {
    const exists = error instanceof TermwiseError && error.message.includes("already exists");
    if (!exists) throw error;
    return false;
  }
}

/** Makes the documents of the index equal to the local ones, and verifies it. */
async function syncIndex(
  cluster: Cluster,
  index: string,
  planned: PublishedRecord,
  reader: IndexReader,
  {
    isNew,
    bulk,
    progress = silent,
  }: Pick<PublishOptions, "bulk" | "progress"> & { isNew: boolean },
): Promise<PublishReport> {
  const ranker = createRecordRanker(planned);
  const total = planned.documents;
  const task = { task: "publishing", unit: "documents", total };
  let unchanged = 0;
  const report = (accepted: number): void =>
    progress({ ...task, done: Math.min(total, accepted + unchanged) });
  const loader = new BulkLoader(cluster, index, { ...bulk, onAccepted: report });
  const bodies = createDocumentBodies(reader, planned, ranker);
  const load = await loader.load(
    isNew
      ? bodies
      : findMissingDocuments(cluster, index, bodies, (count) => {
          unchanged += count;
        }),
  );
  const boosts =
    planned.mode === "boosts"
      ? createBoostItems(computeBoosts(reader, parseTermRanker(planned.ranker).inner as BagRanker))
      : [];
  await new BulkLoader(cluster, index, bulk).load(boosts);
  await cluster.request({ method: "POST", path: `/${index}/_refresh` });
  const stray = isNew ? [] : await findStrayIds(cluster, index, reader.snapshot);
  await new BulkLoader(cluster, index, bulk).load(stray.map((id) => ({ id })));
  const old = planned.statistics;
  const statistics = await writeStatistics(cluster, index, planned, reader, bulk);
  const settings = { index: { refresh_interval: null } };
  await cluster.request({ method: "PUT", path: `/${index}/_settings`, body: settings });
  await cluster.request({ method: "POST", path: `/${index}/_refresh` });
  progress({ ...task, done: total, finished: true });
  const record = {
    ...planned,
    ...defined({ statistics }),
    ...(boosts.length === 0 ? {} : { boostParts: boosts.length }),
  };
  await writeRecord(cluster, index, record);
  const verified = await verify(cluster, index, reader, record, ranker);
  if (!isNew) {
    // Changes of single documents are undone or part of the new statistics.
    const sets = new Set([old, statistics].flatMap((each) => each?.set ?? []));
    const parts = old === undefined || old.set === statistics?.set ? [] : listPartIds(old);
    const items = [...parts, ...[...sets].map(toChangesId)].map((id) => ({ id }));
    await new BulkLoader(cluster, index, bulk).load(items);
  }
  return { index, record, load, kept: unchanged, deleted: stray.length, verified };
}
