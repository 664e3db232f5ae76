import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cut, widthOf } from '../../../src/cli/output/text.js';
import { commandOfTests, GatewayOfTests, PASSWORDS, twoAccounts } from '../command.js';

const FAMILY = '👨‍👩‍👧';

describe('widths', () => {
  it.each([
    ['Łódź', 4],
    ['Lo\u0301dz\u0301', 4],
    ['顧客', 4],
    ['👍🏽', 2],
    [FAMILY, 2],
    ['שָׁלוֹם', 4],
  ])('are those of a terminal: %s has %i', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it.each([
    ['abcdef', 5, 'abcd…'],
    ['顧客東京', 7, '顧客東…'],
    ['Lo\u0301dz\u0301 jest', 5, 'Lo\u0301dz\u0301…'],
    [`${FAMILY}${FAMILY}${FAMILY}`, 5, `${FAMILY}${FAMILY}…`],
    ['abc', 0, ''],
  ])('a text is cut between signs: %s in %i', (text, width, expected) => {
    expect(cut(text, width)).toBe(expected);
  });
});

describe('a list', () => {
  const command = commandOfTests();
  const name = '顧客の一覧表'.repeat(10);
  const numbers = [
    { number: '48500100201', name: 'Łódź '.repeat(30) },
    { number: '500100202', name: 'Ela' },
  ];
  const gateway = new GatewayOfTests(() => twoAccounts(command, { old: [{ name, info: 'i'.repeat(90), numbers }] }));

  /** Runs it on a terminal of so many columns. */
  const onTerminal = async (
    words: string,
    columns: number,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<readonly string[]> => {
    const line = `stty cols ${columns}; ${process.execPath} ${command.program} ${words}`;
    const env = { PATH: process.env.PATH, TERM: 'xterm', NO_COLOR: '1', ...PASSWORDS, ...environment };
    const { stdout } = await promisify(execFile)('script', ['-qec', line, '/dev/null'], { cwd: command.folder, env });
    return stdout.trimEnd().split('\r\n');
  };

  it.each([40, 72, 100])('is as wide as the terminal: %i', async (columns) => {
    const groups = await onTerminal('groups --profile old', columns);
    expect(groups).toHaveLength(1);
    expect(gateway.current.callCount()).toBe(1);
    expect(Math.max(...groups.map(widthOf))).toBeLessThanOrEqual(columns);
    expect(groups[0]).toMatch(/^1 {2}2 numbers {2}顧客.*…$/);
    const lines = await onTerminal(`numbers '${name}' --profile old`, columns);
    expect(lines.map(widthOf)).toEqual([columns, 16]);
    expect(lines[0]).toMatch(/^48500100201 {2}Łódź .*…$/);
    expect(lines[1]).toBe('500100202    Ela');
  });

  it.each([40, 100])('of progress is not truncated, with a bar if the line is long enough: %i', async (columns) => {
    const lines = await onTerminal('sync --from old --to new --concurrency 1', columns);
    expect(lines.join('\n').includes('█')).toBe(columns === 100);
    expect(lines.join('\n')).toMatch(/100 %  3 of 3 steps/);
    expect(lines.at(-1)).toBe('3 of 3 steps complete.');
  });

  it('is not truncated without a terminal, and has tabs', async () => {
    const { out } = await command.run(['numbers', name, '--profile', 'old'], { ...PASSWORDS, COLUMNS: '20' });
    expect(out).toBe(`48500100201\t${'Łódź '.repeat(30)}\n500100202\tEla\n`);
    const groups = await command.run(['groups', '--profile', 'old'], { ...PASSWORDS, COLUMNS: '20' });
    expect(groups.out).toContain(`${name}\t${'i'.repeat(90)}`);
  });
});
