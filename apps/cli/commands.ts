/**
 * All commands, in the order that help lists them. Each is loaded when it is
 * typed. Where descriptors are few, all modules are loaded one by one: Node opens
 * all files of an import at once.
 */

import { defined } from "../../src/common/defined.ts";
import { hasFewDescriptors, loadModules } from "../../src/common/node-load-modules.ts";
import type { Command, CommandEntry } from "./command.ts";
import { createCompletion } from "./completion.ts";

export const COMMANDS: readonly CommandEntry[] = [
  createEntry("index", async () => (await import("./index-collection.ts")).indexCollection),
  createEntry("add", async () => (await import("./add.ts")).add),
  createEntry("put", async () => (await import("./put.ts")).put),
  createEntry("delete", async () => (await import("./delete.ts")).deleteDocuments),
  createEntry("settings", async () => (await import("./settings.ts")).settings),
  createEntry("rules", async () => (await import("./rules.ts")).rules),
  createEntry("search", async () => (await import("./search.ts")).search),
  createEntry("suggest", async () => (await import("./suggest.ts")).suggest),
  createEntry("facet", async () => (await import("./facet.ts")).facet),
  createEntry("run", async () => (await import("./run.ts")).run),
  createEntry("rerank", async () => (await import("./rerank.ts")).rerank),
  createEntry("tune", async () => (await import("./tune.ts")).tune),
  createEntry("stats", async () => (await import("./stats.ts")).stats),
  createEntry("check", async () => (await import("./check.ts")).check),
  createEntry("backup", async () => (await import("./backup.ts")).backup),
  createEntry("restore", async () => (await import("./backup.ts")).restore),
  createEntry("keys", async () => (await import("./keys.ts")).keys),
  createEntry("collection", async () => (await import("./collection.ts")).collection),
  createEntry("evaluate", async () => (await import("./evaluate.ts")).evaluate),
  createEntry("judgements", async () => (await import("./judgements.ts")).judgements),
  createEntry("judge", async () => (await import("./judge.ts")).judge),
  createEntry("test", async () => (await import("./test.ts")).test),
  createEntry("compare", async () => (await import("./compare.ts")).compare),
  createEntry("embeddings", async () => (await import("./embeddings.ts")).embeddings),
  createEntry("vocabulary", async () => (await import("./vocabulary.ts")).vocabulary),
  createEntry("train", async () => (await import("./train.ts")).train),
  createEntry("train-encoder", async () => (await import("./train-encoder.ts")).trainEncoder),
  createEntry("tune-depth", async () => (await import("./tune-depth.ts")).tuneDepth),
  createEntry("explain", async () => (await import("./explain.ts")).explain),
  createEntry("salience", async () => (await import("./salience.ts")).salience),
  createEntry("ciff", async () => (await import("./ciff.ts")).ciff),
  createEntry("export", async () => (await import("./export.ts")).exportModel),
  createEntry("discriminate", async () => (await import("./discriminate.ts")).discriminate),
  createEntry("behavior", async () => (await import("./behavior.ts")).behavior),
  createEntry("publish", async () => (await import("./publish.ts")).publish),
  createEntry("axioms", async () => (await import("./axioms.ts")).axioms),
  createEntry("experiment", async () => (await import("./experiment.ts")).experiment),
  createEntry("export-site", async () => (await import("./export-site.ts")).exportSite, "site"),
  createEntry("serve", async () => (await import("./serve.ts")).serve),
  createEntry("start", async () => (await import("./start.ts")).start),
  createEntry("completion", async () => createCompletion(() => COMMANDS)),
];

function createEntry(
  name: string,
  load: () => Promise<Command>,
  formerName?: string,
): CommandEntry {
  return {
    name,
    ...defined({ formerName }),
    async load() {
      if (hasFewDescriptors()) await loadModules(import.meta.url);
      return load();
    },
  };
}
