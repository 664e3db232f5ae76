import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { serve } from '../support/http-server.js';
import { type Ended, GatewayOfTests, jsonLines, SECRETS } from './command.js';
import { commandInProcess } from './running/here.js';

const TOKEN = 'token-4711-secret';
const TO = '48500100200';
const command = commandInProcess();
const gateway = new GatewayOfTests(async () => {
  const group = { name: 'Friends', numbers: [{ number: TO }, { number: '48500100201' }] };
  const sandbox = await startSandbox({
    accounts: [
      { username: 'shop', password: SECRETS.new, tokens: [TOKEN], points: 100, senders: ['Shop'], groups: [group] },
    ],
  });
  const { url, httpUrl } = sandbox;
  command.write('sms-service.json', {
    profiles: {
      token: { url: httpUrl, tokenEnv: 'SHOP_TOKEN' },
      earlier: { httpUrl, tokenEnv: 'SHOP_TOKEN', variant: 'earlier' },
      both: { url, username: 'shop', passwordEnv: 'SHOP_PASSWORD', httpUrl, tokenEnv: 'SHOP_TOKEN' },
    },
  });
  return sandbox;
});

const ENVIRONMENT = { SHOP_TOKEN: TOKEN, SHOP_PASSWORD: SECRETS.new };

/** Runs a command, and expects that the token is not printed. */
async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = ENVIRONMENT,
): Promise<Ended> {
  const ended = await command.run(words, environment);
  for (const secret of [TOKEN, SECRETS.new]) expect(ended.out + ended.err).not.toContain(secret);
  return ended;
}

/** The paths and operations of the received requests. */
const operations = (): readonly string[] => gateway.current.requests.map(({ operation }) => operation);

const POINTS = { code: 0, out: '100 points\n', err: '' };

describe('an account with a token', () => {
  it('is used over HTTP if it has no user name', async () => {
    expect(await run(['points', '--profile', 'token'])).toEqual(POINTS);
    expect(await run(['points', '--profile', 'earlier'])).toEqual(POINTS);
    expect(operations()).toEqual(['profile', 'user.do']);
  });

  it('is used over SOAP if it has both, unless --over selects HTTP', async () => {
    expect(await run(['points', '--profile', 'both'])).toEqual(POINTS);
    expect(await run(['points', '--profile', 'both', '--over', 'http'])).toEqual(POINTS);
    expect(operations()).toEqual(['soap_CheckPoints', 'profile']);
  });

  it('is read from the environment, unless an option overrides it', async () => {
    const { httpUrl } = gateway.current;
    expect(await run(['points'], { SMS_SERVICE_HTTP_URL: httpUrl, SMS_SERVICE_TOKEN: TOKEN })).toEqual(POINTS);
    const file = command.write('token-file', `${TOKEN}\n`);
    const environment = { SMS_SERVICE_HTTP_URL: 'http://127.0.0.1:1/', SMS_SERVICE_TOKEN: 'another-token' };
    expect(await run(['points', '--http-url', httpUrl, '--token-file', file], environment)).toEqual(POINTS);
    const args = ['points', '--profile', 'token', '--token-file', '-'];
    expect(await command.run(args, {}, TOKEN)).toEqual(POINTS);
  });

  it('without a token exits with 3, and prints how to set it', async () => {
    const { code, err } = await run(['points', '--profile', 'token'], {});
    expect([code, err]).toEqual([
      3,
      'sms-service: no token for token. Set SHOP_TOKEN\n  Check the account with: sms-service doctor\n',
    ]);
    expect(operations()).toEqual([]);
  });

  it('with a refused token exits with 3, and never prints the token', async () => {
    const wrong = 'wrong-token-1234';
    const { code, out, err } = await run(['points', '--profile', 'token'], { SHOP_TOKEN: wrong });
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('check the token');
    expect(err).not.toContain(wrong);
  });
});

