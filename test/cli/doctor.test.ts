import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readDocument } from '../docs/markdown.js';
import { pem } from '../support/tls-server.js';
import { type Ended, jsonLines } from './command.js';
import { answers, gateway, listen, PASSWORD, SITUATIONS, tls } from './doctor-situations.js';
import { commandInProcess } from './running/here.js';

const command = commandInProcess();

interface Found {
  readonly check: string;
  readonly status: string;
  readonly todo: string;
}

function doctor(
  profile: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = ['--json'],
): Promise<Ended> {
  const shop = { username: 'shop', passwordEnv: 'PASSWORD', ...profile };
  command.write('doctor.json', { profiles: { shop } });
  const words = ['doctor', '--config', 'doctor.json', '--profile', 'shop', ...args];
  return command.run(words, { PASSWORD, ...environment });
}

const found = (ended: Ended) => jsonLines(ended) as readonly Found[];
const statuses = (ended: Ended) => found(ended).map(({ check, status }) => `${check} ${status}`);

/** The problems in docs/doctor.md, in a list for each check: the expected values. */
const rows = readDocument('docs/doctor.md')
  .sections.filter(({ level }) => level === 3)
  .flatMap(({ title: check, lines }) => lines.map((line) => ({ check, line })))
  .flatMap(({ check, line }) => {
    const [, problem, code, todo = ''] = /^- `([a-z-]+)` \((\d+)\): (.+)$/.exec(line) ?? [];
    const pattern = todo.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replace(/<\w+>/g, '.+');
    return problem === undefined ? [] : [{ problem, check, todo: new RegExp(`^${pattern}$`), code: Number(code) }];
  });
const cases = rows.flatMap((row) =>
  (SITUATIONS[row.problem as keyof typeof SITUATIONS] ?? []).map(
    (produce, index) => [`${row.problem} (${index + 1})`, row, produce] as const,
  ),
);

describe('sms-service doctor', () => {
  it('has an entry in docs/doctor.md for each problem', () => {
    expect(rows.map(({ problem }) => problem)).toEqual(Object.keys(SITUATIONS));
  });

  it.each(cases)('finds %s', async (_, { problem, check, todo, code }, produce) => {
    const situation = await produce((name, content) => command.write(name, content));
    const { profile, args = [], environment, says = '', todo: part = '', secrets = [] } = situation;
    const ended = await doctor(profile, environment, ['--json', ...args]);
    expect(found(ended).filter(({ status }) => status === 'wrong')).toEqual([
      { problem, check, status: 'wrong', text: expect.stringContaining(says), todo: expect.stringMatching(todo) },
    ]);
    expect(ended.out).toContain(part);
    expect([ended.code, ended.err]).toEqual([code, '']);
    for (const secret of [PASSWORD, ...secrets]) expect(ended.out).not.toContain(secret);
  });

  it('finds an account that can be used, and sends nothing', async () => {
    const sandbox = await gateway();
    const { code, out, err } = await doctor({ url: sandbox.url }, {}, ['--send', '48500100200']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        `ok     address      127.0.0.1:${sandbox.port} accepts connections`,
        'note   tls          not encrypted: others can read the password',
        '                    -> Use https, except for tests.',
        `ok     endpoint     127.0.0.1:${sandbox.port} answers as the SOAP interface`,
        'ok     credentials  the password is accepted',
        'ok     ip filter    this machine may send',
        'ok     points       100 points',
        'ok     senders      Test',
        'ok     contract     the responses follow it: WSDL, soap_CheckPoints, soap_GetSenders, soap_GetGroups, soap_GetSmsByDate',
        '',
      ].join('\n'),
    );
    expect(sandbox.account('shop')).toMatchObject({ messages: [], points: 100 });
  });

  it('checks the interface that --over selects', async () => {
    const { httpUrl } = await gateway({ tokens: ['t0ken'] });
    const profile = { httpUrl, tokenEnv: 'TOKEN', variant: 'earlier' };
    const ended = await doctor(profile, { TOKEN: 't0ken' }, ['--over', 'http', '--send', '48500100200', '--json']);
    const checks = ['endpoint ok', 'credentials ok', 'ip filter ok', 'points ok', 'senders ok', 'contract ok'];
    expect(statuses(ended)).toEqual(['address ok', 'tls note', ...checks]);
    expect(ended.out).not.toContain('t0ken');
  });

  it('notes a field that is new in the contract, and accounts without a sender', async () => {
    const answer = { name: 'Shop', email: 'a@example.com', username: 'shop', phone_number: '500100200', points: 5 };
    const more = { payment_type: 'prepaid', user_type: 'native', color: 'red' };
    const body = JSON.stringify({ ...answer, ...more });
    const httpUrl = await answers(200, { 'content-type': 'application/json' }, body);
    const overHttp = await doctor({ httpUrl, tokenEnv: 'TOKEN' }, { TOKEN: 't0ken' }, ['--over', 'http']);
    expect(overHttp).toMatchObject({ code: 0, out: expect.stringContaining('profile color is not in the contract') });
    const overSoap = await doctor({ url: (await gateway({ senders: [] })).url });
    expect([overSoap.code, statuses(overSoap)]).toEqual([0, expect.arrayContaining(['senders note'])]);
  });
});

