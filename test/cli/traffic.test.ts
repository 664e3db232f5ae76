import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { eventually } from '../support/eventually.js';
import { commandOfTests, type Ended, GatewayOfTests, jsonLines, type Running } from './command.js';

const command = commandOfTests();
const gateway = new GatewayOfTests(() => startSandbox());

/** Waits until a server says where it is. */
async function urlOf(running: Running): Promise<string> {
  await eventually(() => expect(running.out()).toMatch(/\n$/));
  return /http:\/\/127\.0\.0\.1:\d+\/soap/.exec(running.out())?.[0] ?? '';
}

async function points(url: string): Promise<number> {
  const client = new SmsServiceClient({
    url,
    credentials: { username: 'demo', password: 'demo-password' },
    retry: false,
  });
  try {
    return await client.checkPoints();
  } finally {
    await client.close();
  }
}

function stop(running: Running): Promise<Ended> {
  running.child.kill('SIGINT');
  return running.ended;
}

async function record(name: string, ...more: readonly string[]): Promise<void> {
  const recording = command.start(['record', name, '--url', gateway.current.url, ...more]);
  expect(await points(await urlOf(recording))).toBe(100);
  expect((await stop(recording)).code).toBe(0);
}

describe('sms-service', () => {
  it('serves the embedded gateway until it is told to end', async () => {
    const running = command.start(['sandbox']);
    const url = await urlOf(running);
    expect(await points(url)).toBe(100);
    expect(await stop(running)).toEqual({
      code: 0,
      out:
        `listening on ${url}\nand over HTTP below ${new URL('/', url).href}\n` +
        'account demo, password demo-password, token demo-token, 100 points\nCtrl-C ends it\n',
      err: '',
    });
  });

  it('serves both interfaces of the account that it names', async () => {
    const running = command.start(['sandbox']);
    const httpUrl = String(new URL('/', await urlOf(running)));
    const environment = { SMS_SERVICE_HTTP_URL: httpUrl, SMS_SERVICE_TOKEN: 'demo-token' };
    expect((await command.run(['points'], environment)).out).toBe('100 points\n');
    expect((await stop(running)).code).toBe(0);
  });

  it('serves accounts of a file, and says to machines where', async () => {
    const file = command.write('accounts.json', [{ username: 'demo', password: 'demo-password', points: 7 }]);
    const running = command.start(['sandbox', '--accounts', file, '--json']);
    expect(await points(await urlOf(running))).toBe(7);
    const [said] = jsonLines(await stop(running));
    expect(said).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/soap$/),
      wsdlUrl: expect.stringMatching(/\?wsdl$/),
      httpUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      port: expect.any(Number),
    });
    command.write('accounts.json', '[{"password": "hidden-77" oops');
    const { code, err } = await command.run(['sandbox', '--accounts', file]);
    expect({ code, err }).toEqual({ code: 2, err: `sms-service: ${file} is no JSON\n` });
  });

  it('records through a proxy, without the password, and plays it', async () => {
    await record('points.har');
    expect(readFileSync(path.join(command.folder, 'points.har'), 'utf8')).not.toContain('demo-password');
    const playing = command.start(['replay', 'points.har']);
    expect(await points(await urlOf(playing))).toBe(100);
    expect((await stop(playing)).code).toBe(0);
  });

  it('records into a track and leaves the others, plays one, and names them where it has not the call', async () => {
    await record('tracks.har', '--track', 'has points');
    await record('tracks.har', '--track', 'has them still');
    const text = readFileSync(path.join(command.folder, 'tracks.har'), 'utf8');
    expect(text.match(/has points|has them still/g)).toEqual(['has points', 'has them still']);
    const playing = command.start(['replay', 'tracks.har', '--locked', '--track', 'has points']);
    expect(await points(await urlOf(playing))).toBe(100);
    expect((await stop(playing)).code).toBe(0);
    const other = command.start(['replay', 'tracks.har', '--track', 'another']);
    await expect(points(await urlOf(other))).rejects.toThrow(/"has points"/);
    expect((await stop(other)).code).not.toBe(0);
    expect(await command.run(['replay', 'tracks.har', '--track', ''])).toMatchObject({ code: 2 });
  });

  it('records calls over HTTP through a proxy, without the token, and plays them', async () => {
    const sandbox = command.start(['sandbox']);
    const soap = await urlOf(sandbox);
    const httpUrl = new URL('/', soap).href;
    const asked = (server: string): Promise<Ended> =>
      command.run(['points', '--http-url', new URL('/', server).href], { SMS_SERVICE_TOKEN: 'demo-token' });
    const recording = command.start(['record', 'http.har', '--url', soap, '--http-url', httpUrl]);
    expect((await asked(await urlOf(recording))).out).toBe('100 points\n');
    expect((await stop(recording)).out).toContain(
      `handing calls on to ${soap}, over HTTP to ${httpUrl}, recording into `,
    );
    const kept = readFileSync(path.join(command.folder, 'http.har'), 'utf8');
    expect(kept).toContain('profile');
    expect(kept).not.toContain('demo-token');
    expect((await stop(sandbox)).code).toBe(0);
    const playing = command.start(['replay', 'http.har']);
    expect((await asked(await urlOf(playing))).out).toBe('100 points\n');
    expect((await stop(playing)).code).toBe(0);
  });

  it('tells each call that it records or plays, and all of them at the end', async () => {
    const recording = command.start(['record', 'told.yaml', '--url', gateway.current.url]);
    await points(await urlOf(recording));
    const timeless = ({ out }: Ended): readonly string[] =>
      out
        .split('\n')
        .slice(4, -1)
        .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME'));
    expect(timeless(await stop(recording))).toEqual(['TIME  soap_CheckPoints  recorded', '1 call: 1 recorded']);
    const playing = command.start(['replay', 'told.yaml', '--json']);
    const url = await urlOf(playing);
    await points(url);
    await expect(points(url)).rejects.toThrow('was called again');
    const ended = await stop(playing);
    expect(jsonLines({ ...ended, code: 0 }).slice(1)).toEqual([
      { at: expect.any(String), operation: 'soap_CheckPoints', fate: 'played' },
      { at: expect.any(String), operation: 'soap_CheckPoints', fate: 'missed' },
      { calls: 2, played: 1, missed: 1 },
    ]);
    expect(ended.code).toBe(1);
  });

  it('says that the gateway is away, to the program as a Fault of status 502, and keeps nothing', async () => {
    const recording = command.start(['record', 'away.yaml', '--url', 'http://127.0.0.1:1/soap']);
    const url = await urlOf(recording);
    const error: unknown = await points(url).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'SoapFaultError',
      message: expect.stringContaining('was not reached (ECONNREFUSED)'),
    });
    const response = await fetch(new URL('/profile', url), { headers: { authorization: 'Bearer x' } });
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'gateway_away', message: 'the gateway was not reached (ECONNREFUSED); nothing was sent' },
    ]);
    const { out, code } = await stop(recording);
    expect(code).toBe(0);
    expect(out).toMatch(/soap_CheckPoints {2}the gateway was away: not recorded\n/);
    expect(out).toMatch(/\n2 calls: 2 the gateway was away: not recorded\n$/);
    expect(existsSync(path.join(command.folder, 'away.yaml'))).toBe(false);
  });

  it('ends with 1 where a locked cassette has recordings that nobody asked for', async () => {
    await record('locked.har');
    const playing = command.start(['replay', 'locked.har', '--locked', '--json']);
    await urlOf(playing);
    const { code, err } = await stop(playing);
    expect(code).toBe(1);
    expect(JSON.parse(err)).toEqual({ error: expect.stringContaining('soap_CheckPoints'), exitCode: 1 });
  });

  it('checks a cassette, and ends with 1 for what breaks programs', async () => {
    await record('check.har', '--json');
    expect(await command.run(['cassette', 'check', 'check.har'])).toEqual({
      code: 0,
      out: '1 response checked, 0 could not be, 0 found\n',
      err: '',
    });
    const text = readFileSync(path.join(command.folder, 'check.har'), 'utf8');
    command.write('drift.har', text.replace(/>100<\/points>/, '>many</points>'));
    const drift = await command.run(['cassette', 'check', 'drift.har']);
    expect(drift.code).toBe(1);
    expect(drift.out).toContain('breaking  soap_CheckPoints  points  is no xsd:float');
    expect(jsonLines(await command.run(['cassette', 'check', 'drift.har', '--json']))).toMatchObject([
      { checked: 1, isBreaking: true },
    ]);
  });

  it('tells in a dry run what cleaning a cassette would change', async () => {
    await record('dry.har');
    const text = readFileSync(path.join(command.folder, 'dry.har'), 'utf8');
    command.write('dry.har', text.replace('<description', '<!-- hunter22 --><description'));
    command.write('secrets.txt', 'hunter22\n');
    const before = readFileSync(path.join(command.folder, 'dry.har'), 'utf8');
    const args = ['cassette', 'redact', 'dry.har', '--secrets-file', 'secrets.txt'];
    expect(await command.run([...args, '--dry-run'])).toEqual({
      code: 0,
      out: 'place          recordings\nresponse body           1\n1 of 1 recording would change\n',
      err: '',
    });
    expect(readFileSync(path.join(command.folder, 'dry.har'), 'utf8')).toBe(before);
    expect(jsonLines(await command.run([...args, '--json']))).toEqual([
      { recordings: 1, changed: 1, places: [{ place: 'response body', recordings: 1 }] },
    ]);
    expect(readFileSync(path.join(command.folder, 'dry.har'), 'utf8')).not.toContain('hunter22');
  });

  it('takes over what others have recorded', async () => {
    await record('own.har');
    const har = JSON.parse(readFileSync(path.join(command.folder, 'own.har'), 'utf8'));
    const [{ request, response }] = har.log.entries;
    mkdirSync(path.join(command.folder, 'foreign'));
    command.write('foreign/points.request.http', request.postData.text);
    command.write('foreign/points.response.http', response.content.text);
    const args = ['cassette', 'import', 'foreign', '--to', 'taken.har'];
    expect(await command.run(args)).toEqual({ code: 0, out: '1 call recorded, 0 skipped\n', err: '' });
    expect(jsonLines(await command.run([...args, '--json']))).toEqual([{ recorded: 0, skipped: [] }]);
  });

  it('does not begin to record where nothing can be written', async () => {
    // Not even the administrator can make a folder there.
    const running = command.start(['record', '/sys/nowhere/x.har', '--url', gateway.current.url]);
    running.child.stdout?.once('data', () => running.child.kill());
    expect(await running.ended).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^sms-service: E[A-Z]+: .*, mkdir '\/sys\/nowhere'\n$/),
    });
  });

  it('names the command that takes what another one does not', async () => {
    command.write('foreign.har', { log: { entries: [] } });
    const { err } = await command.run(['replay', 'foreign.har']);
    expect(err).toContain('importRecordings() (sms-service cassette import) reads what others have recorded');
    command.write('cassette.har', { log: { _cassette: 1, entries: [] } });
    const imported = await command.run(['cassette', 'import', 'cassette.har', '--to', 'x.har']);
    expect(imported.err).toContain('redactCassette() (sms-service cassette redact) makes it clean');
  });

  it.each([
    [['cassette', 'check', 'nowhere.har'], 'file: does not exist'],
    [['cassette', 'import', 'x.har'], '--to is missing'],
    [['cassette', 'redact', 'x.har', '--privacy', 'all'], '--privacy may have numbers, names, texts and commas'],
    [['sandbox', '--port', '70000'], 'port'],
    [['record', 'x.har'], 'the address of the gateway is missing'],
    [['record', 'x.har', '--url', 'nonsense'], 'url: is not an absolute http or https address'],
    [['replay', 'nowhere.har'], 'nowhere.har does not exist'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await command.run(args);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`sms-service: ${message}`) });
  });
});

it('cassette key makes a key that a cassette takes, another one each time', async () => {
  const [one, other] = [await command.run(['cassette', 'key']), await command.run(['cassette', 'key', '--json'])];
  expect(one).toMatchObject({ code: 0, err: '' });
  expect(one.out).toMatch(/^[\w-]{43}\n$/);
  const { key } = JSON.parse(other.out) as { key: string };
  expect(key).not.toBe(one.out.trim());
  expect(() => cassette(path.join(tmpdir(), 'no.har'), { privacy: { texts: true, key } })).not.toThrow();
});
