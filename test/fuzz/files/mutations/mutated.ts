import type { Random } from '../../random.js';
import { type FileKind, type Files, firstOf } from '../file-kind.js';
import { mutateBytes } from './bytes.js';
import { grown } from './growing.js';
import { mutateJson } from './json.js';
import { linesOf, mutateText } from './texts.js';

/** Mutated files and their mutations. */
export interface Mutated {
  readonly files: Files;
  readonly applied: readonly string[];
  /** True if a file was built to be expensive. */
  readonly isLarge: boolean;
}

/** The probability of making a file large. */
const LARGE = 1 / 100;
const LARGEST = 240_000;

/** Maximum number of characters after small mutations. */
const MAX_SMALL = 400_000;

/** Changes one of the files one to four times. In one of twenty cases, no file is changed. */
export function mutated(kind: FileKind, files: Files, random: Random): Mutated {
  const names = [...files.keys()];
  const name = random.chance(0.6) ? firstOf(files)[0] : (random.pick(names) ?? '');
  const before = files.get(name) ?? Buffer.alloc(0);
  const applied: string[] = [];
  const isLarge = random.chance(LARGE);
  if (!isLarge && random.chance(0.05)) return { files, applied: ['nothing'], isLarge };
  let text = before.toString('utf8');
  if (isLarge) {
    const bytes = Math.floor(20_000 + random.next() * LARGEST);
    const [large, way] = grown(kind, text, random, bytes);
    text = large;
    applied.push(way);
  }
  for (let left = isLarge ? random.below(2) : 1 + random.below(4); left > 0; left--) {
    const [changed, way] = changedOnce(kind, text, random);
    if (changed === text || changed.length > MAX_SMALL) continue;
    text = changed;
    applied.push(way);
  }
  if (kind.repair !== undefined && random.chance(0.6)) text = kind.repair(text);
  let bytes: Buffer = Buffer.from(text, 'utf8');
  if (random.chance(0.12)) {
    const [changed, way] = mutateBytes(bytes, random);
    bytes = changed;
    applied.push(way);
  }
  return {
    files: new Map([...files].map(([one, content]) => [one, one === name ? bytes : content])),
    applied,
    isLarge,
  };
}

function changedOnce(kind: FileKind, text: string, random: Random): readonly [text: string, way: string] {
  if (kind.form === 'text' || random.chance(0.3)) return mutateText(text, random, kind.tokens);
  if (kind.form === 'json') return mutateJson(text, random);
  const lines = linesOf(text);
  const at = random.chance(0.2) ? random.pick([0, lines.length - 1]) : random.below(lines.length);
  const [line, way] = mutateJson(lines[at] ?? '', random);
  return lines.length === 0 ? [text, way] : [lines.with(at, line).join(''), way];
}