/** A gateway behind TLS. @param names - its certificate, and further ones that it sends. @returns its port */
async function gatewayOnTls(...names: readonly string[]): Promise<number> {
  const { port } = await gateway();
  const server = createServer({ cert: names.map(pem).join('\n'), key: pem(`${names[0]}.key`) }, (socket) => {
    const upstream = net.connect(port, '127.0.0.1');
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('the advice of doctor', () => {
  const ca = (...names: readonly string[]) => command.write('ca.pem', names.map(pem).join('\n'));

  it.each([
    ['https in the URL', 'http', ['right'], undefined, 'https', ['authority']],
    ['an authority in `ca`', 'https', ['right'], undefined, 'https', ['authority']],
    [
      'the missing certificate',
      'https',
      ['by-intermediate'],
      ['second-authority'],
      'https',
      ['intermediate', 'second-authority'],
    ],
  ] as const)('solves the problem: %s', async (_, before, chain, trusted, after, added) => {
    const port = await gatewayOnTls(...chain);
    const url = (protocol: string) => `${protocol}://127.0.0.1:${port}/soap`;
    const wrong = await doctor({ url: url(before), ...(trusted && { ca: ca(...trusted) }) });
    expect(wrong.code).not.toBe(0);
    expect(await doctor({ url: url(after), ca: ca(...added) })).toMatchObject({ code: 0 });
  });

  it('names the address of a redirect, which is not followed', async () => {
    const sandbox = await gateway();
    const ended = await doctor({ url: await answers(308, { Location: sandbox.url }) });
    expect(found(ended).at(-1)?.todo).toContain(sandbox.url);
    expect(sandbox.callCount()).toBe(0);
  });
});

describe('doctor protects credentials', () => {
  it('sends nothing readable to a TLS port that the URL calls plain', async () => {
    let bytes = '';
    const port = await listen((socket) => {
      socket.on('data', (piece) => {
        bytes += piece.toString('latin1');
        // An alert of TLS.
        socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
      });
    });
    expect((await doctor({ url: `http://127.0.0.1:${port}/soap` })).code).toBe(2);
    expect(bytes).not.toMatch(/HTTP|shop|doctor-secret/);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('sends nothing without a password, and nothing to an untrusted server', async () => {
    const [plain, secure] = [await gateway(), await tls('right', 'OK')];
    for (const url of [plain.url, secure.url]) {
      const ended = await doctor({ url, ca: command.write('ca.pem', pem('authority')), passwordEnv: 'NOT_SET' });
      expect([ended.code, ended.err]).toEqual([3, '']);
    }
    expect((await doctor({ url: secure.url })).code).toBe(2);
    // The request of `checkTrust`.
    expect([plain.callCount(), secure.requests]).toEqual([0, ['GET / ']]);
  });

  it('does not send a plain password to try the other hash on an unencrypted connection', async () => {
    const sandbox = await gateway();
    const ended = await doctor({ url: sandbox.url, hash: 'md5' });
    expect([ended.code, sandbox.callCount()]).toEqual([3, 1]);
  });

  it('checks each address, and uses the first that answers as a gateway', async () => {
    const sandbox = await gateway();
    const ended = await doctor({ url: ['nonsense', await answers(404), sandbox.url] });
    expect(statuses(ended).slice(0, 8)).toEqual([
      'address wrong',
      'address ok',
      'tls note',
      'address ok',
      'tls note',
      'endpoint wrong',
      'endpoint ok',
      'credentials ok',
    ]);
    expect(ended.code).toBe(2);
  });

  it('does not send a refused password to a second address', async () => {
    const [first, second] = [await gateway({ password: 'another-one-11' }), await gateway()];
    const { code } = await doctor({ url: [first.url, second.url] });
    expect({ code, calls: second.callCount() }).toEqual({ code: 3, calls: 0 });
  });
});
