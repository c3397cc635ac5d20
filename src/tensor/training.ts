/**
 * Training: a loss, the variables it depends on, and one step after the other.
 *
 * The next step depends only on the variables, the moments, the step count, the rate
 * factor and the state of the plateau. A checkpoint holds these, so a resumed run
 * continues to the same bytes.
 */

import { badArgument, TermwiseError } from "../common/errors.ts";
import { computeGradients } from "./gradient.ts";
import { getNodeName, type Tensor } from "./node.ts";
import { clipGradients } from "./optimisers/gradient-clipping.ts";
import {
  completeGroup,
  createPacedUpdate,
  type PacedUpdate,
  type ParameterGroup,
} from "./optimisers/optimiser.ts";
import type { Plateau, PlateauState } from "./optimisers/schedule.ts";
import type { Backend, Batch, Session, Step } from "./program.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";

/** The loss, the variables and their update rules. */
export interface TrainingOptions {
  /** The model's name, for messages and checkpoints. */
  readonly model: string;
  /** One number, to be minimised. */
  readonly loss: Tensor;
  readonly groups: readonly ParameterGroup[];
  /** Variables that are used but not trained. */
  readonly frozen?: readonly Tensor[];
  /** The joint norm that gradients are clipped to; absent: not clipped. */
  readonly clip?: number;
  /** Lowers all rates when the measure passed to `report` stops rising. */
  readonly plateau?: Plateau;
}

/** The version in checkpoints; any other is rejected. */
const VERSION = "1";

/** Trains the variables of a graph, step by step. */
export class Training {
  /** The variables on their device, for scoring programs next to the training. */
  readonly session: Session;
  readonly #options: TrainingOptions;
  readonly #variables: readonly Tensor[];
  readonly #updates: readonly PacedUpdate[];
  readonly #step: Step;
  #steps = 0;
  /** Steps without an answer yet. */
  #running = 0;
  /** The error of the first of them that was not finite. */
  #failure: TermwiseError | undefined;
  #rateFactor = 1;

  private constructor(
    options: TrainingOptions,
    session: Session,
    variables: readonly Tensor[],
    updates: readonly PacedUpdate[],
    step: Step,
  ) {
    this.#options = options;
    this.session = session;
    this.#variables = variables;
    this.#updates = updates;
    this.#step = step;
  }

  static async open(backend: Backend, options: TrainingOptions): Promise<Training> {
    const { loss, groups, frozen = [], clip } = options;
    const trained = groups.flatMap((group) => group.variables);
    if (new Set(trained.map(getNodeName)).size !== trained.length) {
      throw badArgument(`${options.model}: a variable is in two parameter groups`);
    }
    const raw = computeGradients(loss, trained);
    const slopes = clip === undefined ? raw : clipGradients(raw, clip);
    let next = 0;
    const updates = groups
      .map(completeGroup)
      .flatMap((group) =>
        group.variables.map(() =>
          createPacedUpdate(slopes[next++] as (typeof slopes)[number], group),
        ),
      );
    const moments = updates.flatMap(({ update }) => update.moments ?? []);
    const variables = [...trained, ...frozen, ...moments];
    const guards = Object.fromEntries(
      raw.map(({ variable, values }) => [`the gradient of "${getNodeName(variable)}"`, values]),
    );
    const session = await backend.open(variables);
    const step = await session.prepare({
      outputs: { loss },
      guards: { "the loss": loss, ...guards },
      updates: updates.map(({ update }) => update),
    });
    return new Training(options, session, variables, updates, step);
  }

  /** The number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** The factor of all learning rates that the plateau has applied so far. */
  get rateFactor(): number {
    return this.#rateFactor;
  }

  /** Records a measurement, where higher is better; the plateau may lower all rates. */
  report(measure: number): void {
    const { model, plateau } = this.#options;
    if (plateau === undefined) throw badArgument(`${model} is trained without a plateau`);
    this.#rateFactor *= plateau.report(measure);
  }

  /** The number of steps that may be running: more than one where a device works ahead. */
  get depth(): number {
    return this.session.depth ?? 1;
  }

