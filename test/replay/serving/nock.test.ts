import { createRequire } from 'node:module';
import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';
import { cassette, replayWithNock } from '../../../src/replay/index.js';
import { ROOT } from '../../support/run.js';
import { cassetteFile } from '../cassette-folder.js';
import { playsThroughNock } from './nock-suite.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

playsThroughNock(nock);

describe('replayWithNock rejects', () => {
  it.each([
    ['cassette', 'is neither a path', () => replayWithNock({ send: () => undefined } as never)],
    [
      'cassette',
      "is open in mode 'update', which plays nothing",
      () => replayWithNock(cassette(file, { mode: 'update' })),
    ],
    ['url', 'must be an absolute http or https address', () => replayWithNock(file, { url: 'gateway' })],
    ['address', 'is unknown', () => replayWithNock(file, { address: 'http://gateway.test/' } as never)],
  ])('%s %s', (path, words, act) => {
    expect(act).toThrow(
      expect.objectContaining({ name: 'ValidationError', path, message: expect.stringContaining(words) }),
    );
  });

  it('nock is an optional peer dependency', () => {
    const { peerDependencies, peerDependenciesMeta } = createRequire(import.meta.url)(`${ROOT}package.json`) as {
      readonly peerDependencies: Readonly<Record<string, string>>;
      readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
    };
    expect([peerDependencies['nock'], peerDependenciesMeta['nock']]).toEqual(['>=14', { optional: true }]);
  });
});
