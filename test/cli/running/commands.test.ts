import { describe, expect, it } from 'vitest';
import { COMMANDS, FAMILIES } from '../../../src/cli/commands.js';
import { readDocument, tableRows } from '../../docs/markdown.js';
import { CommandHere, itIsExplained } from './here.js';

const command = new CommandHere();

describe('the table of commands', () => {
  it('has a row for each command in docs/command-line.md', () => {
    const { sections } = readDocument('docs/command-line.md');
    const rows = tableRows(sections.find(({ title }) => title === 'Commands')?.lines ?? []);
    const named = rows.map(([cell = '']) => cell.replace(/`/g, '').replace(/ [<[].*/, ''));
    expect(named).toEqual(COMMANDS.map(({ name }) => name));
  });

  for (const { name } of COMMANDS) itIsExplained(command, name);

  it.each(Object.keys(FAMILIES))('describes the commands below %s', async (family) => {
    const { code, out } = await command.run([family, '--help']);
    expect(code).toBe(0);
    expect(out.split('\n\n')[1]).toMatch(/^[a-z]+ [^]*[a-z]{3}/);
    for (const { name } of COMMANDS) {
      if (name.startsWith(`${family} `)) expect(out).toMatch(new RegExp(`^  ${name.split(' ')[1]} `, 'm'));
    }
  });
});
