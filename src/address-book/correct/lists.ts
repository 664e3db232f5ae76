/** Tells whether two sorted lists of texts are the same. */
export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Tells whether each text of a list is in another one, as often as it stands there. */
export function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const text of whole) left.set(text, (left.get(text) ?? 0) + 1);
  return part.every((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}
