import { expect, test } from "vitest";
import { toBase64 } from "./page-cursor.ts";

test("base 64 equals that of Node's buffers", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 167 + (i >> 3)) & 255);
  for (let end = 0; end <= bytes.length; end++) {
    const part = bytes.subarray(0, end);
    expect(toBase64(part)).toBe(Buffer.from(part).toString("base64url"));
  }
});
