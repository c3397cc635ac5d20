/** Rankers that need a query vector, `dense`, `hybrid(bm25,dense)` and `rrf(bm25,dense)`, as settings of a search. */

import { badArgument } from "../../common/errors.ts";
import { parseRanker } from "../../ranking/index.ts";

/** The settings of a dense or hybrid search. */
export interface HybridRanker {
  readonly kind: "dense" | "hybrid" | "rrf";
  /** The lexical ranker; absent for that of the index. */
  readonly first?: string | undefined;
  /** Weight of the dense score in `hybrid`. */
  readonly alpha: number;
  /** The constant of `rrf`. */
  readonly k: number;
  /** Documents taken from the lexical and from the dense ranking. */
  readonly depth: number;
  /** Candidates of an HNSW search; absent for the default. */
  readonly ef?: number;
}

/** Options that a kind does not have are not read. */
const UNUSED = { alpha: 1, k: 60, depth: 200 };

/** Parses the name of a dense or hybrid ranker. `BAD_ARGUMENT` for any other. */
export function parseHybridRanker(text: string): HybridRanker {
  const { name, declaration, values, base } = parseRanker(text);
  if (declaration.kind !== "dense") throw badArgument(`${name} is not a dense or hybrid ranker`);
  const { ef, ...numbers } = values;
  return {
    ...UNUSED,
    ...numbers,
    kind: declaration.name as HybridRanker["kind"],
    ...(base === undefined ? {} : { first: base.name }),
    ...(ef === "auto" ? {} : { ef: Number(ef) }),
  };
}
