/**
 * A record that TypeScript and WASM kernels share: 32-bit words of the memory, from
 * an address on, read and written as properties. The properties are defined from
 * their names to save download size: written out, they would be half of the code for
 * the records.
 */

/** A record in memory. `defineWords` adds the properties to its class. */
export class KernelRecord {
  /** Address of the record in bytes. */
  readonly address: number;
  /** The whole memory. */
  readonly words: Int32Array;
  /** Address of the record in words. */
  readonly start: number;

  constructor(words: Int32Array, address: number) {
    this.address = address;
    this.words = words;
    this.start = address >>> 2;
  }
}

/**
 * Gives a class one property per word, in this order. Names are separated by spaces;
 * `-` precedes the name of a signed word.
 */
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
