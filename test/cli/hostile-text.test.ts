import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { eventually } from '../support/eventually.js';
import { serve } from '../support/http-server.js';
import { startRawServer } from '../support/raw-server.js';
import { ROOT } from '../support/run.js';
import { commandOfTests, type Ended, GatewayOfTests } from './command.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();
/** For tests that need a separate process. */
const built = commandOfTests();

/** Unsafe characters that XML can contain: DEL, C1 with CSI, characters of direction, line breaks. */
const FOREIGN =
  'a\u007f\u0085\u009b2J\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029\u00ad\u200b\u200d\u2060\ufeff\u{e0041}\nFORGED\tz';
/** The same in other words: text of the user name would be masked as a credential. */
const WORDS = Array.from(
  FOREIGN.replace(/\nFORGED\tz$/, ''),
  (character, index) => `${character}${'qwerty'[index % 6]}`,
)
  .join('')
  .concat('\nFORGED\tz');
/** The same with characters that only files and arguments can contain. */
const LOCAL = `${FOREIGN}\u001b[2J\u001b]0;title\u0007\r\u0008`;

const UNSAFE = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const [OLD, NEW] = [`old ${LOCAL}`, `new ${LOCAL}`];
const USER = `user ${FOREIGN}`;
const PASSWORD = 'hidden-secret-4711';
const NUMBERS = [
  { number: '48500100201', name: FOREIGN },
  { number: '48500100202', name: `b${FOREIGN}` },
];
const GROUPS = [
  { name: `first ${FOREIGN}`, info: FOREIGN, numbers: NUMBERS },
  { name: `second ${FOREIGN}`, info: '', numbers: [] },
];

const gateway = new GatewayOfTests(() =>
  startSandbox({
    accounts: [
      { username: USER, password: PASSWORD, groups: GROUPS, senders: [`s${FOREIGN}`] },
      { username: `${USER}2`, password: PASSWORD },
    ],
  }),
);

const at = (name: string): string => path.join(command.folder, name);

beforeEach(() => {
  const { url } = gateway.current;
  command.write('sms-service.json', {
    profiles: {
      [OLD]: { url, username: USER, passwordEnv: 'P' },
      [NEW]: { url, username: `${USER}2`, passwordEnv: 'P' },
    },
  });
});

const run = (args: readonly string[], input?: string) => command.run(args, { P: PASSWORD }, input);

/** Expects that no output controls the terminal or forges a line. */
function expectHarmless({ out, err }: Ended, args: readonly string[]): void {
  for (const text of [out, err]) {
    expect(text, JSON.stringify(args)).not.toMatch(UNSAFE);
    expect(text, JSON.stringify(args)).not.toMatch(/^FORGED|\tz/m);
  }
}

/** Runs a command with and without `--json`, and checks all output. @returns both */
async function harmless(args: readonly string[], input?: string): Promise<readonly [Ended, Ended]> {
  const words = await run(args, input);
  const json = await run([...args, '--json'], input);
  expectHarmless(words, args);
  expectHarmless(json, args);
  for (const line of json.out.split('\n')) if (line !== '') JSON.parse(line);
  expect(words.err).not.toContain('defect');
  return [words, json];
}

const from = ['--profile', OLD];
const both = ['--from', OLD, '--to', NEW];
let round = 0;
/** Returns an unused file name. */
const fresh = (): string => `${(round += 1)} ${LOCAL}`;

