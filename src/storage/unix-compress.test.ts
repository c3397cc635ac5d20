import fc from "fast-check";
import { expect, test } from "vitest";
import { decompress } from "./gzip.ts";

/** Lower-case letters that look random. */
function createLetters(count: number, seed: number): string {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(97 + ((state >>> 24) % 26));
  }).join("");
}

/** Fills the table of 10-bit codes, compresses well, and then so badly that the table is cleared. */
const TEXT = [
  createLetters(800, 1),
  "ab".repeat(10_100),
  createLetters(1200, 2),
  "ab".repeat(4200),
  createLetters(200, 3),
].join("");

/** What `compress -b 10` (ncompress 4.2.4.6) makes of the text: one clear code, codes of 9 and 10 bits. */
const COMPRESSED = Buffer.from(
  `
  H52KaeLoydMmTpw2ZdAgtHMmjZw2ZuacIRNmDhk0eujQgbOmDB00cuysgVMnThg2cNzI2Xhnjh04Z8qoQVPmTB02azCeDGOn
  zBg0dvC0uZPSjJ0xbO6oOTMHjRsyb9IEnKPnjFWIbtSowYOmzkk3dfCQGZlHjBw5c/LMGVOGDZ6aZMbgcVNGZRs1ZeYsHcjG
  aZ6Ves+8sbmGjZkyXNecUcMzDpk6dcjgseNmTRg6edTMYVNHTNI5d8Kk0bNG8500Yd6gYZuHDBw7ZOaYCSM3aJ4weNS0pGNH
  7xs1cO7kSVPnjR43edCsbfOmDRo0bHh7poOHJFsycc4OV8OmjZ2uY9rAUUPmKJowa9qkl1OH+nE6Z7yjuRPHjRkxCcMczANn
  I3QxZp1hx110iDFHWihVFwYaFJFxxxpjwGGGVm2EwRRMnlVYYHx6wCGGQ3I89oZENIUhx2R16IGWHGuIBIce3rHh2Bp5rEGH
  G/OhAccbdLAlWx5lxCHGGjfJoUcccyDJ4BqyiQEHkGZU9VIcb7DhkRkrxTQHe2SkMcdgDqoRVJA4vvGGUWK40QZBf71BRhlr
  iKFRHmC1dB5VZbwBx4LokXafnHDIyEZZejkYR3VyiBGGbmUQZJMdSqWohhtxjGZHHpitYUacD+qBURx3mIGHS2G8aGQYYagF
  moUJqVFYii3OiYZnbvzknRiinpGmGXCk4cYbP323GF5W3mEgHXWYUQecPJa253ANoVrHGXh49gYeZpjRWhuu1QHhGK5ONoZJ
  Pv0mHhwQsSFHnmsctwYebBiI2xkwkVQHjmC9YSFUadCRRmgdxsEGcGa4hoZYeBwaxxoCVXhGcmvF5VqjaiDURo9p2GFgHXcw
  q8aHdchxh3FywAHqGDeyNYYdBY40R6B4VPelGGPlYUelY4whxxhMIlXZHXSoFtMdZ+jBRhop0VTfGJSuG0YddqgRYhiKVk31
  1VZnjfXWWnfN9ddehw322GKXTfbZZqeN9tpqt832227HDffcctdN991254333nr3zffffgcO+OCCF0744YYnjvjiijfO+OOO
  Rw755JJXTvnllmeO+eaad875556HDvroopdO+ummp4766qq3zvrrrscO++yy10777bbnjvvuuvfO++++Bw/88MIXT/zxxieP
  /PLKN8/8885HD/300ldP/fXWZ4/99tp3z/333ocP/vjil0/++eanj/766rfP/vvuxw///PLXT//99ueP//7698////7777//
  /vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///77
  77///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++/
  //7777///vvvv//++++///7777///vvvv//++x+7r3fMWoZ+ZQjnZNBrkCE1GXmoZkd3NyX5Ux7txVGGfpy5EYaD/V1WsBxh
  kHERG+gd5AYbb5TBkJ5yoJHHGUaplOqJzFE10Bx1qFEHVQ+DBZRjxtJhxh1Mo7sGGSGh50ataFhWmplsJPUGfU/dlxsbZJAh
  xohqxGFyGailEaZ9ZdihxxhDToTroGXI0ZB9/o4RVo9xjAEkGnSUl4dNPUZpkGE9vkGUr4wtqK2Ka1AaRkJlOFjhGGLogSUa
  Z3QMx0piOJZsWXPNhe5qd8yVRxx5VAevwP3GUSCqYSgrG29mRGdqoDSRwYZFIWELLh56nFQef8lWGodC0+phkRk9qnEtHaHa
  fAdyclA9R144HapGRCOL8QZBbZwRtFpy0NbGmmrMlqcadJSBqphV0qEGlmSokUd3KVKpBnHZvpuqRjnnEVoZT3Oc3pH3bhXb
  HP8WvEaXW+lhbJcE6XxgHW0cicYad7iBra85JzvHUAsjjUZMOwctRlAenmGiQDYZS4aac3Q2R55xfLfwuEbXGPSi9bEx4pl2
  qMaZfUXDMVcbSX7oRm6M1dFUSje2MQcdd4yB9FBWmuFGGnSS991FNMdBxx3dIS0So9mOERNCp7WBUE1qCNlxGAXpUSodcdCB
  Vxtp2NiTHm+KOekdJ9LRxk/UuXEGUW2IwTMeuMVxmJx4ZBZHHlCzMUYYoabx3J7ZyhElRnkgZXNWZJwBEhrxaYWdGHqY0cYY
  T1/UXxhuwGHytnCUcQdXGptxh85tuLFWGHqgTAYbb7rhhrpupFEjtw+/cQcexUmGxx0syuGGHnWk8UYcNpHBhkSL/krHSGU4
  eVFOBYfl6RgX9airHW/USNppPpKRXHnOOTmyHVWlsTKuZ6ABHF5quSGgHGfoPKRhaYzRWYoDnbEGXRKVZAcbbsBRRhhVJYes
  G3ToYUZ9sf1W8lChDchZTze54auoeHB8Rx2gkUFHS2ag0aMbdKihB2KMVdTVumOYccdjcIxBhs14hIhUevE+CRnNJtmRbJxk
  nHHYQQipJkccdXx5sEE13jEGZJC9CZIeYtSBJxlymIEadPWlgSvR5Y0h6sWYWaWvG4vm8cYabxy11GF0xGHGGHmw0eVt3/3r
  6h162JEGG27Y0a+R/gL1YG6ePWyYG/0WzCtsZaSxlB1uUsSWHBmvlRTQTsrhhpNMqiQwxUn59KAYdtShRkm/PtkeXhL9uyjH
  d5CRpopyvHEHGZzNC5wavMp42oN0soVeS25gJgYaaYhhhxyo+u+///7777///vvvv//++++///7777///vvvv//++++///77
  77///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++///7777///vvvv//++++/
  //777z9AAAAAAABiwgQcKLAgwYMGEyJcqLAhw4cOI0KcKLEixYsWM2LcqLEjx48eQ4IcKbIkyZMmU35MswaOnDpu0NhJw+ZN
  HTUy9cRxQycMnjNi3sCxM0ePnDli6rzJU+cOHTRxxJRhM6dOnaFt7iBF48bOGDVj6KwhE2aqGDU17aDNQ2YOHjhj1rAJowfO
  mTpi9LTUQ6fMGzRzzLzRI2YMyztkxoi5I+ZMnplzysTRk0ZOGj0z79h5E6eMmjR40sRB8xgOnjlzRpPpzMYO2bB6wuA1M0cO
  HDFkSJuJ0yZ1mTZn1OhRQ4cOUTF09IyxM3MNnTx6zCglY6dOmjd4WtdBcwc=
`,
  "base64",
);

