import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GatewayOfTests, jsonLines, PASSWORDS, SECRETS, twoAccounts } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
const gateway = new GatewayOfTests(() =>
  twoAccounts(command, { old: [{ name: 'Klienci', numbers: [{ number: '48500100201', name: 'Ania' }] }] }),
);
const run = (args: readonly string[], input = '') => command.run(args, PASSWORDS, input);
const EXPORTED = [
  '{"kind":"group","id":5,"name":"Klienci","info":""}',
  '{"kind":"number","groupId":5,"group":"Klienci","number":"48500100201","name":"Ania"}',
  '',
].join('\n');

describe('sms-service diff', () => {
  it('exits with 0 if both sides are equal: profile, file, standard input', async () => {
    command.write('book.jsonl', EXPORTED);
    const same = { code: 0, out: '1 group and 1 number compared: no differences\n', err: '' };
    expect(await run(['diff', 'old', 'book.jsonl'])).toEqual(same);
    expect(await run(['diff', '-', 'profile:old'], EXPORTED)).toEqual(same);
    expect(await run(['diff', 'file:book.jsonl', '-'], EXPORTED)).toEqual(same);
    expect(gateway.current.account('old')?.groups).toHaveLength(1);
  });

  it('exits with 1 if the sides differ, and prints each difference', async () => {
    const changed = EXPORTED.replace('Ania', 'Anna').replace('48500100201', '48 500 100 201');
    command.write('book.jsonl', `${changed}{"kind":"group","name":"Nowa","info":""}\n`);
    const args = ['diff', 'old', 'book.jsonl'];
    expect(await run(args)).toEqual({
      code: 1,
      out: [
        '+ group\tNowa',
        '~ name\t48500100201\tAnia\tin Klienci',
        '1 group and 1 number compared: 1 only in book.jsonl, 1 with another name',
        '',
      ].join('\n'),
      err: '',
    });
    const lines = jsonLines(await run([...args, '--json']));
    expect(lines[0]).toEqual({ kind: 'extra-group', group: 'Nowa' });
    expect(lines.at(-1)).toMatchObject({ isSame: false, extra: 1, otherNames: 1 });
  });

  it('reads a file of another program: encoding and columns', async () => {
    const rows = ['Komórka;Kto;Dział', '500100201;Ania Żak;Klienci', ''].join('\r\n');
    const bytes = Buffer.from(
      rows.replace('Komórka', 'Kom\u00f3rka').replace('Ż', '\u00af').replace('Dział', 'Dzia\u00b3'),
      'latin1',
    );
    writeFileSync(path.join(command.folder, 'phones.csv'), bytes);
    command.write('book.jsonl', EXPORTED.replace('Ania', 'Ania Żak'));
    const reading = ['--encoding', 'windows-1250', '--columns', 'Komórka=number,Kto=name,Dział=group'];
    const same = { code: 0, out: '1 group and 1 number compared: no differences\n', err: '' };
    expect(await run(['diff', 'book.jsonl', 'phones.csv', ...reading])).toEqual(same);
    expect(await run(['diff', 'phones.csv', 'phones.csv', ...reading])).toEqual(same);
    const restored = await run(['restore', 'phones.csv', '--to', 'old', ...reading]);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The account matches the file.\n') });
    expect(gateway.current.account('old')?.groups[0]?.numbers).toMatchObject([{ name: 'Ania Żak' }]);
  });

  it.each([
    [['diff', 'old', 'nobody'], 'nobody is neither a profile of sms-service.json nor a file'],
    [['diff', '-', '-'], 'left and right cannot both be the standard input'],
    [['diff', 'old', 'words.txt'], 'right.format: is missing and cannot be detected'],
    [['diff', 'old', 'file:gone.jsonl'], 'right: does not exist'],
    [['diff', 'old'], "missing required argument 'right'"],
  ])('exits with 2 for an error: %s', async (args, message) => {
    command.write('words.txt', 'words\n');
    const ended = await run(args);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(message);
  });

  it('refuses a name that a profile and a file have', async () => {
    command.write('old', EXPORTED);
    const ended = await run(['diff', 'old', 'new']);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain('Write profile:old or file:old');
    expect((await run(['diff', 'profile:old', 'file:old'])).code).toBe(0);
    for (const secret of Object.values(SECRETS)) expect(ended.err).not.toContain(secret);
  });
});
