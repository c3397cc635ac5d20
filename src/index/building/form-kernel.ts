/**
 * Splits texts into words and numbers their forms in WASM (kernels/building): the same tokens as an
 * `Analyzer` finds and the same numbers as a `FormTable` gives.
 */

import { decodeWasm, type GrowingWords } from "../../common/bytes/index.ts";
import { kindAt } from "../../text/character-kind.ts";
import { type CompleteAnalyzerOptions, normaliseText, Tokens } from "../../text/index.ts";
import { KERNEL_CODE, SHARED_FLAG } from "./building-kernels.generated.ts";
import type { TextAnalyzer } from "./document-batch.ts";
import type { FormList } from "./form-table.ts";

/** The functions of the kernels, and addresses in their memory. */
interface Kernels {
  clearForms(): void;
  countForms(): number;
  addForms(count: number, prefix: number, prefixBytes: number): number;
  tokenise(length: number, options: number): number;
  readonly ENDS: WebAssembly.Global<"i32">;
  readonly FORMS: WebAssembly.Global<"i32">;
  readonly HASHES: WebAssembly.Global<"i32">;
  readonly INPUT: WebAssembly.Global<"i32">;
  readonly INPUT_BYTES: WebAssembly.Global<"i32">;
  readonly KIND_TABLE: WebAssembly.Global<"i32">;
  readonly LENGTH_BITS: WebAssembly.Global<"i32">;
  readonly MEMORY_BYTES: WebAssembly.Global<"i32">;
  readonly SPANS: WebAssembly.Global<"i32">;
  readonly FIND_EMOJI: WebAssembly.Global<"i32">;
  readonly JOIN_COMPOUNDS: WebAssembly.Global<"i32">;
  readonly SPLIT_APOSTROPHES: WebAssembly.Global<"i32">;
  readonly SPLIT_CONTRACTIONS: WebAssembly.Global<"i32">;
}

const PAGE = 65_536;
/** The kernels leave texts with characters from here on to the analyzer. */
const KNOWN_CHARACTERS = 0x2500;
/** Below the input. */
const PREFIX_AT = 64;
const MAX_BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();
let module: Promise<WebAssembly.Module> | undefined;

export class FormKernel {
  readonly #kernels: Kernels;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #input: Uint8Array;
  /** The longest text, in bytes. Compounds need the other half of the input. */
  readonly #maxBytes: number;
  readonly #tokens = new Tokens();
  readonly #options = new WeakMap<CompleteAnalyzerOptions, number>();
  #prefix = "";
  #knowsKinds = false;

  private constructor(kernels: Kernels, memory: ArrayBuffer) {
    this.#kernels = kernels;
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
    const { INPUT, INPUT_BYTES } = kernels;
    this.#input = this.#bytes.subarray(INPUT.value, INPUT.value + INPUT_BYTES.value);
    this.#maxBytes = INPUT_BYTES.value / 2 - PAGE;
    this.#setKinds(0, 0x80);
  }

