import type * as nodeFs from 'node:fs';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassetteOptions, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { giveLock, startOf } from '../../files/given.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const disk = vi.hoisted(() => ({
  refusal: '',
  opened: [] as string[],
}));

// File permissions do not apply to root, which may run the tests.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const openSync: typeof fs.openSync = (path, flags, mode) => {
    disk.opened.push(`${String(flags)} ${String(path)}`);
    if (disk.refusal === '' || flags === 'r') return fs.openSync(path, flags, mode);
    throw Object.assign(new Error(`${disk.refusal}: refused`), { code: disk.refusal });
  };
  return { ...fs, openSync };
});

const credentials = { username: 'demo', password: 'demo-password' };
describe.each(['har', 'yaml'])('a cassette in .%s', (ending) => {
  const fileOf = cassetteFile(ending);
  let file = '';

  beforeEach(() => {
    file = fileOf();
    disk.refusal = '';
    disk.opened.length = 0;
  });

  function open(options: CassetteOptions): SmsServiceClient {
    const transport = cassette(file, options, {});
    return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  }

  it.each(['EACCES', 'EPERM', 'EROFS'])('a cassette is replayed from a read-only file system: %s', async (code) => {
    await open({ transport: createSandbox().transport() }).addGroup({ name: 'Łódź' });
    disk.refusal = code;
    for (const mode of ['replay', 'locked', 'auto'] as const) {
      expect(await open({ mode }).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
    }
    await expect(redactCassette(file)).rejects.toThrow(code);
  });

  /** The names of the recorded groups. */
  function namesIn(cassette: string): readonly string[] {
    return Array.from(readFileSync(cassette, 'utf8').matchAll(/<name[^>]*>([^<]*)<\/name>/g), ([, name]) => name ?? '');
  }

  const HERE = { pid: process.pid, thread: process.pid, start: startOf(process.pid) };
  const recorder = (options: CassetteOptions = {}): SmsServiceClient =>
    open({ transport: createSandbox().transport(), ...options });

  it('a lock of an earlier process with the same id is removed by a recording process', async () => {
    giveLock(`${file}.lock`, { ...HERE, start: HERE.start - 1 });
    await recorder().addGroup({ name: 'Łódź' });
    expect(namesIn(file)).toEqual(['Łódź']);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  describe('a cassette that is locked by a running process', () => {
    beforeEach(async () => {
      await recorder().addGroup({ name: 'Łódź' });
      giveLock(`${file}.lock`, HERE);
    });

    it('is replayed', async () => {
      expect(await open({ mode: 'replay' }).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
    });

    it('delays the responses of recorded calls without blocking the event loop', async () => {
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
      // HAR is sorted by request, YAML by time.
      const names = ending === 'har' ? ['Gdańsk', 'Łódź'] : ['Łódź', 'Gdańsk'];
      expect([seen, namesIn(file)]).toEqual([{ groupId: 1 }, names]);
    });
  });

  it('concurrent calls share one lock', async () => {
    const client = recorder();
    // The first call takes the lock; the others wait for it.
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.addGroup({ name: `g${index}` })));
    expect(namesIn(file).length).toBe(40);
    const locks = disk.opened.filter((name) => name === `wx ${file}.lock`);
    expect(locks.length).toBeLessThan(10);
  });

  it('two cassettes on one file lose nothing, also through a link', async () => {
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

  it('a call is not recorded in a cassette with other pseudonyms', async () => {
    const key = 'a key of enough length';
    const [open1, open2] = [recorder(), recorder({ privacy: { names: true, key } })];
    await open2.addGroup({ name: 'Łódź' });
    const error = await rejection(open1.addGroup({ name: 'Gdańsk' }));
    expect(error).toMatchObject({ outcome: 'unknown', cause: { name: 'ValidationError', path: 'privacy' } });
    expect(readFileSync(file, 'utf8')).not.toMatch(/Łódź|Gdańsk/);
    await open2.addGroup({ name: 'Kraków' });
    expect(namesIn(file).length).toBe(2);
  });
});
