/**
 * All commands, in the order that help lists them. Each is loaded when it is
 * typed. Commands whose modules are many load the rooms below them first, one
 * by one: Node opens all files of an import at once, and descriptors may be few.
 */

import type { Command, CommandEntry } from "./command.ts";
import { completionOf } from "./completion.ts";

type Load = () => Promise<unknown>;

const INDEX: readonly Load[] = [
  () => import("../../src/collection/index.ts"),
  () => import("../../src/index/index.ts"),
];
const NEURAL: readonly Load[] = [
  ...INDEX,
  () => import("../../src/ranking/index.ts"),
  () => import("../../src/tensor/index.ts"),
  () => import("../../src/models/index.ts"),
];

export const COMMANDS: readonly CommandEntry[] = [
  entry("index", async () => (await import("./index-collection.ts")).indexCollection, INDEX),
  entry("add", async () => (await import("./add.ts")).add, INDEX),
  entry("put", async () => (await import("./put.ts")).put, INDEX),
  entry("delete", async () => (await import("./delete.ts")).deleteDocuments, INDEX),
  entry("search", async () => (await import("./search.ts")).search, NEURAL),
  entry("suggest", async () => (await import("./suggest.ts")).suggest, NEURAL),
  entry("run", async () => (await import("./run.ts")).run, NEURAL),
  entry("tune", async () => (await import("./tune.ts")).tune, NEURAL),
  entry("stats", async () => (await import("./stats.ts")).stats, INDEX),
  entry("check", async () => (await import("./check.ts")).check, INDEX),
  entry("collection", async () => (await import("./collection.ts")).collection),
  entry("evaluate", async () => (await import("./evaluate.ts")).evaluate),
  entry("test", async () => (await import("./test.ts")).test, NEURAL),
  entry("compare", async () => (await import("./compare.ts")).compare),
  entry("embeddings", async () => (await import("./embeddings.ts")).embeddings, INDEX),
  entry("vocabulary", async () => (await import("./vocabulary.ts")).vocabulary, INDEX),
  entry("train", async () => (await import("./train.ts")).train, NEURAL),
  entry("train-encoder", async () => (await import("./train-encoder.ts")).trainEncoder, NEURAL),
  entry("tune-depth", async () => (await import("./tune-depth.ts")).tuneDepth, NEURAL),
  entry("explain", async () => (await import("./explain.ts")).explain, NEURAL),
  entry("salience", async () => (await import("./salience.ts")).salience, NEURAL),
  entry("export", async () => (await import("./export.ts")).exportModel, NEURAL),
  entry("discriminate", async () => (await import("./discriminate.ts")).discriminate, NEURAL),
  entry("publish", async () => (await import("./publish.ts")).publish, INDEX),
  entry("axioms", async () => (await import("./axioms.ts")).axioms, NEURAL),
  entry("experiment", async () => (await import("./experiment.ts")).experiment, NEURAL),
  entry("site", async () => (await import("./site.ts")).site, INDEX),
  entry("serve", async () => (await import("./serve.ts")).serve),
  entry("start", async () => (await import("./start.ts")).start, NEURAL),
  entry("completion", async () => completionOf(() => COMMANDS)),
];

function entry(
  name: string,
  load: () => Promise<Command>,
  rooms: readonly Load[] = [],
): CommandEntry {
  return {
    name,
    async load() {
      for (const room of rooms) await room();
      return load();
    },
  };
}
