import { expect, test } from "vitest";
import { Message } from "./protobuf.ts";

test("encodes fields as the format's own documentation shows", () => {
  // Field 1, 150 is 08 96 01; field 2, "testing" is 12 07 and its bytes.
  const message = new Message().integer(1, 150).text(2, "testing");
  const testing = [0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67];
  expect([...message.finish()]).toEqual([0x08, 0x96, 0x01, 0x12, 0x07, ...testing]);
});

test("encodes a message inside another with its length before it", () => {
  // Field 3 holding field 1 = 150: 1a 03 08 96 01.
  const message = new Message().message(3, new Message().integer(1, 150));
  expect([...message.finish()]).toEqual([0x1a, 0x03, 0x08, 0x96, 0x01]);
});

test("encodes -1 in ten bytes and a float in four", () => {
  expect([...new Message().integer(1, -1).finish()]).toEqual([0x08, ...Array(9).fill(0xff), 0x01]);
  // 1 is 3f800000 in IEEE 754, written little-endian after tag 1 << 3 | 5.
  expect([...new Message().float(1, 1).finish()]).toEqual([0x0d, 0, 0, 0x80, 0x3f]);
});
