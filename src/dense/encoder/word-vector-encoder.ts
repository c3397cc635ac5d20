/** An encoder by words, from its folder: see `WordEncoder`. */

import type { Files } from "../../storage/files.ts";
import type { VectorEncoder } from "./vector-encoder.ts";
import { readWordEncoder } from "./word-encoder-folder.ts";

/** Reads an encoder that was trained and saved. `BAD_INPUT` for files that are damaged. */
export async function openWordEncoder(
  files: Files,
  folder: string,
  name: string,
): Promise<VectorEncoder> {
  const encoder = await readWordEncoder(files, folder);
  return {
    name,
    dimensions: encoder.dimensions,
    query: async (text) => encoder.vector(text),
    documents: async (texts) => texts.map((text) => encoder.vector(text)),
  };
}
