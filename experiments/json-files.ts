/** Files of JSON: outcomes and trainings. */

import type { Files } from "../src/storage/files.ts";

/** The value of a file; undefined if it is missing or damaged, so that it is computed again. */
export async function readJson<T>(files: Files, path: string): Promise<T | undefined> {
  if ((await files.kind(path)) !== "file") return undefined;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of files.read(path)) text += decoder.decode(chunk, { stream: true });
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Writes a value in one line. */
export function writeJson(files: Files, path: string, value: unknown): Promise<void> {
  return files.write(path, [new TextEncoder().encode(`${JSON.stringify(value)}\n`)]);
}

/** JSON with names in byte order, so that the order of properties does not matter. */
export function stringifySorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
