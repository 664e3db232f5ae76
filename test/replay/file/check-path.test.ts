import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkPath, isPath } from '../../../src/replay/file/check-path.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const refused = (reason: string): unknown =>
  expect.objectContaining({ name: 'ValidationError', path: 'to', message: `to: ${reason}` });

describe('the path of a cassette', () => {
  it('is whole, whether there is a file or not', () => {
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

  it('may hold what looks like a URL behind its beginning', () => {
    expect(checkPath('a/file://b', 'to')).toBe(path.join(process.cwd(), 'a/file:/b'));
  });

  it.each([new URL('http://gateway.test/calls.har'), 'file://elsewhere/calls.har', 'file:///a%2Fb'])(
    'is refused as the URL of anything but a file here: %s',
    (given) => {
      expect(() => checkPath(given, 'to')).toThrow(refused('is a URL, but not that of a file on this machine'));
      expect(() => checkPath(given, 'to')).toThrow(expect.objectContaining({ cause: expect.any(TypeError) }));
    },
  );

  it.each([
    ['', 'is empty'],
    [5, 'must be a string'],
    [undefined, 'is missing'],
  ])('is refused as no path: %s', (given, reason) => {
    expect(() => checkPath(given, 'to')).toThrow(refused(reason));
  });

  it('is not that of a folder, also through a link', () => {
    mkdirSync(file);
    expect(() => checkPath(file, 'to')).toThrow(refused(`is a folder: ${file}`));
    symlinkSync(file, `${file}.link`);
    expect(() => checkPath(`${file}.link`, 'to')).toThrow(refused(`is a folder: ${file}.link`));
  });

  it('may be a link to a file, and none that leads to nothing', () => {
    const link = `${file}.link`;
    symlinkSync(file, link);
    expect(() => checkPath(link, 'to')).toThrow(refused(`is a link that leads to nothing: ${link}`));
    writeFileSync(file, '');
    expect(checkPath(link, 'to')).toBe(link);
  });

  it.each([
    ['a name that is too long', () => `${file}${'x'.repeat(300)}`, 'ENAMETOOLONG'],
    ['a zero byte', () => `${file}\0`, 'ERR_INVALID_ARG_VALUE'],
  ])('is refused where it cannot be looked at, by the code of the system: %s', (_what, given, code) => {
    expect(() => checkPath(given(), 'to')).toThrow(refused(`is no path that can be looked at (${code})`));
  });

  it('is refused where links go in a circle', () => {
    symlinkSync(`${file}.a`, `${file}.b`);
    symlinkSync(`${file}.b`, `${file}.a`);
    expect(() => checkPath(`${file}.a`, 'to')).toThrow(refused('is no path that can be looked at (ELOOP)'));
  });
});

it('a path is a text or a URL, and nothing else is', () => {
  expect([isPath('a'), isPath(''), isPath(new URL('file:///a'))]).toEqual([true, true, true]);
  expect([isPath(5), isPath({ href: 'file:///a' }), isPath(undefined)]).toEqual(Array(3).fill(false));
});
