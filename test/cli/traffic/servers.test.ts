import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { eventually } from '../../support/eventually.js';
import { type Ended } from '../command.js';
import { CommandHere } from '../running/here.js';

const command = new CommandHere();

async function points(url: string, username = 'demo', password = 'demo-password'): Promise<number> {
  const client = new SmsServiceClient({ url, credentials: { username, password }, retry: false });
  try {
    return await client.checkPoints();
  } finally {
    await client.close();
  }
}

/** Runs a function with a new gateway. */
async function withGateway(act: (gateway: { url: string; httpUrl: string }) => Promise<void>): Promise<void> {
  const gateway = await startSandbox();
  try {
    await act(gateway);
  } finally {
    await gateway.close();
  }
}

/** Records calls that read the points. */
async function record(name: string, more: readonly string[] = [], times = 1): Promise<Ended> {
  let ended: Ended | undefined;
  await withGateway(async ({ url }) => {
    const running = await command.serve(['record', command.at(name), '--url', url, ...more]);
    for (let time = 0; time < times; time += 1) await points(running.url);
    ended = await command.stop(running);
  });
  return ended ?? { code: null, out: '', err: '' };
}

/** The lines after those with the address of a server, without times. */
const linesOf = ({ out }: Ended): readonly string[] =>
  out
    .slice(out.indexOf('Press Ctrl-C to stop.\n') + 22)
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME'));

describe('sandbox', () => {
  it('serves both interfaces of the account that it names', async () => {
    const running = await command.serve(['sandbox']);
    expect(await points(running.url)).toBe(100);
    const authorization = 'Bearer demo-token';
    const httpUrl = new URL('/', running.url).href;
    expect((await fetch(`${httpUrl}profile`, { headers: { authorization } })).status).toBe(200);
    expect(await command.stop(running)).toEqual({
      code: 0,
      out:
        `listening on ${running.url}\nand over HTTP on ${httpUrl}\n` +
        'account demo, password demo-password, token demo-token, 100 points\nPress Ctrl-C to stop.\n',
      err: '',
    });
    await expect(points(running.url)).rejects.toThrow('no server listens on this port');
  });

  it.each(['a file', 'the standard input'])('serves the accounts of %s, and names none', async (place) => {
    const accounts = [{ username: 'shop', password: 'shop-password', points: 7 }];
    const file = place === 'a file' ? command.write('accounts.json', accounts) : '-';
    command.give(JSON.stringify(accounts));
    const running = await command.serve(['sandbox', '--accounts', file]);
    expect(await points(running.url, 'shop', 'shop-password')).toBe(7);
    await expect(points(running.url)).rejects.toThrow('code 101');
    const { out } = await command.stop(running);
    const httpUrl = new URL('/', running.url).href;
    expect(out).toBe(`listening on ${running.url}\nand over HTTP on ${httpUrl}\nPress Ctrl-C to stop.\n`);
  });

  it.each(['a file', 'the standard input'])('refuses %s that is not JSON, and shows nothing of it', async (place) => {
    const text = '[{"password": "hidden-77" oops';
    const file = place === 'a file' ? command.write('accounts.json', text) : '-';
    command.give(text);
    expect(await command.run(['sandbox', '--accounts', file])).toEqual({
      code: 2,
      out: '',
      err: `sms-service: ${place === 'a file' ? file : place} is not valid JSON\n`,
    });
  });

  it('sends the delivery reports of all accounts to an address', async () => {
    const called: string[] = [];
    const program = http.createServer((request, response) => {
      called.push(new URL(request.url ?? '', 'http://x').searchParams.get('status_name') ?? '');
      response.end('OK');
    });
    program.listen(0, '127.0.0.1');
    await once(program, 'listening');
    const { port } = program.address() as { port: number };
    const running = await command.serve(['sandbox', '--callbacks', `http://127.0.0.1:${port}/sms`]);
    const body = new URLSearchParams({ to: '500100200', message: 'Hi', access_token: 'demo-token' });
    await fetch(new URL('/sms.do', running.url), { method: 'POST', body });
    await eventually(() => expect(called).toEqual(['SENT']));
    await command.stop(running);
    program.close();
    const wrong = await command.run(['sandbox', '--callbacks', 'here']);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/callbacks\.addresses: must be an absolute/) });
  });
});

