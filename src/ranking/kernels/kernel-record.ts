/**
 * A record that TypeScript and WASM kernels share: 32-bit words of the memory,
 * from an address on, read and written as properties. The properties are defined
 * from their names, since written out they would be half of what a page downloads for the records.
 */

/** A record in a memory. Its properties are those that `defineWords` gives its class. */
export class KernelRecord {
  /** Where the record lies, in bytes. */
  readonly address: number;
  /** The whole memory. */
  readonly words: Int32Array;
  /** Where the record lies, in words. */
  readonly start: number;

  constructor(words: Int32Array, address: number) {
    this.address = address;
    this.words = words;
    this.start = address >>> 2;
  }
}

/** Gives a class one property per word, in this order: names with spaces between; `-` before that of a signed one. */
export function defineWords(record: { readonly prototype: KernelRecord }, names: string): void {
  for (const [i, name] of names.split(" ").entries()) {
    const isSigned = name.startsWith("-");
    Object.defineProperty(record.prototype, isSigned ? name.slice(1) : name, {
      get(this: KernelRecord): number {
        const word = this.words[this.start + i] as number;
        return isSigned ? word : word >>> 0;
      },
      set(this: KernelRecord, value: number) {
        this.words[this.start + i] = value;
      },
    });
  }
}
