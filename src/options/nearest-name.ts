/** The most characters of a name that is compared: a longer one is misspelt in no way that could be guessed. */
const MAX_LENGTH = 40;

/** The known name that was most likely meant by another one; `undefined` where none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (plain === '' || name.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  // A third of its letters may be wrong, and two at most.
  let least = Math.min(2, Math.floor(plain.length / 3)) + 1;
  for (const each of known) {
    const distance = distanceOf(plain, plainName(each));
    if (distance >= least) continue;
    least = distance;
    nearest = each;
  }
  return nearest;
}

/** The letters of a name alone: `no_unicode` is as good as `noUnicode`. */
function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_each, index) => index);
  for (let at = 1; at <= a.length; at++) {
    const next = [at];
    for (let to = 1; to <= b.length; to++) {
      const isSame = a[at - 1] === b[to - 1];
      const changed = (row[to - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = at > 1 && to > 1 && a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1];
      const swapped = isSwapped ? (before[to - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
