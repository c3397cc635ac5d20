/**
 * The classical rankers that the page lists, with their adjustable options. docs/rankers.md
 * documents all; any other name can be entered.
 */

/** A numeric option of a ranker. */
export interface RankerOption {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly defaultValue: number;
  /** Its effect in a few words. */
  readonly description: string;
}

/** A ranker by name. */
export interface OfferedRanker {
  readonly name: string;
  readonly title: string;
  readonly options: readonly RankerOption[];
}

const LENGTH = "length normalisation";

export const RANKERS: readonly OfferedRanker[] = [
  {
    name: "bm25",
    title: "BM25",
    options: [
      {
        name: "k1",
        from: 0,
        to: 3,
        step: 0.1,
        defaultValue: 0.9,
        description: "saturation of repetitions",
      },
      { name: "b", from: 0, to: 1, step: 0.05, defaultValue: 0.4, description: LENGTH },
    ],
  },
  {
    name: "lm",
    title: "Language model, Dirichlet",
    options: [
      {
        name: "mu",
        from: 50,
        to: 5000,
        step: 50,
        defaultValue: 1000,
        description: "strength of the prior",
      },
    ],
  },
  {
    name: "lm-jm",
    title: "Language model, Jelinek–Mercer",
    options: [
      {
        name: "lambda",
        from: 0.05,
        to: 0.95,
        step: 0.05,
        defaultValue: 0.15,
        description: "share of the document",
      },
    ],
  },
  { name: "tfidf", title: "TF-IDF", options: [] },
  {
    name: "pl",
    title: "Pivoted length",
    options: [{ name: "b", from: 0, to: 1, step: 0.05, defaultValue: 0.2, description: LENGTH }],
  },
  { name: "rm3(bm25)", title: "BM25 with feedback (RM3)", options: [] },
  { name: "sdm", title: "Sequential dependence (SDM)", options: [] },
];

/** Dense and hybrid rankers, for an index whose encoder the server has. */
export const DENSE_RANKERS: readonly OfferedRanker[] = [
  {
    name: "hybrid",
    title: "Hybrid: keyword + semantic",
    options: [
      {
        name: "alpha",
        from: 0,
        to: 3,
        step: 0.1,
        defaultValue: 1,
        description: "weight of the semantic score",
      },
    ],
  },
  { name: "rrf", title: "Hybrid by rank fusion (RRF)", options: [] },
  { name: "dense", title: "Semantic only", options: [] },
];

const ALL = [...RANKERS, ...DENSE_RANKERS];

/** The listed ranker of a name, with its values; undefined for any other name. */
export function parseRankerName(
  name: string,
):
  | { readonly ranker: OfferedRanker; readonly values: Readonly<Record<string, number>> }
  | undefined {
  const exactMatch = ALL.find((ranker) => ranker.name === name);
  if (exactMatch !== undefined) return { ranker: exactMatch, values: readDefaults(exactMatch) };
  const [, base = "", inside = ""] = /^([a-z0-9-]+)\(([^()]*)\)$/.exec(name) ?? [];
  const ranker = ALL.find((each) => each.name === base);
  if (ranker === undefined) return undefined;
  const values = readDefaults(ranker);
  for (const piece of inside.split(",")) {
    const [option = "", text = ""] = piece.split("=");
    const isKnown = ranker.options.some((each) => each.name === option);
    if (!isKnown || text === "" || Number.isNaN(Number(text))) return undefined;
    values[option] = Number(text);
  }
  return { ranker, values };
}

/** `bm25(k1=0.6)`: the shortest name for these values. */
export function formatRanker(
  { name, options }: OfferedRanker,
  values: Readonly<Record<string, number>>,
): string {
  const changed = options.filter((option) => values[option.name] !== option.defaultValue);
  const inside = changed.map((option) => `${option.name}=${values[option.name]}`);
  return inside.length === 0 ? name : `${name}(${inside.join(",")})`;
}

function readDefaults({ options }: OfferedRanker): Record<string, number> {
  return Object.fromEntries(options.map(({ name, defaultValue: standard }) => [name, standard]));
}
