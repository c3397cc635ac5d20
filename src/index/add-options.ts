/** Options of adding documents. */

/** What to do with a document whose id is in the index already. */
export type Duplicates = "refuse" | "keep-first" | "keep-last";

/** How to treat ids that are already in the index, and a callback for progress. */
export interface AddOptions {
  /** Default `refuse`. */
  readonly duplicates?: Duplicates;
  /** Called now and then, and once at the end, with the number of documents added. */
  readonly onProgress?: (added: number) => void;
}

/** Documents between two calls of `onProgress`. */
export const ADDED_PER_REPORT = 256;
