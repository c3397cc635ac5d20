/**
 * Makes a number of commits of ten documents each (second argument) in a folder (first argument),
 * with occasional merges; prints each generation once it is acknowledged, and at last "done" or the
 * error that ended it. With a third argument it leaves only that many file descriptors free. Plain
 * JavaScript: it runs unchanged.
 */

import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { IndexWriter } from "../../dist/src/index/index.js";
import { NodeDirectory } from "../../dist/src/storage/node-directory.js";

const say = (line) => process.stdout.write(`${line}\n`);

const [folder, commits, free] = process.argv.slice(2);

function takeDescriptors() {
  const taken = [];
  try {
    for (;;) taken.push(openSync("/dev/null"));
  } catch {
    for (const descriptor of taken.slice(0, Number(free))) closeSync(descriptor);
  }
}

try {
  const directory = await NodeDirectory.open(folder);
  const options = { analysis: { language: "other" }, positions: true };
  const writer = await IndexWriter.open(directory, options);
  if (free !== undefined) takeDescriptors();
  for (let commit = 0; commit < Number(commits); commit++) {
    for (let i = 0; i < 10; i++) {
      const noise = randomBytes(300).toString("hex"); // incompressible
      await writer.add({ id: noise.slice(0, 32), text: noise.match(/.{6}/g).join(" ") });
    }
    if (commit % 4 === 3) await writer.merge();
    say(await writer.commit());
  }
  await writer.close();
  say("done");
} catch (error) {
  say(`${error.code} ${error.details?.errno}`);
}
