import { checkFilled, invalid } from '../../options/check.js';

/** The most characters of a pattern: what it costs to compare a name with it grows with both. */
const MAX_PATTERN = 1000;

/** Stands for any one character. */
const ANY = Symbol('any');

type Sign = string | typeof ANY;

/** Tells whether a name fits a pattern. */
export type Glob = (name: string) => boolean;

/**
 * Makes a glob of a pattern: `*` stands for any characters, `?` for one, and a `\` takes that meaning from the
 * character behind it. A name is no path, so that `/` and brackets are characters as others are. Packages that match
 * globs read paths, and make regular expressions of them, which take quadratic time and more for hostile names.
 *
 * Letters have their case; by which code points an accented letter is written makes no difference.
 *
 * @throws ValidationError for a pattern that is empty, too long, or ends in the middle
 */
export function globOf(value: unknown, path: string): Glob {
  const pattern = checkFilled(value, path);
  if (pattern.length > MAX_PATTERN) invalid(path, `has more than ${MAX_PATTERN} characters`);
  const parts: Sign[][] = [[]];
  let isPlain = false;
  for (const sign of pattern.normalize('NFC')) {
    const part = parts.at(-1) as Sign[];
    if (isPlain) part.push(sign);
    else if (sign === '*') parts.push([]);
    else if (sign === '?') part.push(ANY);
    else if (sign !== '\\') part.push(sign);
    isPlain = !isPlain && sign === '\\';
  }
  if (isPlain) invalid(path, 'ends with a \\, which takes its meaning from the character behind it');
  return (name) => fits([...name.normalize('NFC')], parts);
}

/** Looks for each part as early as it can be: what is left is then the most for those behind it. */
function fits(name: readonly string[], parts: readonly (readonly Sign[])[]): boolean {
  const [first = [], ...others] = parts;
  const last = others.pop();
  if (!isAt(name, first, 0)) return false;
  if (last === undefined) return name.length === first.length;
  let from = first.length;
  for (const part of others) {
    while (!isAt(name, part, from)) {
      if (from + part.length >= name.length) return false;
      from += 1;
    }
    from += part.length;
  }
  const end = name.length - last.length;
  return end >= from && isAt(name, last, end);
}

function isAt(name: readonly string[], part: readonly Sign[], from: number): boolean {
  return from + part.length <= name.length && part.every((sign, at) => sign === ANY || sign === name[from + at]);
}