  /** Undefined where WASM is not allowed. */
  static async open(): Promise<FormKernel | undefined> {
    try {
      module ??= WebAssembly.compile(decodeWasm(KERNEL_CODE, SHARED_FLAG, "private"));
      const memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE });
      const instance = await WebAssembly.instantiate(await module, { env: { memory } });
      const kernels = instance.exports as unknown as Kernels;
      memory.grow(Math.ceil(kernels.MEMORY_BYTES.value / PAGE));
      return new FormKernel(kernels, memory.buffer);
    } catch {
      return undefined;
    }
  }

  /** Starts with no forms. */
  clear(): void {
    this.#kernels.clearForms();
  }

  /**
   * Appends the numbers of the tokens of `text` to `out`, each form with the prefix of a field.
   * Returns false if there is no room for more forms.
   */
  addText(text: string, analyzer: TextAnalyzer, prefix: string, out: GrowingWords): boolean {
    const { options } = analyzer;
    this.#setPrefix(prefix);
    const count = options === undefined ? -1 : this.#tokenise(text, options);
    return count < 0 ? this.#addTokens(text, analyzer, out) : this.#addForms(count, out);
  }

  /** Appends the number of one form. */
  addForm(form: string, prefix: string, out: GrowingWords): boolean {
    this.#setPrefix(prefix);
    this.#words[this.#kernels.SPANS.value / 4] = this.#writeForm(form, 0, form.length, 0);
    return this.#addForms(1, out);
  }

  /** A copy of all forms, in the order of their numbers. */
  list(): FormList {
    const { ENDS, HASHES, FORMS } = this.#kernels;
    const count = this.#kernels.countForms();
    const ends = this.#words.slice(ENDS.value / 4, ENDS.value / 4 + count);
    const hashes = this.#words.slice(HASHES.value / 4, HASHES.value / 4 + count);
    const bytes = this.#bytes.slice(FORMS.value, FORMS.value + (ends.at(-1) ?? 0));
    return { bytes, ends, hashes };
  }

  /** Writes the spans of the tokens; returns their number, or -1 if the kernel cannot split the text. */
  #tokenise(text: string, options: CompleteAnalyzerOptions): number {
    const flags = this.#toFlags(options);
    if (flags < 0 || MAX_BYTES_PER_UNIT * text.length > this.#maxBytes) return -1;
    const { written } = encoder.encodeInto(text, this.#input);
    if (written === text.length) return this.#kernels.tokenise(written, flags);
    const { text: normal } = normaliseText(text, { fold: options.foldAccents });
    if (MAX_BYTES_PER_UNIT * normal.length > this.#maxBytes) return -1;
    if (!this.#knowsKinds) this.#setKinds(0x80, KNOWN_CHARACTERS);
    this.#knowsKinds = true;
    return this.#kernels.tokenise(encoder.encodeInto(normal, this.#input).written, flags);
  }

  /** The options for the kernel; -1 if it does not have them. */
  #toFlags(options: CompleteAnalyzerOptions): number {
    const known = this.#options.get(options);
    if (known !== undefined) return known;
    const { FIND_EMOJI, JOIN_COMPOUNDS, SPLIT_APOSTROPHES, SPLIT_CONTRACTIONS } = this.#kernels;
    const { apostrophes, compounds, emoji, keepPunctuation } = options;
    const flags =
      (apostrophes === "split" ? SPLIT_APOSTROPHES.value : 0) |
      (apostrophes === "english" ? SPLIT_CONTRACTIONS.value : 0) |
      (compounds === true ? JOIN_COMPOUNDS.value : 0) |
      (emoji === true ? FIND_EMOJI.value : 0);
    this.#options.set(options, keepPunctuation ? -1 : flags);
    return this.#toFlags(options);
  }

  /** Splits a text by the analyzer. */
  #addTokens(text: string, analyzer: TextAnalyzer, out: GrowingWords): boolean {
    const { text: normal, starts, ends, count } = analyzer.read(text, this.#tokens);
    const spans = this.#kernels.SPANS.value / 4;
    let [at, pending] = [0, 0];
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i] as number, ends[i] as number];
      if (at + MAX_BYTES_PER_UNIT * (end - start) > this.#maxBytes) {
        if (!this.#addForms(pending, out)) return false;
        [at, pending] = [0, 0];
      }
      const span = this.#writeForm(normal, start, end, at);
      this.#words[spans + pending++] = span;
      at += span & ((1 << this.#kernels.LENGTH_BITS.value) - 1);
    }
    return this.#addForms(pending, out);
  }

  /** Writes a form to the input; returns its span. */
  #writeForm(text: string, start: number, end: number, at: number): number {
    const input = this.#input;
    let to = at;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) {
        to += encoder.encodeInto(text.slice(i, end), input.subarray(to)).written;
        break;
      }
      input[to++] = unit;
    }
    return (at << this.#kernels.LENGTH_BITS.value) | (to - at);
  }

  #addForms(count: number, out: GrowingWords): boolean {
    const hasRoom = this.#kernels.addForms(count, PREFIX_AT, this.#prefix.length) !== 0;
    const spans = this.#kernels.SPANS.value / 4;
    if (hasRoom) out.append(this.#words.subarray(spans, spans + count));
    return hasRoom;
  }

  #setPrefix(prefix: string): void {
    if (prefix === this.#prefix) return;
    this.#prefix = prefix;
    encoder.encodeInto(prefix, this.#bytes.subarray(PREFIX_AT));
  }

  #setKinds(from: number, to: number): void {
    const at = this.#kernels.KIND_TABLE.value;
    for (let code = from; code < to; code++) {
      this.#bytes[at + code] = kindAt(String.fromCharCode(code), 0);
    }
  }
}
