// A page that can be searched without a network once it was open: a service worker keeps the page,
// the library and all files of the index.
import { listIndexFiles, openInWorker } from "termwise/browser";

const { serviceWorker } = navigator;
const isKept = serviceWorker.controller !== null;
await serviceWorker.register("/service-worker.js");
if (!isKept) {
  // Once more from the start: what was loaded before the worker was there, it has not kept.
  if (serviceWorker.controller === null) {
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
  }
  location.reload();
  await new Promise(() => {});
}

const address = new URL("/index/", location.href).href;
if (navigator.onLine) {
  await Promise.all([location.href, ...(await listIndexFiles(address))].map((file) => fetch(file)));
}
const index = await openInWorker(address);
const { hits, total } = await index.search(new URL(location.href).hash.slice(1), { snippet: true });
document.body.append(`${total} found, ${hits[0]?.document.text ?? "nothing to show"}`);
