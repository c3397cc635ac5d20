// Keeps what a page has fetched and answers from there when the network is gone, parts of files too.
const CACHE = "offline";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && new URL(request.url).origin === location.origin;
  if (isOurs) event.respondWith(answer(request));
});

async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.status === 200)
      await (await caches.open(CACHE)).put(request.url, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request.url);
    if (kept === undefined) throw error;
    return part(kept, request.headers.get("range"));
  }
}

async function part(kept, range) {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (from === undefined) return kept;
  const whole = await kept.blob();
  const end = Math.min(Number(to) + 1, whole.size);
  const headers = new Headers(kept.headers);
  headers.set("content-range", `bytes ${from}-${end - 1}/${whole.size}`);
  return new Response(whole.slice(Number(from), end), { status: 206, headers });
}
