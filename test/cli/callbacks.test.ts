import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { commandOfTests, type Ended, jsonLines, type Running } from './command.js';

const command = commandOfTests();

const SECRET = 'secret-of-4711';
const REPORT =
  'MsgId=1001&status=404&status_name=DELIVERED&donedate=1763892906&username=demo&to=48500100200&points=0.16';
const ANSWER =
  'sms_from=48500100200&sms_to=48500100300&sms_text=Dzi%C4%99ki%21&sms_date=1763892930&username=demo&MsgId=1001';
const FORM = 'application/x-www-form-urlencoded';

async function started(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const running = command.start(['callbacks', ...args], environment);
  await eventually(() => expect(running.out()).toMatch(/\n$/));
  return running;
}

/** Calls the address. @returns the status and the text of the response */
async function called(running: Running, query: string, body?: string): Promise<string> {
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\//.exec(running.out()) ?? [];
  const init = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': FORM } };
  const response = await fetch(`${url}sms${query}`, init);
  return `${response.status} ${await response.text()}`;
}

function stop(running: Running): Promise<Ended> {
  running.child.kill('SIGINT');
  return running.ended;
}

/** The lines after the first two, without their times. */
function linesOf({ out }: Ended): readonly string[] {
  return out
    .split('\n')
    .slice(2, -1)
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/, ''));
}

describe('sms-service callbacks', () => {
  it('prints callbacks with hidden numbers and texts, responds with OK, and ends at Ctrl-C', async () => {
    const running = await started([]);
    expect(await called(running, `?${REPORT}&extra=48500100200`)).toBe('200 OK');
    expect(await called(running, '', ANSWER)).toBe('200 OK');
    expect(await called(running, '', ANSWER)).toBe('200 OK');
    expect(await called(running, '')).toBe('200 OK');
    const ended = await stop(running);
    expect(linesOf(ended)).toEqual([
      'sms-report  1001  DELIVERED  404  final  doneAt=2025-11-23T10:15:06  username=demo  to=…200  points=0.16  extra=…',
      'incoming-sms  1001  from=…200  to=…300  text="[7 characters]"  receivedAt=2025-11-23T10:15:30  username=demo',
      'incoming-sms  repeated: 1 event',
      'the address was checked',
    ]);
    expect(ended.code).toBe(0);
    expect(ended.out).not.toContain('500100');
    expect(ended.err).toBe('every program that reaches this address can call it. Protect it with --secret-env\n');
  });

  it('prints invalid and refused requests, without the secret and the wrong secret', async () => {
    const running = await started(['--secret-env', 'CALLBACK_SECRET'], { CALLBACK_SECRET: SECRET });
    expect(await called(running, `?key=${SECRET}&${REPORT}`)).toBe('200 OK');
    expect(await called(running, `?key=${SECRET}&${REPORT.replace('1763892906', 'noon-48500100200')}`)).toMatch(
      /^400 /,
    );
    expect(await called(running, `?key=guess-0815&${REPORT}`)).toMatch(/^403 /);
    const ended = await stop(running);
    expect(linesOf(ended)).toEqual([
      'sms-report  1001  DELIVERED  404  final  doneAt=2025-11-23T10:15:06  username=demo  to=…200  points=0.16',
      expect.stringMatching(/^invalid, response 400: .*donedate.*unix seconds/),
      'refused, response 403: the secret is missing or wrong',
    ]);
    expect(ended.out).toContain(', on every path, with the secret in key\n');
    expect(ended.out + ended.err).not.toMatch(/4711|0815|noon|500100/);
  });

  it('prints the same as JSON Lines', async () => {
    const running = await started(['--json', '--secret-env', 'S'], { S: SECRET });
    await called(running, `?key=${SECRET}`, ANSWER);
    await called(running, `?key=${SECRET}`);
    await called(running, '');
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(jsonLines(await stop(running))).toEqual([
      { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/), port: expect.any(Number) },
      {
        at,
        what: 'event',
        event: {
          type: 'incoming-sms',
          from: '…200',
          to: '…300',
          text: '[7 characters]',
          receivedAt: '2025-11-23T10:15:30.000Z',
          username: 'demo',
          messageId: '1001',
          unknownFields: {},
        },
      },
      { at, what: 'probe' },
      { at, what: 'refused', status: 403, reason: 'secret' },
    ]);
  });

  it('records callbacks in a cassette, with pseudonyms if requested', async () => {
    const key = (await command.run(['cassette', 'key'])).out.trim();
    const environment = { SMS_SERVICE_CASSETTE_KEY: key };
    for (const id of ['1001', '1002']) {
      const running = await started(['--record', 'cassettes/replies.har', '--privacy', 'numbers,texts'], environment);
      expect(await called(running, '', ANSWER.replace('1001', id))).toBe('200 OK');
      expect((await stop(running)).code).toBe(0);
    }
    const kept = readFileSync(path.join(command.folder, 'cassettes/replies.har'), 'utf8');
    const { log } = JSON.parse(kept) as { readonly log: { readonly entries: readonly unknown[] } };
    expect(log.entries).toHaveLength(2);
    expect(kept).not.toMatch(/48500100200|Dzięki/);
  });

  it.each([
    [['--secret-env', 'NOWHERE'], 3, 'no secret. Set NOWHERE'],
    [['--privacy', 'numbers'], 2, '--privacy requires --record'],
    [['--port', '70000'], 2, '--port must be a whole number from 0 to 65535'],
  ])('refuses %j', async (args, code, message) => {
    const ended = await command.run(['callbacks', ...args]);
    expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});