describe('record', () => {
  it('prints each call, the sum at the end, and the addresses', async () => {
    await withGateway(async ({ url }) => {
      const running = await command.serve(['record', command.at('told.har'), '--url', url]);
      await points(running.url);
      const ended = await command.stop(running);
      expect(ended).toMatchObject({ code: 0, err: '' });
      expect(ended.out).toContain(`\nforwarding calls to ${url}, recording into ${command.at('told.har')}\n`);
      expect(linesOf(ended)).toEqual(['TIME  soap_CheckPoints  recorded', '1 call: 1 recorded']);
      const kept = readFileSync(command.at('told.har'), 'utf8');
      expect(kept).toContain('soap_CheckPoints');
      expect(kept).not.toContain('demo-password');
    });
  });

  it('forwards calls over HTTP to another address if one is set', async () => {
    await withGateway(async ({ url, httpUrl }) => {
      const words = ['record', command.at('http.har'), '--url', 'http://127.0.0.1:1/soap', '--http-url', httpUrl];
      const running = await command.serve(words);
      const headers = { authorization: 'Bearer demo-token' };
      expect((await fetch(new URL('/profile', running.url), { headers })).status).toBe(200);
      const { out } = await command.stop(running);
      expect(out).toContain(`forwarding calls to http://127.0.0.1:1/soap, over HTTP to ${httpUrl}, recording into `);
      expect(readFileSync(command.at('http.har'), 'utf8')).not.toContain('demo-token');
      const same = await command.serve(['record', command.at('same.har'), '--url', url]);
      expect((await fetch(new URL('/profile', same.url), { headers })).status).not.toBe(502);
      await command.stop(same);
    });
  });

  it('prints how many other requests were forwarded', async () => {
    await withGateway(async ({ url }) => {
      const running = await command.serve(['record', command.at('foreign.har'), '--url', url]);
      await (await fetch(running.url, { method: 'POST', body: 'no call' })).text();
      const err = '1 request forwarded but not recorded: not calls of the service\n';
      expect(await command.stop(running)).toMatchObject({ code: 0, err });
    });
  });

  it('reports an unreachable gateway, to the program as a Fault of status 502, and records nothing', async () => {
    const running = await command.serve(['record', command.at('away.yaml'), '--url', 'http://127.0.0.1:1/soap']);
    await expect(points(running.url)).rejects.toThrow('was not reached (ECONNREFUSED)');
    const headers = { authorization: 'Bearer x' };
    const response = await fetch(new URL('/profile', running.url), { headers });
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'gateway_away', message: 'the gateway was not reached (ECONNREFUSED); nothing was sent' },
    ]);
    const ended = await command.stop(running);
    expect(linesOf(ended).at(0)).toBe('TIME  soap_CheckPoints  gateway unreachable: not recorded');
    expect(linesOf(ended).at(-1)).toBe('2 calls: 2 gateway unreachable: not recorded');
    expect(existsSync(command.at('away.yaml'))).toBe(false);
  });
});

describe('replay', () => {
  it('plays a cassette without a gateway, and prints each call', async () => {
    await record('played.har');
    const running = await command.serve(['replay', pathToFileURL(command.at('played.har')).href]);
    expect(await points(running.url)).toBe(100);
    const ended = await command.stop(running);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(linesOf(ended)).toEqual(['TIME  soap_CheckPoints  played', '1 call: 1 played']);
  });

  it.each([
    [[], 'soap_CheckPoints  not in the cassette', 1],
    [['--repeat'], 'soap_CheckPoints  played', 0],
  ])('gives the last response again only with --repeat: %j', async (more, line, code) => {
    await record('last.har');
    const running = await command.serve(['replay', command.at('last.har'), ...more]);
    await points(running.url);
    const second = points(running.url);
    if (code === 0) expect(await second).toBe(100);
    else await expect(second).rejects.toThrow('was called again');
    const ended = await command.stop(running);
    expect(linesOf(ended)[1]).toBe(`TIME  ${line}`);
    expect(ended.code).toBe(code);
  });

  it.each([
    [['--locked'], 1],
    [[], 0],
  ])('exits with 1 for recordings that were not requested only with --locked: %j', async (more, code) => {
    await record('locked.har');
    const ended = await command.stop(await command.serve(['replay', command.at('locked.har'), ...more]));
    expect(ended.code).toBe(code);
    if (code === 1) expect(ended.err).toContain('soap_CheckPoints');
  });
});

describe('a server', () => {
  it.each([
    ['sandbox', () => []],
    ['replay', () => [command.at('calls.har')]],
    ['record', () => [command.at('calls.har'), '--url', 'http://gateway.test/']],
  ])('accepts further host names: %s', async (name, more) => {
    if (name === 'replay') await record('calls.har');
    const running = await command.serve([name, ...more(), '--allowed-hosts', 'a.example, b.example']);
    const { port } = new URL(running.url);
    const status = async (host: string): Promise<number | undefined> => {
      const request = http.request({ port, method: 'PUT', agent: false, headers: { host } }).end();
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await Promise.all(['a.example', 'b.example:80', 'localhost', 'c.example'].map(status))).toEqual([
      405, 405, 405, 421,
    ]);
    expect((await command.stop(running)).code).toBe(0);
    const wrong = await command.run([name, ...more(), '--allowed-hosts', 'a.example,http://x']);
    expect(wrong).toMatchObject({ code: 2, err: 'sms-service: allowedHosts[1]: must be a host name without a port\n' });
  });
});
