import type yamlModule from 'yaml';
import { loadBuiltIn } from '../../files/built-in.js';
import { ValueReader } from '../har/value-reader.js';
import { placeTooDeep } from './nesting.js';

/** The relevant part of a document node. */
interface Node {
  readonly items?: readonly unknown[];
  readonly value?: unknown;
  readonly anchor?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly range?: readonly [number, number, number] | null;
}

export interface Tree {
  readonly value: unknown;
  /** Returns the line number of a value, by the keys that lead to it. */
  lineOf(keys: readonly (string | number)[]): number;
  /** Returns the offsets of the values of a list. */
  startsOf(keys: readonly (string | number)[]): readonly number[];
}

/** The maximum number of levels of a cassette. */
const MAX_DEPTH = 16;

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels`;
const TAGGED = 'has a tag, which cassettes do not';

const REASONS: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'is an alias, which cassettes do not have',
  BAD_ALIAS: 'is an alias, which cassettes do not have',
  BAD_DIRECTIVE: 'is a directive, which cassettes do not have',
  BAD_DQ_ESCAPE: 'a text in quotation marks has an escape that is none',
  BAD_INDENT: 'is not indented as what belongs to it',
  BAD_SCALAR_START: 'a text begins with a character that wants quotation marks',
  BLOCK_IN_FLOW: 'a comma or a bracket is missing',
  BLOCK_AS_IMPLICIT_KEY: 'has two values, or a colon too many',
  MISSING_CHAR: 'a comma, a colon, a bracket or a quotation mark is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing',
  MULTIPLE_DOCS: 'is a second document in the file',
  RESOURCE_EXHAUSTION: TOO_DEEP,
  TAB_AS_INDENT: 'is indented with tabs',
  TAG_RESOLVE_FAILED: TAGGED,
  UNEXPECTED_TOKEN: 'has something that does not belong there',
};

/** Reads the small subset of YAML that cassettes need: no anchors, aliases, tags or directives. */
export class TreeReader extends ValueReader {
  #tree: Tree | undefined;

  /** @throws ValidationError that names the line */
  parsed(text: string): Tree {
    const { LineCounter, parseDocument, isMap, isSeq, isScalar } = loadBuiltIn('yaml') as typeof yamlModule;
    const lines = new LineCounter();
    const lineAt = (offset: number): number => lines.linePos(offset).line;
    const refuse = (offset: number, reason: string): never => super.fail(`line ${lineAt(offset)}`, reason);
    const deep = placeTooDeep(text, MAX_DEPTH);
    if (deep !== undefined) return super.fail(`line ${text.slice(0, deep).split('\n').length}`, TOO_DEEP);
    const document = this.#within(() =>
      parseDocument(text, { schema: 'failsafe', lineCounter: lines, uniqueKeys: false, logLevel: 'error' }),
    );
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined)
      return refuse(problem.pos[0], REASONS[problem.code] ?? 'is not YAML as cassettes have it');

    const valueOf = (node: unknown, depth: number, offset: number): unknown => {
      if (node === null || node === undefined) return '';
      const { anchor, tag, source, range, items = [] } = node as Node;
      const start = range?.[0] ?? offset;
      if (depth > MAX_DEPTH) return refuse(start, TOO_DEEP);
      if (anchor !== undefined) return refuse(start, 'has an anchor, which cassettes do not');
      if (tag !== undefined) return refuse(start, TAGGED);
      if (isMap(node)) {
        const entries = new Map<string, unknown>();
        for (const { key, value } of node.items) {
          const at = (key as Node | null)?.range?.[0] ?? start;
          const name = isScalar(key) ? valueOf(key, depth + 1, at) : refuse(at, 'is a key that is no text');
          if (name === '<<') return refuse(at, 'merges another object, which cassettes do not');
          if (entries.has(name as string)) return refuse(at, 'is there twice in one object');
          entries.set(name as string, valueOf(value, depth + 1, at));
        }
        return Object.fromEntries(entries);
      }
      if (isSeq(node)) {
        return items.map((item) => valueOf(item, depth + 1, start));
      }
      if (!isScalar(node)) return refuse(start, 'is an alias, which cassettes do not have');
      return typeof node.value === 'string' ? node.value : (source ?? '');
    };
    const value = this.#within(() => valueOf(document.contents, 0, 0));
    const nodeAt = (keys: readonly (string | number)[]): Node | undefined => {
      let found: Node | undefined;
      for (let length = keys.length; found === undefined && length >= 0; length--) {
        found = document.getIn(keys.slice(0, length), true) as Node | undefined;
      }
      return found;
    };
    const tree: Tree = {
      value,
      lineOf: (keys) => lineAt(nodeAt(keys)?.range?.[0] ?? 0),
      startsOf: (keys) => (nodeAt(keys)?.items ?? []).map((item) => (item as Node | null)?.range?.[0] ?? 0),
    };
    this.#tree = tree;
    return tree;
  }

  /** A path consists of keys, separated by dots and brackets. */
  override fail(path: string, reason: string): never {
    const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
    const line = this.#tree?.lineOf(keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)));
    return super.fail(path, line === undefined ? reason : `${reason}, on line ${line}`);
  }

  only(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string): void {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) this.fail(path, `has a key that is none of ${known.join(', ')}`);
    }
  }

  /** A stack overflow is an error of the file. */
  #within<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return super.fail('', TOO_DEEP);
    }
  }
}
