import type { Random } from '../../random.js';
import type { FileKind } from '../file-kind.js';
import { nodesOf, replaced, sourceOf } from './json.js';
import { linesOf } from './texts.js';

/** Creates a text of approximately the given length. */
type Growth = (text: string, random: Random, bytes: number, tokens: readonly [string, ...string[]]) => string;

/** Pieces that are repeated inside a JSON text. Most of them are one character for a JSON parser. */
const UNITS: readonly [string, ...string[]] = [
  'a',
  ...[' ', '0', '7', '=', '-', "'", '<', '<a>', '<a/>', '<a b="c"/>', '</', '&#65;', '&amp;', '+48 '],
  ...['48500100200 ', '\\"', '\\\\', '\\n', '\\r', '\\t', '\\u0000', '\\u0041', '\\u0301', '\\ud800'],
  ...['\\ud83d\\ude00', 'ł', '\u202e'],
];

const OF_TEXT: Readonly<Record<string, Growth>> = {
  manyLines: (text, random, bytes) => {
    const lines = linesOf(text);
    const at = random.below(lines.length);
    const line = lines[at] ?? '\n';
    return [...lines.slice(0, at), line.repeat(bytes / line.length), ...lines.slice(at)].join('');
  },
  manyTokens: (text, random, bytes, tokens) => {
    const token = random.pick(tokens);
    const at = random.below(text.length + 1);
    return text.slice(0, at) + token.repeat(bytes / token.length) + text.slice(at);
  },
  twoTokens: (text, random, bytes, tokens) => {
    const token = random.pick(tokens) + random.pick(tokens);
    const at = random.below(text.length + 1);
    return text.slice(0, at) + token.repeat(bytes / token.length) + text.slice(at);
  },
  tokenEverywhere: (text, random, bytes, tokens) => {
    const token = random.pick(tokens);
    const long = text.repeat(bytes / Math.max(1, text.length) / 2);
    return long.replaceAll(random.pick(['a', '1', ' ', ':', ',', '\n']), (found) => found + token);
  },
};

const OF_JSON: Readonly<Record<string, Growth>> = {
  ...OF_TEXT,
  deepLists: (text, random, bytes) => atValue(text, random, () => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  deepObjects: (text, random, bytes) =>
    atValue(text, random, () => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`),
  deepNothing: (text, random, bytes) => atValue(text, random, () => '['.repeat(bytes)),
  manyKeys: (text, random, bytes) =>
    atValue(text, random, () => `{${Array.from({ length: bytes / 12 }, (_, index) => `"k${index}":1`).join()}}`),
  doubledKeys: (text, random, bytes) => atValue(text, random, () => `{${'"k":1,'.repeat(bytes / 6)}"k":1}`),
  manyElements: (text, random, bytes) =>
    atValue(text, random, (source) => `[${source}${`,${source}`.repeat(bytes / (source.length + 1))}]`),
  manyEmpty: (text, random, bytes) => atValue(text, random, () => `[${'{},'.repeat(bytes / 3)}[]]`),
  longText: (text, random, bytes) =>
    atValue(text, random, () => {
      const unit = random.pick(UNITS);
      return `"${unit.repeat(bytes / unit.length)}"`;
    }),
  longTextInside: (text, random, bytes) => {
    const node = random.pick(nodesOf(text).filter(({ type }) => type === 'string'));
    if (node === undefined) return text;
    const unit = random.pick(UNITS);
    const at = node.offset + 1 + random.below(node.length - 1);
    return text.slice(0, at) + unit.repeat(bytes / unit.length) + text.slice(at);
  },
  longNumber: (text, random, bytes) =>
    atValue(text, random, () => random.pick(['1', '-1', '0.', '1e']) + '9'.repeat(bytes)),
  repeatedElement: (text, random, bytes) => {
    const node = random.pick(nodesOf(text).filter(({ parent }) => parent?.type === 'array'));
    if (node === undefined) return text;
    const source = sourceOf(text, node);
    return replaced(text, node, `${source}${`,${source}`.repeat(bytes / (source.length + 1))}`);
  },
};

/** Creates a file of approximately a size by repeating one kind of content. */
export function grown(
  kind: Pick<FileKind, 'form' | 'tokens'>,
  text: string,
  random: Random,
  bytes: number,
): readonly [text: string, way: string] {
  const ways = kind.form === 'text' ? OF_TEXT : OF_JSON;
  const way = random.pick(Object.keys(ways)) ?? '';
  const grow = ways[way];
  if (grow === undefined) return [text, way];
  const isWhole = kind.form !== 'lines' || Object.hasOwn(OF_TEXT, way);
  if (isWhole) return [grow(text, random, bytes, kind.tokens), way];
  const lines = linesOf(text);
  const at = random.below(lines.length);
  return [lines.with(at, grow(lines[at] ?? '', random, bytes, kind.tokens)).join(''), way];
}

function atValue(text: string, random: Random, make: (source: string) => string): string {
  const node = random.pick(nodesOf(text));
  return node === undefined ? text : replaced(text, node, make(sourceOf(text, node)));
}
