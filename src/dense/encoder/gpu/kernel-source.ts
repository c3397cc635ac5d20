/** A shader of the encoder, and the part of the result that one workgroup computes. */
export interface KernelSource {
  readonly code: string;
  /** Rows (tokens, blocks of queries or texts) per workgroup. */
  readonly rows: number;
  /** Columns per workgroup; 0 for all. */
  readonly columns: number;
}
