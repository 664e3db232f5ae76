import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInto } from '../../src/files/own-file.js';

let folder = '';
const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('an open file', () => {
  const read = (name: string, size: number): readonly [number, string] => {
    const bytes = Buffer.alloc(size, '-');
    const descriptor = openSync(at(name), 'r');
    const count = readInto(bytes, descriptor);
    closeSync(descriptor);
    return [count, bytes.toString()];
  };

  it('is read to its end, or until the buffer is full', () => {
    writeFileSync(at('file'), 'abcdef');
    expect(read('file', 8)).toEqual([6, 'abcdef--']);
    expect(read('file', 6)).toEqual([6, 'abcdef']);
    expect(read('file', 4)).toEqual([4, 'abcd']);
    expect(read('file', 0)).toEqual([0, '']);
  });

  it('may be read in pieces, like a pipe', () => {
    execFileSync('mkfifo', [at('pipe')]);
    spawn('sh', ['-c', '{ printf abc; sleep 0.1; printf def; } > "$0"', at('pipe')]);
    expect(read('pipe', 8)).toEqual([6, 'abcdef--']);
  });
});