describe('results over HTTP', () => {
  it('cannot control the terminal: sender names, ids, messages of the gateway, new fields', async () => {
    const hostile = '\u001b[2J\u202e\u0007';
    const answers: Readonly<Record<string, unknown>> = {
      'sender.do': [{ sender: `a${hostile}`, status: 'ACTIVE', default: true }],
      'sms.do': { count: 1, list: [{ id: `7${hostile}`, points: 0.1, number: TO, status: 'QUEUE' }] },
      'user.do': { error: 7777, message: `no${hostile}` },
      profile: { username: 'shop', points: 1, [`new${hostile}`]: 1 },
    };
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify(answers[request.url?.replace(/^.*\//, '') ?? ''])));
    });
    const environment = { SMS_SERVICE_HTTP_URL: url, SMS_SERVICE_TOKEN: TOKEN };
    const outputs = await Promise.all(
      [
        ['senders', '--variant', 'earlier'],
        ['send', TO, '--message', 'Hi'],
        ['points', '--variant', 'earlier'],
        ['doctor'],
      ].map((words) => command.run(words, environment)),
    );
    for (const { out, err } of outputs) {
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect((out + err).length).toBeGreaterThan(0);
    }
    expect(outputs[0]?.out).toBe('a\\u001b[2J\\u202e\\u0007\n');
  });
});

describe('commands that require SOAP', () => {
  it.each([[['groups']], [['history']], [['numbers']], [['export', '--out', 'x.jsonl']]])(
    'is refused for an account with a token only: %s',
    async (words) => {
      const { code, out, err } = await run([...words, '--profile', 'token']);
      expect([code, out, err]).toEqual([
        2,
        '',
        'sms-service: token has only a token, and this command needs the SOAP interface. ' +
          'Add url, username, and passwordEnv or passwordFile\n',
      ]);
    },
  );
});

describe('senders over HTTP', () => {
  it('are the active ones of the earlier variant', async () => {
    expect(await run(['senders', '--profile', 'earlier'])).toEqual({ code: 0, out: 'Shop\n', err: '' });
    const { code, err } = await run(['senders', '--profile', 'token']);
    expect(code).toBe(2);
    expect(err).toContain('Use --variant earlier or --over soap');
    expect((await run(['senders', '--profile', 'token', '--variant', 'earlier'])).out).toBe('Shop\n');
  });
});

describe('send over HTTP', () => {
  const messages = (): readonly unknown[] => gateway.current.account('shop')?.messages ?? [];

  it('sends and prints as over SOAP', async () => {
    const { code, out } = await run(['send', TO, '--message', 'Hi', '--from', 'Shop', '--profile', 'token']);
    expect([code, out]).toEqual([0, 'accepted as 1001\n1 message of 1 part, 0.16 points\n']);
    expect(messages()).toMatchObject([{ to: TO, message: 'Hi', from: 'Shop' }]);
  });

  it('prints idx, status and points of each message as JSON', async () => {
    const ended = await run(['send', TO, '--message', 'Hi', '--idx', 'order7', '--json', '--profile', 'token']);
    expect(jsonLines(ended)).toEqual([
      {
        messages: [expect.objectContaining({ id: '1001', number: TO, points: 0.16, status: 'QUEUE', idx: 'order7' })],
        count: 1,
        points: 0.16,
        invalidNumbers: [],
        recipients: expect.anything(),
        alreadyAccepted: false,
        dryRun: false,
      },
    ]);
  });

  it('sends to a group, and requires a text or a template', async () => {
    const { code, out } = await run(['send', '--group', 'Friends', '--message', 'Hi', '--profile', 'token']);
    expect([code, out]).toEqual([0, 'accepted as 1001\naccepted as 1002\n2 messages of 1 part, 0.32 points\n']);
    expect((await run(['send', TO, '--profile', 'token'])).err).toBe(
      'sms-service: --message or --message-file is missing\n',
    );
    expect((await run(['send', '--message', 'Hi', '--profile', 'token'])).code).toBe(2);
    expect((await run(['send', TO, '--group', 'Friends', '--message', 'x', '--profile', 'token'])).code).toBe(2);
    expect(messages()).toHaveLength(2);
  });

  it('sends once if a response is lost, and reports it', async () => {
    gateway.current.failNext('sms.do', { drop: 'after' });
    const { code, out } = await run(['send', TO, '--message', 'Hi', '--idx', 'order8', '--profile', 'token']);
    expect([code, out]).toEqual([
      0,
      'accepted by an earlier attempt: delivery reports contain its idx order8\n' +
        '1 message of 1 part, an unknown number of points\n',
    ]);
    expect(messages()).toHaveLength(1);
  });

  it('prints the idx for another attempt if the gateway stops responding', async () => {
    gateway.current.failEvery(1, 'sms.do', { drop: 'after' });
    const words = ['send', TO, '--message', 'Hi', '--timeout-ms', '1500', '--profile', 'token'];
    const { code, err } = await run(words);
    expect(code).toBe(5);
    const [, idx] = /Send it again within 24 hours with --idx (once[0-9a-z]{28}): code 53 means/.exec(err) ?? [];
    gateway.current.clearFailures();
    const again = await run(['send', TO, '--message', 'Hi', '--idx', String(idx), '--profile', 'token']);
    expect(again.code).toBe(1);
    expect(again.err).toContain('gateway code 53');
    expect(messages()).toHaveLength(1);
  });

  it('refuses options of the other interface, and names the option that breaks a rule', async () => {
    const errorOf = async (...words: readonly string[]): Promise<string> =>
      (await run(['send', TO, ...words])).err.split('\n')[0] ?? '';
    expect(await errorOf('--template', 'x', '--profile', 'both')).toBe('sms-service: --template requires --over http');
    expect(await errorOf('--message', 'x', '--from', 'TwelveLetter', '--profile', 'token')).toContain('--from ');
    expect(messages()).toEqual([]);
  });
});

describe('cancel', () => {
  const later = ['--message', 'Hi', '--at', '12h', '--profile', 'both'];
  const scheduled = (): readonly string[] => gateway.current.account('shop')?.scheduled.map(({ id }) => id) ?? [];

  it.each(['soap', 'http'])('deletes scheduled messages, and names unknown ids, over %s', async (over) => {
    await run(['send', TO, '48500100201', '48500100202', ...later]);
    const words = ['--over', over, '--profile', 'both'];
    expect(await run(['cancel', '1001', '1003', '1001', ...words])).toEqual({
      code: 0,
      out: 'deleted 1001\ndeleted 1003\n',
      err: '',
    });
    expect(scheduled()).toEqual(['1002']);
    const { code, out, err } = await run(['cancel', '77', '1002', '1001', ...words]);
    expect([code, out]).toEqual([1, 'deleted 1002\n']);
    expect(err).toBe('sms-service: no scheduled message has the id 77, 1001\n');
    const ended = await run(['cancel', '77', '78', '--json', ...words]);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(scheduled()).toEqual([]);
  });

  it('deletes ids one by one if the gateway refuses all of them', async () => {
    await run(['send', TO, '48500100201', ...later]);
    gateway.current.failNext('sms.do', { result: 301 });
    const ended = await run(['cancel', '1001', '77', '1002', '--json', '--profile', 'token']);
    expect(jsonLines(ended)).toEqual([
      { id: '1001', deleted: true },
      { id: '1002', deleted: true },
    ]);
    expect(ended.code).toBe(1);
    expect(scheduled()).toEqual([]);
  });

  it('proposes to repeat the command if a response is lost', async () => {
    await run(['send', TO, ...later]);
    gateway.current.failNext('sms.do', { drop: 'after' });
    const { code, err } = await run(['cancel', '1001', '--profile', 'token']);
    expect(code).toBe(5);
    expect(err).toContain(
      'The message may have been deleted. Run this command again: a deleted message is no longer scheduled.\n',
    );
    expect((await run(['cancel', '1001', '--profile', 'token'])).code).toBe(1);
  });
});
