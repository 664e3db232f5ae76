import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { isStandardOutput } from '../../src/cli/running/standard-paths.js';
import { eventually } from '../support/eventually.js';
import { ROOT } from '../support/run.js';
import { commandOfTests, GatewayOfTests, PASSWORDS, SECRETS, twoAccounts } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => {
  const numbers = [{ number: '48500100201', name: 'Ania' }];
  return twoAccounts(command, { old: [{ name: 'Łódź', info: 'a', numbers }] });
});

const at = (name: string): string => path.join(command.folder, name);
const run = (args: readonly string[], input = '') => command.run(args, PASSWORDS, input);

afterEach(() => {
  const named = readdirSync(command.folder).filter((name) => name.startsWith('-'));
  if (named.length > 0) throw new Error(`there is a file called ${named.join(', ')}`);
});

const EXPORTED =
  '{"kind":"group","id":1,"name":"Łódź","info":"a"}\n' +
  '{"kind":"number","groupId":1,"group":"Łódź","number":"48500100201","name":"Ania"}\n';

describe('- as a file that is written', () => {
  it('is the standard output: export --out -', async () => {
    const out = '-';
    expect(await run(['export', '--profile', 'old', '--out', out])).toEqual({
      code: 0,
      out: EXPORTED,
      err: `1 number is written: ${out}\n`,
    });
    expect(await run(['export', '--profile', 'old', '--out', out, '--json'])).toEqual({
      code: 0,
      out: EXPORTED,
      err: `{"groups":1,"numbers":1,"out":${JSON.stringify(out)}}\n`,
    });
  });

  // Not by the command: one that is wrong would put a file in its place.
  it('is /dev/stdout, too', () => {
    expect(['-', '/dev/stdout', './-', '/dev/stderr'].map(isStandardOutput)).toEqual([true, true, false, false]);
  });

  it('takes the rows that an import refuses', async () => {
    const args = ['import', '-', '--format', 'csv', '--plan', 'rows.plan', '--group', 'A', '--rejects', '-'];
    const { code, out, err } = await run([...args, '--profile', 'new', '--json'], 'number\n500100203\n12\n');
    expect(JSON.parse(out)).toEqual({ line: 3, reason: expect.any(String), text: '12' });
    // The name A is warned of.
    expect(JSON.parse(err.trim().split('\n').at(-1) ?? '')).toMatchObject({ status: 'done', done: 2, rejectedRows: 1 });
    expect(code).toBe(1);
  });
});

