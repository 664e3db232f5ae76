import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from './program.js';

const SECRET = 'secret=of-the-frameworks';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Case {
  readonly title: string;
  readonly runtime: string;
  readonly program: string;
  readonly args?: readonly string[];
  /** The path of the handler. */
  readonly at?: string;
}

const node = (title: string, program: string, args: readonly string[] = [], more: Pick<Case, 'at'> = {}): Case => ({
  title,
  runtime: 'node',
  program,
  args,
  ...more,
});

const CASES: readonly Case[] = [
  node('node:http', 'node-http.mjs'),
  node('Express 5', 'express.mjs', ['none']),
  node('Express 5, below a router', 'express.mjs', ['none'], { at: '/sms/callback' }),
  node('Express 5, behind express.urlencoded()', 'express.mjs', ['urlencoded']),
  node('Express 5, behind express.urlencoded({ extended: true })', 'express.mjs', ['extended']),
  node('Express 4', 'express4.mjs', ['none']),
  node('Express 4, behind express.urlencoded({ extended: true })', 'express4.mjs', ['extended']),
  node('Connect', 'connect.mjs'),
  node('Connect, behind body-parser', 'connect.mjs', ['urlencoded']),
  node('Fastify', 'fastify.mjs'),
  node('Fastify, behind @fastify/formbody', 'fastify.mjs', ['formbody']),
  node('Koa', 'koa.mjs'),
  node('Koa, behind koa-bodyparser', 'koa.mjs', ['bodyparser']),
  node('Hono', 'hono.mjs'),
  node('Next.js', 'next.mjs'),
  { title: 'Bun', runtime: 'bun', program: 'bun.mjs' },
  { title: 'Deno', runtime: 'deno', program: 'deno.mjs' },
  node('workerd', 'worker-host.mjs'),
];

describe.each(CASES)('the handler behind $title', ({ runtime, program: name, args = [], at = '/callback' }) => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram(runtime, name, args, at);
  }, 60_000);
  afterAll(() => program.end());

  /** Sends a request and returns the status and body of the response. */
  async function ask(query: string, init: RequestInit = {}): Promise<readonly [number, string]> {
    const response = await fetch(`${program.url}?${query}`, init);
    return [response.status, await response.text()];
  }

  /** Returns the events of a request. Fails unless there are exactly `count`. */
  async function eventsOf(
    act: () => Promise<unknown>,
    count = 1,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const before = program.events.length;
    await act();
    // A program prints its events before it responds, but they arrive through another pipe.
    for (let looks = 0; looks < 500 && program.events.length < before + count; looks++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return program.events.slice(before);
  }

  it('answers the check of an address without an event', async () => {
    expect(await ask(SECRET)).toEqual([200, 'OK']);
    expect(await ask(SECRET, { method: 'POST', headers: FORM, body: '' })).toEqual([200, 'OK']);
    expect(program.events).toEqual([]);
  });

  it('receives a delivery report', async () => {
    const query = `${SECRET}&MsgId=a1,a2&status=403,404&status_name=SENT,DELIVERED&donedate=1700000000&to=48500100200`;
    const events = await eventsOf(async () => expect(await ask(query)).toEqual([200, 'OK']), 2);
    expect(events).toMatchObject([
      { type: 'sms-report', messageId: 'a1', statusName: 'SENT', isFinal: false, doneAt: '2023-11-14T22:13:20.000Z' },
      { type: 'sms-report', messageId: 'a2', statusName: 'DELIVERED', isFinal: true, to: '48500100200' },
    ]);
  });

  it('receives an incoming SMS once', async () => {
    const body =
      'sms_from=48500100200&sms_to=48661000112&sms_text=Za%C5%BC%C3%B3%C5%82%C4%87+1%2B1&sms_date=1700000000';
    const init = { method: 'POST', headers: FORM, body };
    const events = await eventsOf(async () => expect(await ask(SECRET, init)).toEqual([200, 'OK']));
    expect(events).toMatchObject([{ type: 'incoming-sms', from: '48500100200', text: 'Zażółć 1+1' }]);
    expect(await ask(SECRET, init)).toEqual([200, 'OK']);
    expect(program.events.filter(({ type }) => type === 'incoming-sms')).toHaveLength(1);
  });

  it('receives an incoming MMS with its file', async () => {
    const form = new FormData();
    const fields = { mms_from: '48500100200', mms_to: '48661000112', mms_subject: 'Żółw', mms_date: '1700000000' };
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('picture', new Blob(['Kot\r\nKotek'], { type: 'text/plain' }), 'żółw.txt');
    const events = await eventsOf(async () =>
      expect(await ask(SECRET, { method: 'POST', body: form })).toEqual([200, 'OK']),
    );
    const file = { name: 'żółw.txt', type: 'text/plain', size: 10, text: 'Kot\r\nKotek' };
    expect(events).toMatchObject([{ type: 'incoming-mms', subject: 'Żółw', files: [file] }]);
  });

  it('refuses a call without the secret', async () => {
    const before = program.events.length;
    const [status] = await ask('secret=guessed&MsgId=a3&status=404&status_name=DELIVERED');
    expect(status).toBe(403);
    expect(program.events).toHaveLength(before);
  });

  it('does not answer OK to an invalid callback', async () => {
    const [status, text] = await ask(`${SECRET}&MsgId=a1,a2,a3&status=404,404&status_name=DELIVERED`);
    expect([status, text === 'OK']).toEqual([400, false]);
  });
});
