/** Lucene behind a plain HTTP server, the peer of bench/server.ts; bench/peers/server/README.md says how to have it. */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../src/collection/index.ts";
import { hasRecentJava, PeerProcess, writeTable } from "./peer-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const JARS = join(ROOT, ".build/peers/lucene");

/** A peer that runs. */
export interface Peer {
  readonly child: PeerProcess;
  readonly port: number;
}

/** Starts it; undefined where Lucene or a recent Java is missing. */
export async function startLucene(
  folder: string,
  documents: () => AsyncIterable<Document>,
  threads: number,
): Promise<Peer | undefined> {
  const java = process.env.JAVA ?? "java";
  const hasJars = existsSync(join(JARS, "lucene-analysis-common-10.3.1.jar"));
  if (!hasRecentJava(java) || !hasJars) return undefined;
  mkdirSync(folder, { recursive: true });
  const texts = join(folder, "documents.tsv");
  await writeTable(texts, toRows(documents()));
  const program = join(ROOT, "bench/peers/server/LuceneServer.java");
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx2g", "-cp", join(JARS, "*")];
  const args = [...flags, program, texts, join(folder, "lucene"), String(threads)];
  const child = new PeerProcess("Lucene", java, args);
  return { child, port: Number(await child.readLine()) };
}

async function* toRows(documents: AsyncIterable<Document>): AsyncGenerator<readonly string[]> {
  for await (const { id, title = "", text = "" } of documents) yield [id, title, text];
}
