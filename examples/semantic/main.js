// A page that searches by meaning and by words, and says where it encodes: on the browser's GPU if
// there is one that is faster than the CPU. The model and the index are folders on the same server.
import { openReadOnly } from "termwise/browser";
import { openEncoderInWorker } from "termwise/worker";

const device = new URLSearchParams(location.search).get("device") ?? "auto";
const encoder = await openEncoderInWorker("/model", { name: "tiny", device });
const index = await openReadOnly(new URL("/index/", location.href).href, { encoder });

const form = document.querySelector("form");
const status = document.querySelector("p");
const list = document.querySelector("ol");

function showDevice() {
  status.textContent =
    encoder.device === undefined ? "Encoding on the CPU" : `Encoding on the GPU: ${encoder.device}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { hits } = await index.search(new FormData(form).get("query"), { ranker: "hybrid" });
  list.replaceChildren(
    ...hits.map(({ document: { text } }) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
  showDevice(); // a GPU that was lost meanwhile is replaced by the CPU
});
showDevice();
