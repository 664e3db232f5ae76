import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkPath } from '../../../src/replay/file/check-path.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const refused = (reason: string): unknown =>
  expect.objectContaining({ name: 'ValidationError', path: 'to', message: `to: ${reason}` });

describe('the path of a cassette', () => {
  it('is absolute, with or without an existing file', () => {
    expect(checkPath(file, 'to')).toBe(file);
    writeFileSync(file, '');
    expect(checkPath(file, 'to')).toBe(file);
    expect(checkPath(path.relative(process.cwd(), file), 'to')).toBe(file);
    expect(checkPath('calls.har', 'to')).toBe(path.join(process.cwd(), 'calls.har'));
  });

  it('may be a file: URL, also as a text and in capital letters', () => {
    const url = pathToFileURL(file);
    for (const given of [url, url.href, url.href.replace('file:', 'FILE:')]) expect(checkPath(given, 'to')).toBe(file);
    expect(checkPath(pathToFileURL(`${file} a`), 'to')).toBe(`${file} a`);
  });

  it.each([new URL('http://gateway.test/calls.har'), 'file://elsewhere/calls.har', 'file:///a%2Fb'])(
    'is rejected if it is the URL of anything but a local file: %s',
    (given) => {
      expect(() => checkPath(given, 'to')).toThrow(refused('is a URL, but not that of a file on this machine'));
      expect(() => checkPath(given, 'to')).toThrow(expect.objectContaining({ cause: expect.any(TypeError) }));
    },
  );

  it.each([
    ['', 'is empty'],
    [5, 'must be a string'],
    [undefined, 'is missing'],
  ])('is rejected if it is not a path: %s', (given, reason) => {
    expect(() => checkPath(given, 'to')).toThrow(refused(reason));
  });

  it('is rejected if it is a folder, also through a link', () => {
    mkdirSync(file);
    expect(() => checkPath(file, 'to')).toThrow(refused(`is a folder: ${file}`));
    symlinkSync(file, `${file}.link`);
    expect(() => checkPath(`${file}.link`, 'to')).toThrow(refused(`is a folder: ${file}.link`));
  });

  it('may be a link to a file, but not a dangling link', () => {
    const link = `${file}.link`;
    symlinkSync(file, link);
    expect(() => checkPath(link, 'to')).toThrow(refused(`is a link that leads to nothing: ${link}`));
    writeFileSync(file, '');
    expect(checkPath(link, 'to')).toBe(link);
  });

  it.each([
    ['a name that is too long', () => `${file}${'x'.repeat(300)}`, 'ENAMETOOLONG'],
    ['a zero byte', () => `${file}\0`, 'ERR_INVALID_ARG_VALUE'],
  ])('is rejected with the error code of the system: %s', (_what, given, code) => {
    expect(() => checkPath(given(), 'to')).toThrow(refused(`is no path that can be looked at (${code})`));
  });
});
