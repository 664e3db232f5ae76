import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import {
  cassette,
  checkCassette,
  ReplayMissError,
  replayWithNock,
  startRecordingProxy,
  startReplayServer,
} from '../../src/replay/index.js';
import { anna, done, pusty } from './cases/accounts.js';
import { gives, type Step } from './cases/scenario.js';
import { POLISH } from './cases/texts.js';
import { responseDifferences } from './differences.js';
import { outcome } from './observe.js';
import { nodeSoapClient } from './peers/node-soap-client.js';
import type { ClientPeer, Response } from './peers/peer.js';
import { phpClient } from './peers/php-client.js';
import { phpServer } from './peers/php-server.js';
import { zeepClient } from './peers/zeep-client.js';

/** Calls of several kinds, one of them twice with another response. */
const STEPS: readonly Step[] = [
  gives('soap_AddGroup', { client: pusty, group: { name: POLISH, info: 'a & b < c' } }, { ...done, id_group: 1001 }),
  gives('soap_GetNumbers', { client: pusty, id_group: 1001 }, { ...done, arNumbers: [] }),
  gives('soap_AddNumber', { client: pusty, number: { number: '500100200', name: POLISH, id_group: 1001 } }, done),
  gives(
    'soap_GetNumbers',
    { client: pusty, id_group: 1001 },
    { ...done, arNumbers: [{ number: '500100200', name: POLISH, id_group: 1001 }] },
  ),
  gives('soap_DelGroup', { client: pusty, id_group: 1001 }, { ...done, num_count: 1 }),
];
const MISS = { client: pusty, group: { name: 'Another', info: 'a & b < c' } };
const ADDRESS = 'http://gateway.test/soap';

let folder = '';
let file = '';

/** Makes the calls with a client of any kind. @returns the differences from the expected values */
async function differencesOf(call: (step: Step) => Promise<Response>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const step of STEPS) found.push(...responseDifferences(step.operation, step.wanted, await call(step)));
  return found;
}

/** The same with a foreign client, which has its own credentials. */
async function foreignDifferences(peer: ClientPeer, wsdlUrl: string): Promise<readonly unknown[]> {
  const client = await peer.start(wsdlUrl);
  try {
    const found = await differencesOf(({ operation, input }) =>
      client.call(operation, { ...(input as object), client: anna }),
    );
    const miss = await client.call('soap_AddGroup', { ...MISS, client: anna });
    expect(JSON.stringify(miss)).toContain('is not in the cassette');
    expect(JSON.stringify(miss)).toContain('group.name: recorded');
    return found;
  } finally {
    await client.stop();
  }
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'replay-'));
  file = path.join(folder, 'php.har');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("a recording of PHP's server", () => {
  it('is recorded by the transport', async () => {
    const server = await phpServer.start();
    await server.reset();
    const transport = cassette(file, { mode: 'record' });
    const stub = new SmsServiceStub({ transport, url: server.url });
    expect(await differencesOf(({ send }) => outcome(send(stub)))).toEqual([]);
    await transport.close();
    await server.stop();
    expect(checkCassette(file)).toMatchObject({ checked: STEPS.length, drift: [] });
  });

  it('is replayed by the transport without a network', async () => {
    const transport = cassette(file, { mode: 'locked' });
    const stub = new SmsServiceStub({ transport, url: ADDRESS });
    expect(await differencesOf(({ send }) => outcome(send(stub)))).toEqual([]);
    await expect(stub.soap_AddGroup(MISS)).rejects.toBeInstanceOf(ReplayMissError);
    await expect(transport.close()).rejects.toBeInstanceOf(ReplayMissError);
  });

  it('is replayed with nock for node-soap', async () => {
    const replay = replayWithNock(file, { url: ADDRESS });
    expect(await foreignDifferences(nodeSoapClient, `${ADDRESS}?wsdl`)).toEqual([]);
    await expect(replay.close()).rejects.toBeInstanceOf(ReplayMissError);
  });

  it.each([phpClient, zeepClient, nodeSoapClient])('is replayed by the server for the $name', async (peer) => {
    const server = await startReplayServer(file);
    expect(await foreignDifferences(peer, server.wsdlUrl)).toEqual([]);
    await expect(server.close()).rejects.toBeInstanceOf(ReplayMissError);
  });
});

describe('the recording proxy', () => {
  it.each([phpClient, zeepClient])("records calls of the $name to PHP's server for the stub", async (peer) => {
    const recorded = path.join(folder, 'proxy.har');
    const server = await phpServer.start();
    await server.reset();
    const proxy = await startRecordingProxy({ to: server.url, cassette: recorded });
    const client = await peer.start(proxy.wsdlUrl);
    expect(await differencesOf(({ operation, input }) => client.call(operation, input))).toEqual([]);
    await client.stop();
    await proxy.close();
    await server.stop();
    expect(proxy.passedThrough).toBe(0);
    const transport = cassette(recorded, { mode: 'locked' });
    const stub = new SmsServiceStub({ transport, url: ADDRESS });
    expect(await differencesOf(({ send }) => outcome(send(stub)))).toEqual([]);
    await transport.close();
  });
});
