import { describe, expect, test } from "vitest";
import { STORES } from "../../test/faults/stores.ts";
import { buildIndex } from "../index/build-index.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { createDirectory, openWithFiles } from "./search-pool-files.ts";

describe.each(STORES)("the files of a commit (%s)", (_, createStore) => {
  test.each(["segment-1.document", "segment-1.terms", "segment-1.forward"])(
    "are consistent when the commit is replaced before %s is read",
    async (fileName) => {
      const directory = await createStore();
      await buildIndex(directory, [{ id: "a", text: "old" }]);
      const { readShared } = directory;
      directory.readShared = async (name) => {
        if (name === fileName) {
          directory.readShared = readShared;
          await buildIndex(directory, [{ id: "b", text: "new" }], { mode: "replace" });
        }
        return readShared.call(directory, name);
      };
      const { snapshot, files } = await openWithFiles(directory);
      const copy = await IndexSnapshot.openCommit(createDirectory(files), snapshot.commit);
      expect([snapshot.generation, snapshot.id(0)]).toEqual([2, "b"]);
      expect([copy.generation, copy.id(0)]).toEqual([2, "b"]);
    },
  );
});
