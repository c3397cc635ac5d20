/** The files of the page, which is built into a folder of the package. All are read once. */

import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { PageFiles } from "./router.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** Names with a hash never change what they hold. */
const HASHED = /-[\w-]{8,}\.\w+$/;

/** The files of a folder by their addresses. Undefined where there is no page. */
export async function readPageFiles(folder: string): Promise<PageFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string; path: string }>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join("/")}`;
    files.set(address, { bytes: new Uint8Array(await readFile(path)), type, path: address });
  }
  const start = files.get("/index.html");
  if (start === undefined) return undefined;
  files.set("/", start);
  return (path) => {
    const file = files.get(path);
    if (file === undefined) return undefined;
    const cached = HASHED.test(file.path) ? "public, max-age=31536000, immutable" : "no-cache";
    const headers = { "content-type": file.type, "cache-control": cached };
    return { status: 200, headers, body: file.bytes };
  };
}
