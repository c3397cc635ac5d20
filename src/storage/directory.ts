/**
 * Where the bytes of an index live. Everything an index writes goes through
 * this interface, so a test can fail, delay or damage any single operation.
 *
 * Files are written once and never changed. The only name that may be
 * replaced is a commit pointer, and only through `rename`. Names are flat:
 * letters, digits, `.`, `_` and `-`, not starting with a dot.
 */
export interface Directory {
  /** Where it is, for messages: `the folder "index"`, `memory`. */
  readonly location: string;
  /** Present where each read is a request to a server: what is not needed is better not read. */
  readonly isRemote?: true;
  /** Of one that is far away: the length from which on a file is better read in parts. Default 64 kB. */
  readonly rangeThreshold?: number;
  /** The whole file. `NOT_FOUND` when there is none. */
  read(name: string): Promise<Uint8Array>;
  /**
   * Reads the whole file straight into memory that threads can share.
   * `NOT_FOUND` when there is none.
   */
  readShared(name: string): Promise<Uint8Array>;
  /**
   * Opens a file for reading. `NOT_FOUND` when there is none. To one who says its length, `bytes`,
   * a directory that is far away may answer before it has asked; what is wrong then shows on reading.
   */
  openFile(name: string, hint?: { readonly bytes: number }): Promise<OpenFile>;
  /** Creates `name`; fails if it exists. Durable only after `sync`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Creates `name` piece by piece, for files too large to hold in memory. */
  create(name: string): Promise<FileWriter>;
  /** Makes the bytes of `name` survive a power cut. */
  sync(name: string): Promise<void>;
  /** Atomic: a reader sees the old file or the new one, never a mixture. */
  rename(from: string, to: string): Promise<void>;
  /** Makes creations, renames and removals so far survive a power cut. */
  syncNames(): Promise<void>;
  remove(name: string): Promise<void>;
  /** All names, in byte order. */
  list(): Promise<readonly string[]>;
  /**
   * Takes the only lock called `name` until the returned function is called.
   * `LOCKED` when somebody living holds it; a lock left by a dead process is taken over.
   */
  lock(name: string): Promise<() => Promise<void>>;
  /** Whether a lock that was taken here is still held: false once it was released or taken over. */
  isLocked(name: string): Promise<boolean>;
}

/** What makes new files. */
export type FileCreator = Pick<Directory, "create">;

/**
 * A file that was opened for reading. Its bytes can be read until it is closed,
 * also after its name has been removed.
 */
export interface OpenFile {
  /** Length in bytes. */
  readonly size: number;
  /** Present where parts are kept in pages of this length, which are better asked for by themselves than joined. */
  readonly pageBytes?: number;
  /** `length` bytes from `start` on; fewer where the file ends. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** The whole file, straight into memory that threads can share. */
  readShared(): Promise<Uint8Array>;
  /** Fills `target` with the bytes from `start` on, which must be there. */
  readInto(target: Uint8Array, start: number): Promise<void>;
  /**
   * The same without waiting, for what is read in small pieces while it is used. Absent where a
   * platform cannot.
   */
  readSync?(target: Uint8Array, start: number): void;
  close(): Promise<void>;
}

/** A file being created. After a failure it can only be closed. */
export interface FileWriter {
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
