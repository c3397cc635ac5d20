/** The default name of a ranking system, on the server and on the page. */

/** The parts of a `System` that its name shows. */
interface SystemParts {
  readonly ranker?: string | undefined;
  readonly weights?: string | undefined;
  readonly rerank?: string | undefined;
  /** A snapshot of rankings, in place of a system. */
  readonly snapshot?: string | undefined;
}

const WEIGHTS = "weights ";
const SNAPSHOT = "snapshot ";
/** The name of the active system. */
const ACTIVE = "active";

/** `active`, `bm25(k1=0.6)`, `weights w1`, `lm + weights w1`, `s-knrm on bm25`, `snapshot monday`. */
export function formatSystemName({ ranker, weights, rerank, snapshot }: SystemParts): string {
  if (snapshot !== undefined) return SNAPSHOT + snapshot;
  const firstStage = [ranker, weights && `weights ${weights}`].filter(Boolean).join(" + ");
  if (rerank !== undefined) return firstStage === "" ? rerank : `${rerank} on ${firstStage}`;
  return firstStage === "" ? ACTIVE : firstStage;
}

/** The system that `formatSystemName` gave a name to. `models` distinguishes models from rankers. */
export function parseSystemName(name: string, models: readonly string[]): SystemParts {
  const plain = name.replace(/ \(\d+\)$/, ""); // the number of one of several with the same name
  if (plain === ACTIVE || plain === "published") return {}; // the former name is an alias
  if (plain.startsWith(SNAPSHOT)) return { snapshot: plain.slice(SNAPSHOT.length) };
  if (models.includes(plain)) return { rerank: plain };
  const [rerank, firstStage] = plain.includes(" on ")
    ? (plain.split(" on ", 2) as [string, string])
    : [undefined, plain];
  const { ranker, weights } = parseFirstStage(firstStage);
  return Object.fromEntries(
    Object.entries({ ranker, weights, rerank }).filter(([, part]) => part !== undefined),
  );
}

/** `weights w1`, `lm` or `lm + weights w1`. */
function parseFirstStage(text: string): Pick<SystemParts, "ranker" | "weights"> {
  if (text.startsWith(WEIGHTS)) return { weights: text.slice(WEIGHTS.length) };
  const at = text.indexOf(` + ${WEIGHTS}`);
  if (at < 0) return { ranker: text };
  return { ranker: text.slice(0, at), weights: text.slice(at + 3 + WEIGHTS.length) };
}
