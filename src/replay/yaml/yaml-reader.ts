import type yamlModule from 'yaml';
import { loadYaml } from '../../files/built-in.js';
import { CONFLICT, conflictLine, ValueReader } from '../har/value-reader.js';

/** A file may have this number of lines, plus one for every `CHARACTERS_PER_LINE` characters. */
const FEW_LINES = 5000;
export const CHARACTERS_PER_LINE = 8;

const MAX_ANCESTORS = 32;
const TOO_DEEP = 'values are nested too deeply';

export class YamlReader extends ValueReader {
  #lineAt: (offset: number) => number = () => 1;

  /** @throws ValidationError that names the line */
  parse(text: string): unknown {
    const { LineCounter, parseDocument } = loadYaml();
    const conflict = conflictLine(text);
    if (conflict !== undefined) return this.fail(`line ${conflict}`, CONFLICT);
    const excess = excessLine(text);
    if (excess !== undefined) return this.fail(`line ${excess}`, 'too many lines for a file of this length');
    const lineCounter = new LineCounter();
    this.#lineAt = (offset) => lineCounter.linePos(offset).line;
    const document = parseDocument(text, {
      lineCounter,
      stringKeys: true,
      uniqueKeys: false,
      logLevel: 'error',
      // Only decimal numbers. All other texts stay texts.
      customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.format === undefined),
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) return this.#refuse(problem.pos[0], `is not YAML (${problem.code})`);
    this.#checkNodes(document);
    return document.toJS({ maxAliasCount: 0 });
  }

  checkKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string): void {
    for (const key of Object.keys(value)) {
      if (!known.includes(key)) this.fail(path, `has a key that is none of ${known.join(', ')}`);
    }
  }

  #refuse(offset: number, reason: string): never {
    return this.fail(`line ${this.#lineAt(offset)}`, reason);
  }

  #checkNodes(document: yamlModule.Document): void {
    const { isAlias, isMap, isScalar, visit } = loadYaml();
    visit(document, {
      Node: (_key, node, path) => {
        const offset = offsetOf(node) ?? 0;
        if (path.length > MAX_ANCESTORS) this.#refuse(offset, TOO_DEEP);
        if (isAlias(node)) this.#refuse(offset, 'aliases are not supported');
        if (node.anchor !== undefined) this.#refuse(offset, 'anchors are not supported');
        if (node.tag !== undefined) this.#refuse(offset, 'tags are not supported');
        const keys = new Set<unknown>();
        for (const { key } of isMap(node) ? node.items : []) {
          const name = isScalar(key) ? key.value : key;
          if (keys.has(name)) this.#refuse(offsetOf(key) ?? 0, 'duplicate key');
          keys.add(name);
        }
      },
    });
  }
}

function offsetOf(node: unknown): number | undefined {
  return loadYaml().isNode(node) ? node.range?.[0] : undefined;
}

function excessLine(text: string): number | undefined {
  const limit = FEW_LINES + text.length / CHARACTERS_PER_LINE;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > limit) return lines;
  }
  return undefined;
}