async function read(bytes: Uint8Array, size = bytes.length): Promise<string> {
  const parts: Uint8Array[] = [];
  const pieces = function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  for await (const part of decompress(pieces(), "discs/ap.Z")) parts.push(part);
  return Buffer.concat(parts).toString("latin1");
}

test.each([1, 2, 3, 7, 1000, 10_000])(
  "A file of compress is read in pieces of %i bytes.",
  async (size) => {
    expect(await read(COMPRESSED, size)).toBe(TEXT);
  },
);

test("A code that cannot be there yet is an error that names the file.", async () => {
  const damaged = Buffer.from(COMPRESSED);
  damaged.fill(0xff, 3, 8);
  await expect(read(damaged)).rejects.toMatchObject({
    code: "BAD_INPUT",
    message:
      "discs/ap.Z is damaged: not a .Z file of compress (code 511, where 257 is the largest)",
  });
});

test("A file without settings and a width that compress does not have are errors.", async () => {
  await expect(read(Uint8Array.of(0x1f, 0x9d))).rejects.toThrow("discs/ap.Z is cut off");
  await expect(read(Uint8Array.of(0x1f, 0x9d, 0x91))).rejects.toThrow("codes of up to 17 bits");
});

test("Any bytes end in text or in an error of the format.", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const outcome = await read(Uint8Array.of(0x1f, 0x9d, 0x8c, ...bytes)).catch((error) => error);
      if (typeof outcome !== "string") expect(outcome).toMatchObject({ code: "BAD_INPUT" });
    }),
  );
});

/** A file of `compress` in which each code stands for one letter more than the one before, up to all that a table of 16 bits holds. */
function createBomb(codes: number): Uint8Array {
  const settings = 0x10; // 16 bits, no clear code
  const bytes: number[] = [0x1f, 0x9d, settings];
  let [width, next, inGroup, bits, bitCount] = [9, 256, 0, 0, 0];
  const write = (code: number, size: number): void => {
    for (let i = 0; i < size; i++) {
      bits |= ((code >> i) & 1) << bitCount;
      if (++bitCount < 8) continue;
      bytes.push(bits);
      [bits, bitCount] = [0, 0];
    }
  };
  for (let i = 0; i < codes; i++) {
    write(i === 0 ? 97 : Math.min(next, 0xffff), width);
    inGroup = (inGroup + 1) % 8;
    if (i > 0 && next < 1 << 16) next++;
    if (next < 1 << width || width === 16) continue;
    for (; inGroup !== 0; inGroup = (inGroup + 1) % 8) write(0, width);
    width++;
  }
  if (bitCount > 0) bytes.push(bits);
  return Uint8Array.from(bytes);
}

test("A file that stands for thousands of times its bytes is read in small pieces.", async () => {
  const bomb = createBomb(70_000);
  let [size, longest] = [0, 0];
  for await (const piece of decompress([bomb], "bomb.Z")) {
    size += piece.length;
    longest = Math.max(longest, piece.length);
    if (size > 200 * bomb.length) break;
  }
  expect(size).toBeGreaterThan(200 * bomb.length);
  expect(longest).toBeLessThanOrEqual(1 << 17);
});
