import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, SECRETS, timeless, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
const gateway = new GatewayOfTests(() =>
  twoAccounts(command, {
    old: [
      {
        name: 'Klienci',
        numbers: [
          { number: '48500100201', name: 'Anna' },
          { number: '48500100202', name: 'Foreign' },
          { number: '48500100203', name: 'Ela' },
        ],
      },
      { name: 'Obca', numbers: [{ number: '48500100204', name: 'Nobody' }] },
    ],
  }),
);
const at = (...names: readonly string[]): string => path.join(command.folder, ...names);
const run = (args: readonly string[], input = '') => command.run(args, PASSWORDS, input);
const book = () =>
  gateway.current
    .account('old')
    ?.groups.map(({ name, numbers }) => [name, numbers.map((one) => `${one.number} ${one.name}`)]);
const EXPORTED = [
  '{"kind":"group","id":5,"name":"Klienci","info":""}',
  '{"kind":"number","groupId":5,"group":"Klienci","number":"48500100201","name":"Ania"}',
  '{"kind":"number","groupId":5,"group":"Klienci","number":"48500100203","name":"Ela"}',
  '{"kind":"group","id":6,"name":"Nowa","info":""}',
  '',
].join('\n');

describe('sms-service restore', () => {
  it('lists each change in a dry run, and then carries it out', async () => {
    command.write('book.jsonl', EXPORTED);
    const before = book();
    expect(await run(['restore', 'book.jsonl', '--to', 'old', '--dry-run'])).toEqual({
      code: 0,
      out: [
        '~ name\t48500100201\tAnia\tin Klienci',
        '- number\t48500100202\tin Klienci',
        '+ group\tNowa',
        '- group\tObca',
        'Dry run: 1 group to be created, 1 group to be deleted, 1 number to be deleted, 1 number to be renamed.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(book()).toEqual(before);
    const { code, out, err } = timeless(await run(['restore', 'book.jsonl', '--to', 'old']));
    const [backup = ''] = readdirSync(at('book.jsonl.restore'));
    expect({ code, out, err }).toEqual({
      code: 0,
      out: [
        'This run: 1 group created, 1 group deleted, 1 number deleted, 1 number renamed, in 0 s.',
        '5 of 5 steps complete.',
        `Backup of what was deleted: ${at('book.jsonl.restore', backup)}`,
        'The account matches the file.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(book()).toEqual([
      ['Klienci', ['48500100203 Ela', '48500100201 Ania']],
      ['Nowa', []],
    ]);
    expect(readFileSync(at('book.jsonl.restore', backup), 'utf8')).toContain('"Foreign"');
    expect((await run(['diff', 'book.jsonl', 'old'])).code).toBe(0);
    expect(await run(['restore', 'book.jsonl', '--to', 'old'])).toMatchObject({
      code: 0,
      out: 'Nothing to do.\nThe account matches the file.\n',
    });
    expect(readdirSync(at('book.jsonl.restore'))).toEqual([backup]);
  });

  it('reads the standard input, and resumes', async () => {
    const args = ['restore', '-', '--to', 'old', '--folder', 'back', '--settle-ms', '1', '--concurrency', '1'];
    gateway.current.failNext('soap_DelNumber', { result: 103 });
    const first = await run(args, EXPORTED);
    expect(first.code).toBe(4);
    expect(first.out).toContain('Resume: sms-service restore - --to old --folder back --concurrency 1 --settle-ms 1\n');
    const [last] = jsonLines(await run([...args, '--json'], EXPORTED));
    expect(last).toMatchObject({ status: 'done', compared: { isSame: true } });
  });

  it('ends with 1 if differences remain, and prints them', async () => {
    command.write('book.jsonl', EXPORTED.replace('"Klienci","info":""', '"Klienci","info":"other"'));
    const { code, out } = await run(['restore', 'book.jsonl', '--to', 'old']);
    expect(code).toBe(1);
    expect(out).toContain('~ info\tKlienci\n');
    expect(out).toContain('The account differs from the file: see the lines above.\n');
  });

  it.each([
    [['restore', 'book.jsonl'], '--to is missing'],
    [['restore', '-', '--to', 'old'], '--folder is missing'],
    [['restore', 'gone.jsonl', '--to', 'old'], 'does not exist'],
  ])('ends with 2, and changes nothing: %s', async (args, message) => {
    command.write('book.jsonl', EXPORTED);
    const before = book();
    const ended = await run(args, EXPORTED);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(message);
    expect(book()).toEqual(before);
    for (const secret of Object.values(SECRETS)) expect(ended.err).not.toContain(secret);
  });
});
