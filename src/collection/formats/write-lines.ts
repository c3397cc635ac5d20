/** Writes lines to files: encoded in large pieces, compressed if the name ends in `.gz`. */

import type { Files } from "../../storage/files.ts";
import { compressGzip } from "../../storage/gzip.ts";

/** Large enough that the cost per piece is negligible. */
const PIECE_CHARACTERS = 1 << 16;

export type Lines = AsyncIterable<string> | Iterable<string>;

/** Writes a whole file of lines or nothing. */
export async function writeLines(files: Files, path: string, lines: Lines): Promise<void> {
  await files.write(path, toFileBytes(path, lines));
}

/**
 * Writes several files, all or none: each waits at its end, under its pending name, until all
 * others have ended.
 */
export async function writeAllOrNothing(
  files: Files,
  all: ReadonlyMap<string, Lines>,
): Promise<void> {
  let waiting = all.size;
  let failed = false;
  let open = (): void => {};
  let abandon = (_error: unknown): void => {};
  const gate = new Promise<void>((resolve, reject) => {
    open = resolve;
    abandon = reject;
  });
  gate.catch(() => {}); // waiting writers receive the error; without any it is not unhandled
  const streamGated = async function* (path: string, lines: Lines): AsyncGenerator<Uint8Array> {
    for await (const bytes of toFileBytes(path, lines)) {
      if (failed) break; // the rest need not be written
      yield bytes;
    }
    if (--waiting === 0) open();
    await gate;
  };
  const writes = [...all].map(([path, lines]) =>
    files.write(path, streamGated(path, lines)).catch((error) => {
      failed = true;
      abandon(error);
    }),
  );
  await Promise.all(writes);
  if (failed) await gate; // throws the first failure
}

async function* toFileBytes(path: string, lines: Lines): AsyncGenerator<Uint8Array> {
  const plain = encodeLines(lines);
  yield* path.endsWith(".gz") ? compressGzip(plain) : plain;
}

async function* encodeLines(lines: Lines): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length >= PIECE_CHARACTERS) {
      yield encoder.encode(piece);
      piece = "";
    }
  }
  if (piece !== "") yield encoder.encode(piece);
}