describe('names, infos and texts of a gateway, and names of files and profiles', () => {
  const ROWS: Readonly<Record<string, () => Promise<unknown>>> = {
    points: () => harmless(['points', ...from]),
    senders: async () => {
      const [, json] = await harmless(['senders', ...from]);
      expect(JSON.parse(json.out)).toEqual({ sender: `s${FOREIGN}` });
    },
    groups: async () => {
      const [words, json] = await harmless(['groups', ...from]);
      expect(words.out.split('\n')).toHaveLength(3);
      expect(
        json.out
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      ).toMatchObject([{ name: GROUPS[0]?.name, info: FOREIGN }, { name: GROUPS[1]?.name }]);
    },
    numbers: async () => {
      const [words] = await harmless(['numbers', ...from]);
      expect(words.out.split('\n').map((line) => line.split('\t').length)).toEqual([3, 3, 1]);
      await harmless(['numbers', ...from, LOCAL, '--id', '1']);
      await harmless(['numbers', ...from, GROUPS[0]?.name ?? '']);
    },
    'numbers remove': async () => {
      await harmless(['numbers', 'remove', LOCAL, LOCAL, '--plan', fresh(), ...from]);
      await harmless(['numbers', 'remove', GROUPS[0]?.name ?? '', LOCAL, '--plan', fresh(), ...from]);
    },
    'numbers rename': async () => {
      await harmless(['numbers', 'rename', LOCAL, LOCAL, '--name', LOCAL, '--plan', fresh(), ...from]);
    },
    send: async () => {
      await harmless(['send', '48500100200', '--message', LOCAL, '--dry-run', ...from]);
      await harmless(['send', '48500100200', '--message', 'x', '--from', LOCAL, ...from]);
      await harmless(['send', '48500100200', '--message-file', LOCAL, ...from]);
    },
    cancel: async () => {
      await harmless(['cancel', LOCAL, '1001', '--over', LOCAL, ...from]);
    },
    history: async () => {
      await run(['send', '48500100200', '--message', FOREIGN, ...from]);
      await harmless(['history', ...from]);
      await harmless(['history', LOCAL, ...from]);
    },
    export: async () => {
      for (const format of ['csv', 'jsonl']) {
        const out = fresh();
        await harmless(['export', '--out', out, '--format', format, '--force', ...from]);
        expect(readFileSync(at(out), 'utf8')).toContain(format === 'csv' ? FOREIGN : '\u009b2J');
      }
      await harmless(['export', '--dry-run', '--exclude', LOCAL, '--normalize', ...from]);
    },
    import: async () => {
      const file = `${fresh()}.csv`;
      writeFileSync(at(file), `group,number,name\n"${FOREIGN}",500100203,"${FOREIGN}"\n"${FOREIGN}",12,x\n`);
      await harmless(['import', file, '--profile', NEW]);
      const dry = `${fresh()}.csv`;
      writeFileSync(at(dry), `${FOREIGN},number\nx,12\n`);
      await harmless(['import', dry, '--dry-run', '--profile', NEW]);
    },
    plan: async () => {
      await harmless(['plan', ...both, '--out', fresh()]);
      await harmless(['plan', ...both, '--dry-run']);
      await harmless(['plan', ...both, '--dry-run', '--include', LOCAL]);
      const names = `${fresh()}.csv`;
      writeFileSync(at(names), `old,new\n"${LOCAL}","${LOCAL}"\n`);
      await harmless(['plan', ...both, '--dry-run', '--names', names]);
      await harmless(['plan', ...both, '--out', `no/${fresh()}`]);
    },
    apply: async () => {
      const plan = fresh();
      await run(['plan', ...both, '--out', plan]);
      gateway.current.failNext('soap_AddGroup', { result: 103, description: FOREIGN });
      await harmless(['apply', plan]);
      await harmless(['apply', plan, '--dry-run']);
      writeFileSync(at(plan), `{"plan":1,"policy":"${FOREIGN.replaceAll(/[\n\t]/g, '')}"}\n${LOCAL}`);
      await harmless(['apply', plan, ...both]);
    },
    verify: async () => {
      await harmless(['verify', ...both]);
      await harmless(['verify', ...both, '--plan', fresh()]);
    },
    diff: async () => {
      await harmless(['diff', OLD, NEW]);
      await harmless(['diff', '-', OLD], `{"kind":"group","name":${JSON.stringify(LOCAL)},"info":"x"}\n`);
    },
    restore: async () => {
      const file = `${fresh()}.jsonl`;
      writeFileSync(at(file), `{"kind":"group","name":${JSON.stringify(LOCAL)},"info":"x"}\n`);
      await harmless(['restore', file, '--to', NEW, '--max-delete', '1000', '--dry-run']);
      await harmless(['restore', file, '--to', NEW, '--max-delete', '1000']);
    },
    sync: async () => {
      await harmless(['sync', ...both, '--dry-run']);
      gateway.current.failNext('soap_AddGroup', { result: 103, description: FOREIGN });
      await harmless(['sync', ...both]);
      await harmless(['sync', ...both, '--folder', LOCAL]);
    },
    remove: async () => {
      const plan = fresh();
      await run(['plan', ...both, '--out', plan]);
      await harmless(['remove', plan, '--out', fresh()]);
      await run(['apply', plan]);
      const removal = fresh();
      await harmless(['remove', plan, '--out', removal, '--force']);
      await harmless(['apply', removal, '--dry-run']);
      // A number is added: its group is skipped, and printed.
      const numbers = `group,number\n"${GROUPS[0]?.name}",500100209\n`;
      await run(['import', '-', '--format', 'csv', '--plan', fresh(), ...from], numbers);
      const [words] = await harmless(['apply', removal]);
      expect(words.code).toBe(1);
    },
    dedupe: async () => {
      const numbers = ['', FOREIGN, `other ${FOREIGN}`].map((name) => ({ number: '500100208', name }));
      const groups = [{ name: FOREIGN, numbers }];
      await gateway.restart(() => startSandbox({ accounts: [{ username: USER, password: PASSWORD, groups }] }));
      const { url } = gateway.current;
      command.write('sms-service.json', { profiles: { [OLD]: { url, username: USER, passwordEnv: 'P' } } });
      const [words] = await harmless(['dedupe', '--out', fresh(), '--force', ...from]);
      expect(words.out.split('\n')[0]).toContain('not copied: name');
      const plan = fresh();
      await run(['dedupe', '--accept', 'name', '--out', plan, ...from]);
      await harmless(['apply', plan, ...from]);
    },
    sandbox: async () => {
      await harmless(['sandbox', '--accounts', fresh()]);
      writeFileSync(at('accounts'), JSON.stringify([{ username: 'a', password: 'b', [LOCAL]: 1 }]));
      await harmless(['sandbox', '--accounts', 'accounts']);
    },
    callbacks: async () => {
      await harmless(['callbacks', '--record', 'x.har', '--privacy', LOCAL]);
      const text = encodeURIComponent(FOREIGN);
      const report = `MsgId=${text}&status=404&status_name=${text}&donedate=1&username=${text}&to=${text}&${text}=${text}`;
      const reply = `sms_from=${text}&sms_to=${text}&sms_text=${text}&sms_date=1&username=${text}&MsgId=${text}`;
      for (const more of [[], ['--json']]) {
        const args = ['callbacks', '--show-private', '--record', `${fresh()}.har`, ...more];
        const running = built.start(args);
        await eventually(() => expect(running.out()).toMatch(/\n$/));
        const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(running.out()) ?? [];
        const statuses: number[] = [];
        for (const query of [report, reply, `${report}&${reply}`, `MsgId=${text}&${text}=${text}`]) {
          statuses.push((await fetch(`${url}${text}?${query}`)).status);
        }
        running.child.kill('SIGINT');
        const ended = await running.ended;
        expectHarmless(ended, args);
        expect(statuses).toContain(200);
        for (const line of more.length === 0 ? [] : ended.out.split('\n').slice(0, -1)) JSON.parse(line);
      }
    },
    record: async () => {
      await harmless(['record', 'x.har', '--privacy', LOCAL, '--url', gateway.current.url]);
      const running = built.start(['record', `${fresh()}.har`, '--url', gateway.current.url]);
      await eventually(() => expect(running.out()).toContain('Ctrl-C'));
      running.child.kill('SIGINT');
      const ended = await running.ended;
      expectHarmless(ended, ['record']);
      expect(ended.out.split('\n')).toHaveLength(6);
    },
    replay: async () => {
      await harmless(['replay', fresh()]);
      writeFileSync(at('no.har'), `{"log":${LOCAL}`);
      await harmless(['replay', 'no.har']);
    },
    'cassette check': async () => {
      await harmless(['cassette', 'check', fresh()]);
      const file = fresh();
      copyFileSync(`${ROOT}test/replay/versions/3.har`, at(file));
      await harmless(['cassette', 'check', file]);
      writeFileSync(at(file), readFileSync(at(file), 'utf8').replace('"_cassette"', JSON.stringify(LOCAL)));
      await harmless(['cassette', 'check', file]);
    },
    'cassette redact': async () => {
      const file = fresh();
      copyFileSync(`${ROOT}test/replay/versions/3.har`, at(file));
      await harmless(['cassette', 'redact', file, '--privacy', 'numbers,names,texts', '--dry-run']);
      await harmless(['cassette', 'redact', file, '--secrets-file', fresh()]);
    },
    'cassette import': async () => {
      const folder = fresh();
      mkdirSync(at(folder));
      writeFileSync(at(path.join(folder, LOCAL)), LOCAL);
      await harmless(['cassette', 'import', folder, '--to', fresh()]);
      writeFileSync(at('foreign.har'), JSON.stringify({ log: { entries: [{ [LOCAL]: LOCAL }] } }));
      await harmless(['cassette', 'import', 'foreign.har', '--to', 'x.har']);
    },
    'cassette key': () => harmless(['cassette', 'key', LOCAL]),
    generate: async () => {
      symlinkSync(`${ROOT}node_modules`, at('node_modules'));
      const file = `${fresh()}.wsdl`;
      const wsdl = readFileSync(`${ROOT}test/docs/calculator.wsdl`, 'utf8');
      const hostile = FOREIGN.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
      writeFileSync(at(file), wsdl);
      expect((await harmless(['generate', '--wsdl', file, '--out', fresh()]))[0].code).toBe(0);
      for (const [place, other] of [
        ['type="xsd:int"', `type="${hostile}"`],
        ['<documentation>', `<import namespace="${hostile}" location="${hostile}"/><documentation>`],
      ] as const) {
        const changed = `${fresh()}.wsdl`;
        writeFileSync(at(changed), wsdl.replace(place, other));
        await harmless(['generate', '--wsdl', changed, '--out', fresh()]);
      }
      await harmless(['generate', '--wsdl', file, '--out', fresh(), '--operations', LOCAL, '--map', LOCAL]);
      await harmless(['generate', '--wsdl', file, '--out', fresh(), '--check']);
    },
    doctor: async () => {
      await harmless(['doctor', ...from]);
      await harmless(['doctor', '--url', gateway.current.url, '--username', LOCAL, '--password-file', '-'], 'x');
    },
    completion: () => harmless(['completion', 'words', '--', LOCAL, '']),
  };

  it('are tested in every command', () => {
    expect(Object.keys(ROWS)).toEqual(COMMANDS.map(({ name }) => name));
  });

  it.each(Object.entries(ROWS))('cannot control the terminal: %s', async (_name, look) => {
    expect.hasAssertions();
    await look();
  });
});

