/**
 * All commands, in the order of help. Each is loaded on use. Commands with many
 * modules load lower modules first, one by one: Node opens all files of an import
 * at once, and file descriptors may be few.
 */

import { defined } from "../../src/common/defined.ts";
import type { Command, CommandEntry } from "./command.ts";
import { createCompletion } from "./completion.ts";

type ModuleLoader = () => Promise<unknown>;

const INDEX: readonly ModuleLoader[] = [
  () => import("../../src/collection/index.ts"),
  () => import("../../src/index/index.ts"),
];
const NEURAL: readonly ModuleLoader[] = [
  ...INDEX,
  () => import("../../src/ranking/index.ts"),
  () => import("../../src/tensor/index.ts"),
  () => import("../../src/models/index.ts"),
];

export const COMMANDS: readonly CommandEntry[] = [
  createEntry("index", async () => (await import("./index-collection.ts")).indexCollection, INDEX),
  createEntry("add", async () => (await import("./add.ts")).add, INDEX),
  createEntry("put", async () => (await import("./put.ts")).put, INDEX),
  createEntry("delete", async () => (await import("./delete.ts")).deleteDocuments, INDEX),
  createEntry("search", async () => (await import("./search.ts")).search, NEURAL),
  createEntry("suggest", async () => (await import("./suggest.ts")).suggest, NEURAL),
  createEntry("run", async () => (await import("./run.ts")).run, NEURAL),
  createEntry("tune", async () => (await import("./tune.ts")).tune, NEURAL),
  createEntry("stats", async () => (await import("./stats.ts")).stats, INDEX),
  createEntry("check", async () => (await import("./check.ts")).check, INDEX),
  createEntry("backup", async () => (await import("./backup.ts")).backup, INDEX),
  createEntry("restore", async () => (await import("./backup.ts")).restore, INDEX),
  createEntry("collection", async () => (await import("./collection.ts")).collection),
  createEntry("evaluate", async () => (await import("./evaluate.ts")).evaluate),
  createEntry("test", async () => (await import("./test.ts")).test, NEURAL),
  createEntry("compare", async () => (await import("./compare.ts")).compare),
  createEntry("embeddings", async () => (await import("./embeddings.ts")).embeddings, INDEX),
  createEntry("vocabulary", async () => (await import("./vocabulary.ts")).vocabulary, INDEX),
  createEntry("train", async () => (await import("./train.ts")).train, NEURAL),
  createEntry(
    "train-encoder",
    async () => (await import("./train-encoder.ts")).trainEncoder,
    NEURAL,
  ),
  createEntry("tune-depth", async () => (await import("./tune-depth.ts")).tuneDepth, NEURAL),
  createEntry("explain", async () => (await import("./explain.ts")).explain, NEURAL),
  createEntry("salience", async () => (await import("./salience.ts")).salience, NEURAL),
  createEntry("export", async () => (await import("./export.ts")).exportModel, NEURAL),
  createEntry("discriminate", async () => (await import("./discriminate.ts")).discriminate, NEURAL),
  createEntry("publish", async () => (await import("./publish.ts")).publish, INDEX),
  createEntry("axioms", async () => (await import("./axioms.ts")).axioms, NEURAL),
  createEntry("experiment", async () => (await import("./experiment.ts")).experiment, NEURAL),
  createEntry(
    "export-site",
    async () => (await import("./export-site.ts")).exportSite,
    INDEX,
    "site",
  ),
  createEntry("serve", async () => (await import("./serve.ts")).serve),
  createEntry("start", async () => (await import("./start.ts")).start, NEURAL),
  createEntry("completion", async () => createCompletion(() => COMMANDS)),
];

function createEntry(
  name: string,
  load: () => Promise<Command>,
  modules: readonly ModuleLoader[] = [],
  formerName?: string,
): CommandEntry {
  return {
    name,
    ...defined({ formerName }),
    async load() {
      for (const loadModule of modules) await loadModule();
      return load();
    },
  };
}