  /**
   * One step on one batch; returns the loss before the step. At most `depth` steps at a time.
   * After a loss or gradient that is not finite, the variables are those before that step, and
   * steps that were already running change nothing and fail with the same error.
   */
  async step(batch: Batch): Promise<number> {
    const step = this.#steps + 1;
    if (this.#running === this.depth)
      throw badArgument(`${this.#options.model}: step ${step - 1} is still running`);
    if (this.#running === 0) this.#failure = undefined;
    this.#steps = step;
    this.#running++;
    try {
      const { outputs, notFinite } = await this.#step.run({ ...batch, ...this.#paces(step) });
      const [tensor] = notFinite;
      if (tensor !== undefined) {
        this.#failure ??= createNotFiniteError(this.#options.model, step, tensor);
        throw this.#failure;
      }
      return outputs.loss?.[0] as number;
    } catch (error) {
      this.#steps--;
      throw error;
    } finally {
      this.#running--;
    }
  }

  /** The pace of every update at a step, by the names of the program's inputs. */
  #paces(step: number): Batch {
    return Object.fromEntries(
      this.#updates.map(({ update, pace }) => [
        getNodeName(update.pace),
        pace(step, this.#rateFactor),
      ]),
    );
  }

  /** Everything that the next steps depend on, as a safetensors file. */
  async save(): Promise<Uint8Array> {
    const entries = this.#variables.map(async (variable) => {
      const shape = variable.shape as readonly number[];
      const values = Float32Array.from(await this.session.read(variable));
      return [getNodeName(variable), { shape, values }] as const;
    });
    const metadata = {
      version: VERSION,
      model: this.#options.model,
      steps: String(this.#steps),
      rateFactor: String(this.#rateFactor),
      ...formatPlateau(this.#options.plateau),
    };
    return writeSafetensors({ tensors: Object.fromEntries(await Promise.all(entries)), metadata });
  }

  /** Restores a saved state. Nothing changes if the file does not fit. */
  async restore(bytes: Uint8Array, file = "checkpoint"): Promise<void> {
    const { tensors, metadata } = readSafetensors(bytes, file);
    const { model } = this.#options;
    const { version, steps = "", rateFactor = "" } = metadata;
    if (version !== VERSION)
      throw createMismatchError(file, `version ${version} is not ${VERSION}`);
    if (metadata.model !== model)
      throw createMismatchError(file, `it is of ${metadata.model}, not of ${model}`);
    if (!/^\d+$/.test(steps) || !Number.isFinite(Number(rateFactor))) {
      throw createMismatchError(
        file,
        `steps "${steps}" and rate factor "${rateFactor}" must be numbers`,
      );
    }
    const storedPlateau = parsePlateau(metadata.plateau, this.#options.plateau, file);
    for (const variable of this.#variables) {
      const tensor = tensors[getNodeName(variable)];
      if (tensor === undefined)
        throw createMismatchError(file, `it lacks "${getNodeName(variable)}"`);
      if (String(tensor.shape) !== String(variable.shape)) {
        throw createMismatchError(
          file,
          `"${getNodeName(variable)}" is [${tensor.shape}], not [${variable.shape}]`,
        );
      }
    }
    for (const variable of this.#variables) {
      await this.session.write(variable, tensors[getNodeName(variable)]?.values ?? []);
    }
    this.#steps = Number(steps);
    this.#rateFactor = Number(rateFactor);
    if (this.#options.plateau !== undefined && storedPlateau !== undefined) {
      this.#options.plateau.state = storedPlateau;
    }
  }

  async close(): Promise<void> {
    await this.session.close();
  }
}

/** The state of a plateau, as stored in a checkpoint. */
function formatPlateau(plateau: Plateau | undefined): Readonly<Record<string, string>> {
  return plateau === undefined ? {} : { plateau: `${plateau.state.best} ${plateau.state.waited}` };
}

/** Parses that entry; it must exist exactly if the training has a plateau. */
function parsePlateau(
  entry: string | undefined,
  plateau: Plateau | undefined,
  file: string,
): PlateauState | undefined {
  if ((entry === undefined) !== (plateau === undefined)) {
    throw createMismatchError(
      file,
      `it is of a training ${entry === undefined ? "without" : "with"} a plateau`,
    );
  }
  if (entry === undefined) return undefined;
  const [best = NaN, waited = NaN] = entry.split(" ").map(Number);
  if (Number.isNaN(best) || !Number.isInteger(waited)) {
    throw createMismatchError(file, `the plateau "${entry}" must be two numbers`);
  }
  return { best, waited };
}

function createNotFiniteError(model: string, step: number, tensor: string): TermwiseError {
  const message = `${model} stopped at step ${step}: ${tensor} holds a NaN or an infinity`;
  return new TermwiseError("BAD_INPUT", message, { model, step, tensor });
}

function createMismatchError(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} does not fit: ${reason}`, { file });
}
