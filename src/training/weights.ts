/** The values of a model's variables as a safetensors file, and back. */

import { TermwiseError } from "../common/errors.ts";
import { type NeuralModel, variablesOf } from "../models/index.ts";
import { readSafetensors, type Session, writeSafetensors } from "../tensor/index.ts";
import { nameOf } from "../tensor/node.ts";

/** The values that a session holds for a model. */
export async function readWeights(model: NeuralModel, session: Session): Promise<Uint8Array> {
  const tensors: Record<string, { shape: readonly number[]; values: Float32Array }> = {};
  for (const variable of variablesOf(model)) {
    const shape = variable.shape as readonly number[];
    const values = Float32Array.from(await session.read(variable));
    tensors[nameOf(variable)] = { shape, values };
  }
  return writeSafetensors({ tensors, metadata: { model: model.name } });
}

/** Gives a session the values of a file. `BAD_INPUT` when the file is not of such a model. */
export async function writeWeights(
  model: NeuralModel,
  session: Session,
  bytes: Uint8Array,
  file: string,
): Promise<void> {
  const { tensors } = readSafetensors(bytes, file);
  const variables = variablesOf(model).map((variable) => {
    const stored = tensors[nameOf(variable)];
    if (stored !== undefined && String(stored.shape) === String(variable.shape)) {
      return { variable, values: stored.values };
    }
    const found = stored === undefined ? "lacks it" : `has it as [${stored.shape}]`;
    const message = `${model.name} needs "${nameOf(variable)}" as [${variable.shape}], but ${file} ${found}`;
    throw new TermwiseError("BAD_INPUT", message, { file });
  });
  for (const { variable, values } of variables) await session.write(variable, values);
}
