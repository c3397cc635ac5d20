/**
 * Keyboard shortcuts of judging: 0 to 3 grades the focused document and moves on, the arrow keys
 * move without grading, Backspace removes a grade.
 */

/** What a key does: a grade, null to remove it, and the documents to move by. */
export interface JudgingKey {
  readonly grade?: number | null;
  readonly move: -1 | 0 | 1;
}

/** Undefined for a key without a meaning, or with a modifier. */
export function readJudgingKey({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): JudgingKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (/^[0-3]$/.test(key)) return { grade: Number(key), move: 1 };
  if (key === "ArrowDown" || key === "j") return { move: 1 };
  if (key === "ArrowUp" || key === "k") return { move: -1 };
  return key === "Backspace" ? { grade: null, move: 0 } : undefined;
}
