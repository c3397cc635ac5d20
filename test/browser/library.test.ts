import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenPage, openPage } from "./page.ts";

const IN_PAGE = "/test/browser/in-page.mjs";

describe.each([true, false])("in Chromium, cross-origin isolated: %s", (isolated) => {
  let open: OpenPage;

  beforeAll(async () => {
    open = await openPage({ isolated });
  });

  afterAll(() => open.close());

  test("the worker pool runs calls on threads and rethrows their errors", async () => {
    expect(await open.call(IN_PAGE, "runOnThreads")).toEqual({
      threads: 2,
      outputs: [2, 4, 6, 8],
      error: "odd",
    });
  });

  test("threads share memory only in an isolated page", async () => {
    expect(await open.call(IN_PAGE, "countInSharedMemory")).toEqual(
      isolated ? { shared: true, count: 3 } : { shared: false, count: 0 },
    );
  });

  test("gzip goes through the browser's own codec", async () => {
    expect(await open.call(IN_PAGE, "gzipThereAndBack", "wing flutter")).toBe("wing flutter");
  });

  test("the worker pool falls back to the calling thread if workers are forbidden", async () => {
    expect(await open.call(IN_PAGE, "runWithoutWorkers")).toEqual({ threads: 0, output: 42 });
  });
});
