/** The same on a runtime with files and threads: a folder, two threads, a worker, an index on a server. Prints JSON. */

import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openInWorker, openReadOnly } from "../../../dist/src/browser.js";
import { createIndex, openIndex } from "../../../dist/src/index.js";
import { inMemory } from "./everywhere.mjs";

const ids = ({ hits }) => hits.map(({ id }) => id);
const found = await inMemory();

const folder = join(mkdtempSync(join(tmpdir(), "termwise-runtime-")), "index");
const made = await createIndex(folder);
await made.add([
  { id: "eggs", text: "Lower the eggs into boiling water." },
  { id: "soup", text: "Simmer the soup all day." },
]);
await made.close();

const threaded = await openIndex(folder, { threads: 2 });
found.folder = ids(await threaded.search("soup"));
found.threads = await threaded.withReader(async ({ pool }) => pool.threads);
await threaded.close();

const server = createServer((request, response) => {
  const name = request.url.slice(1);
  if (!readdirSync(folder).includes(name)) response.writeHead(404).end();
  else response.end(readFileSync(join(folder, name)));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const remote = await openReadOnly(address);
found.remote = ids(await remote.search("soup"));
await remote.close();
const apart = await openInWorker(address);
found.isInWorker = apart.isInWorker;
found.apart = ids(await apart.search("boiled egg"));
await apart.close();
server.close();
console.log(JSON.stringify(found));
