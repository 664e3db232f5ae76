import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as nodeFsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewFile } from '../../src/files/new-file.js';
import { rejection } from '../support/collect.js';
import { deviceIn } from '../support/device.js';
import { ROOT } from '../support/run.js';

const system = vi.hoisted(() => ({ hasLinks: true }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFsPromises>();
  const link: typeof fs.link = async (from, to) => {
    if (system.hasLinks) return fs.link(from, to);
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', syscall: 'link' });
  };
  return { ...fs, link };
});

let folder = '';
const at = (name: string): string => path.join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'new-file-'));
  system.hasLinks = true;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a complete file, or removes it after an error. */
async function writeNew(file: string, content: string, force?: boolean): Promise<void> {
  const made = await NewFile.open(file, { option: 'out', force });
  try {
    await made.write(content);
    await made.finish();
  } catch (error) {
    await made.giveUp();
    throw error;
  }
}

const existsError = (file: string) => ({
  name: 'ValidationError',
  message: `out: already exists: ${file}. To replace it, use force`,
});

describe('a new file', () => {
  it('gets its name when it is complete, and is readable by its owner only', async () => {
    const file = await NewFile.open(at('book'), { option: 'out' });
    const [temporary = ''] = readdirSync(folder);
    expect(temporary).toMatch(/^\.book\.[0-9a-f]{16}\.part$/);
    expect(statSync(at(temporary)).mode & 0o777).toBe(0o600);
    await file.write('Łódź\n');
    const piece = new Uint8Array([0x61, 0xff]);
    await file.write(piece);
    piece.fill(0);
    expect(readdirSync(folder)).toEqual([temporary]);
    await file.finish();
    expect(readFileSync(at('book'), 'latin1')).toBe('Å\u0081Ã³dÅº\na\u00ff');
    expect(statSync(at('book')).mode & 0o777).toBe(0o600);
    await file.giveUp();
    expect(readdirSync(folder)).toEqual(['book']);
  });

  it('is removed by giveUp(), also twice, and if another process removed it', async () => {
    const file = await NewFile.open(at('book'), { option: 'out' });
    await file.write('half');
    await file.giveUp();
    await file.giveUp();
    expect(readdirSync(folder)).toEqual([]);
    const other = await NewFile.open(at('book'), { option: 'out' });
    for (const name of readdirSync(folder)) rmSync(at(name));
    await other.giveUp();
  });
});

