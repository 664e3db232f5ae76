import type * as nodeFs from 'node:fs';
import { existsSync, mkdirSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import {
  type CassetteOptions,
  cassette,
  checkCassette,
  importRecordings,
  redactCassette,
} from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { giveLock, startOf } from '../../files/given.js';
import { cassetteFile } from '../cassette-folder.js';

const disk = vi.hoisted(() => ({ refusal: '' }));

// Nothing refuses the superuser, as whom tests may run.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const openSync: typeof fs.openSync = (path, flags, mode) => {
    if (disk.refusal === '' || flags === 'r') return fs.openSync(path, flags, mode);
    throw Object.assign(new Error(`${disk.refusal}: refused`), { code: disk.refusal });
  };
  return { ...fs, openSync };
});

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
  disk.refusal = '';
});

function open(options: CassetteOptions): SmsServiceClient {
  const transport = cassette(file, options, {});
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
}

it.each(['EACCES', 'EPERM', 'EROFS'])('a cassette is played where nothing can be written: %s', async (code) => {
  await open({ transport: createSandbox().transport() }).addGroup({ name: 'Łódź' });
  disk.refusal = code;
  for (const mode of ['replay', 'locked', 'auto'] as const) {
    expect(await open({ mode }).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
  }
  expect(() => redactCassette(file)).toThrow(code);
});

it('a lock of an earlier process with the same number is taken away', async () => {
  await open({ transport: createSandbox().transport() }).addGroup({ name: 'Łódź' });
  giveLock(`${file}.lock`, { pid: process.pid, thread: process.pid, start: startOf(process.pid) - 1 });
  expect(await open({ mode: 'replay' }).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
  expect(existsSync(`${file}.lock`)).toBe(false);
});

it('a folder is refused where a cassette is wanted, by the name of the option', () => {
  mkdirSync(file);
  const refused = (path: string): unknown =>
    expect.objectContaining({ name: 'ValidationError', path, message: expect.stringContaining('is a folder') });
  expect(() => cassette(file)).toThrow(refused('file'));
  expect(() => checkCassette(file)).toThrow(refused('file'));
  expect(() => redactCassette(file)).toThrow(refused('file'));
  expect(() => importRecordings('.', { to: file })).toThrow(refused('to'));
  expect(() => createSandbox({ from: file })).toThrow(refused('from'));
  expect(() => createSandbox({ from: { file } as never })).toThrow(refused('from.file'));
});
