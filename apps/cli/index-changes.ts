/** Changes of an index that exists: one writer, one commit. */

import { defined } from "../../src/common/defined.ts";
import { trackProgress } from "../../src/common/progress.ts";
import { addDocumentVectors } from "../../src/dense/index.ts";
import {
  type Duplicates,
  type IndexSettings,
  IndexSnapshot,
  IndexWriter,
} from "../../src/index/index.ts";
import { openIndex, type SearchDocument } from "../../src/search/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";
import { openDocuments } from "./document-source.ts";
import { readEncoderDevice } from "./encoder-device-option.ts";
import { withQueryEncoder } from "./encoder-option.ts";

export interface IndexChange<T> {
  readonly result: T;
  /** Documents before and after. */
  readonly before: number;
  readonly after: number;
  /** Of the commit that holds the change. */
  readonly generation: number;
}

/**
 * Opens the index in a folder, lets `change` work on it and commits. When that
 * fails, the index is unchanged. `NOT_FOUND` where there is no index.
 */
export async function changeIndex<T>(
  folder: string,
  change: (writer: IndexWriter) => Promise<T>,
): Promise<IndexChange<T>> {
  const directory = await NodeDirectory.openExisting(folder);
  const before = await countDocuments(directory);
  const writer = await IndexWriter.open(directory);
  try {
    const result = await change(writer);
    const generation = await writer.commit();
    return { result, before, after: await countDocuments(directory), generation };
  } finally {
    await writer.close();
  }
}

async function countDocuments(directory: NodeDirectory): Promise<number> {
  const snapshot = await IndexSnapshot.open(directory);
  try {
    return snapshot.documentCount;
  } finally {
    await snapshot.close();
  }
}

export interface AddReport extends Omit<IndexChange<unknown>, "result"> {
  /** Documents that the source had. */
  readonly read: number;
  readonly seconds: number;
}

/** Reads the documents of the source `name` and adds them to the index in a folder. */
export async function addDocuments(
  folder: string,
  name: string,
  duplicates: Duplicates,
  args: Arguments,
  context: CommandContext,
): Promise<AddReport> {
  const { schema } = await readSettings(folder);
  const { documents, report } = await openDocuments(name, args, context, schema);
  const startTime = performance.now();
  let read = 0;
  const countRead = async function* () {
    for await (const document of documents()) {
      read++;
      yield document;
    }
  };
  const work = { task: "adding", unit: "documents" };
  const change = await changeIndex(folder, async (writer) => {
    const { settings } = writer;
    if (args.has("replace-all")) await writer.clear();
    const documentStream = trackProgress(countRead(), context.progress, work);
    await withQueryEncoder(settings, args, (encoder) =>
      writer.addAll(addDocumentVectors(documentStream, settings, encoder), { duplicates }),
    );
  });
  report();
  return { ...change, read, seconds: (performance.now() - startTime) / 1000 };
}

/** Changes the properties that the documents of the source `name` have; returns their number. */
export async function changeParts(
  folder: string,
  name: string,
  args: Arguments,
  context: CommandContext,
): Promise<number> {
  const { schema, vectors } = await readSettings(folder);
  const { documents, report } = await openDocuments(name, args, context, schema);
  const parts = async function* (): AsyncGenerator<SearchDocument> {
    for await (const { id, title, text, fields } of documents()) {
      // A record without a text is read as one with an empty text.
      yield { ...fields, ...defined({ title, text: text === "" ? undefined : text }), id };
    }
  };
  const path = args.text("encoder") ?? vectors?.model;
  const encoder = path === undefined ? undefined : { path, ...readEncoderDevice(args) };
  const index = await openIndex(folder, defined({ encoder }));
  try {
    const work = { task: "changing", unit: "documents" };
    return await index.update(trackProgress(parts(), context.progress, work));
  } finally {
    await index.close();
    report();
  }
}

/** The settings of the index in a folder. */
async function readSettings(folder: string): Promise<IndexSettings> {
  const snapshot = await IndexSnapshot.open(await NodeDirectory.openExisting(folder));
  try {
    return snapshot.settings;
  } finally {
    await snapshot.close();
  }
}

/** `1 document`, `2,000 documents`. */
export function formatDocumentCount(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "document" : "documents"}`;
}
