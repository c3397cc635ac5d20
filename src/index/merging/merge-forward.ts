/**
 * Merges the forward indexes of several segments. Surface forms are renumbered by their counts in
 * the live documents, so the forward indexes are read twice: to count, and to write.
 */

import { decodeText, encodeText, GrowingWords } from "../../common/bytes/index.ts";
import type { PrefixEncoder } from "../encoding/huffman-codes.ts";
import { iterateDistinctForms } from "../files/forms-builder.ts";
import { ForwardWriter } from "../files/forward-writer.ts";
import type { FrameWriter } from "../files/frame-writer.ts";
import { type FormOrders, orderForms } from "../files/order-forms.ts";
import { DELETED, type NumberedInput } from "./merge-input.ts";

/**
 * Returns the distinct forms over all fields, with their counts. With `isCoded`, tokens are encoded
 * by prefix codes.
 */
export async function mergeForward(
  frame: FrameWriter,
  inputs: readonly NumberedInput[],
  termNumbers: readonly Uint32Array[],
  isCoded: boolean,
): Promise<Iterable<[form: string, count: number]>> {
  const vocabulary = new MergedVocabulary();
  const formNumbers: Uint32Array[] = [];
  for (const [i, input] of inputs.entries()) {
    formNumbers.push(await vocabulary.addSegment(input, termNumbers[i] as Uint32Array));
  }
  const orders = vocabulary.orders();
  const order = isCoded ? orders.sorted : orders.order;
  const numbers = new Uint32Array(vocabulary.size);
  for (let number = 0; number < order.length; number++) numbers[order[number] as number] = number;

  const codes = isCoded ? await createFormCodes(vocabulary.counts(order)) : undefined;
  const writer = new ForwardWriter(frame, codes);
  for (const [i, { segment, numbers: documents }] of inputs.entries()) {
    const newNumbers = (formNumbers[i] as Uint32Array).map((form) => numbers[form] ?? DELETED);
    let document = 0;
    for (const tokens of (await segment.readForward()).allTokens()) {
      if (documents[document++] === DELETED) continue;
      writer.addDocument(tokens, 0, tokens.length, newNumbers);
      if (writer.isFull) await writer.drain();
    }
  }
  await writer.end(vocabulary.entries(order));
  return vocabulary.distinct(orders);
}

/** Codes of forms by their counts, in the order of their numbers. */
export async function createFormCodes(counts: Uint32Array): Promise<PrefixEncoder> {
  const { computeCodeLengths, PrefixEncoder } = await import("../encoding/huffman-codes.ts");
  return new PrefixEncoder(computeCodeLengths(counts));
}

/** The surface forms of all segments. */
class MergedVocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #forms: string[] = [];
  readonly #terms = new GrowingWords();
  readonly #counts = new GrowingWords();

  get size(): number {
    return this.#forms.length;
  }

  /** Adds the forms of one segment; returns the new number of each, or DELETED if it is unused. */
  async addSegment(
    { segment, numbers: documents }: NumberedInput,
    termNumbers: Uint32Array,
  ): Promise<Uint32Array> {
    const forward = await segment.readForward();
    const counts = new Uint32Array(forward.formCount);
    let document = 0;
    for (const tokens of forward.allTokens()) {
      if (documents[document++] === DELETED) continue;
      for (let i = 0; i < tokens.length; i++) {
        const form = tokens[i] as number;
        counts[form] = (counts[form] as number) + 1;
      }
    }
    const formNumbers = new Uint32Array(forward.formCount).fill(DELETED);
    let number = 0;
    for (const { form, term } of forward.allForms()) {
      const count = counts[number] as number;
      if (count > 0)
        formNumbers[number] = this.#add(decodeText(form), termNumbers[term] ?? DELETED, count);
      number++;
    }
    return formNumbers;
  }

  #add(form: string, term: number, count: number): number {
    let number = this.#numbers.get(form);
    if (number === undefined) {
      number = this.#forms.length;
      this.#numbers.set(form, number);
      this.#forms.push(form);
      this.#terms.push(term);
      this.#counts.push(0);
    } else if (term !== DELETED) {
      this.#terms.view()[number] = term; // in another segment all postings of the term may be deleted
    }
    const counts = this.#counts.view();
    counts[number] = (counts[number] as number) + count;
    return number;
  }

  /** The counts of the forms in an order. */
  counts(order: Uint32Array): Uint32Array {
    const counts = this.#counts.view();
    return order.map((form) => counts[form] as number);
  }

  orders(): FormOrders {
    return orderForms(this.#forms, this.#counts.view());
  }

  distinct({ sorted }: FormOrders): Generator<[form: string, count: number]> {
    return iterateDistinctForms(this.#forms, sorted, this.#counts.view());
  }

  *entries(order: Uint32Array): Generator<[Uint8Array, number]> {
    const terms = this.#terms.view();
    for (const form of order) {
      const term = terms[form] as number;
      yield [encodeText(this.#forms[form] as string), term === DELETED ? -1 : term];
    }
  }
}
