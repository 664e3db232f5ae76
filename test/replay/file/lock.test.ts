import type * as nodeFs from 'node:fs';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { LockQueue } from '../../../src/files/lock/with-lock.js';
import {
  type CassetteOptions,
  cassette,
  checkCassette,
  importRecordings,
  redactCassette,
} from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { giveLock, startOf } from '../../files/given.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const disk = vi.hoisted(() => ({
  refusal: '',
  opened: [] as string[],
  /** Done once before a file of that name is read. */
  before: { name: '', act: () => {} },
}));

// Nothing refuses the superuser, as whom tests may run.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const openSync: typeof fs.openSync = (path, flags, mode) => {
    disk.opened.push(`${String(flags)} ${String(path)}`);
    if (disk.refusal === '' || flags === 'r') return fs.openSync(path, flags, mode);
    throw Object.assign(new Error(`${disk.refusal}: refused`), { code: disk.refusal });
  };
  const readFileSync = ((file: string | number, options: BufferEncoding) => {
    const { name, act } = disk.before;
    if (name !== '' && typeof file === 'string' && file.endsWith(name)) {
      disk.before.name = '';
      act();
    }
    return fs.readFileSync(file, options);
  }) as typeof fs.readFileSync;
  return { ...fs, openSync, readFileSync };
});

const credentials = { username: 'demo', password: 'demo-password' };
describe.each(['har', 'yaml'])('a cassette in .%s', (ending) => {
  const fileOf = cassetteFile(ending);
  let file = '';

  beforeEach(() => {
    file = fileOf();
    disk.refusal = '';
    disk.opened.length = 0;
    disk.before.name = '';
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
    await expect(redactCassette(file)).rejects.toThrow(code);
  });

  /** The groups that a cassette holds. */
  function namesIn(cassette: string): readonly string[] {
    return Array.from(readFileSync(cassette, 'utf8').matchAll(/<name[^>]*>([^<]*)<\/name>/g), ([, name]) => name ?? '');
  }

  const HERE = { pid: process.pid, thread: process.pid, start: startOf(process.pid) };
  const recorder = (options: CassetteOptions = {}): SmsServiceClient =>
    open({ transport: createSandbox().transport(), ...options });

  it('a lock of an earlier process with the same number is taken away by whoever records', async () => {
    giveLock(`${file}.lock`, { ...HERE, start: HERE.start - 1 });
    await recorder().addGroup({ name: 'Łódź' });
    expect(namesIn(file)).toEqual(['Łódź']);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  describe('a cassette whose lock somebody has who lives', () => {
    beforeEach(async () => {
      await recorder().addGroup({ name: 'Łódź' });
      giveLock(`${file}.lock`, HERE);
    });

    it('is played all the same', async () => {
      expect(await open({ mode: 'replay' }).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
    });

    it('is recorded into when that is done: until then the call has no response, and the event loop its turns', async () => {
      let seen: unknown;
      const recorded = recorder().addGroup({ name: 'Gdańsk' });
      const waited = recorded.then((response) => {
        seen = response;
      });
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 1);
      await expect.poll(() => turns).toBeGreaterThan(100);
      clearInterval(timer);
      expect([seen, namesIn(file)]).toEqual([undefined, ['Łódź']]);
      rmSync(`${file}.lock`);
      await waited;
      // In HAR by what they ask for, in YAML as they were made.
      const names = ending === 'har' ? ['Gdańsk', 'Łódź'] : ['Łódź', 'Gdańsk'];
      expect([seen, namesIn(file)]).toEqual([{ groupId: 1 }, names]);
    });
  });

  it('whoever makes a cassette anew looks at the lock with each recording, so that others see a sign of life', async () => {
    const transport = cassette(file, { transport: createSandbox().transport() }, {});
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport });
    for (const name of ['A', 'B', 'C', 'D', 'E']) await client.addGroup({ name });
    const take = vi.spyOn(LockQueue.prototype, 'run');
    let looks = 0;
    take.mockImplementation(async (act) => act(() => void (looks += 1)));
    await redactCassette(file, { secrets: ['another-secret'] }).finally(() => take.mockRestore());
    // When it is read, and when it is made anew.
    expect(looks).toBeGreaterThanOrEqual(2 * 5);
  });

  it('calls that are made at once are recorded under one lock', async () => {
    const client = recorder();
    // The first goes at once: the others wait for it.
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.addGroup({ name: `g${index}` })));
    expect(namesIn(file).length).toBe(40);
    const locks = disk.opened.filter((name) => name === `wx ${file}.lock`);
    expect(locks.length).toBeLessThan(10);
  });

  it('two cassettes of one file record side by side, also through a link, and nothing is lost', async () => {
    await recorder().addGroup({ name: 'first' });
    const link = path.join(path.dirname(file), `link.${ending}`);
    symlinkSync(file, link);
    const other = new SmsServiceClient({
      ...{ url: 'http://gateway.test/', credentials, retry: false },
      transport: cassette(link, { transport: createSandbox().transport() }, {}),
    });
    const one = recorder();
    const names = Array.from({ length: 40 }, (_, index) => `g${index}`);
    await Promise.all(names.map((name, index) => (index % 2 === 0 ? one : other).addGroup({ name })));
    expect([...namesIn(file)].sort()).toEqual(['first', ...names].sort());
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('a call is not recorded beside those of somebody with pseudonyms of his own', async () => {
    const key = 'a key of enough length';
    const [open1, open2] = [recorder(), recorder({ privacy: { names: true, key } })];
    await open2.addGroup({ name: 'Łódź' });
    const error = await rejection(open1.addGroup({ name: 'Gdańsk' }));
    expect(error).toMatchObject({ outcome: 'unknown', cause: { name: 'ValidationError', path: 'privacy' } });
    expect(readFileSync(file, 'utf8')).not.toMatch(/Łódź|Gdańsk/);
    await open2.addGroup({ name: 'Kraków' });
    expect(namesIn(file).length).toBe(2);
  });

  it('a folder is refused where a cassette is wanted, by the name of the option', async () => {
    mkdirSync(file);
    const refused = (path: string): unknown =>
      expect.objectContaining({ name: 'ValidationError', path, message: expect.stringContaining('is a folder') });
    expect(() => cassette(file)).toThrow(refused('file'));
    expect(() => checkCassette(file)).toThrow(refused('file'));
    await expect(redactCassette(file)).rejects.toThrow(refused('file'));
    await expect(importRecordings('.', { to: file })).rejects.toThrow(refused('to'));
  });
});
