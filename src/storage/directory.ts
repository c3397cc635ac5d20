/**
 * The storage of an index. Everything an index writes goes through this interface, so a test can
 * fail, delay or damage any single operation.
 *
 * Files are written once and never changed. The only name that may be replaced is a commit pointer,
 * and only through `rename`. Names are flat: letters, digits, `.`, `_` and `-`, not starting with a
 * dot.
 */
export interface Directory {
  /** Its location, for messages: `the folder "index"`, `memory`. */
  readonly location: string;
  /** Present if its files are in the memory of the process. */
  readonly isInMemory?: true;
  /** Present if each read is a request to a server, so that reads should be few. */
  readonly isRemote?: true;
  /**
   * Of a remote directory: the minimum length of a file that should be read in parts. Default 64
   * kB.
   */
  readonly rangeThreshold?: number;
  /** The whole file. Fails with `NOT_FOUND` if there is none. */
  read(name: string): Promise<Uint8Array>;
  /**
   * Reads the whole file directly into memory that threads can share. Fails with `NOT_FOUND` if
   * there is none.
   */
  readShared(name: string): Promise<Uint8Array>;
  /**
   * Opens a file for reading. Fails with `NOT_FOUND` if there is none. With `bytes` given, a remote
   * directory may skip the size request; errors then surface on reading.
   */
  openFile(name: string, hint?: { readonly bytes: number }): Promise<OpenFile>;
  /** Creates `name`; fails if it exists. Durable only after `sync`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Creates `name` piece by piece, for files too large to hold in memory. */
  create(name: string): Promise<FileWriter>;
  /** Makes the bytes of `name` durable. */
  sync(name: string): Promise<void>;
  /** Atomic: a reader sees the old file or the new one, never a mixture. */
  rename(from: string, to: string): Promise<void>;
  /** Makes the creations, renames and removals so far durable. */
  syncNames(): Promise<void>;
  remove(name: string): Promise<void>;
  /** All names, in byte order. */
  list(): Promise<readonly string[]>;
  /**
   * Acquires the lock `name` until the returned function is called. Fails with `LOCKED` while a
   * live process holds it; takes over the lock of a dead process.
   */
  lock(name: string): Promise<() => Promise<void>>;
  /** Whether a lock acquired here is still held: false once it was released or taken over. */
  isLocked(name: string): Promise<boolean>;
}

/** Creates new files. */
export type FileCreator = Pick<Directory, "create">;

/**
 * A file opened for reading. Its bytes can be read until it is closed, even after its name has been
 * removed.
 */
export interface OpenFile {
  /** Length in bytes. */
  readonly size: number;
  /**
   * Present if the file is stored in pages of this length, which should be requested separately
   * rather than joined.
   */
  readonly pageBytes?: number;
  /** `length` bytes from `start` on; fewer at the end of the file. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** The whole file, read directly into memory that threads can share. */
  readShared(): Promise<Uint8Array>;
  /** Fills `target` with the bytes from `start` on, which must exist. */
  readInto(target: Uint8Array, start: number): Promise<void>;
  /** The same, synchronously, for small reads on demand. Absent if the platform cannot. */
  readSync?(target: Uint8Array, start: number): void;
  close(): Promise<void>;
}

/** A file being created. After a failure it can only be closed. */
export interface FileWriter {
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
