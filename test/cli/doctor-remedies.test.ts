import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pem } from '../support/tls-server.js';
import { commandOfTests, type Ended, jsonLines } from './command.js';
import { answers, gateway, listen, PASSWORD, proxy, tls } from './doctor-causes/situation.js';

const command = commandOfTests();

type Profile = Readonly<Record<string, unknown>>;

function doctor(profile: Profile, environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const all = { username: 'shop', passwordEnv: 'PASSWORD', ...profile };
  command.write('remedies.json', { profiles: { shop: all } });
  const args = ['doctor', '--json', '--config', 'remedies.json', '--profile', 'shop'];
  return command.run(args, { PASSWORD, ...environment });
}

/** What is to be done, as far as something is wrong. */
function todos(ended: Ended): readonly string[] {
  const findings = jsonLines(ended) as readonly { readonly status: string; readonly todo: string }[];
  return findings.filter(({ status }) => status === 'wrong').map(({ todo }) => todo);
}

/** A gateway behind TLS. @param names - of its certificate, and of those that it sends besides. @returns its port */
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

describe('what sms-service doctor says to do mends what it has found:', () => {
  it('https in the url, where the port speaks TLS; the password has not gone there before', async () => {
    const port = await gatewayOnTls('right', 'authority');
    const extra = { NODE_EXTRA_CA_CERTS: command.write('authority.pem', pem('authority')) };
    const plain = await doctor({ url: `http://127.0.0.1:${port}/soap` }, extra);
    expect(todos(plain)).toEqual(['begin the url with https://']);
    expect(await doctor({ url: `https://127.0.0.1:${port}/soap` }, extra)).toMatchObject({ code: 0 });
  });

  it('an authority that is named in `ca` or NODE_EXTRA_CA_CERTS', async () => {
    const url = `https://127.0.0.1:${await gatewayOnTls('right')}/soap`;
    expect((await doctor({ url })).code).toBe(2);
    const file = command.write('authority.pem', pem('authority'));
    expect(await doctor({ url, ca: file })).toMatchObject({ code: 0 });
    expect(await doctor({ url }, { NODE_EXTRA_CA_CERTS: file })).toMatchObject({ code: 0 });
  });

  it('an authority that is added to the file of `ca`', async () => {
    const url = `https://127.0.0.1:${await gatewayOnTls('right')}/soap`;
    const other = pem('second-authority');
    expect((await doctor({ url, ca: command.write('ca.pem', other) })).code).toBe(2);
    const both = command.write('ca.pem', `${other}\n${pem('authority')}`);
    expect(await doctor({ url, ca: both })).toMatchObject({ code: 0 });
  });

  it('a certificate that is signed by itself, in `ca`', async () => {
    const url = `https://127.0.0.1:${await gatewayOnTls('self-signed')}/soap`;
    expect((await doctor({ url })).code).toBe(2);
    expect(await doctor({ url, ca: command.write('own.pem', pem('self-signed')) })).toMatchObject({ code: 0 });
  });

  it('the whole chain, or the missing certificate and its root in `ca`', async () => {
    const port = await gatewayOnTls('by-intermediate');
    const root = command.write('root.pem', pem('second-authority'));
    expect((await doctor({ url: `https://127.0.0.1:${port}/soap`, ca: root })).code).toBe(5);
    const both = command.write('both.pem', `${pem('intermediate')}\n${pem('second-authority')}`);
    expect(await doctor({ url: `https://127.0.0.1:${port}/soap`, ca: both })).toMatchObject({ code: 0 });
    const whole = await gatewayOnTls('by-intermediate', 'intermediate');
    expect(await doctor({ url: `https://127.0.0.1:${whole}/soap`, ca: root })).toMatchObject({ code: 0 });
  });

  it('the address that a redirect leads to, as the url; it is not followed', async () => {
    const sandbox = await gateway();
    const url = await answers(308, { Location: sandbox.url });
    const found = todos(await doctor({ url }));
    expect(found).toEqual([`set the url to ${sandbox.url}`]);
    expect(sandbox.callCount()).toBe(0);
    expect(await doctor({ url: found[0]?.replace('set the url to ', '') })).toMatchObject({ code: 0 });
  });

  it('user and password in the address of the proxy', async () => {
    const { url } = await gateway();
    const { url: way } = await proxy({ credentials: 'agnes:sesame-77' });
    expect((await doctor({ url, proxy: way })).code).toBe(2);
    const given = await doctor({ url, proxy: way.replace('//', '//agnes:sesame-77@') });
    expect(given).toMatchObject({ code: 0, out: expect.not.stringContaining('sesame-77') });
  });

  it('more time', async () => {
    const sandbox = await gateway();
    sandbox.failEvery(1, '*', { delayMs: 400 });
    const { url } = sandbox;
    expect((await doctor({ url, timeoutMs: 200 })).code).toBe(5);
    sandbox.clearFailures();
    expect(await doctor({ url, timeoutMs: 30_000 })).toMatchObject({ code: 0 });
  });

  it('the password in the variable that is named', async () => {
    const { url } = await gateway();
    const missing = await doctor({ url, passwordEnv: 'SHOP_PASSWORD' });
    expect(missing.code).toBe(3);
    expect(await doctor({ url, passwordEnv: 'SHOP_PASSWORD' }, { SHOP_PASSWORD: PASSWORD })).toMatchObject({ code: 0 });
  });
});

