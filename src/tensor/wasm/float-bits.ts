/** A float as the 32-bit word that a kernel reads. */

const FLOAT = new Float32Array(1);
const BITS = new Int32Array(FLOAT.buffer);

export function toFloatBits(value: number): number {
  FLOAT[0] = value;
  return BITS[0] as number;
}
