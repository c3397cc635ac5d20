/**
 * Term salience as a model has learned it, in a table that other rankers can weight terms with.
 *
 * γ is any real number; salc = σ(γ) is between 0 and 1. Rows are in the order of the vocabulary. As
 * a file: src/ranking/salience-table.ts.
 */

import { badArgument } from "../common/errors.ts";
import {
  createBatcher,
  createWordInputs,
  listVariables,
  writeInitialValues,
} from "../models/index.ts";
import type { TermSalience } from "../ranking/index.ts";
import type { TrainedModel } from "../scoring/index.ts";
import type { Backend } from "../tensor/index.ts";

/** Words per batch. */
const BATCH_SIZE = 4096;

/** The salience of every word of a model. `BAD_ARGUMENT` for a model that learns none. */
export async function computeTermSalience(
  backend: Backend,
  { model, values, vocabulary }: TrainedModel,
): Promise<readonly TermSalience[]> {
  if (model.salience === undefined) {
    throw badArgument(`${model.name} learns no salience; the models that do are called s-…`);
  }
  const session = await backend.open(listVariables(model));
  try {
    await writeInitialValues(session, values);
    const step = await session.prepare({
      outputs: { gamma: model.salience(createWordInputs(model)) },
    });
    const batcher = createBatcher(model);
    const table: TermSalience[] = [];
    for (let start = 0; start < vocabulary.words.length; start += BATCH_SIZE) {
      const terms = vocabulary.words.slice(start, start + BATCH_SIZE);
      const ids = Int32Array.from(terms, (term) => vocabulary.id(term));
      const { gamma = [] } = (await step.run(batcher.words(ids))).outputs;
      for (const [i, term] of terms.entries()) {
        table.push({ term, gamma: gamma[i] as number, salc: sigmoid(gamma[i] as number) });
      }
    }
    return table;
  } finally {
    await session.close();
  }
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
