/** A small app as people write one: it uses the package by its names and is built by their bundlers. */

import { createIndex } from "termwise";
import { HttpDirectory, openIndex, openInWorker } from "termwise/browser";
import { openReadOnly } from "termwise/read-only";
import { openEncoderInWorker } from "termwise/worker";

const recipes = [
  { id: "eggs", text: "Lower the eggs into boiling water." },
  { id: "soup", text: "Simmer the soup all day." },
];

const ids = ({ hits }) => hits.map(({ id }) => id);

/** Everything that a page does with an index, as data that a test can look at. */
async function answers() {
  const found = {};
  const own = await createIndex();
  await own.add(recipes);
  found.plain = ids(await own.search("boiled egg"));
  found.fuzzy = ids(await own.search("sopu", { fuzzy: true }));
  found.phrase = ids(await own.search('"boiling water"', { syntax: true }));
  found.snippet = (await own.search("soup", { snippet: true })).hits[0].snippet.html;

  const many = await createIndex({ threads: 2 });
  await many.add(Array.from({ length: 300 }, (_, i) => ({ id: i, text: `ball ${i} is round` })));
  found.threads = await many.withReader(async ({ pool }) => pool.threads);
  found.threaded = ids(await many.search("ball 7"))[0];
  await many.close();

  const address = new URL("/index/", location.href);
  const remote = await openIndex(new HttpDirectory(address));
  found.remote = ids(await remote.search("soup"));
  const apart = await openInWorker(address);
  found.isInWorker = apart.isInWorker;
  found.apart = ids(await apart.search("boiled egg"));
  found.suggested = (await apart.suggest("sou")).map(({ text }) => text);
  await apart.close();

  const least = await openReadOnly(address.href);
  found.least = ids(await least.search("boiled egg", { snippet: true }));
  found.encoded = await encoded().catch(({ code }) => code);
  return found;
}

/** The vector of a query, made in a worker. */
async function encoded() {
  const encoder = await openEncoderInWorker(new URL("/model/", location.href), { name: "tiny" });
  const { isInWorker } = encoder;
  const vector = Array.from(await encoder.query("boil an egg"));
  await encoder.close();
  return { isInWorker, vector };
}

answers().then(
  (found) => {
    globalThis.answers = found;
  },
  (error) => {
    globalThis.answers = { error: String(error?.stack ?? error) };
  },
);
