/** Finds the nearest name to a misspelt one, for error messages. */

/** Undefined if every candidate needs more edits than half its letters. */
export function findNearestName(input: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let minEdits = Infinity;
  for (const candidate of candidates) {
    const edits = editDistance(input.toLowerCase(), candidate.toLowerCase());
    if (edits < minEdits && edits <= candidate.length / 2) {
      best = candidate;
      minEdits = edits;
    }
  }
  return best;
}

/** Levenshtein's distance: insertions, deletions and replacements of single letters. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
