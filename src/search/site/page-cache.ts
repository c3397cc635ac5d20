/**
 * What was read of pages, kept from one build of a site to the next. A file
 * that is missing, damaged or of another version only costs time.
 */

import type { PageContent, SitePageCache } from "../../collection/site/index.ts";
import { concatenate, encodeText } from "../../common/bytes/index.ts";
import type { Files } from "../../storage/files.ts";

/** Grows whenever pages are read in another way. */
const VERSION = 1;

/** What an earlier build kept; nothing where there is no such file. */
export async function readPageCache(files: Files, path: string): Promise<SitePageCache> {
  if ((await files.kind(path)) !== "file") return new Map();
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read(path)) parts.push(chunk);
  try {
    const cache = JSON.parse(new TextDecoder().decode(concatenate(parts))) as {
      readonly version: number;
      readonly pages: readonly (readonly [string, PageContent])[];
    };
    return cache.version === VERSION ? new Map(cache.pages) : new Map();
  } catch {
    return new Map();
  }
}

/** Keeps what was read for the next build. */
export async function writePageCache(
  files: Files,
  path: string,
  cache: SitePageCache,
): Promise<void> {
  const json = JSON.stringify({ version: VERSION, pages: [...cache] });
  await files.write(path, [encodeText(json)]);
}
