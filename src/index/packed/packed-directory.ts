/**
 * A packed index (packing/) on a web server, as a directory. Its files have their original names,
 * lengths and bytes, and are fetched in chunks of compressed pieces.
 */

import { shareableBytes } from "../../common/bytes/index.ts";
import type { OpenFile } from "../../storage/directory.ts";
import { HttpDirectory, type HttpDirectoryOptions } from "../../storage/http-directory.ts";
import { PACK_HEADER_FILE } from "../../storage/pack-header-file.ts";
import { endedEarly, notFound } from "../../storage/storage-errors.ts";
import { decodeHead, MIN_RANGED_BYTES, PACK_PAGE, type PackFile } from "./pack-head.ts";
import { PackedBytes } from "./packed-bytes.ts";
import { inflate } from "./zlib.ts";

/** The maximum length of a head, decompressed. */
const MAX_HEAD_BYTES = 1 << 28;

interface OpenPack {
  readonly files: readonly PackFile[];
  readonly packs: readonly PackFile[];
  readonly bytes: PackedBytes;
}

/** How a packed index is fetched. */
export interface PackedOptions extends HttpDirectoryOptions {
  /** The head, if it has been fetched already. */
  readonly opening?: Uint8Array | undefined;
}

/** A packed index on a web server. */
export class PackedDirectory extends HttpDirectory {
  readonly rangeThreshold: number = MIN_RANGED_BYTES;
  readonly #opening: Uint8Array | undefined;
  #pack: Promise<OpenPack> | undefined;

  /** `url` is the address of the folder. */
  constructor(url: string, { opening, ...options }: PackedOptions = {}) {
    super(url, options);
    this.#opening = opening;
  }

  override get address(): string {
    return this.url + PACK_HEADER_FILE;
  }

  /** The names of the files on the server, the head last. */
  async servedNames(): Promise<readonly string[]> {
    const { packs } = await this.#open();
    return [...packs.filter(({ bytes }) => bytes > 0).map(({ name }) => name), PACK_HEADER_FILE];
  }

  override async read(name: string): Promise<Uint8Array> {
    const file = await this.openFile(name);
    return file.read(0, file.size);
  }

  override async readShared(name: string): Promise<Uint8Array> {
    return (await this.openFile(name)).readShared();
  }

  override async openFile(name: string): Promise<OpenFile> {
    const { files, bytes } = await this.#open();
    const file = files.findIndex((each) => each.name === name);
    const size = files[file]?.bytes;
    if (size === undefined) throw notFound("file", this.url + name);
    const slice = (from: number, to: number): Promise<Uint8Array> =>
      to > from ? bytes.slice({ file, from, to }) : Promise.resolve(new Uint8Array(0));
    return {
      size,
      pageBytes: PACK_PAGE,
      read: (start, length) => slice(start, Math.min(start + length, size)),
      readShared: async () => {
        const shared = shareableBytes(size);
        shared.set(await slice(0, size));
        return shared;
      },
      readInto: async (target, start) => {
        if (start + target.length > size) throw endedEarly(name, size);
        target.set(await slice(start, start + target.length));
      },
      close: async () => {},
    };
  }

  #open(): Promise<OpenPack> {
    this.#pack ??= this.#fetchHead().catch((error: unknown) => {
      this.#pack = undefined; // the caller gets the error; the next call tries again
      throw error;
    });
    return this.#pack;
  }

  async #fetchHead(): Promise<OpenPack> {
    const opening = this.#opening ?? (await super.read(PACK_HEADER_FILE));
    const bytes = await inflate(opening, PACK_HEADER_FILE, 0, MAX_HEAD_BYTES);
    const head = decodeHead(bytes, PACK_HEADER_FILE);
    const packs = head.packs.map((pack) => super.openFile(pack.name, pack));
    const read = async (pack: number, start: number, bytes: number): Promise<Uint8Array> =>
      (await (packs[pack] as Promise<OpenFile>)).read(start, bytes);
    return { files: head.files, packs: head.packs, bytes: new PackedBytes(head, read) };
  }
}
