/**
 * The part of Protocol Buffers that writing a message needs: fields of
 * variable-length integers, 32-bit floats and bytes
 * (https://protobuf.dev/programming-guides/encoding).
 */

export class Message {
  readonly #parts: Uint8Array[] = [];

  /** A whole number; negative ones as 64-bit two's complement. */
  integer(field: number, value: number): this {
    this.#parts.push(varint(field * 8), varint(value));
    return this;
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#parts.push(varint(field * 8 + 5), bytes);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#parts.push(varint(field * 8 + 2), varint(value.length), value);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.finish());
  }

  finish(): Uint8Array {
    const out = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

/** Seven bits per byte, lowest first, the high bit set on all but the last. */
function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
