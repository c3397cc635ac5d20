/** The items of a list separated by commas, trimmed. Commas inside parentheses do not separate. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let [start, depth] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth <= 0) {
      items.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...items, text.slice(start).trim()];
}
