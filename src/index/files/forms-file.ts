/**
 * The surface forms of a segment: each once for all fields, in byte order, with its number of
 * occurrences. For prefix search and typo tolerance.
 *
 *   section 0  forms: front-coded, then the count as a varint
 *   section 1  where every 16th form starts, as packed deltas
 *   section 2  the largest count of each 16 forms, packed numbers
 *   section 3  signatures of the forms, u32 each; empty beside a forward index with codes
 *   section 4  number of forms, u32
 *
 * Pages of section 0 are read on demand. The largest counts lead to the most frequent forms of a
 * short prefix without reading all of them.
 */

import { compareByteStrings } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { RESTART_INTERVAL, readRestart } from "../encoding/front-coding.ts";
import { FrontCodedGroup } from "../encoding/front-group.ts";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import { checkSections, readWords } from "./file-section.ts";
import { computeByteSignature } from "./forms-builder.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";

/** Forms in a group, from one restart to the next. */
export const FORMS_PER_GROUP: number = RESTART_INTERVAL;

export class FormsFile {
  readonly count: number;
  /** The largest count of each group of forms. */
  readonly largestCounts: Uint32Array;
  readonly #entries: SlicedSection;
  readonly #starts: Uint32Array;
  readonly #signatureSection: SlicedSection;
  readonly #group = new FrontCodedGroup();

  constructor(file: string, frame: SlicedFrame) {
    const [entries, starts, largest, signatures, count] = checkSections(file, frame, 5) as [
      ...[SlicedSection, SlicedSection, SlicedSection, SlicedSection, SlicedSection],
    ];
    [this.count] = readWords(readSection(count), 1) as unknown as [number];
    const groups = Math.ceil(this.count / RESTART_INTERVAL);
    this.#entries = entries;
    this.#starts = unpackDeltas(readSection(starts), groups);
    this.largestCounts = unpackNumbers(readSection(largest), groups);
    this.#signatureSection = signatures;
  }

  /** Reads or computes the signature of each form. */
  readSignatures(): Uint32Array {
    return this.#signatureSection.length === 0
      ? this.#computeSignatures()
      : readWords(readSection(this.#signatureSection), this.count);
  }

  #computeSignatures(): Uint32Array {
    const signatures = new Uint32Array(this.count);
    const strings = new FrontCodedGroup(); // the caller may still read another group
    for (let group = 0, number = 0; number < this.count; group++) {
      this.#readGroup(group, strings);
      const { bytes, starts } = strings;
      for (let i = 0; i < this.groupSize(group); i++) {
        const form = bytes.subarray(starts[i], starts[i + 1]);
        signatures[number++] = computeByteSignature(form);
      }
    }
    return signatures;
  }

  /**
   * Reads the forms of a group with their counts, or the first `count` of them; valid until the next
   * call. The first has number `group` · FORMS_PER_GROUP.
   */
  group(group: number, count?: number): FrontCodedGroup {
    this.#readGroup(group, this.#group, count);
    return this.#group;
  }

  #readGroup(group: number, into: FrontCodedGroup, count: number = this.groupSize(group)): void {
    const from = this.#starts[group] as number;
    const to = this.#starts[group + 1] ?? this.#entries.length;
    const { file, start } = this.#entries;
    const bytes = this.#entries.slice(from, to);
    into.read(bytes, count, file, start + from);
  }

  /** The number of forms in a group. */
  groupSize(group: number): number {
    return Math.min(RESTART_INTERVAL, this.count - group * RESTART_INTERVAL);
  }

  /** The number of the first form that is not before `bytes`. */
  seek(bytes: Uint8Array): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = readRestart(this.#reader(middle));
      if (compareByteStrings(first, bytes) < 0) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const { bytes: forms, starts } = this.group(low - 1);
    const size = this.groupSize(low - 1);
    let i = 0;
    while (i < size && compareByteStrings(forms.subarray(starts[i], starts[i + 1]), bytes) < 0) i++;
    return (low - 1) * RESTART_INTERVAL + i;
  }

  #reader(group: number): ByteReader {
    const from = this.#starts[group] as number;
    const to = this.#starts[group + 1] ?? this.#entries.length;
    const { file, start } = this.#entries;
    return new ByteReader(this.#entries.slice(from, to), file, start + from);
  }
}
