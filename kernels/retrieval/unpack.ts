/**
 * Unpacks 128 numbers of one width from four interleaved lanes, the layout that
 * src/index/codes/bit-packing.ts describes.
 *
 * One function per width, every shift and mask a constant: a 128-bit load holds
 * the same word of all lanes, and one shift and one mask give four numbers.
 */

abstract class Lanes {
  /** Numbers 4i … 4i + 3. All arguments but the addresses are constants once inlined. */
  @inline static four(source: usize, target: usize, width: i32, i: i32): void {
    const bit = i * width;
    const shift = bit & 31;
    const at = source + ((<usize>(bit >>> 5)) << 4);
    let numbers = v128.load(at);
    if (shift > 0) numbers = i32x4.shr_u(numbers, shift);
    if (shift + width > 32) {
      numbers = v128.or(numbers, i32x4.shl(v128.load(at + 16), 32 - shift));
    }
    // What is left of a word has no bits above it to mask away.
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
function unpack12(source: usize, target: usize): void {
  Lanes.all(source, target, 12);
}
function unpack13(source: usize, target: usize): void {
  Lanes.all(source, target, 13);
}
function unpack14(source: usize, target: usize): void {
  Lanes.all(source, target, 14);
}
function unpack15(source: usize, target: usize): void {
  Lanes.all(source, target, 15);
}
function unpack16(source: usize, target: usize): void {
  Lanes.all(source, target, 16);
}
function unpack17(source: usize, target: usize): void {
  Lanes.all(source, target, 17);
}
function unpack18(source: usize, target: usize): void {
  Lanes.all(source, target, 18);
}
function unpack19(source: usize, target: usize): void {
  Lanes.all(source, target, 19);
}
function unpack20(source: usize, target: usize): void {
  Lanes.all(source, target, 20);
}
function unpack21(source: usize, target: usize): void {
  Lanes.all(source, target, 21);
}
function unpack22(source: usize, target: usize): void {
  Lanes.all(source, target, 22);
}
function unpack23(source: usize, target: usize): void {
  Lanes.all(source, target, 23);
}
function unpack24(source: usize, target: usize): void {
  Lanes.all(source, target, 24);
}
function unpack25(source: usize, target: usize): void {
  Lanes.all(source, target, 25);
}
function unpack26(source: usize, target: usize): void {
  Lanes.all(source, target, 26);
}
function unpack27(source: usize, target: usize): void {
  Lanes.all(source, target, 27);
}
function unpack28(source: usize, target: usize): void {
  Lanes.all(source, target, 28);
}
function unpack29(source: usize, target: usize): void {
  Lanes.all(source, target, 29);
}
function unpack30(source: usize, target: usize): void {
  Lanes.all(source, target, 30);
}
function unpack31(source: usize, target: usize): void {
  Lanes.all(source, target, 31);
}
function unpack32(source: usize, target: usize): void {
  Lanes.all(source, target, 32);
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
    case 12:
      unpack12(source, target);
      return;
    case 13:
      unpack13(source, target);
      return;
    case 14:
      unpack14(source, target);
      return;
    case 15:
      unpack15(source, target);
      return;
    case 16:
      unpack16(source, target);
      return;
    case 17:
      unpack17(source, target);
      return;
    case 18:
      unpack18(source, target);
      return;
    case 19:
      unpack19(source, target);
      return;
    case 20:
      unpack20(source, target);
      return;
    case 21:
      unpack21(source, target);
      return;
    case 22:
      unpack22(source, target);
      return;
    case 23:
      unpack23(source, target);
      return;
    case 24:
      unpack24(source, target);
      return;
    case 25:
      unpack25(source, target);
      return;
    case 26:
      unpack26(source, target);
      return;
    case 27:
      unpack27(source, target);
      return;
    case 28:
      unpack28(source, target);
      return;
    case 29:
      unpack29(source, target);
      return;
    case 30:
      unpack30(source, target);
      return;
    case 31:
      unpack31(source, target);
      return;
    case 32:
      unpack32(source, target);
      return;
    default:
      unreachable();
  }
}
