import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockedForJournal } from '../../../src/address-book/journal/journal-locks.js';
import type { PlanSummary } from '../../../src/address-book/plan/plan-lines.js';
import { type PlanFileOptions, type PlanWriter, writePlan } from '../../../src/address-book/plan/write-plan.js';
import { FileLockedError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';

let folder = '';
let file = '';
const at = (name: string): string => path.join(folder, name);
const text = (): string => readFileSync(file, 'utf8');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'write-plan-'));
  file = at('plan');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (
  options: Partial<PlanFileOptions> = {},
  make: (writer: PlanWriter) => Promise<void> = async () => undefined,
): Promise<PlanSummary> => writePlan({ out: file, force: false, ...options }, { purpose: 'copy' }, make);

describe('the file of a plan', () => {
  it('exists when it is complete, and only its owner can read it', async () => {
    await write({}, async (writer) => {
      expect(await writer.write({ warning: 'x' })).toBe(2);
      expect(existsSync(file)).toBe(false);
    });
    expect([statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['plan']]);
    const lines = text().split('\n');
    expect(lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^\{"plan":\{"version":2,"createdAt":"20\d\d-[^"]*Z","purpose":"copy"\}\}$/),
      '{"warning":"x"}',
    ]);
    expect([lines.length, lines[3]]).toEqual([4, '']);
  });

  it('replaces another file only with force', async () => {
    writeFileSync(file, 'old\n');
    const error = await rejection(write());
    expect(error).toBeInstanceOf(ValidationError);
    expect([error, text()]).toMatchObject([{ path: 'out' }, 'old\n']);
    await write({ force: true });
    expect([text().startsWith('{"plan"'), readdirSync(folder)]).toEqual([true, ['plan']]);
  });

  it('is not replaced if it is planned again while a run uses its journal', async () => {
    writeFileSync(file, 'old\n');
    writeFileSync(at('plan.journal'), 'x');
    const lock = await lockedForJournal(at('plan.journal'), 'is locked', {});
    expect(await rejection(write({ replaceBegun: true }))).toBeInstanceOf(FileLockedError);
    expect([text(), readdirSync(folder).sort()]).toEqual(['old\n', ['plan', 'plan.journal', 'plan.journal.lock']]);
    lock.release();
    await write({ replaceBegun: true });
    expect(readdirSync(folder)).toEqual(['plan']);
  });

  it('does not replace one that was begun while it was created', async () => {
    const created = write({}, async () => writeFileSync(at('plan.journal'), ''));
    expect(await rejection(created)).toMatchObject({
      path: 'out',
      message: expect.stringContaining('is partly applied'),
    });
    expect(readdirSync(folder)).toEqual(['plan.journal']);
  });

  it.each(['by its name', 'by a link'])('does not replace a plan that a run is about to begin: %s', async (how) => {
    writeFileSync(at('old'), 'old\n');
    if (how === 'by a link') symlinkSync('old', file);
    else renameSync(at('old'), file);
    const real = how === 'by a link' ? at('old') : file;
    const lock = await lockedForJournal(real, 'is locked', {});
    const error = await rejection(write({ force: true }));
    expect(error).toBeInstanceOf(FileLockedError);
    expect(String(error)).toContain(`${real} cannot be replaced while a run uses it, process ${process.pid} on `);
    expect(text()).toBe('old\n');
    lock.release();
    await write({ force: true });
    expect([text().startsWith('{"plan"'), existsSync(`${real}.lock`)]).toEqual([true, false]);
  });
});
