import { createIndex } from "termwise";

const index = await createIndex();
await index.add([
  { id: "eggs", title: "Boiled eggs", text: "Lower the eggs into boiling water for six minutes." },
  { id: "soup", title: "Bone soup", text: "Simmer the bones all day; never let the soup boil." },
  { id: "plums", title: "Salted plums", text: "Layer plums and salt under a heavy stone." },
]);
const { hits } = await index.search("boiling egg", { limit: 2, snippet: true });
for (const { document, snippet } of hits) console.log(`${document.title}: ${snippet?.text}`);

// In Node and in Chromium. Prints:
// Boiled eggs: Lower the eggs into boiling water for six minutes.
// Bone soup: Simmer the bones all day; never let the soup boil.
