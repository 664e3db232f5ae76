import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { serve } from '../support/http-server.js';
import { pem, startTlsServer } from '../support/tls-server.js';
import { type Ended, GatewayOfTests, jsonLines } from './command.js';
import { commandInProcess } from './running/here.js';

const SECRET = 'doctor-secret-99';
const TOKEN = 'doctor-token-99';
const command = commandInProcess();
const gateway = new GatewayOfTests(() =>
  startSandbox({
    accounts: [
      { username: 'plain', password: SECRET, tokens: [TOKEN] },
      { username: 'hashed', password: SECRET, hash: 'md5' },
      { username: 'filtered', password: SECRET, allowedAddresses: [] },
      { username: 'empty', password: SECRET, points: 0, senders: [] },
    ],
  }),
);

function doctor(username: string, more: readonly string[] = [], password = SECRET): Promise<Ended> {
  const args = ['doctor', '--url', gateway.current.url, '--username', username, ...more];
  return command.run(args, { SMS_SERVICE_PASSWORD: password });
}

const statuses = (ended: Ended) =>
  (jsonLines(ended) as readonly { readonly check: string; readonly status: string }[]).map(
    ({ check, status }) => `${check} ${status}`,
  );

describe('sms-service doctor', () => {
  it('finds an account that can be used, and sends nothing', async () => {
    const { code, out, err } = await doctor('plain', ['--send', '48500100200']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        `well   address      127.0.0.1 is 127.0.0.1, and port ${gateway.current.port} accepts connections`,
        'note   tls          there is none: user name and password are readable on the way',
        '                    -> use https, unless for a test',
        `well   endpoint     127.0.0.1:${gateway.current.port} answers as a gateway`,
        'well   credentials  plain is let in',
        'well   ip filter    this machine may send',
        'well   points       100 points',
        'well   senders      Test',
        'well   contract     the gateway answers as it says: WSDL, soap_CheckPoints, soap_GetSenders, soap_GetGroups, soap_GetSmsByDate',
        '',
      ].join('\n'),
    );
    expect(gateway.current.account('plain')).toMatchObject({ messages: [], points: 100 });
  });

  it('tells machines the same, and what it leaves out', async () => {
    const ended = await doctor('plain', ['--json']);
    expect(statuses(ended)).toEqual([
      'address well',
      'tls note',
      'endpoint well',
      'credentials well',
      'ip filter note',
      'points well',
      'senders well',
      'contract well',
    ]);
  });

  it('looks at both interfaces of an account that has both, and at the one that --over names', async () => {
    const { url, httpUrl } = gateway.current;
    const both = { url, username: 'plain', passwordEnv: 'PASSWORD', httpUrl, tokenEnv: 'TOKEN', variant: 'earlier' };
    command.write('both.json', { profiles: { both } });
    const run = (...more: readonly string[]): Promise<Ended> => {
      const words = ['doctor', '--config', 'both.json', '--profile', 'both', '--send', '48500100200', '--json'];
      return command.run([...words, ...more], { PASSWORD: SECRET, TOKEN });
    };
    const each = ['address well', 'tls note', 'endpoint well', 'credentials well', 'ip filter well', 'points well'];
    const one = [...each, 'senders well', 'contract well'];
    const ended = await run();
    expect([ended.code, statuses(ended)]).toEqual([0, [...one, ...one]]);
    expect(ended.out).toContain('the gateway answers as it says: profile.get, points.get, users.list, senders.list');
    for (const secret of [SECRET, TOKEN]) expect(ended.out).not.toContain(secret);
    expect(statuses(await run('--over', 'http'))).toEqual(one);
    expect(statuses(await run('--over', 'soap'))).toEqual(one);
    expect(gateway.current.account('plain')).toMatchObject({ messages: [], points: 100 });
  });

  it('names what is new in the answers of the gateway, and is content with it', async () => {
    const profile = { name: 'Shop', email: 'a@example.com', username: 'shop', phone_number: '500100200' };
    const answer = { ...profile, payment_type: 'prepaid', user_type: 'native', points: 5, color: 'red' };
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    const { code, out } = await command.run(['doctor', '--http-url', url], { SMS_SERVICE_TOKEN: TOKEN });
    expect(code).toBe(0);
    expect(out).toContain(
      'note   contract     profile color is not in the contract\n' +
        '                    -> nothing: the gateway has something new, which does no harm\n',
    );
  });

  it('ends with 3 for a wrong password, and shows it nowhere', async () => {
    const { code, out, err } = await doctor('plain', [], 'wrong-secret-77');
    expect(code).toBe(3);
    expect(out).toContain(
      'WRONG  credentials  the gateway refuses plain (code 101), with the password in the form none and in the form md5\n' +
        '                    -> correct the user name or the password\n',
    );
    expect(out + err).not.toContain('wrong-secret-77');
  });

  it('says when the password is right in its other form', async () => {
    const { code, out } = await doctor('hashed');
    expect(code).toBe(3);
    expect(out).toContain('lets it in with the password in the form md5');
    expect(out).toContain('-> set "hash": "md5" in the profile, or --hash md5');
    expect((await doctor('hashed', ['--hash', 'md5'])).code).toBe(0);
  });

  it('does not show the password to those on the way to try its other form', async () => {
    const { code, out } = await doctor('plain', ['--hash', 'md5']);
    expect(code).toBe(3);
    expect(out).toContain('the form none is not tried where others can read it');
  });

  it('says that the number is wrong, not the IP filter, where no send can be checked', async () => {
    const { code, out } = await doctor('plain', ['--send', 'abc']);
    expect(out).toContain('WRONG  ip filter    not checked: what --send gives is no correct telephone number\n');
    expect(code).toBe(2);
  });

  it('ends with 4 for an IP filter that keeps this machine out', async () => {
    expect((await doctor('filtered')).code).toBe(0);
    const { code, out } = await doctor('filtered', ['--send', '48500100200']);
    expect(code).toBe(4);
    expect(out).toContain('WRONG  ip filter    this machine may not send (code 105)');
  });

  it('ends with 4 where there are no points', async () => {
    const ended = await doctor('empty', ['--json']);
    expect(ended.code).toBe(4);
    expect(statuses(ended)).toContain('points wrong');
  });

  it('ends with 5 where nothing listens, and asks for no password before', async () => {
    const { url } = gateway.current;
    await gateway.current.close();
    const { code, out } = await command.run(['doctor', '--url', url, '--username', 'plain']);
    expect(code).toBe(5);
    expect(out).toMatch(/^WRONG {2}address {6}127\.0\.0\.1 port \d+ does not accept connections \(ECONNREFUSED\)\n/);
  });

  it('shows no control characters of a page', async () => {
    const { url } = await serve((_request, response) => {
      response.end('<html>\u001b[2J\u0007\u202e\r\n\u009b31m</html>');
    });
    const { code, out } = await command.run(['doctor', '--url', url, '--username', 'plain'], {
      SMS_SERVICE_PASSWORD: SECRET,
    });
    expect(code).toBe(2);
    expect(out).toContain('HTTP status 200, "<html>\\u001b[2J\\u0007\\u202e \\u009b31m</html>"\n');
  });

  it('ends with 5 for a host that is not known', async () => {
    // No name service is asked for it: it is too long.
    const host = `${'x'.repeat(64)}.example`;
    const { code, out } = await command.run(['doctor', '--url', `https://${host}/soap`, '--username', 'plain']);
    expect(code).toBe(5);
    expect(out.split('\n')[0]).toBe(`WRONG  address      ${host} is not known (ENOTFOUND)`);
  });

  it('ends with 2 for an authority that is not known, and sends no password there', async () => {
    const server = await startTlsServer('right', 'OK');
    try {
      const { url } = server;
      const { code, out } = await command.run(['doctor', '--url', url, '--username', 'plain']);
      expect(code).toBe(2);
      expect(out).toContain('WRONG  tls          the server ');
      expect(server.requests).toEqual([]);
      command.write('authority.pem', pem('authority'));
      const profile = { url, username: 'plain', passwordEnv: 'PASSWORD', ca: 'authority.pem' };
      command.write('tls.json', { profiles: { tls: profile } });
      const args = ['doctor', '--config', 'tls.json', '--profile', 'tls'];
      expect((await command.run(args, { PASSWORD: SECRET })).out).toContain(
        'well   tls          the chain of certificates is trusted until 2',
      );
    } finally {
      await server.close();
    }
  });
});
