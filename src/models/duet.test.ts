import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { plainBackend } from "../tensor/index.ts";
import { DUET, DUET_MATCHZOO, type DuetOptions } from "./duet.ts";
import { createBatcher, createInputs, listVariables } from "./neural-model.ts";

const TINY = {
  dimensions: 1,
  queryLength: 2,
  documentLength: 3,
  filters: 1,
  pool: 100,
  hidden: "1",
};

/** Words 2, 3 … have these vectors of one value. */
type Values = Readonly<Record<string, readonly number[]>>;

async function score(
  options: Partial<DuetOptions>,
  values: Values,
  query: readonly number[],
  document: readonly number[],
): Promise<number> {
  const model = DUET.create(9, options);
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  for (const variable of listVariables(model)) {
    const variableValues = values[String(variable.attributes.name)];
    if (variableValues !== undefined) await session.write(variable, variableValues);
  }
  const step = await session.prepare({ outputs: { score: model.score(createInputs(model)) } });
  const batch = createBatcher(model).pairs([{ query, document }]);
  return (await step.run(batch)).outputs.score?.[0] as number;
}

// Query words 1 and 2, document words 2, 3, 2 (as vectors of one value). The second
// query term occurs at the first and the last position. Local terms: relu(.5) = .5 and
// relu(1 + 2 + .5) = 3.5; hidden relu(2 · .5 + 3.5 - 1) = 3.5. The only whole window of
// the query is 1 + 2 · 2 = 5 (its third word is missing), times .2 is 1; that of the
// document 2 - 3 + 2 + .5 = 1.5, times 2 plus 1 is 4. Their product 4, halved, is 2.
const VALUES: Values = {
  embeddings: [0, 0, 1, 2, 3, 0, 0, 0, 0],
  "local.term.weights": [1, 5, 2],
  "local.term.bias": [0.5],
  "local.hidden1.weights": [2, 1],
  "local.hidden1.bias": [-1],
  "distributed.query.weights": [1, 2, 3],
  "distributed.queryHidden.weights": [0.2],
  "distributed.document.weights": [1, -1, 1],
  "distributed.document.bias": [0.5],
  "distributed.windowHidden.weights": [2],
  "distributed.windowHidden.bias": [1],
  "distributed.hidden1.weights": [0.5],
};

describe("the two networks", () => {
  test("return a score each, which are added", async () => {
    // 3.5 and 3 · 2 + .25.
    const heads = {
      "local.score.weights": [1],
      "distributed.score.weights": [3],
      "distributed.score.bias": [0.25],
    };
    const options = { ...DUET_MATCHZOO, ...TINY };
    expect(await score(options, { ...VALUES, ...heads }, [2, 3], [3, 4, 3])).toBeCloseTo(9.75, 12);
    // By tanh, with Python's math: terms .4621172 and .9981779, hidden tanh(.9224122) = .7270366,
    // score tanh of it .6212490. Query tanh(5) = .9999092, then tanh(.2 · that) = .1973579; document
    // tanh(1.5) = .9051483, then tanh(2 · that + 1) = .9927812; tanh of half their product .0976544;
    // score tanh(3 · that + .25) = .4952277.
    const bounded = { ...options, activation: "tanh" };
    expect(await score(bounded, { ...VALUES, ...heads }, [2, 3], [3, 4, 3])).toBeCloseTo(
      0.621249 + 0.4952277,
      6,
    );
  });

  test("are followed by common layers, and a match counts its idf", async () => {
    const joint = { "joint1.weights": [2], "joint1.bias": [1], "score.weights": [1] };
    // 3.5 + 2 = 5.5, times 2 plus 1 is 12, times .1.
    const exact = { ...TINY, matches: "exact" };
    expect(await score(exact, { ...VALUES, ...joint }, [2, 3], [3, 4, 3])).toBeCloseTo(1.2, 12);
    // With idf .5 the second term is relu(.5 + 1 + .5) = 2, hidden 2; 4 times 2 plus 1 is 9.
    const idf = [0, 0, 0.1, 0.5, 1, 0, 0, 0, 0];
    expect(await score(TINY, { ...VALUES, ...joint, idf }, [2, 3], [3, 4, 3])).toBeCloseTo(0.9, 12);
  });
});

describe("a document's windows", () => {
  // Filters copy the word they start at; of six positions the first four start whole
  // n-grams.
  const copying: Values = {
    embeddings: [0, 0, 1, 3, 2, 5, 0, 0, 0],
    "distributed.query.weights": [1, 0, 0],
    "distributed.queryHidden.weights": [1],
    "distributed.document.weights": [1, 0, 0],
    "distributed.windowHidden.weights": [1],
    "distributed.score.weights": [1],
  };
  const positions = [1, 10, 100];
  const windowed = (options: Partial<DuetOptions>, document: readonly number[]) => {
    const allOptions = { ...DUET_MATCHZOO, ...TINY, documentLength: 6, ...options };
    const windows = options.overlap === true && options.pool === 2 ? 3 : 2;
    const weights = { "distributed.hidden1.weights": positions.slice(0, windows) };
    return score(allOptions, { ...copying, ...weights }, [2], document);
  };
  const documentIds = [2, 3, 4, 5, 2, 2]; // the values 1, 3, 2, 5, 1, 1

  test.each([
    ["of two at every place are 3, 3 and 5", { pool: 2, overlap: true }, documentIds, 3 + 30 + 500],
    ["of three at every place are 3 and 5", { pool: 3, overlap: true }, documentIds, 3 + 50],
    ["of two side by side are 3 and 5", { pool: 2, overlap: false }, documentIds, 3 + 50],
    ["are zero where the text has ended", { pool: 2, overlap: true }, [2, 3], 3 + 30],
  ])("%s", async (_name, options, document, expected) => {
    expect(await windowed(options, document)).toBeCloseTo(expected, 12);
  });
});

describe("duet is rejected if", () => {
  test.each([
    [
      "its matches are unknown",
      { matches: "soft" },
      'matches must be "exact" or "idf", got "soft"',
    ],
    ["its activation is unknown", { activation: "gelu" }, 'activation must be "relu" or "tanh"'],
    ["its networks are joined oddly", { combine: "max" }, 'combine must be "joint" or "sum"'],
  ])("%s", (_name, options, message) => {
    expect(() => DUET.create(9, options)).toThrow(message);
  });

  test("it needs idf and gets none", () => {
    const start = (options: Partial<DuetOptions>) => () =>
      DUET.create(9, { ...TINY, ...options }).initialValues(new Random(1));
    expect(start({})).toThrow("duet needs the idf of the words");
    expect(start({ matches: "exact" })).not.toThrow();
  });

  test("a text is longer than its maximum length", () => {
    const batcher = createBatcher(DUET.create(9, TINY));
    expect(() => batcher.pairs([{ query: [2, 3, 4], document: [2] }])).toThrow(
      "the query of pair 0 has 3 tokens; the maximum of the model is 2",
    );
    expect(() => batcher.pairs([{ query: [2], document: [2, 3, 4, 5] }])).toThrow(
      "the document of pair 0 has 4 tokens; the maximum of the model is 3",
    );
  });
});