describe('text of a gateway', () => {
  const FAILURES = [
    ['a description', { result: 103, description: WORDS }],
    ['a description of an unknown code', { result: 9999, description: WORDS }],
    ['a Fault', { fault: { code: `Server.${WORDS.replaceAll(/\s/g, '')}`, string: WORDS, detail: WORDS } }],
  ] as const;
  /** Returns true if the text of the gateway was printed. */
  const isShown = ([words, json]: readonly [Ended, Ended]): boolean =>
    [words, json].every(({ out, err }) => /\\u007f(?:\\u007f)?[qwerty]/.test(out + err));

  it.each(FAILURES)('cannot control the terminal: %s', async (_what, failure) => {
    gateway.current.failEvery(1, '*', failure);
    for (const args of [['points'], ['senders'], ['groups'], ['numbers'], ['history'], ['export', '--out', '-']]) {
      expect(isShown(await harmless([...args, ...from])), args[0]).toBe(true);
    }
    expect(isShown(await harmless(['send', '48500100200', '--message', 'x', ...from]))).toBe(true);
    expect(isShown(await harmless(['verify', ...both]))).toBe(true);
    expect(isShown(await harmless(['plan', ...both, '--out', fresh()]))).toBe(true);
    await harmless(['doctor', ...from]);
  });

  it('cannot control the terminal in an HTTP header', async () => {
    expect.hasAssertions();
    const hostile = Buffer.from('\u009b2J\u0085x\u00ad', 'latin1').toString('latin1');
    for (const status of ['200', '302', '401', '429', '500']) {
      const head = ['Location', 'Content-Type', 'Retry-After', 'Server', 'WWW-Authenticate']
        .map((name) => `${name}: ${hostile}\r\n`)
        .join('');
      const text = `HTTP/1.1 ${status} ${hostile}\r\n${head}Content-Length: 5\r\n\r\n${hostile}`;
      const server = await startRawServer(Buffer.from(text, 'latin1'));
      onTestFinished(() => server.close());
      const flags = ['--url', server.url, '--username', 'x', '--password-file', '-', '--timeout-ms', '500'];
      for (const name of ['points', 'doctor']) await harmless([name, ...flags], 'p');
    }
  });

  it.each(['text/html', 'text/xml', LOCAL.replaceAll(/[^\u0020-\u007e]/g, '')])(
    'cannot control the terminal in a page of %s',
    async (type) => {
      expect.hasAssertions();
      const { url } = await serve((_request, response) => {
        response.writeHead(500, { 'content-type': type });
        response.end(`<html><title>${LOCAL}</title>${LOCAL}</html>`);
      });
      const flags = ['--url', url, '--username', 'x', '--password-file', '-', '--timeout-ms', '500'];
      for (const name of ['points', 'doctor']) await harmless([name, ...flags], 'p');
    },
  );
});

