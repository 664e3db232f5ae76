import type yamlModule from 'yaml';
import { loadBuiltIn } from '../../files/built-in.js';
import { latin1 } from '../../http-message/charset.js';
import { invalid } from '../../options/check.js';
import { placeTooDeep } from '../yaml/nesting.js';
import { type Json, NotUsable } from './message/foreign-call.js';
import { WrittenBytes } from './vcr-interactions.js';

/** So many bytes at the beginning of a file tell what it is. */
const HEAD = 4096;
const BEGINNING = /^(?:http_)?interactions:/m;

/** The most bytes of a file: of each a hundred are needed while it is read. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The most levels of a recording. */
const MAX_DEPTH = 32;
/** The most brackets inside each other: so many take their time before a call of them can be left out. */
const MAX_BRACKETS = 256;

/** A node of a document, as far as it is looked at. */
interface Node {
  readonly anchor?: string;
  readonly tag?: string;
  readonly type?: string;
  readonly range?: readonly [number, number, number] | null;
}

/** The tags of what is a text anyway. */
const TEXT_TAGS: ReadonlySet<string> = new Set(['!', '!str', 'tag:yaml.org,2002:str']);
/** Psych writes the first one, PyYAML the second. */
const BINARY_TAGS: ReadonlySet<string> = new Set(['!binary', 'tag:yaml.org,2002:binary']);
const NULLS: ReadonlySet<string> = new Set(['', '~', 'null', 'Null', 'NULL']);

/** Tells whether a file is a cassette of VCR (Ruby) or VCR.py in YAML, as far as its beginning shows. */
export function isVcrYaml(bytes: Uint8Array): boolean {
  return BEGINNING.test(latin1(bytes.subarray(0, HEAD)));
}

/** The calls of a cassette of VCR in YAML; each is read when it is asked for. */
export interface VcrDocument {
  readonly length: number;
  /** The content of a call, as JSON would have it; numbers are texts. @throws NotUsable for what VCR does not write */
  read(index: number): unknown;
}

/**
 * Reads a cassette of VCR in YAML.
 *
 * @throws ValidationError when it is too large, or no YAML: it names the line, and quotes nothing
 */
export function readVcrYaml(bytes: Uint8Array, from: string): VcrDocument {
  if (bytes.length > MAX_BYTES) {
    return invalid(
      'from',
      `has more than ${MAX_BYTES} bytes, the most of VCR in YAML; in JSON it may have more: ${from}`,
    );
  }
  const { LineCounter, parseDocument, isMap, isSeq, isScalar } = loadBuiltIn('yaml') as typeof yamlModule;
  const lines = new LineCounter();
  const lineOf = (node: unknown, parent = 0): number => {
    const offset = (node as Node | null)?.range?.[0];
    return offset === undefined ? parent : lines.linePos(offset).line;
  };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const deep = placeTooDeep(text, MAX_BRACKETS);
  if (deep !== undefined) {
    const line = text.slice(0, deep).split('\n').length;
    return invalid('from', `is nested deeper than ${MAX_BRACKETS} brackets, on line ${line}: ${from}`);
  }
  const document = within(from, () =>
    parseDocument(text, { schema: 'failsafe', lineCounter: lines, uniqueKeys: false, logLevel: 'error' }),
  );
  const [error] = document.errors;
  if (error !== undefined) {
    return invalid('from', `is not YAML as VCR writes it, on line ${lines.linePos(error.pos[0]).line}: ${from}`);
  }
  /** What anchors stand for; the same for all that name it, so that nothing is multiplied. */
  const anchors = new Map<string, unknown>();
  const noted = (anchor: string | undefined, value: unknown): unknown => {
    if (anchor !== undefined) anchors.set(anchor, value);
    return value;
  };
  const valueOf = (node: unknown, depth: number, line: number): unknown => {
    if (node === null || node === undefined) return null;
    const { anchor, tag, type } = node as Node;
    const at = lineOf(node, line);
    if (depth > MAX_DEPTH) throw new NotUsable(`is nested deeper than ${MAX_DEPTH} levels, on line ${at}`);
    if (tag !== undefined && !TEXT_TAGS.has(tag) && !(isScalar(node) && BINARY_TAGS.has(tag))) {
      throw new NotUsable(`has a tag that is not known here, on line ${at}`);
    }
    let value: unknown;
    if (isMap(node)) value = objectOf(node, depth, at);
    else if (isSeq(node)) value = node.items.map((item) => valueOf(item, depth + 1, at));
    else if (isScalar(node)) {
      // The library knows one of the tags itself.
      if (node.value instanceof Uint8Array) return noted(anchor, new WrittenBytes(node.value));
      const written = typeof node.value === 'string' ? node.value : '';
      if (tag !== undefined && BINARY_TAGS.has(tag)) value = new WrittenBytes(Buffer.from(written, 'base64'));
      else value = type === 'PLAIN' && tag === undefined && NULLS.has(written) ? null : written;
    } else {
      const { source = '' } = node as { readonly source?: string };
      if (!anchors.has(source)) throw new NotUsable(`has an alias of what is not there, on line ${at}`);
      value = anchors.get(source);
    }
    return noted(anchor, value);
  };
  const objectOf = (map: yamlModule.YAMLMap, depth: number, line: number): Json => {
    const entries = new Map<string, unknown>();
    for (const { key, value } of map.items) {
      const at = lineOf(key, line);
      const name = valueOf(key, depth + 1, at);
      if (typeof name !== 'string') throw new NotUsable(`has a key that is no text, on line ${at}`);
      if (name === '<<') throw new NotUsable(`merges another object, on line ${at}`);
      if (entries.has(name)) throw new NotUsable(`has a key twice, on line ${at}`);
      entries.set(name, valueOf(value, depth + 1, at));
    }
    return Object.fromEntries(entries);
  };
  const { contents } = document;
  const list = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && /^(?:http_)?interactions$/.test(String(key.value)))?.value
    : undefined;
  const { items } = isSeq(list) ? list : invalid('from', `is YAML, and no cassette of VCR: ${from}`);
  return { length: items.length, read: (index) => within(from, () => valueOf(items[index], 0, 1)) };
}

/** A stack that overflows is the doing of the file. */
function within<T>(from: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalid('from', `is nested too deep: ${from}`);
  }
}