describe('an existing file', () => {
  it.each([
    ['a file', () => writeFileSync(at('book'), 'kept')],
    ['a link to a file', () => [writeFileSync(at('far'), 'kept'), symlinkSync('far', at('book'))]],
    ['a link that leads nowhere', () => symlinkSync('nowhere', at('book'))],
    ['a link that leads to itself', () => symlinkSync('book', at('book'))],
  ])('is refused before a file is created: %s', async (_what, createExisting) => {
    createExisting();
    const before = readdirSync(folder);
    expect(await rejection(writeNew(at('book'), 'new'))).toMatchObject(existsError(at('book')));
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is replaced with force by a file for the owner only', async () => {
    writeFileSync(at('book'), 'old', { mode: 0o644 });
    await writeNew(at('book'), 'new', true);
    expect([text('book'), statSync(at('book')).mode & 0o777]).toEqual(['new', 0o600]);
  });

  it('stays with force until the new file is complete', async () => {
    writeFileSync(at('book'), 'old');
    const file = await NewFile.open(at('book'), { option: 'out', force: true });
    await file.write('half');
    expect(text('book')).toBe('old');
    await file.giveUp();
    expect([text('book'), readdirSync(folder)]).toEqual(['old', ['book']]);
  });

  it('is replaced with force behind a link, and the link stays', async () => {
    mkdirSync(at('far'));
    writeFileSync(at('far/book'), 'old');
    symlinkSync('far/book', at('link'));
    await writeNew(at('link'), 'new', true);
    expect(readlinkSync(at('link'))).toBe('far/book');
    expect([text('far/book'), readdirSync(at('far'))]).toEqual(['new', ['book']]);
  });

  it.each([true, false])(
    'is refused if it was created in the meantime, and stays unchanged (hard links: %j)',
    async (hasLinks) => {
      system.hasLinks = hasLinks;
      const file = await NewFile.open(at('book'), { option: 'out' });
      await file.write('new');
      writeFileSync(at('book'), 'came');
      expect(await rejection(file.finish())).toMatchObject(existsError(at('book')));
      await file.giveUp();
      expect([text('book'), readdirSync(folder)]).toEqual(['came', ['book']]);
    },
  );

  it.each([true, false])('is created by one of several concurrent writers only (hard links: %j)', async (hasLinks) => {
    system.hasLinks = hasLinks;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const ended = await Promise.allSettled(names.map((name) => writeNew(at('book'), name.repeat(70_000))));
    const winners = names.filter((_, index) => ended[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(text('book')).toBe(winners[0]?.repeat(70_000));
    expect(readdirSync(folder)).toEqual(['book']);
    for (const end of ended) if (end.status === 'rejected') expect(end.reason).toMatchObject(existsError(at('book')));
  });

  it('is never a folder', async () => {
    mkdirSync(at('book'));
    symlinkSync('book', at('link'));
    for (const name of [at('book'), at('link'), at('other/')]) {
      expect(await rejection(writeNew(name, 'x', true))).toMatchObject({ message: `out: is a folder: ${name}` });
    }
    expect(readdirSync(folder)).toEqual(['book', 'link']);
  });
});

describe('a pipe or a device', () => {
  it('is written to, and stays', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const writing = writeNew(at('pipe'), 'x'.repeat(200_000));
    const reader = openSync(at('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    const piece = Buffer.alloc(65_536);
    let read = 0;
    while (read < 200_000) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        read += readSync(reader, piece);
      } catch (error) {
        expect(error).toMatchObject({ code: 'EAGAIN' });
      }
    }
    await writing;
    closeSync(reader);
    expect(read).toBe(200_000);
    expect([lstatSync(at('pipe')).isFIFO(), readdirSync(folder)]).toEqual([true, ['pipe']]);
  });

  it('is waited for until it is read, or a signal aborts', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const controller = new AbortController();
    const opening = rejection(NewFile.open(at('pipe'), { option: 'out', signal: controller.signal }));
    controller.abort(new Error('enough'));
    expect(await opening).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
  });

  it('is written through its name and through links', async () => {
    const device = deviceIn(folder, 'null');
    symlinkSync(device, at('link'));
    for (const name of [device, at('link')]) {
      await writeNew(name, 'x');
      await writeNew(name, 'x', true);
    }
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
    expect(readlinkSync(at('link'))).toBe(device);
  });
});

describe('a full disk', () => {
  it('or a limit on the size of files leaves no part of the new file', () => {
    const program = at('write.mjs');
    writeFileSync(
      program,
      `import { NewFile } from ${JSON.stringify(`${ROOT}src/files/new-file.ts`)};
      const file = await NewFile.open(${JSON.stringify(at('big'))}, { option: 'out' });
      try {
        for (let piece = 0; piece < 20; piece++) await file.write('x'.repeat(65_536));
      } catch (error) {
        console.log(error.message);
        await file.giveUp();
      }`,
    );
    const line = `ulimit -f 512; ${process.execPath} --import tsx ${program}`;
    const { stdout } = spawnSync('bash', ['-c', line], { cwd: ROOT, encoding: 'utf8' });
    expect(stdout).toBe(`EFBIG: file too large, write '${at('big')}'\n`);
    expect(readdirSync(folder)).toEqual(['write.mjs']);
  });

  it('leaves the existing file unchanged', async (context) => {
    mkdirSync(at('disk'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', at('disk')]);
    context.skip(mounted.status !== 0, 'only root may mount a disk');
    try {
      writeFileSync(at('disk/book'), 'old');
      const error = await rejection(writeNew(at('disk/book'), 'x'.repeat(400_000), true));
      expect(error).toMatchObject({
        code: 'ENOSPC',
        message: `ENOSPC: no space left on device, write '${at('disk/book')}'`,
      });
      expect([text('disk/book'), readdirSync(at('disk'))]).toEqual(['old', ['book']]);
    } finally {
      spawnSync('umount', [at('disk')]);
    }
  });
});
