/**
 * Unpacks 128 numbers of one width from four interleaved lanes, the layout that
 * src/index/encoding/bit-packing.ts describes.
 *
 * One function per width, with constant shifts and masks: a 128-bit load holds the
 * same word of all lanes, and one shift and one mask extract four numbers.
 *
 * Widths above 11 share one loop, since each function has some 1.3 kB that every
 * page downloads. Only gaps of 2,048 documents and more need such widths: short
 * lists of large indexes.
 */

abstract class Lanes {
  /** Numbers 4i … 4i + 3. All arguments except the addresses are constants once inlined. */
  @inline static four(source: usize, target: usize, width: i32, i: i32): void {
    const bit = i * width;
    const shift = bit & 31;
    const at = source + ((<usize>(bit >>> 5)) << 4);
    let numbers = v128.load(at);
    if (shift > 0) numbers = i32x4.shr_u(numbers, shift);
    if (shift + width > 32) {
      numbers = v128.or(numbers, i32x4.shl(v128.load(at + 16), 32 - shift));
    }
    // The rest of a word has no bits above it to mask.
    if (shift + width !== 32)
      numbers = v128.and(numbers, i32x4.splat(<i32>(((<i64>1) << width) - 1)));
    v128.store(target + ((<usize>i) << 4), numbers);
  }

  @inline static all(source: usize, target: usize, width: i32): void {
    Lanes.four(source, target, width, 0);
    Lanes.four(source, target, width, 1);
    Lanes.four(source, target, width, 2);
    Lanes.four(source, target, width, 3);
    Lanes.four(source, target, width, 4);
    Lanes.four(source, target, width, 5);
    Lanes.four(source, target, width, 6);
    Lanes.four(source, target, width, 7);
    Lanes.four(source, target, width, 8);
    Lanes.four(source, target, width, 9);
    Lanes.four(source, target, width, 10);
    Lanes.four(source, target, width, 11);
    Lanes.four(source, target, width, 12);
    Lanes.four(source, target, width, 13);
    Lanes.four(source, target, width, 14);
    Lanes.four(source, target, width, 15);
    Lanes.four(source, target, width, 16);
    Lanes.four(source, target, width, 17);
    Lanes.four(source, target, width, 18);
    Lanes.four(source, target, width, 19);
    Lanes.four(source, target, width, 20);
    Lanes.four(source, target, width, 21);
    Lanes.four(source, target, width, 22);
    Lanes.four(source, target, width, 23);
    Lanes.four(source, target, width, 24);
    Lanes.four(source, target, width, 25);
    Lanes.four(source, target, width, 26);
    Lanes.four(source, target, width, 27);
    Lanes.four(source, target, width, 28);
    Lanes.four(source, target, width, 29);
    Lanes.four(source, target, width, 30);
    Lanes.four(source, target, width, 31);
  }
}

function unpack1(source: usize, target: usize): void {
  Lanes.all(source, target, 1);
}
function unpack2(source: usize, target: usize): void {
  Lanes.all(source, target, 2);
}
function unpack3(source: usize, target: usize): void {
  Lanes.all(source, target, 3);
}
function unpack4(source: usize, target: usize): void {
  Lanes.all(source, target, 4);
}
function unpack5(source: usize, target: usize): void {
  Lanes.all(source, target, 5);
}
function unpack6(source: usize, target: usize): void {
  Lanes.all(source, target, 6);
}
function unpack7(source: usize, target: usize): void {
  Lanes.all(source, target, 7);
}
function unpack8(source: usize, target: usize): void {
  Lanes.all(source, target, 8);
}
function unpack9(source: usize, target: usize): void {
  Lanes.all(source, target, 9);
}
function unpack10(source: usize, target: usize): void {
  Lanes.all(source, target, 10);
}
function unpack11(source: usize, target: usize): void {
  Lanes.all(source, target, 11);
}

/** Any width from 1 to 32. */
function unpackWide(source: usize, width: u32, target: usize): void {
  const mask = i32x4.splat(<i32>(((<i64>1) << width) - 1));
  for (let i: u32 = 0; i < 32; i++) {
    const bit = i * width;
    const shift = bit & 31;
    const at = source + ((<usize>(bit >>> 5)) << 4);
    let numbers = i32x4.shr_u(v128.load(at), shift);
    if (shift + width > 32) {
      numbers = v128.or(numbers, i32x4.shl(v128.load(at + 16), 32 - shift));
    }
    v128.store(target + ((<usize>i) << 4), v128.and(numbers, mask));
  }
}

/** Unpacks 128 numbers of `width` bits, 0 to 32, from `source` to `target`. */
export function unpack(source: usize, width: u32, target: usize): void {
  switch (width) {
    case 0:
      memory.fill(target, 0, 512);
      return;
    case 1:
      unpack1(source, target);
      return;
    case 2:
      unpack2(source, target);
      return;
    case 3:
      unpack3(source, target);
      return;
    case 4:
      unpack4(source, target);
      return;
    case 5:
      unpack5(source, target);
      return;
    case 6:
      unpack6(source, target);
      return;
    case 7:
      unpack7(source, target);
      return;
    case 8:
      unpack8(source, target);
      return;
    case 9:
      unpack9(source, target);
      return;
    case 10:
      unpack10(source, target);
      return;
    case 11:
      unpack11(source, target);
      return;
    default:
      if (width > 32) unreachable();
      unpackWide(source, width, target);
  }
}
