import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, SECRETS, twoAccounts } from './command.js';
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
  it('lists in a dry run each change, and then carries them out', async () => {
    command.write('book.jsonl', EXPORTED);
    const before = book();
    expect(await run(['restore', 'book.jsonl', '--to', 'old', '--dry-run'])).toEqual({
      code: 0,
      out: [
        '+ group\tNowa',
        '~ name\t48500100201\tAnia\tin Klienci',
        '- number\t48500100202\tin Klienci',
        '- group\tObca',
        '- number\t48500100204\tNobody\tin Obca',
        'The plans of 4 steps are in book.jsonl.restore/run: review them. The same without --dry-run carries them out.',
        '',
      ].join('\n'),
      err: '',
    });
    expect(book()).toEqual(before);
    const { code, out, err } = await run(['restore', 'book.jsonl', '--to', 'old']);
    const [time = ''] = readdirSync(at('book.jsonl.restore'));
    expect({ code, out, err }).toEqual({
      code: 0,
      out: [
        '4 of 4 steps done',
        'old is as the file is.',
        `What was deleted is in book.jsonl.restore/${time}/deletions.jsonl.`,
        '',
      ].join('\n'),
      err: '',
    });
    expect(book()).toEqual([
      ['Klienci', ['48500100203 Ela', '48500100201 Ania']],
      ['Nowa', []],
    ]);
    expect(readFileSync(at('book.jsonl.restore', time, 'deletions.jsonl'), 'utf8')).toContain('"Foreign"');
    expect((await run(['diff', 'book.jsonl', 'old'])).code).toBe(0);
    expect(await run(['restore', 'book.jsonl', '--to', 'old'])).toMatchObject({
      code: 0,
      out: 'Nothing was to be done.\nold is as the file is.\n',
    });
    expect(readdirSync(at('book.jsonl.restore'))).toEqual([time]);
  });

  it('names in a dry run a group that stays only where it gets numbers', async () => {
    const more = '{"kind":"number","group":"Klienci","number":"48500100209","name":"Nowy"}\n';
    command.write('more.jsonl', EXPORTED.replace('{"kind":"group","id":6', `${more}{"kind":"group","id":6`));
    const { out } = await run(['restore', 'more.jsonl', '--to', 'old', '--dry-run']);
    expect(out.split('\n').slice(0, 3)).toEqual([
      '= group\tKlienci',
      '+ number\t48500100209\tNowy\tin Klienci',
      '+ group\tNowa',
    ]);
  });

  it('takes the standard input, and goes on where it has ended', async () => {
    const args = ['restore', '-', '--to', 'old', '--folder', 'back', '--settle-ms', '1', '--concurrency', '1'];
    gateway.current.failNext('soap_DelNumber', { result: 103 });
    const first = await run(args, EXPORTED);
    expect(first.code).toBe(4);
    expect(first.out).toContain('go on: sms-service restore - --to old --folder back --concurrency 1 --settle-ms 1\n');
    const [last] = jsonLines(await run([...args, '--json'], EXPORTED));
    expect(last).toMatchObject({ status: 'done', done: 4, total: 4, isSame: true });
  });

  it('ends with 1 where something is left different, and says what', async () => {
    command.write('book.jsonl', EXPORTED.replace('"Klienci","info":""', '"Klienci","info":"other"'));
    const { code, out } = await run(['restore', 'book.jsonl', '--to', 'old']);
    expect(code).toBe(1);
    expect(out).toContain('~ other info\tKlienci\n');
    expect(out).toContain('old is as the file is, but for the lines above.\n');
  });

  it.each([
    [['restore', 'book.jsonl'], '--to is missing'],
    [['restore', '-', '--to', 'old'], '--folder is missing'],
    [['restore', 'gone.jsonl', '--to', 'old'], 'does not exist'],
    [['restore', 'few.jsonl', '--to', 'old'], 'maxDelete: is exceeded: of 4 entries 3 would be deleted, and 2 may be'],
  ])('ends with 2, and changes nothing: %s', async (args, message) => {
    command.write('book.jsonl', EXPORTED);
    command.write('few.jsonl', EXPORTED.split('\n').slice(0, 2).join('\n'));
    const before = book();
    const ended = await run(args, EXPORTED);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(message);
    expect(book()).toEqual(before);
    for (const secret of Object.values(SECRETS)) expect(ended.err).not.toContain(secret);
    expect(existsSync(at('few.jsonl.restore', 'run', 'deletions.jsonl'))).toBe(false);
  });
});
