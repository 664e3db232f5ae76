import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadNock } from '../../../src/replay/serving/nock.js';
import { ROOT } from '../../support/run.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let folder = '';

beforeEach(() => {
  folder = path.dirname(fileOf());
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
});

/** The `require` of a program in the folder. */
const required = (): ((name: string) => unknown) => createRequire(path.join(folder, 'program.js'));

describe('an installed nock', () => {
  it.each(['nock', 'nock-15'])('is loaded: %s', (name) => {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules/nock'));
    const nock = loadNock(required());
    expect(nock).toBeTypeOf('function');
    expect(nock.disableNetConnect).toBeTypeOf('function');
  });

  it('is rejected if it is too old', () => {
    mkdirSync(path.join(folder, 'node_modules/nock'));
    writeFileSync(path.join(folder, 'node_modules/nock/package.json'), '{ "version": "13.5.6" }');
    expect(() => loadNock(required())).toThrow(
      expect.objectContaining({ path: 'nock', message: 'nock: is 13.5.6; replayWithNock() needs nock 14 or later' }),
    );
  });

  it('is required in an error message if it is missing', () => {
    expect(() => loadNock(required())).toThrow(
      expect.objectContaining({
        path: 'nock',
        message: 'nock: is not installed; replayWithNock() needs nock 14 or later',
      }),
    );
  });

  it('throws its own error', () => {
    mkdirSync(path.join(folder, 'node_modules/nock'));
    writeFileSync(path.join(folder, 'node_modules/nock/package.json'), '{ "version": "14.0.0" }');
    writeFileSync(path.join(folder, 'node_modules/nock/index.js'), 'throw new Error("out of order")');
    expect(() => loadNock(required())).toThrow('out of order');
  });
});
