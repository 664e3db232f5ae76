import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Transport, TransportResponse } from '../../src/calls/index.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';

const client = { username: 'alice', password: 'sesame' };
const input = { client, id_group: 7 };
const url = 'http://gateway.test/soap';

const ITEM = '<item><number>48500100200</number><name>Anna</name><id_group>7</id_group></item>';

/** A response of about so many bytes; and how many numbers it holds. */
function numbers(bytes: number): { readonly body: Buffer; readonly count: number } {
  const count = Math.ceil(bytes / ITEM.length);
  return {
    body: Buffer.from(
      soapResponse('soap_GetNumbers', `<result>0</result><arNumbers>${ITEM.repeat(count)}</arNumbers>`),
    ),
    count,
  };
}

/** Gives a response when the time of the call may be over already, which the transport does not look at. */
function lateTransport(body: Buffer, more: Partial<TransportResponse> = {}, lateMs = 0): Transport {
  return {
    send: async () => {
      const end = performance.now() + lateMs;
      while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
      return { status: 200, headers: { 'content-type': 'text/xml' }, body, ...more };
    },
  };
}

describe('a long response', () => {
  it('lets the event loop have its turns while it is read', async () => {
    const { body, count } = numbers(40_000_000);
    const stub = new SmsServiceStub({ transport: lateTransport(body), url });
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    const call = stub.soap_GetNumbers(input);
    // The transport and the first promises are over by then.
    await new Promise((resolve) => setTimeout(resolve, 1));
    turn();
    const { arNumbers } = await call;
    isOver = true;
    expect(arNumbers).toHaveLength(count);
    expect(turns).toBeGreaterThan(2);
  });

  it.each([
    ['records', numbers(1_000_000).body],
    ['unknown elements', Buffer.from(soapResponse('soap_GetNumbers', `<x>${'<y/>'.repeat(250_000)}</x>`))],
    ['a Fault', Buffer.from(faultOf('<a/>'.repeat(250_000)))],
    ['one text', Buffer.from(soapResponse('soap_GetNumbers', `<description>${'x'.repeat(1_000_000)}</description>`))],
    ['targets', Buffer.from(soapResponse('soap_GetNumbers', targets(20_000)))],
  ])('is read no longer than the call may take: %s', async (_name, body) => {
    const stub = new SmsServiceStub({ transport: lateTransport(body, {}, 5), url });
    expect(await rejection(stub.soap_GetNumbers(input, { timeoutMs: 1 }))).toMatchObject({
      name: 'TimeoutError',
      outcome: 'unknown',
      timeoutMs: 1,
      operation: 'soap_GetNumbers',
      message: expect.stringContaining('took longer than 1 ms; the limit was reached while the response was read'),
    });
  });

  it('is read no longer than the time limit of the transport by default', async () => {
    const { body } = numbers(1_000_000);
    const timeLimit = { deadline: performance.now() - 1, timeoutMs: 300 };
    const stub = new SmsServiceStub({ transport: lateTransport(body, { timeLimit }), url });
    expect(await rejection(stub.soap_GetNumbers(input))).toMatchObject({ name: 'TimeoutError', timeoutMs: 300 });
    // The timeout of the call takes precedence.
    expect(await stub.soap_GetNumbers(input, { timeoutMs: 60_000 })).toHaveProperty('result', 0);
  });
});

function faultOf(detail: string): string {
  const fault = `<SOAP-ENV:Fault><faultstring>s</faultstring><detail>${detail}</detail></SOAP-ENV:Fault>`;
  return soapResponse('X', '').replace(/<ns1:XResponse.*<\/ns1:XResponse>/, fault);
}

function targets(count: number): string {
  const ids = Array.from({ length: count }, (_, index) => index);
  const items = ids.map((id) => `<item href="#i${id}"/>`).join('');
  return `<result>0</result><arNumbers>${items}</arNumbers>${ids.map((id) => `<m id="i${id}"/>`).join('')}`;
}
