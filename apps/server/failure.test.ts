import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { toStorageError } from "../../src/storage/storage-errors.ts";
import { toFailure } from "./failure.ts";

const failWith = (errno: string) =>
  toFailure(
    toStorageError(Object.assign(new Error(errno), { code: errno }), "cannot write /secret/place"),
  );

describe("a disk error", () => {
  test.each(["ENOSPC", "EDQUOT", "EFBIG"])("%s says that the disk is full", (errno) => {
    expect(failWith(errno)).toMatchObject({
      status: 507,
      code: "IO",
      message: "the disk of the server is full; nothing was changed",
    });
  });

  test.each(["EMFILE", "ENFILE"])("%s asks to try again", (errno) => {
    expect(failWith(errno)).toMatchObject({
      status: 503,
      code: "IO",
      message: "the server has too many open files",
      headers: { "retry-after": "1" },
    });
  });

  test.each(["EROFS", "EACCES", "EPERM"])("%s says what is not allowed", (errno) => {
    expect(failWith(errno)).toMatchObject({
      status: 500,
      code: "IO",
      message: "the server is not allowed to use its files; the log says why",
    });
  });

  test("of any other kind blames neither reading nor writing, and names no place", () => {
    expect(failWith("EIO")).toMatchObject({
      status: 500,
      code: "IO",
      message: "a file of the server cannot be used; the log says why",
    });
  });
});

test("a damaged index is one that cannot be read", () => {
  expect(toFailure(new TermwiseError("CORRUPT_INDEX", "/secret/place is damaged"))).toMatchObject({
    status: 500,
    code: "CORRUPT_INDEX",
    message: "the index cannot be read; the log says why",
  });
});
