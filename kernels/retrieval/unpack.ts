/**
 * Unpacks 128 numbers of one width from four interleaved lanes, the layout that
 * src/index/bit-packing.ts describes.
 *
 * One function per width, every shift and mask a constant: a 128-bit load holds
 * the same word of all lanes, and one shift and one mask give four numbers.
 */

/** Numbers 4i … 4i + 3. All arguments but the addresses are constants once inlined. */
@inline
function four(source: usize, target: usize, width: i32, i: i32): void {
  const bit = i * width;
  const shift = bit & 31;
  const at = source + (<usize>(bit >>> 5) << 4);
  let numbers = v128.load(at);
  if (shift > 0) numbers = i32x4.shr_u(numbers, shift);
  if (shift + width > 32) {
    numbers = v128.or(numbers, i32x4.shl(v128.load(at + 16), 32 - shift));
  }
  // What is left of a word has no bits above it to mask away.
  if (shift + width != 32) numbers = v128.and(numbers, i32x4.splat(<i32>(((<i64>1) << width) - 1)));
  v128.store(target + (<usize>i << 4), numbers);
}

@inline
function all(source: usize, target: usize, width: i32): void {
  four(source, target, width, 0);
  four(source, target, width, 1);
  four(source, target, width, 2);
  four(source, target, width, 3);
  four(source, target, width, 4);
  four(source, target, width, 5);
  four(source, target, width, 6);
  four(source, target, width, 7);
  four(source, target, width, 8);
  four(source, target, width, 9);
  four(source, target, width, 10);
  four(source, target, width, 11);
  four(source, target, width, 12);
  four(source, target, width, 13);
  four(source, target, width, 14);
  four(source, target, width, 15);
  four(source, target, width, 16);
  four(source, target, width, 17);
  four(source, target, width, 18);
  four(source, target, width, 19);
  four(source, target, width, 20);
  four(source, target, width, 21);
  four(source, target, width, 22);
  four(source, target, width, 23);
  four(source, target, width, 24);
  four(source, target, width, 25);
  four(source, target, width, 26);
  four(source, target, width, 27);
  four(source, target, width, 28);
  four(source, target, width, 29);
  four(source, target, width, 30);
  four(source, target, width, 31);
}

function unpack1(source: usize, target: usize): void {
  all(source, target, 1);
}
function unpack2(source: usize, target: usize): void {
  all(source, target, 2);
}
function unpack3(source: usize, target: usize): void {
  all(source, target, 3);
}
function unpack4(source: usize, target: usize): void {
  all(source, target, 4);
}
function unpack5(source: usize, target: usize): void {
  all(source, target, 5);
}
function unpack6(source: usize, target: usize): void {
  all(source, target, 6);
}
function unpack7(source: usize, target: usize): void {
  all(source, target, 7);
}
function unpack8(source: usize, target: usize): void {
  all(source, target, 8);
}
function unpack9(source: usize, target: usize): void {
  all(source, target, 9);
}
function unpack10(source: usize, target: usize): void {
  all(source, target, 10);
}
function unpack11(source: usize, target: usize): void {
  all(source, target, 11);
}
function unpack12(source: usize, target: usize): void {
  all(source, target, 12);
}
function unpack13(source: usize, target: usize): void {
  all(source, target, 13);
}
function unpack14(source: usize, target: usize): void {
  all(source, target, 14);
}
function unpack15(source: usize, target: usize): void {
  all(source, target, 15);
}
function unpack16(source: usize, target: usize): void {
  all(source, target, 16);
}
function unpack17(source: usize, target: usize): void {
  all(source, target, 17);
}
function unpack18(source: usize, target: usize): void {
  all(source, target, 18);
}
function unpack19(source: usize, target: usize): void {
  all(source, target, 19);
}
function unpack20(source: usize, target: usize): void {
  all(source, target, 20);
}
function unpack21(source: usize, target: usize): void {
  all(source, target, 21);
}
function unpack22(source: usize, target: usize): void {
  all(source, target, 22);
}
function unpack23(source: usize, target: usize): void {
  all(source, target, 23);
}
function unpack24(source: usize, target: usize): void {
  all(source, target, 24);
}
function unpack25(source: usize, target: usize): void {
  all(source, target, 25);
}
function unpack26(source: usize, target: usize): void {
  all(source, target, 26);
}
function unpack27(source: usize, target: usize): void {
  all(source, target, 27);
}
function unpack28(source: usize, target: usize): void {
  all(source, target, 28);
}
function unpack29(source: usize, target: usize): void {
  all(source, target, 29);
}
function unpack30(source: usize, target: usize): void {
  all(source, target, 30);
}
function unpack31(source: usize, target: usize): void {
  all(source, target, 31);
}
function unpack32(source: usize, target: usize): void {
  all(source, target, 32);
}

/** Unpacks 128 numbers of `width` bits, 0 to 32, from `source` to `target`. */
export function unpack(source: usize, width: u32, target: usize): void {
  switch (width) {
    case 0:
      memory.fill(target, 0, 512);
      return;
    case 1:
      return unpack1(source, target);
    case 2:
      return unpack2(source, target);
    case 3:
      return unpack3(source, target);
    case 4:
      return unpack4(source, target);
    case 5:
      return unpack5(source, target);
    case 6:
      return unpack6(source, target);
    case 7:
      return unpack7(source, target);
    case 8:
      return unpack8(source, target);
    case 9:
      return unpack9(source, target);
    case 10:
      return unpack10(source, target);
    case 11:
      return unpack11(source, target);
    case 12:
      return unpack12(source, target);
    case 13:
      return unpack13(source, target);
    case 14:
      return unpack14(source, target);
    case 15:
      return unpack15(source, target);
    case 16:
      return unpack16(source, target);
    case 17:
      return unpack17(source, target);
    case 18:
      return unpack18(source, target);
    case 19:
      return unpack19(source, target);
    case 20:
      return unpack20(source, target);
    case 21:
      return unpack21(source, target);
    case 22:
      return unpack22(source, target);
    case 23:
      return unpack23(source, target);
    case 24:
      return unpack24(source, target);
    case 25:
      return unpack25(source, target);
    case 26:
      return unpack26(source, target);
    case 27:
      return unpack27(source, target);
    case 28:
      return unpack28(source, target);
    case 29:
      return unpack29(source, target);
    case 30:
      return unpack30(source, target);
    case 31:
      return unpack31(source, target);
    case 32:
      return unpack32(source, target);
    default:
      unreachable();
  }
}
