import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../support/run.js';
import { documentPaths, readDocument } from './markdown.js';

/** A file or folder of the repository, as documents name it. */
const PATH = /`((?:src|test|scripts|generated|wsdl|examples|api)\/[\w./-]*)`/g;

it.each(documentPaths())('what %s names of the repository is there', (path) => {
  const named = readDocument(path).sections.flatMap(({ lines }) => lines.flatMap((line) => [...line.matchAll(PATH)]));
  expect(named.map(([, name = '']) => name).filter((name) => !existsSync(ROOT + name))).toEqual([]);
});

it('documents name such paths', () => {
  const { sections } = readDocument('CONTRIBUTING.md');
  expect(sections.flatMap(({ lines }) => lines.filter((line) => line.match(PATH))).length).toBeGreaterThan(20);
});
