/**
 * Files of users: collections, judgements, runs, vectors, reports. Named by path, read and written
 * as streams, so that files of any size need little memory.
 */
export interface Files {
  /** The kind of what is at `path`; undefined if there is nothing. Follows links. */
  kind(path: string): Promise<"file" | "folder" | undefined>;
  /** Names (not paths) in a folder, in byte order. Fails with `NOT_FOUND` if there is no folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Length in bytes. Fails with `NOT_FOUND` if there is no file. */
  size(path: string): Promise<number>;
  /** The stored bytes. Fails with `NOT_FOUND`, on the first pull, if there is no file. */
  read(path: string): AsyncIterable<Uint8Array>;
  /**
   * Writes a whole file or nothing: bytes go to a pending file, which replaces `path` when `chunks`
   * has ended and is removed on failure. On disk a link is followed, and a pipe or terminal
   * receives the bytes as they come. Missing folders are created.
   */
  write(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}
