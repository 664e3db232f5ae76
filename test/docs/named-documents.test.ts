import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/run.js';
import { type SourceFile, sourceFiles } from './sources.js';

/** A name with `.md`, or the bare name of a document in parentheses: `(FACTS)`, `(STYLE: names)`. */
const NAMED = new RegExp(
  String.raw`(?<![\w./-])(?:[\w-]+/)*[\w-]+\.md\b` +
    String.raw`|(?<=\()(?:ARCHITECTURE|CONTRIBUTING|ERRORS|FACTS|GATEWAY|GUIDE|PERFORMANCE|STYLE|WIRE)(?=\)|: )`,
  'g',
);

/** The documents that a file names and that do not exist beside the file, in the root or in docs/. */
function missingDocuments({ path, text }: SourceFile): string[] {
  const exists = (name: string): boolean =>
    // Files that the tests of the generator and the build write.
    name.startsWith('out/') ||
    name === 'dist/THIRD-PARTY.md' ||
    ['', 'docs', posix.dirname(path)].some((folder) => existsSync(ROOT + posix.join(folder, name)));
  return [...text.matchAll(NAMED)].map(([name]) => name).filter((name) => !exists(name));
}

describe('named documents', () => {
  const files = sourceFiles(/^(?!test\/docs\/).*\.(?:ts|mjs|json|wsdl|md|php|pl|py|cpp|java|xsd)$|^\.ci\/run$/);
  const checked = files.filter(({ text }) => text.match(NAMED) !== null);

  it.each(checked.map((file) => [file.path, file] as const))('in %s exist', (_path, file) => {
    expect(missingDocuments(file)).toEqual([]);
  });

  it('are searched in sources and settings', () => {
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['.oxlintrc.json', 'src/client/client.ts']));
  });
});

describe('the search for documents', () => {
  it.each([
    ['(WIRE.md)', ['WIRE.md']],
    ['the layer rule (ARCHITECTURE: the layer rule)', ['ARCHITECTURE']],
    ['public clients (FACTS); and', ['FACTS']],
    ['README.md, docs/gateway.md, gateway.md, (README: development)', []],
    ['./README.md of another', []],
  ])('finds the missing documents in %j', (text, expected) => {
    expect(missingDocuments({ path: 'src/client/client.ts', text })).toEqual(expected);
  });
});
