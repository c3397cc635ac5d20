/**
 * Files that people bring and take away: collections, judgements, runs,
 * vectors, reports. Named by path, read and written as streams, so that a file
 * of any size passes through a small memory.
 */
export interface Files {
  /** What is at `path`; undefined when there is nothing. Follows links. */
  kind(path: string): Promise<"file" | "folder" | undefined>;
  /** Names (not paths) of what is in a folder, in byte order. `NOT_FOUND` when there is no folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Length in bytes. `NOT_FOUND` when there is no file. */
  size(path: string): Promise<number>;
  /** The bytes as they are stored. `NOT_FOUND` when there is no file, on the first pull. */
  read(path: string): AsyncIterable<Uint8Array>;
  /**
   * Writes a whole file or nothing: bytes go to a pending name that takes the
   * place of `path` when `chunks` has ended, and disappears when it fails. On
   * disk a link is followed, and a pipe or terminal takes the bytes as they
   * come. Missing folders are made.
   */
  write(path: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}
