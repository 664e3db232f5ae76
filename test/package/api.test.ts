import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportDifferences } from '../../scripts/api/folder.js';
import { reportsOf } from '../../scripts/api/reports.js';
import { declarationsOf } from '../../scripts/build/declarations.js';
import { emitDeclarations } from '../../scripts/build/extract.js';
import { readManifest } from '../../scripts/build/manifest.js';
import { ROOT, runBin } from '../support/run.js';

mkdirSync(`${ROOT}.cache`, { recursive: true });
const folder = mkdtempSync(`${ROOT}.cache/api-test-`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the reports of the public interface', () => {
  it('have one for each public entry, and one for what entries share', () => {
    const { entries } = readManifest();
    const names = [...entries.map((entry) => basename(entry.default, '.js')), 'shared'];
    expect(readdirSync(`${ROOT}api`).sort()).toEqual(names.map((name) => `${name}.api.md`).sort());
  });

  it('have the options that callers give, not the tables that they are read by', () => {
    const report = readFileSync(`${ROOT}api/address-book.api.md`, 'utf8');
    const options = /^export interface ApplyPlanOptions \{\n((?: {4}readonly .*\n)+)\}/m.exec(report)?.[1];
    expect(options?.split('\n')).toEqual(
      expect.arrayContaining([
        '    readonly plan: string;',
        '    readonly concurrency?: number | undefined;',
        '    readonly onLocked?: ((holder: string) => void) | undefined;',
      ]),
    );
  });

  it('have nothing private', () => {
    for (const name of readdirSync(`${ROOT}api`)) {
      expect(readFileSync(`${ROOT}api/${name}`, 'utf8')).not.toContain('#private');
    }
  });

  it('are compared by a command that fails if they differ, and writes nothing', { timeout: 300_000 }, async () => {
    const changed = join(folder, 'changed');
    cpSync(`${ROOT}api`, changed, { recursive: true });
    const file = join(changed, 'sandbox.api.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('startSandbox(', 'beginSandbox('));
    const { code, output } = await runBin('tsx', ['scripts/api.ts', '--check', '--out', changed], ROOT);
    expect(output).toContain('api/sandbox.api.md: differs\n');
    expect(output).toContain('npm run api');
    expect(code).toBe(1);
    expect(readFileSync(file, 'utf8')).toContain('beginSandbox(');
  });

  const declarations = join(folder, 'types');
  beforeAll(() => emitDeclarations(declarations), 300_000);

  it('have a docstring for each option of the client, also of options that several clients have', () => {
    const text = readFileSync(join(declarations, 'src/client/client-options.d.ts'), 'utf8');
    const options = /interface SmsServiceClientOptions \{\n([^]*?)\n\}/.exec(text)?.[1] ?? '';
    const names = [...options.matchAll(/^ {4}readonly (\w+)/gm)].map(([, name]) => name);
    const documented = [...options.matchAll(/\*\/\n {4}readonly (\w+)/g)].map(([, name]) => name);
    expect(names).toContain('timeoutMs');
    expect(documented).toEqual(names);
  });

  it('show a changed type and a new parameter, and no comment', { timeout: 300_000 }, () => {
    const change = (file: string, from: string, to: string): void => {
      const text = readFileSync(join(declarations, file), 'utf8');
      expect(text).toContain(from);
      writeFileSync(join(declarations, file), text.replace(from, to));
    };
    change('src/transport/transport.d.ts', 'readonly idempotent: boolean;', 'readonly idempotent: string;');
    const method = 'checkPoints(options?: CallOptions)';
    change(
      'src/client/client.d.ts',
      method,
      '/** Another comment. */\n    checkPoints(of: string, options?: CallOptions)',
    );
    const reports = reportsOf(declarationsOf(readManifest().entries, declarations));
    expect(reportDifferences(`${ROOT}api`, reports)).toEqual(['api/shared.api.md: differs']);
    const committed = readFileSync(`${ROOT}api/shared.api.md`, 'utf8').split('\n');
    const lines = reports.find(({ name }) => name === 'shared.api.md')?.text.split('\n') ?? [];
    expect(lines.filter((line) => !committed.includes(line))).toEqual([
      expect.stringMatching(/^ {4}checkPoints\(of: string, options\?: CallOptions\)/),
      '    readonly idempotent: string;',
    ]);
  });
});
