import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SmsService } from '../../generated/service.js';
import { completeResponse } from '../../src/calls/attempts/response.js';
import type { RequestBodySource, Transport, TransportRequest } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceError } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { SoapBinding } from '../../src/soap/binding.js';
import { DEFAULT_LIMITS } from '../../src/soap/decoder/limits.js';
import { rejection } from '../support/collect.js';
import { HTTP_TRANSPORTS, type MakeTransport } from '../support/http-transports.js';

/** A gateway and a way to it. */
interface Connection {
  readonly sandbox: Sandbox;
  readonly transport: Transport;
  readonly url: string;
  close(): Promise<void>;
}

const account = { username: 'alice', password: 'sesame-9', points: 10, senders: ['Test'] };

/** A gateway that listens, and a transport to it. */
const listening = (make: MakeTransport) => async (): Promise<Connection> => {
  const sandbox = await startSandbox({ accounts: [account] });
  return { sandbox, transport: make(sandbox.url), url: sandbox.url, close: sandbox.close };
};

async function inProcess(): Promise<Connection> {
  const sandbox = createSandbox({ accounts: [account] });
  return {
    sandbox,
    transport: sandbox.transport(),
    url: 'http://sandbox.test/soap',
    close: async () => undefined,
  };
}

/** A cassette that records everything. The caller gets the responses of the gateway. */
async function recording(): Promise<Connection> {
  const { sandbox, transport, url } = await inProcess();
  const folder = mkdtempSync(path.join(tmpdir(), 'cassette-'));
  return {
    sandbox,
    transport: cassette(path.join(folder, 'calls.har'), { mode: 'record', transport }),
    url,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The contract of every transport. */
describe.each<readonly [name: string, connect: () => Promise<Connection>]>([
  ...HTTP_TRANSPORTS.map(([name, make]) => [`over ${name}`, listening(make)] as const),
  ['in process', inProcess],
  ['that records', recording],
])('a transport %s', (_name, connect) => {
  async function withClient(use: (client: SmsServiceClient, connection: Connection) => Promise<void>): Promise<void> {
    const connection = await connect();
    const { url, transport } = connection;
    try {
      await use(new SmsServiceClient({ url, transport, credentials: account, retry: false }), connection);
    } finally {
      await connection.close();
    }
  }

  it('carries all fourteen operations', () =>
    withClient(async (client) => {
      expect(await client.getSenders()).toEqual(['Test']);
      expect(await client.checkPoints()).toBe(10);
      const { groupId } = await client.addGroup({ name: 'Żółwie & spółka', info: ']]>' });
      await client.addNumber({ groupId, number: '+48 500 100 200', name: ' Ła\r\n<b> ' });
      await client.addNumber({ groupId, number: '0048500100201' });
      expect(await client.getNumbers(groupId)).toEqual([
        { groupId, number: '+48 500 100 200', name: ' Ła\r\n<b> ' },
        { groupId, number: '0048500100201', name: '' },
      ]);
      await client.delNumber({ groupId, number: '0048500100201' });
      expect(await client.getGroups()).toEqual([{ id: groupId, name: 'Żółwie & spółka', info: ']]>', numberCount: 1 }]);
      expect(await client.delGroup(groupId)).toEqual({ numberCount: 1 });

      const sent = await client.sendSms({ to: '500100200', message: 'Zażółć 😀' });
      const ext = await client.sendSmsExt({ to: '500100200', message: 'x', priority: true });
      const multi = await client.sendMulti({
        to: ['500100200', '500100201'],
        message: '[%1%]',
        params: [['a'], ['b']],
      });
      expect([sent.count, ext.count, multi.count]).toEqual([1, 1, 2]);
      const ids = [...sent.messages, ...ext.messages, ...multi.messages].map(({ id }) => id ?? '');
      expect((await client.getSmsByIds(ids)).map(({ message }) => message)).toEqual(['Zażółć 😀', 'x', 'a', 'b']);
      const range = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
      expect((await client.getSmsByDate(range)).map(({ id }) => id)).toEqual(ids);

      const later = await client.sendSms({
        to: '500100200',
        message: 'x',
        date: new Date(Date.now() + 3_600_000),
      });
      await client.delSchSmsById(later.messages[0]?.id ?? '');
    }));

  it('brings a Fault as a SoapFaultError', () =>
    withClient(async (client, { sandbox }) => {
      sandbox.failNext('soap_CheckPoints', { fault: { code: 'Server', string: 'out of order' } });
      expect(await rejection(client.checkPoints())).toMatchObject({
        faultCode: 'Server',
        faultString: 'out of order',
      });
      expect(await client.checkPoints()).toBe(10);
    }));

  it('brings a gateway code as a GatewayError', () =>
    withClient(async (client, { sandbox }) => {
      sandbox.failEvery(2, 'soap_CheckPoints', { result: 202 });
      expect(await client.checkPoints()).toBe(10);
      expect(await rejection(client.checkPoints())).toMatchObject({
        name: 'RateLimitError',
        retryable: true,
      });
    }));

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a connection dropped %s the gateway works is an unknown outcome', (drop, messages) =>
    withClient(async (client, { sandbox }) => {
      sandbox.failNext('soap_SendSms', { drop });
      const error = await rejection(client.sendSms({ to: '500100200', message: 'x' }));
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', operation: 'soap_SendSms' });
      expect(sandbox.account('alice')?.messages).toHaveLength(messages);
    }),
  );

  it('ends a call when its time is over', () =>
    withClient(async (client, { sandbox }) => {
      sandbox.failNext('*', { delayMs: 10_000 });
      expect(await rejection(client.checkPoints({ timeoutMs: 20 }))).toMatchObject({
        name: 'TimeoutError',
        timeoutMs: 20,
      });
    }));

  it('ends a call when its signal is aborted, before or during it', () =>
    withClient(async (client, { sandbox }) => {
      const before = await rejection(client.checkPoints({ signal: AbortSignal.abort() }));
      expect(before).toMatchObject({ name: 'AbortedError', outcome: 'not-sent' });
      expect(sandbox.callCount()).toBe(0);
      sandbox.failNext('*', { delayMs: 10_000 });
      const controller = new AbortController();
      const during = rejection(client.checkPoints({ signal: controller.signal }));
      while (sandbox.callCount() === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      expect(await during).toMatchObject({ name: 'AbortedError', outcome: 'unknown' });
    }));

  it('keeps many calls at once apart', () =>
    withClient(async (client) => {
      const names = Array.from({ length: 200 }, (_, index) => `Group ${index}`);
      const made = await Promise.all(names.map((name) => client.addGroup({ name })));
      const groups = await client.getGroups();
      const byId = new Map(groups.map(({ id, name }) => [id, name]));
      expect(made.map(({ groupId }) => byId.get(groupId))).toEqual(names);
    }));

  it('takes a body that is read while it is sent, from its beginning each time', () =>
    withClient(async (_client, { transport, url, sandbox }) => {
      const { soap_CheckPoints: operation } = SmsService.operations;
      const { username, password } = account;
      const binding = new SoapBinding(SmsService, DEFAULT_LIMITS);
      const { request } = binding.call(operation, { client: { username, password } }, undefined);
      const { method, headers, body: bytes } = request;
      let opened = 0;
      const body: RequestBodySource = {
        length: bytes.length,
        async *open() {
          opened += 1;
          yield bytes.subarray(0, 100);
          yield bytes.subarray(100);
        },
      };
      const requested: TransportRequest = { method, headers, url, body, operation: operation.name, idempotent: true };
      for (let time = 1; time <= 2; time++) {
        const response = await completeResponse(await transport.send(requested), operation.name);
        expect(Buffer.from(response.body).toString()).toContain('<points xsi:type="xsd:float">10</points>');
        expect(opened).toBe(time);
      }
      const failing: RequestBodySource = {
        open: () => {
          throw new Error('no such file');
        },
      };
      expect(await rejection(transport.send({ ...requested, body: failing }))).toMatchObject({
        name: 'RequestBodyError',
        outcome: 'not-sent',
        operation: 'soap_CheckPoints',
      });
      expect(sandbox.callCount()).toBe(2);
    }));

  it('shows no credentials in its errors', () =>
    withClient(async (client, { sandbox }) => {
      sandbox.failNext('*', { result: 999, description: 'alice/sesame-9' });
      const error = (await rejection(client.checkPoints())) as SmsServiceError;
      expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain('sesame-9');
    }));
});