describe('a file that was edited', () => {
  /** The same with lone surrogates, which JSON can contain. */
  const WRITTEN = `${LOCAL}\ud800b\udc00`;

  it.each(['labels', 'all texts'])('cannot control the terminal: the %s of a plan', async (part) => {
    expect.hasAssertions();
    const plan = fresh();
    await run(['plan', ...both, '--out', plan]);
    const texts: Readonly<Record<string, (line: object) => object>> = {
      labels: (line) => ('plan' in line ? { ...line, labels: { from: WRITTEN, to: `${WRITTEN}2` } } : line),
      'all texts': (line) =>
        JSON.parse(JSON.stringify(line), (_, value) => (typeof value === 'string' ? WRITTEN : value)) as object,
    };
    const lines = readFileSync(at(plan), 'utf8').split('\n').filter(Boolean);
    const edited = lines.map((line) => JSON.stringify(texts[part]?.(JSON.parse(line) as object)));
    writeFileSync(at(plan), `${edited.join('\n')}\n`);
    await harmless(['apply', plan, '--dry-run', ...both]);
    await harmless(['verify', ...both, '--plan', plan]);
    await harmless(['remove', plan, '--out', fresh(), ...both]);
    await harmless(['import', plan, '--format', 'jsonl', '--plan', fresh(), '--profile', NEW]);
  });

  it('cannot control the terminal: a cassette', async () => {
    const text = readFileSync(`${ROOT}test/replay/versions/3.har`, 'utf8');
    // A name in XML may contain invisible characters.
    const strange = text.replace(/(<id_group xsi:type=[^>]*>7<\/id_group>|<\/result>)/, '$1<a\u200db>x</a\u200db>');
    expect(strange).not.toBe(text);
    const har = JSON.parse(strange) as unknown;
    const files = [har, replaced(har, 'method'), replaced(har, 'text')];
    for (const content of files) {
      const file = fresh();
      writeFileSync(at(file), JSON.stringify(content));
      await harmless(['cassette', 'check', file]);
      await harmless(['cassette', 'redact', file, '--dry-run']);
      await harmless(['cassette', 'import', file, '--to', fresh()]);
    }
    const [words] = await harmless(['cassette', 'check', 'strange.har']);
    expect(words.code).toBe(2);
  });

  /** Replaces the values of all fields with this name. */
  function replaced(value: unknown, name: string): unknown {
    return JSON.parse(JSON.stringify(value), (key, one: unknown) => (key === name ? WRITTEN : one));
  }

  it('cannot control the terminal: accounts and profiles', async () => {
    expect.hasAssertions();
    writeFileSync(at('accounts'), JSON.stringify([{ username: 'a', password: 'b', groups: [{ [WRITTEN]: 1 }] }]));
    await harmless(['sandbox', '--accounts', 'accounts']);
    writeFileSync(at('wrong.json'), JSON.stringify({ profiles: { [WRITTEN]: { [WRITTEN]: WRITTEN } } }));
    await harmless(['points', '--config', 'wrong.json', '--profile', 'x']);
    writeFileSync(at('wrong.json'), JSON.stringify({ profiles: { x: { url: 'http://x/', proxy: WRITTEN } } }));
    await harmless(['points', '--config', 'wrong.json', '--profile', 'x']);
    await harmless(['doctor', '--config', 'wrong.json', '--profile', 'x']);
  });
});

