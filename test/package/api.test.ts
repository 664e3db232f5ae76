import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportDifferences, writeReports } from '../../scripts/api/folder.js';
import { type Report, reportsOf } from '../../scripts/api/reports.js';
import { emitDeclarations } from '../../scripts/build/extract.js';
import { readManifest } from '../../scripts/build/manifest.js';
import { ROOT, runBin } from '../support/run.js';

mkdirSync(`${ROOT}.cache`, { recursive: true });
const folder = mkdtempSync(`${ROOT}.cache/api-test-`);
const kept = join(folder, 'kept');
const { entries } = readManifest();
/** The entries in which something changes, and one besides: each takes its seconds. */
const SOME: readonly string[] = ['client.js', 'stub.js', 'transport.js', 'mail.js'];
const some = entries.filter((entry) => SOME.includes(basename(entry.default)));
let all: readonly Report[] = [];
const keptOfSome = join(folder, 'kept-of-some');

beforeAll(() => {
  emitDeclarations(join(folder, 'types'));
  all = reportsOf(entries, join(folder, 'types'), folder);
  writeReports(kept, all);
  writeReports(
    keptOfSome,
    all.filter(({ name }) => SOME.includes(name.replace('.api.md', '.js'))),
  );
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The reports of some where one declaration is another. */
function reportsAfter(file: string, from: string, to: string): readonly Report[] {
  const changed = join(folder, 'changed');
  rmSync(changed, { recursive: true, force: true });
  cpSync(join(folder, 'types'), changed, { recursive: true });
  const text = readFileSync(join(changed, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(changed, file), text.replace(from, to));
  return reportsOf(some, changed, folder);
}

describe('the reports of the public interface', () => {
  it('have one for each public entry', () => {
    expect(all.map(({ name }) => name)).toEqual(
      [
        'client',
        'stub',
        'soap',
        'soap-server',
        'transport',
        'http',
        'callbacks',
        'callbacks-postgres',
        'callbacks-redis',
        'mail',
        'contract',
        'replay',
        'sandbox',
        'address-book',
        'opentelemetry',
        'prometheus',
      ].map((entry) => `${entry}.api.md`),
    );
  });

  it('have the options that callers give, not the tables that they are read by', () => {
    const report = readFileSync(join(kept, 'address-book.api.md'), 'utf8');
    const options = /^export interface ApplyPlanOptions \{\n((?: {4}readonly .*\n)+)\}/m.exec(report)?.[1];
    expect(options?.split('\n')).toEqual(
      expect.arrayContaining([
        '    readonly plan: string;',
        '    readonly concurrency?: number | undefined;',
        '    readonly onLocked?: ((holder: string) => void) | undefined;',
      ]),
    );
  });

  it('show a public type that changes, in each entry that has it', { timeout: 60_000 }, () => {
    const reports = reportsAfter(
      'src/transport/transport.d.ts',
      'readonly idempotent: boolean;',
      'readonly idempotent: string;',
    );
    const differences = reportDifferences(keptOfSome, reports);
    for (const entry of ['client', 'stub', 'transport']) expect(differences).toContain(`--- api/${entry}.api.md`);
    const lines = differences.split('\n').filter((line) => /^[-+] /.test(line));
    expect([...new Set(lines)]).toEqual(['-    readonly idempotent: boolean;', '+    readonly idempotent: string;']);
  });

  it('show a parameter that a method gains', { timeout: 60_000 }, () => {
    const reports = reportsAfter(
      'src/client/client.d.ts',
      'checkPoints(options?: CallOptions)',
      'checkPoints(of: string, options?: CallOptions)',
    );
    expect(reportDifferences(keptOfSome, reports)).toContain('+    checkPoints(of: string, options?: CallOptions)');
  });

  it('show no comment, and nothing private', { timeout: 60_000 }, () => {
    const reports = reportsAfter(
      'src/client/client.d.ts',
      'checkPoints(options?: CallOptions)',
      '/** Said in another way. */\n    checkPoints(options?: CallOptions)',
    );
    expect(reportDifferences(keptOfSome, reports)).toBe('');
    expect(reports.map(({ text }) => text).join()).not.toMatch(/#private|Said in another way/);
  });

  it('are compared by a command that fails where they differ, and writes nothing', { timeout: 120_000 }, async () => {
    const file = join(kept, 'sandbox.api.md');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('startSandbox(', 'beginSandbox('));
    const check = ['scripts/api.ts', '--check', '--out', kept];
    const { code, output } = await runBin('tsx', check, ROOT);
    expect(output).toMatch(/^-export function beginSandbox\(.*\n\+export function startSandbox\(/m);
    expect(output).toContain('npm run api');
    expect(code).toBe(1);
    expect(readFileSync(file, 'utf8')).toContain('beginSandbox(');
    writeFileSync(file, whole);
    expect((await runBin('tsx', check, ROOT)).code).toBe(0);
  });
});
