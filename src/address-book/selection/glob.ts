import { checkFilled, invalid } from '../../options/check.js';

/** The maximum length of a pattern, because matching time grows with its length. */
const MAX_PATTERN = 1000;

const ANY = Symbol('any');

type Sign = string | typeof ANY;

export type Glob = (name: string) => boolean;

/**
 * Compiles a pattern: `*` matches any characters, `?` one, and `\` escapes the next character. `/` and brackets have no
 * meaning, because names are not paths. Packages that match globs use regular expressions, which take quadratic time or
 * more for hostile names.
 *
 * Case matters; composed and decomposed accented letters are equal.
 *
 * @throws ValidationError if the pattern is empty, too long, or ends with `\`
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
  if (isPlain) invalid(path, 'ends with \\, which escapes the next character. Write \\\\ for a backslash');
  return (name) => fits([...name.normalize('NFC')], parts);
}

/** Finds each part at the first possible position, which leaves the most for the parts after it. */
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
