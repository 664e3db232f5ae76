import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/run.js';
import { type SourceFile, sourceFiles } from './sources.js';

/** A name with `.md`, or the bare name of a document as comments like to have it: `(FACTS)`, `(STYLE: names)`. */
const NAMED = new RegExp(
  String.raw`(?<![\w./-])(?:[\w-]+/)*[\w-]+\.md\b` +
    String.raw`|(?<=\()(?:ARCHITECTURE|CONTRIBUTING|ERRORS|FACTS|GATEWAY|GUIDE|PERFORMANCE|STYLE|WIRE)(?=\)|: )`,
  'g',
);

/** The documents that a file names and the repository does not have: beside the file, in its root or in docs/. */
function missingDocuments({ path, text }: SourceFile): string[] {
  const isThere = (name: string): boolean =>
    // What the generator is told to write in its tests, and what the build writes.
    name.startsWith('out/') ||
    name === 'dist/THIRD-PARTY.md' ||
    ['', 'docs', posix.dirname(path)].some((folder) => existsSync(ROOT + posix.join(folder, name)));
  return [...text.matchAll(NAMED)].map(([name]) => name).filter((name) => !isThere(name));
}

describe('the documents that are named', () => {
  const files = sourceFiles(/^(?!test\/docs\/).*\.(?:ts|mjs|json|wsdl|md|php|pl|py|cpp|java|xsd)$|^\.ci\/run$/);
  const checked = files.filter(({ text }) => text.match(NAMED) !== null);

  it.each(checked.map((file) => [file.path, file] as const))('in %s are in the repository', (_path, file) => {
    expect(missingDocuments(file)).toEqual([]);
  });

  it('are searched for in sources and in settings alike', () => {
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
  ])('finds in %j those that are not there', (text, expected) => {
    expect(missingDocuments({ path: 'src/client/client.ts', text })).toEqual(expected);
  });
});