describe('- as a file that is read is the standard input', () => {
  it('of an import, which has nothing more to do the second time', async () => {
    const args = ['import', '-', '--format', 'jsonl', '--plan', 'book.plan', '--profile', 'new', '--json'];
    const done = { status: 'done', done: 2, rejected: 0, total: 2, rejectedRows: 0 };
    const first = await run(args, EXPORTED);
    expect({ code: first.code, result: JSON.parse(first.out) }).toMatchObject({ code: 0, result: done });
    expect(gateway.current.account('new')?.groups).toMatchObject([{ name: 'Łódź', numbers: [{ name: 'Ania' }] }]);
    const nothing = { ...done, done: 0, total: 0 };
    for (const input of [EXPORTED, '']) {
      const [result = ''] = (await run(args, input)).out.trim().split('\n').slice(-1);
      expect(JSON.parse(result)).toMatchObject(nothing);
    }
  });

  it('of an import, whose name tells nothing: without a format it ends with 2', async () => {
    const { code, err } = await run(['import', '-', '--plan', 'x.plan', '--profile', 'new'], 'number\n500100203\n');
    expect({ code, err }).toEqual({
      code: 2,
      err: 'sms-service: --format is missing: the name of the file does not tell\n',
    });
    expect(existsSync(at('x.plan'))).toBe(false);
  });

  it('of imports whose plans have one name, which go on where they have ended and refuse another input then', async () => {
    const args = ['import', '-', '--format', 'csv', '--group', 'A', '--concurrency', '1', '--profile', 'new'];
    expect((await run(args, 'number\n500100203\n12\n')).code).toBe(1);
    expect(JSON.parse(readFileSync(at('standard-input.plan.rejects'), 'utf8'))).toMatchObject({ line: 3 });
    gateway.current.failNext('soap_AddNumber', { result: 103 });
    const input = 'number\n500100204\n500100205\n';
    const ended = await run(args, input);
    expect(ended.code).toBe(4);
    expect(ended.err).toContain('the plan of an earlier import is kept: ');
    expect(existsSync(at('standard-input.plan.rejects'))).toBe(false);
    expect(await run(args, 'number\n500100206\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('file: is not the one that the plan was made of, which is not carried out yet'),
    });
    expect((await run(args, input)).code).toBe(0);
    expect(gateway.current.account('new')?.groups).toMatchObject([
      { numbers: ['500100203', '500100204', '500100205'].map((number) => ({ number })) },
    ]);
  });

  it('puts the rows that it refuses beside its plan', async () => {
    const args = ['import', '-', '--format', 'csv', '--plan', 'beside.plan', '--group', 'A', '--profile', 'new'];
    expect((await run(args, 'number\n12\n')).code).toBe(1);
    expect(JSON.parse(readFileSync(at('beside.plan.rejects'), 'utf8'))).toMatchObject({ line: 2, text: '12' });
  });

  it.each([
    ['--message-file', '-'],
    ['--message', '-'],
    ['--message-file', '/dev/stdin'],
  ])('of send: %s %s', async (...flags) => {
    const args = ['send', '48500100200', ...flags, '--profile', 'new'];
    expect((await run(args, 'Dzień dobry!\n')).code).toBe(0);
    expect(gateway.current.account('new')?.messages).toMatchObject([{ message: 'Dzień dobry!' }]);
  });

  it('of a password file', async () => {
    const args = ['points', '--url', gateway.current.url, '--username', 'old', '--password-file', '-'];
    expect(await run(args, `${SECRETS.old}\n`)).toEqual({ code: 0, out: '100 points\n', err: '' });
    expect(await run(args)).toMatchObject({
      code: 3,
      err: expect.stringContaining('the password file is empty: the standard input'),
    });
  });

  it('of the accounts of a sandbox', async () => {
    const broken = await run(['sandbox', '--accounts', '-'], 'hush-hush');
    expect(broken).toEqual({ code: 2, out: '', err: 'sms-service: the standard input is no JSON\n' });
    const accounts = '[{"username":"a","password":"b"}]';
    const running = command.start(['sandbox', '--accounts', '-', '--json'], {}, accounts);
    await eventually(() => expect(running.out()).toContain('\n'));
    const { url } = JSON.parse(running.out()) as { url: string };
    const points = ['points', '--url', url, '--username', 'a', '--password-file', '-'];
    expect((await run(points, 'b')).code).toBe(0);
    running.child.kill('SIGINT');
    await running.ended;
  });

  it('of the secrets that a cassette must not hold', async () => {
    copyFileSync(`${ROOT}test/replay/versions/1.har`, at('one.har'));
    const args = ['cassette', 'redact', 'one.har', '--dry-run', '--secrets-file', '-'];
    expect(await run(args, 'one-secret\ntwo-secret\n')).toMatchObject({ code: 0, err: '' });
  });

  it('and only one of them', async () => {
    const args = ['send', '48500100200', '--message', '-', '--password-file', '-', '--username', 'old'];
    expect(await run([...args, '--url', gateway.current.url], 'x')).toMatchObject({
      code: 2,
      err: 'sms-service: --message - and --password-file - cannot both be the standard input\n',
    });
    expect(gateway.current.callCount()).toBe(0);
  });

  it('and can be ended by a signal while nothing comes', async () => {
    const child = spawn(process.execPath, [command.program, 'send', '48500100200', '--message', '-'], {
      cwd: command.folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    // It reads when it has taken what was written.
    await new Promise((resolve) => child.stdin.write('x'.repeat(3_000_000), resolve));
    child.kill('SIGTERM');
    expect(await ended).toEqual([130, null]);
  });
});

describe('- where a file is wanted that is read again', () => {
  const PLAN =
    'cannot be -: a plan has a journal beside it, and is read more than once (for a file of that name write ./-)';
  const CASSETTE = PLAN.replace('a plan', 'a cassette');

  it.each([
    ['plan --from old --to new --out -', `--out ${PLAN}`],
    ['apply -', `<plan> ${PLAN}`],
    ['apply x --journal -', '--journal cannot be -: a journal is read before it is written (for'],
    ['verify --plan -', `--plan ${PLAN}`],
    ['sync --from old --to new --folder -', '--folder cannot be -: '],
    ['remove plan -', `<plan> ${PLAN}`],
    ['remove plan x --out -', `--out ${PLAN}`],
    ['remove apply -', `<removal> ${PLAN}`],
    ['remove apply x --journal -', '--journal cannot be -: a journal'],
    ['import x.csv --plan -', `--plan ${PLAN}`],
    ['record -', `<cassette> ${CASSETTE}`],
    ['replay -', `<cassette> ${CASSETTE}`],
    ['cassette show -', `<cassette> ${CASSETTE}`],
    ['cassette convert - x.yaml', `<cassette> ${CASSETTE}`],
    ['cassette convert x.har -', `<to> ${CASSETTE}`],
    ['cassette merge - x y', `<base> ${CASSETTE}`],
    ['cassette check -', `<cassette> ${CASSETTE}`],
    ['cassette redact -', `<cassette> ${CASSETTE}`],
    ['cassette import -', '<from> cannot be -: recordings may be a folder, and are read more than once (for'],
    ['cassette import x --to -', `--to ${CASSETTE}`],
    ['generate --wsdl - --out x', '--wsdl cannot be -: what it imports is looked for beside it (for'],
    ['generate --wsdl x --out -', '--out cannot be -: it is a folder (for'],
    ['points --config -', '--config cannot be -: it is read more than once (for'],
  ])('is refused with a reason: %s', async (words, message) => {
    const { code, out, err } = await run(words.split(' '));
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(`sms-service: ${message}`) });
  });

  it('is refused in a profile, too', async () => {
    command.write('dash.json', { profiles: { a: { username: 'x', passwordFile: '-' } } });
    const { code, err } = await run(['points', '--config', 'dash.json', '--profile', 'a']);
    expect({ code, err }).toEqual({
      code: 2,
      err: 'sms-service: dash.json:1:49: profiles.a.passwordFile is -, and the standard input is not read for a profile: write ./-\n',
    });
  });

  it('is so for every path of every command', () => {
    const known = ['folder', 'location', 'file', 'plan', 'removal', 'cassette', 'from', 'to', 'base', 'ours', 'theirs'];
    const others = [
      'to...',
      'ids...',
      'group',
      'numbers...',
      'shell',
      'number',
      'profile',
      'policy',
      'port',
      'kinds',
      'format',
      'name',
      'names',
      'map',
      'n',
      'ms',
      'pace',
      'id',
      'interface',
      'variant',
      'pattern',
      // Either may be the standard input.
      'left',
      'right',
      'answer',
      'variable',
      'parts',
      'url=file',
    ];
    const values = COMMANDS.flatMap(({ args = '', options = [] }) =>
      [args, ...options.map(({ flags }) => flags)].flatMap((text) => [...text.matchAll(/<(\S+)>/g)]),
    ).map(([, value = '']) => value);
    const texts = ['url', 'form', 'text', 'sender', 'time', 'value'];
    expect([...new Set(values)].filter((value) => ![...known, ...others, ...texts].includes(value))).toEqual([]);
  });
});
