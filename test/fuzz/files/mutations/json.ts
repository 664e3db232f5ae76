import { type Node, parseTree } from 'jsonc-parser';
import { mutate } from '../../mutations.js';
import type { Random } from '../../random.js';
import { NAMES, VALUES } from './json-pieces.js';

type JsonMutation = (text: string, node: Node, random: Random, all: readonly Node[]) => string;

/** Mutations of JSON with a result that is valid JSON. */
const CHANGES: Readonly<Record<string, JsonMutation>> = {
  otherValue: (text, node, random) => replaced(text, node, random.pick(VALUES)),
  emptyValue: (text, node) => replaced(text, node, node.type === 'array' ? '[]' : node.type === 'object' ? '{}' : '""'),
  wrapped: (text, node, random) =>
    replaced(text, node, random.chance(0.5) ? `[${sourceOf(text, node)}]` : `{"x":${sourceOf(text, node)}}`),
  nested: (text, node, random) => {
    const depth = 1 + random.below(random.chance(0.1) ? 20_000 : 60);
    return random.chance(0.5)
      ? replaced(text, node, '['.repeat(depth) + sourceOf(text, node) + ']'.repeat(depth))
      : replaced(text, node, '{"a":'.repeat(depth) + sourceOf(text, node) + '}'.repeat(depth));
  },
  swapped: (text, node, random, all) => {
    const other = random.pick(all) ?? node;
    const [first, second] = node.offset < other.offset ? [node, other] : [other, node];
    if (first.offset + first.length > second.offset) return text;
    const [one, two] = [sourceOf(text, first), sourceOf(text, second)];
    const between = text.slice(first.offset + first.length, second.offset);
    return text.slice(0, first.offset) + two + between + one + text.slice(second.offset + second.length);
  },
  copied: (text, node, random, all) => replaced(text, node, sourceOf(text, random.pick(all) ?? node)),
  removed: (text, node) => {
    const whole = node.parent?.type === 'property' ? node.parent : node;
    const rest = text.slice(whole.offset + whole.length);
    const isFollowed = /^\s*,/.test(rest);
    const before = text.slice(0, whole.offset);
    return isFollowed ? before + rest.replace(/^\s*,/, '') : before.replace(/,\s*$/, '') + rest;
  },
  doubled: (text, node, random) => {
    const whole = node.parent?.type === 'property' ? node.parent : node;
    const source = sourceOf(text, whole);
    const times = 1 + random.below(random.chance(0.2) ? 40 : 2);
    return inserted(text, whole.offset, `${source},`.repeat(times));
  },
  doubledKey: (text, node, random) => {
    const { parent } = node;
    if (parent?.type !== 'property') return text;
    const [key] = parent.children ?? [];
    const other = `${key === undefined ? '"x"' : sourceOf(text, key)}:${random.pick(VALUES)}`;
    return random.chance(0.5)
      ? inserted(text, parent.offset, `${other},`)
      : inserted(text, parent.offset + parent.length, `,${other}`);
  },
  renamed: (text, node, random) => {
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return key === undefined ? text : replaced(text, key, `"${random.pick(NAMES)}"`);
  },
  addedKey: (text, node, random) => {
    if (node.type !== 'object') return text;
    const isEmpty = (node.children ?? []).length === 0;
    return inserted(text, node.offset + 1, `"${random.pick(NAMES)}":${random.pick(VALUES)}${isEmpty ? '' : ','}`);
  },
  moved: (text, node, random, all) => {
    const other = random.pick(all.filter(({ parent }) => parent?.type === 'array'));
    return other === undefined ? text : inserted(text, other.offset, `${sourceOf(text, node)},`);
  },
  otherText: (text, node, random) => {
    if (node.type !== 'string') return text;
    const at = node.offset + 1 + random.below(Math.max(0, node.length - 1));
    const piece =
      random.pick([
        ...['\\u0000', '\\ud800', '\\u2028', '\\n', '\\'],
        ...['"', '<', '&#0;', ']]>', '\u202e', '7', ' '],
      ]) ?? '';
    return inserted(text, at, piece);
  },
  otherMarkup: (text, node, random) => {
    const value: unknown = node.value;
    if (typeof value !== 'string' || !value.includes('<')) return text;
    const document = Buffer.from(value, 'utf8');
    const { bytes } = mutate(document, random, () => document);
    return replaced(text, node, JSON.stringify(bytes.toString('utf8')));
  },
  otherNumber: (text, node, random) =>
    node.type === 'number' ? replaced(text, node, `${Number(node.value) + random.pick([-1, 1, 2, 1e9, 0.5])}`) : text,
};

const WAYS: readonly string[] = Object.keys(CHANGES);

/** Changes a value, a key or an element of JSON. @returns the unchanged text if it is not JSON */
export function mutateJson(text: string, random: Random): readonly [text: string, way: string] {
  const all = nodesOf(text);
  const withMarkup = random.chance(0.2)
    ? random.pick(all.filter(({ type, value }) => type === 'string' && String(value).includes('<')))
    : undefined;
  const node = withMarkup ?? random.pick(all);
  if (node === undefined) return [text, ''];
  const way = withMarkup === undefined ? (random.pick(WAYS) ?? '') : 'otherMarkup';
  return [CHANGES[way]?.(text, node, random, all) ?? text, way];
}

/** Lists the values of a JSON text that can be parsed. Keys belong to their parents. */
export function nodesOf(text: string): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: Node[] = [];
  try {
    const root = parseTree(text);
    if (root !== undefined) waiting.push(root);
  } catch (error) {
    // The nesting is too deep for the parser.
    if (!(error instanceof RangeError)) throw error;
  }
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'property') waiting.push(...(node.children ?? []).slice(1));
    else {
      nodes.push(node);
      for (const child of node.children ?? []) waiting.push(child);
    }
  }
  return nodes;
}

/** The source text of a value. */
export function sourceOf(text: string, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}

/** Returns the text with a value replaced. */
export function replaced(text: string, { offset, length }: Node, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

function inserted(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}
