/** Writes an index as a CIFF file, for other search engines. */

import { encodeText } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { type CiffList, encodeDocument, encodeHeader, encodeList } from "./ciff-messages.ts";
import { delimit } from "./delimited-messages.ts";

/** Terms that are listed at a time. */
const TERMS_PER_PART = 4096;

/**
 * The bytes of a CIFF file of all live documents, in the order of the index. `BAD_ARGUMENT` for an
 * index with fields, and for one that lacks postings.
 */
export async function* writeCiff(
  snapshot: IndexSnapshot,
  description = "termwise",
): AsyncGenerator<Uint8Array> {
  const { settings } = snapshot;
  const isPruned = settings.pruning !== undefined || snapshot.weights?.isTwoSided === false;
  if (isPruned) throw badArgument("a pruned index lacks postings that CIFF must have");
  if (settings.schema !== undefined) {
    throw badArgument("CIFF has one text per document, and the index has fields");
  }
  const live = numberLiveDocuments(snapshot);
  const read = (term: string): CiffList => {
    const [documents, frequencies]: [number[], number[]] = [[], []];
    const cursor = snapshot.postings(term);
    for (let document = cursor?.next() ?? EXHAUSTED; document !== EXHAUSTED; ) {
      documents.push(live.numbers[document] as number);
      frequencies.push(cursor?.frequency ?? 0);
      document = cursor?.next() ?? EXHAUSTED;
    }
    return {
      term: encodeText(term),
      documents: Uint32Array.from(documents),
      frequencies: Uint32Array.from(frequencies),
    };
  };
  let lists = 0;
  for (const term of listTerms(snapshot)) {
    if ((snapshot.term(term)?.documentFrequency ?? 0) > 0) lists++;
  }
  const documents = live.documents.length;
  const totalLength = live.documents.reduce((sum, each) => sum + snapshot.length(each), 0);
  const averageLength = documents === 0 ? 0 : totalLength / documents;
  yield delimit(encodeHeader({ lists, documents, totalLength, averageLength, description }));
  for (const term of listTerms(snapshot)) {
    const list = read(term);
    if (list.documents.length > 0) yield delimit(encodeList(list));
  }
  for (const [number, document] of live.documents.entries()) {
    const length = snapshot.length(document);
    yield delimit(encodeDocument({ number, id: snapshot.id(document), length }));
  }
}

/** Every term in byte order. */
function* listTerms(snapshot: IndexSnapshot): Generator<string> {
  let start = "";
  for (;;) {
    const part = snapshot.termsFrom(start, TERMS_PER_PART);
    yield* part;
    if (part.length < TERMS_PER_PART) return;
    start = `${part.at(-1)}\0`;
  }
}

/** The live documents in order, and the place of each among them. */
function numberLiveDocuments(snapshot: IndexSnapshot): {
  readonly documents: readonly number[];
  readonly numbers: Uint32Array;
} {
  const documents: number[] = [];
  const numbers = new Uint32Array(snapshot.documentLimit);
  for (let document = 0; document < snapshot.documentLimit; document++) {
    if (snapshot.find(snapshot.id(document)) !== document) continue;
    numbers[document] = documents.length;
    documents.push(document);
  }
  return { documents, numbers };
}
