// The same library runs in a page: nothing is fetched, and the index lives in the tab's memory.
import { createIndex } from "termwise";

const index = await createIndex();
await index.add([
  { id: 1, text: "Lower the <eggs> into boiling water." }, // a number becomes the text "1"
  { id: 2, text: "Simmer the soup all day." },
]);

const list = document.createElement("ol");
const { hits } = await index.search("boiled eggs", { snippet: true });
for (const { id, snippet } of hits) {
  const item = document.createElement("li");
  item.id = id;
  item.innerHTML = snippet?.html ?? ""; // escaped, with <mark> around what was found
  list.append(item);
}
document.body.append(list);
console.log(list.innerHTML);

// In Chromium. Prints:
// <li id="1">Lower the &lt;<mark>eggs</mark>&gt; into <mark>boiling</mark> water.</li>
