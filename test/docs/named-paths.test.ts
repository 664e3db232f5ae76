import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../support/run.js';
import { documentPaths, readDocument } from './markdown.js';

/** A file or folder of the repository, as documents name it. */
const PATH = /`((?:src|test|scripts|generated|wsdl|examples|api)\/[\w./-]*)`/g;

it.each(documentPaths())('the files that %s names exist', (path) => {
  const named = readDocument(path).sections.flatMap(({ lines }) => lines.flatMap((line) => [...line.matchAll(PATH)]));
  expect(named.map(([, name = '']) => name).filter((name) => !existsSync(ROOT + name))).toEqual([]);
});

it('the search finds paths in documents', () => {
  const { sections } = readDocument('CONTRIBUTING.md');
  expect(sections.flatMap(({ lines }) => lines.filter((line) => line.match(PATH))).length).toBeGreaterThan(20);
});
