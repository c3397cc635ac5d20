/**
 * Publishes files into a folder that a web server serves, so that the folder is
 * never half old and half new.
 *
 * Files with a hash in their name are written first and never overwritten; then the
 * files with fixed names, which refer to them, each atomically; files that nothing
 * refers to are removed last. A folder begins with a list of its files and their
 * hashes, and is named after the hash of that list. So a folder that holds nothing
 * else, complete or left half-written by a crash, was published here, and only such
 * a folder is removed.
 */

import { concatenate } from "../../common/bytes/index.ts";
import type { Files } from "../../storage/files.ts";

/** `en-0123456789ab`: a language or kind, and the hash of the content. */
const HASHED_FOLDER = /^([a-z]+)-[0-9a-f]{12}$/;

/** The first file of a folder: a line for each other file, with its name and its hash. */
const CONTENTS = "contents.txt";
/** The suffix of a file whose write was interrupted. */
const PENDING = /\.[0-9a-f]{16}\.pending$/;

/** The files of a folder whose name is a hash of their content. */
export interface HashedFolder {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The files to publish. */
export interface PublishedFiles {
  readonly folders: readonly HashedFolder[];
  /** Files with fixed names, in the order in which they are written. */
  readonly entries: ReadonlyMap<string, Uint8Array>;
}

/** A folder named after its content: the same files give the same name. */
export async function createHashedFolder(
  kind: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<HashedFolder> {
  const parts: string[] = [];
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(`${name} ${await sha256(bytes)}`);
  }
  const contents = new TextEncoder().encode(parts.join("\n"));
  const hash = await sha256(contents);
  return { name: `${kind}-${hash.slice(0, 12)}`, files: new Map([[CONTENTS, contents], ...files]) };
}

/** Returns the number of files that were written; existing files are not written again. */
export async function publish(
  files: Files,
  out: string,
  { folders, entries }: PublishedFiles,
  remove: (folder: string) => Promise<void>,
): Promise<number> {
  let written = 0;
  for (const folder of folders) {
    for (const [name, bytes] of folder.files) {
      const path = `${out}/${folder.name}/${name}`;
      if (await isSame(files, path, bytes)) continue;
      await files.write(path, [bytes]);
      written++;
    }
  }
  for (const [name, bytes] of entries) {
    if (await isSame(files, `${out}/${name}`, bytes)) continue;
    await files.write(`${out}/${name}`, [bytes]);
    written++;
  }
  const current = new Set(folders.map(({ name }) => name));
  for (const name of await files.list(out)) {
    if (current.has(name)) continue;
    if (await isPublished(files, `${out}/${name}`, name)) await remove(`${out}/${name}`);
  }
  return written;
}

/**
 * Whether a folder holds only files of the list that its name is the hash of, all or
 * some of them.
 */
async function isPublished(files: Files, path: string, name: string): Promise<boolean> {
  const kind = HASHED_FOLDER.exec(name)?.[1];
  if (kind === undefined || (await files.kind(path)) !== "folder") return false;
  const fileBytes = new Map<string, Uint8Array>();
  const pending: string[] = [];
  for (const file of await files.list(path)) {
    if ((await files.kind(`${path}/${file}`)) !== "file") return false;
    if (PENDING.test(file)) pending.push(file.replace(PENDING, ""));
    else fileBytes.set(file, await readBytes(files, `${path}/${file}`));
  }
  const contents = fileBytes.get(CONTENTS);
  if (contents === undefined) {
    // Its first file was being written, or an earlier release published it, without a
    // list.
    if (fileBytes.size === 0)
      return pending.length > 0 && pending.every((each) => each === CONTENTS);
    return pending.length === 0 && (await createHashedFolder(kind, fileBytes)).name === name;
  }
  if (`${kind}-${(await sha256(contents)).slice(0, 12)}` !== name) return false;
  const listedLines = new Set(new TextDecoder().decode(contents).split("\n"));
  for (const [file, bytes] of fileBytes) {
    if (file !== CONTENTS && !listedLines.has(`${file} ${await sha256(bytes)}`)) return false;
  }
  return pending.every((each) => [...listedLines].some((line) => line.startsWith(each)));
}

async function readBytes(files: Files, path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of files.read(path)) parts.push(chunk);
  return concatenate(parts);
}

async function isSame(files: Files, path: string, bytes: Uint8Array): Promise<boolean> {
  if ((await files.kind(path)) !== "file" || (await files.size(path)) !== bytes.length)
    return false;
  let at = 0;
  for await (const chunk of files.read(path)) {
    for (const byte of chunk) if (byte !== bytes[at++]) return false;
  }
  return at === bytes.length;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
