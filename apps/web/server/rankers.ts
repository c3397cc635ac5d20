/**
 * The classical rankers that the page offers, with the options that it lets a
 * person move. docs/rankers.md has them all; any other name can be typed.
 */

/** A number that a ranker takes. */
export interface RankerOption {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly standard: number;
  /** What it does, in a few words. */
  readonly meaning: string;
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
      { name: "k1", from: 0, to: 3, step: 0.1, standard: 0.9, meaning: "saturation of repeats" },
      { name: "b", from: 0, to: 1, step: 0.05, standard: 0.4, meaning: LENGTH },
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
        standard: 1000,
        meaning: "strength of the prior",
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
        standard: 0.15,
        meaning: "share of the document",
      },
    ],
  },
  { name: "tfidf", title: "TF-IDF", options: [] },
  {
    name: "pl",
    title: "Pivoted length",
    options: [{ name: "b", from: 0, to: 1, step: 0.05, standard: 0.2, meaning: LENGTH }],
  },
  { name: "rm3(bm25)", title: "BM25 with feedback (RM3)", options: [] },
  { name: "sdm", title: "Sequential dependence (SDM)", options: [] },
];

/** Those that count meaning, for an index whose vectors the server can make for queries. */
export const BY_MEANING: readonly OfferedRanker[] = [
  {
    name: "hybrid",
    title: "Words and meaning (hybrid)",
    options: [
      { name: "alpha", from: 0, to: 3, step: 0.1, standard: 1, meaning: "weight of meaning" },
    ],
  },
  { name: "rrf", title: "Words and meaning by ranks (RRF)", options: [] },
  { name: "dense", title: "Meaning alone", options: [] },
];

const ALL = [...RANKERS, ...BY_MEANING];

/** The offered ranker that a name is of, with the values it has; undefined for any other name. */
export function readRanker(
  name: string,
):
  | { readonly ranker: OfferedRanker; readonly values: Readonly<Record<string, number>> }
  | undefined {
  const whole = ALL.find((ranker) => ranker.name === name);
  if (whole !== undefined) return { ranker: whole, values: standardsOf(whole) };
  const [, base = "", inside = ""] = /^([a-z0-9-]+)\(([^()]*)\)$/.exec(name) ?? [];
  const ranker = ALL.find((each) => each.name === base);
  if (ranker === undefined) return undefined;
  const values = standardsOf(ranker);
  for (const piece of inside.split(",")) {
    const [option = "", text = ""] = piece.split("=");
    const isKnown = ranker.options.some((each) => each.name === option);
    if (!isKnown || text === "" || Number.isNaN(Number(text))) return undefined;
    values[option] = Number(text);
  }
  return { ranker, values };
}

/** `bm25(k1=0.6)`: the shortest name for these values. */
export function writeRanker(
  { name, options }: OfferedRanker,
  values: Readonly<Record<string, number>>,
): string {
  const changed = options.filter((option) => values[option.name] !== option.standard);
  const inside = changed.map((option) => `${option.name}=${values[option.name]}`);
  return inside.length === 0 ? name : `${name}(${inside.join(",")})`;
}

function standardsOf({ options }: OfferedRanker): Record<string, number> {
  return Object.fromEntries(options.map(({ name, standard }) => [name, standard]));
}