describe('sms-service doctor', () => {
  it('sends nothing to a port of TLS that the url says to be plain', async () => {
    let bytes = '';
    const port = await listen((socket) => {
      // The alert by which a server of TLS refuses.
      socket.on('data', (piece) => {
        bytes += piece.toString('latin1');
        socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
      });
    });
    const { code } = await doctor({ url: `http://127.0.0.1:${port}/soap` });
    expect(code).toBe(2);
    expect(bytes).not.toMatch(/HTTP|shop|doctor-secret/);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('without a password asks nothing that needs one, on http and on https', async () => {
    const [plain, secure] = [await gateway(), await tls('right', 'OK')];
    const ca = command.write('authority.pem', pem('authority'));
    for (const url of [plain.url, secure.url]) {
      const { code, err } = await doctor({ url, ca, passwordEnv: 'NOT_SET' });
      expect({ code, err }).toEqual({ code: 3, err: '' });
    }
    // By this the certificate is looked at.
    expect([plain.callCount(), secure.requests]).toEqual([0, ['GET / ']]);
  });

  it('looks at each of several addresses, and uses the first that answers as a gateway', async () => {
    const sandbox = await gateway();
    const page = await answers(404, {}, 'nothing here');
    const ended = await doctor({ url: ['nonsense', page, sandbox.url] });
    const findings = jsonLines(ended) as readonly { readonly check: string; readonly status: string }[];
    expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'address wrong',
      'address well',
      'tls note',
      'address well',
      'tls note',
      'endpoint wrong',
      'endpoint well',
      'credentials well',
      'ip filter note',
      'points well',
      'senders well',
      'contract well',
    ]);
    expect(ended.code).toBe(2);
  });

  it('does not ask a second address about a password that the first one has refused', async () => {
    const [first, second] = [await gateway({ password: 'another-one-11' }), await gateway()];
    const { code } = await doctor({ url: [first.url, second.url] });
    expect({ code, calls: second.callCount() }).toEqual({ code: 3, calls: 0 });
  });

  it('names the variables of the environment where the proxy is from there', async () => {
    const { url } = await proxy({ connect: (socket) => socket.end('HTTP/1.1 407 No\r\n\r\n') });
    const ended = await doctor({ url: 'https://gateway.test/', proxy: 'env' }, { HTTPS_PROXY: url });
    const place = 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY in the environment';
    expect(todos(ended)).toEqual([`put them into ${place}, percent-encoded: http://user:password@host:port`]);
  });

  it('goes without a proxy where NO_PROXY says so', async () => {
    const { url } = await gateway();
    const environment = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' };
    expect(await doctor({ url, proxy: 'env' }, environment)).toMatchObject({ code: 0 });
  });

  it('does not say that a form of the password is refused that could not be tried', async () => {
    const sandbox = await gateway({ password: 'another-one-11' });
    sandbox.failNext('soap_CheckPoints', { result: 101 });
    sandbox.failNext('soap_CheckPoints', { drop: 'before' });
    const ended = await doctor({ url: sandbox.url });
    expect(ended.out).toContain('with the password in the form none; the form md5 could not be tried');
    expect(ended.code).toBe(3);
  });
});
