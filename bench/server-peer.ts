/**
 * Lucene behind a plain HTTP server, the peer of bench/server.ts; see bench/peers/server/README.md.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "../src/collection/index.ts";

const ROOT = join(import.meta.dirname, "../..");
const JARS = join(ROOT, ".build/peers/lucene");

/** A running peer. */
export interface Peer {
  readonly child: ChildProcess;
  readonly port: number;
}

/** Starts it; undefined where Lucene or a recent Java is missing. */
export async function startLucene(
  folder: string,
  documents: () => AsyncIterable<Document>,
  threads: number,
): Promise<Peer | undefined> {
  const java = process.env.JAVA ?? "java";
  const { stderr } = spawnSync(java, ["-version"], { encoding: "utf8" });
  const isRecent = Number(/version "(\d+)/.exec(stderr ?? "")?.[1]) >= 21;
  const hasJars = existsSync(join(JARS, "lucene-analysis-common-10.3.1.jar"));
  if (!isRecent || !hasJars) return undefined;
  mkdirSync(folder, { recursive: true });
  const texts = await prepareTexts(join(folder, "documents.tsv"), documents);
  const program = join(ROOT, "bench/peers/server/LuceneServer.java");
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx2g", "-cp", join(JARS, "*")];
  const args = [...flags, program, texts, join(folder, "lucene"), String(threads)];
  const child = spawn(java, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once("data", (bytes) => resolve(Number(String(bytes).trim())));
    child.once("exit", (code) => reject(new Error(`Lucene ended with ${code}`)));
  });
  return { child, port };
}

async function prepareTexts(
  path: string,
  documents: () => AsyncIterable<Document>,
): Promise<string> {
  if (existsSync(path)) return path;
  const plain = (text: string): string => text.replaceAll(/[\t\r\n]/g, " ");
  const out = createWriteStream(`${path}.unfinished`);
  for await (const { id, title = "", text = "" } of documents()) {
    if (!out.write(`${id}\t${plain(title)}\t${plain(text)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(`${path}.unfinished`, path);
  return path;
}