describe('a command line', () => {
  it.each([
    ['an unknown command', [LOCAL]],
    ['an unknown option', ['points', `--${LOCAL}`]],
    ['an invalid value of an option', ['apply', 'x', '--if-changed', LOCAL]],
    ['an unknown profile', ['points', '--profile', LOCAL]],
    ['a missing configuration file', ['points', '--config', LOCAL, '--profile', 'x']],
    [
      'an unreachable address',
      [
        'points',
        '--url',
        `http://127.0.0.1:1/${LOCAL}`,
        '--username',
        'x',
        '--password-file',
        '-',
        '--timeout-ms',
        '300',
      ],
    ],
    ['a missing password file', ['points', '--url', 'http://x/', '--username', 'x', '--password-file', LOCAL]],
  ])('cannot control the terminal: %s', async (_what, args) => {
    expect.hasAssertions();
    await harmless(args, 'password');
  });

  it('cannot control the terminal in a defect, which exits with 70', async () => {
    const hook = built.write(
      'defect.mjs',
      `process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => { throw new Error(${JSON.stringify(LOCAL)}); }));`,
    );
    for (const more of [[], ['--json']]) {
      const ended = await built.run(['sandbox', ...more], { NODE_OPTIONS: `--import=${hook}` });
      expect(ended).toMatchObject({
        code: 70,
        err: expect.stringContaining('this is a defect of sms-service: Error: a'),
      });
      expectHarmless(ended, ['sandbox']);
    }
  });

  it('is quoted for a shell in proposed commands', async () => {
    const plan = `it's ${LOCAL}`;
    const [words] = await harmless(['plan', ...both, '--out', plan]);
    const proposed = /^Apply it: sms-service apply (.*)$/m.exec(words.out)?.[1] ?? '';
    expect(
      execFileSync('bash', ['-c', `printf %s ${proposed}`], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } }),
    ).toBe(plan);
  });
});
