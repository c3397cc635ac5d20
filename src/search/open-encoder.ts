/** `openEncoder` of the main entry point, which loads the code of encoders on demand. */

import type { OpenEncoderOptions, VectorEncoder } from "../dense/index.ts";
import { loadDense } from "./neural-parts.ts";

/**
 * Opens an encoder: `minilm`, a folder or an installed npm package with a BERT,
 * or the folder of an encoder of word vectors that was trained here. Options
 * take precedence over the settings that sentence-transformers wrote.
 * `NOT_FOUND` says what to install; `BAD_INPUT` names a file that cannot be used.
 */
export async function openEncoder(
  path: string,
  options: OpenEncoderOptions = {},
): Promise<VectorEncoder> {
  const dense = await loadDense();
  return dense.openEncoder(path, options);
}
