/**
 * The scenarios of the lines that keep an index safe: runs the one named by its second argument on
 * the built library in the folder of its first, and fails if the promise is broken. Plain
 * JavaScript: it runs unchanged, on copies of the library with lines removed.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [library, scenario] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(library, "src", path)).href);
const { buildIndex, IndexSnapshot, IndexWriter } = await load("index/index.js");
const { NodeDirectory } = await load("storage/node-directory.js");
const { acquireLock } = await load("storage/node-lock.js");

const folder = await mkdtemp(join(tmpdir(), "termwise-safety-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const PLAIN = { analysis: { language: "other" }, durability: "none" };
const open = () => NodeDirectory.open(folder);
const build = async (text, options = {}) =>
  buildIndex(await open(), [{ id: "a", text }], { ...PLAIN, ...options });
const replaceLock = () => {
  writeFileSync(join(folder, "other"), '{"host":"elsewhere","process":1,"began":"1"}');
  renameSync(join(folder, "other"), join(folder, ".writer.lock"));
};

const SCENARIOS = {
  async "files read late stay readable"() {
    await build("old words");
    const snapshot = await IndexSnapshot.open(await open());
    await build("new", { mode: "replace" });
    assert.deepEqual(await snapshot.readStoredFields(0), { text: "old words" });
  },

  async "a rebuilt index is another one"() {
    const directory = await open();
    await build("old");
    const held = await IndexSnapshot.open(directory);
    rmSync(folder, { recursive: true });
    await build("new");
    assert.notEqual((await IndexSnapshot.open(directory)).term("new"), undefined);
    await held.close();
  },

  async "an error is not remembered"() {
    await build("x");
    const directory = await open();
    let isTroubled = false;
    const { openFile } = directory;
    directory.openFile = async (name) => {
      const file = await openFile.call(directory, name);
      const readShared = () =>
        isTroubled ? Promise.reject(new Error("EMFILE")) : file.readShared();
      return { size: file.size, read: file.read, readShared, close: file.close };
    };
    const snapshot = await IndexSnapshot.open(directory);
    isTroubled = true;
    await assert.rejects(snapshot.readStoredFields(0));
    await assert.rejects(snapshot.readTokens(0));
    isTroubled = false;
    assert.deepEqual(await snapshot.readStoredFields(0), { text: "x" });
    assert.deepEqual(await snapshot.readTokens(0), ["x"]);
  },

  async "a commit that was replaced meanwhile is read again"() {
    await build("old");
    const directory = await open();
    const { openFile } = directory;
    directory.openFile = async (name) => {
      if (name === "commit") return openFile.call(directory, name);
      directory.openFile = openFile;
      await build("new", { mode: "replace" });
      return openFile.call(directory, name);
    };
    assert.equal((await IndexSnapshot.open(directory)).generation, 2);
  },

  async "a file that cannot be removed costs no commit"() {
    await build("old");
    const directory = await open();
    const writer = await IndexWriter.open(directory, { durability: "none" });
    directory.remove = (name) => NodeDirectory.prototype.remove.call(directory, `${name}-busy`);
    await writer.update({ id: "a", text: "new" });
    assert.equal(await writer.commit(), 2);
  },

  async "files of others stay"() {
    const files = { "segment-7.terms": "mine", weights: "mine too" };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await build("x");
    for (const [name, text] of Object.entries(files)) {
      assert.equal(readFileSync(join(folder, name), "utf8"), text);
    }
  },

  async "a pending commit of others stays"() {
    writeFileSync(join(folder, "commit.pending"), "to be done");
    await assert.rejects(build("x"));
    assert.equal(readFileSync(join(folder, "commit.pending"), "utf8"), "to be done");
  },

  async "a commit of others stays"() {
    writeFileSync(join(folder, "commit"), "what I did today: nothing at all, and it took all day");
    await assert.rejects(build("x", { mode: "replace" }));
    assert.match(readFileSync(join(folder, "commit"), "utf8"), /nothing at all/);
  },

  async "what a writer made and never committed goes"() {
    const writer = await IndexWriter.open(await open(), { ...PLAIN, memoryBytes: 1 });
    const documents = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, text: "x" }));
    await writer.addAll(documents);
    assert.notEqual(readdirSync(folder).length, 1);
    await writer.close();
    assert.deepEqual(readdirSync(folder), []);
  },

  async "a writer without its lock commits nothing"() {
    await build("old");
    const writer = await IndexWriter.open(await open(), { durability: "none" });
    await writer.update({ id: "a", text: "new" });
    replaceLock();
    await assert.rejects(writer.commit(), { code: "LOCKED" });
    assert.equal((await IndexSnapshot.open(await open())).generation, 1);
  },

  async "a writer without its lock removes nothing"() {
    const writer = await IndexWriter.open(await open(), { ...PLAIN, memoryBytes: 1 });
    const documents = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, text: "x" }));
    await writer.addAll(documents);
    const before = readdirSync(folder);
    replaceLock();
    await writer.close();
    assert.deepEqual(readdirSync(folder), before);
  },

  async "a lock that another has is not released"() {
    const lock = await acquireLock(folder, "writer");
    replaceLock();
    await lock.release();
    assert.deepEqual(readdirSync(folder), [".writer.lock"]);
  },

  async "what is being published is not taken back"() {
    await build("old");
    const directory = await open();
    const writer = await IndexWriter.open(directory);
    await writer.update({ id: "a", text: "new" });
    const { rename } = directory;
    directory.rename = async (from, to) => {
      await rename.call(directory, from, to);
      throw new Error("the disk has gone away");
    };
    await assert.rejects(writer.commit());
    const snapshot = await IndexSnapshot.open(await open());
    assert.equal(snapshot.generation, 2);
    assert.notEqual(snapshot.term("new"), undefined);
  },

  async "the lock of a living container is respected"() {
    const self = await acquireLock(folder, "writer");
    const holder = JSON.parse(readFileSync(join(folder, ".writer.lock"), "utf8"));
    await self.release();
    // A process number that does not exist here, in a namespace of its own.
    const other = { ...holder, process: 2 ** 22 + 1, namespace: "pid:[1]" };
    writeFileSync(join(folder, ".writer.lock"), JSON.stringify(other));
    await assert.rejects(acquireLock(folder, "writer"), { code: "LOCKED" });
  },
};

await SCENARIOS[scenario]();
