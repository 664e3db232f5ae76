/**
 * A program, run by close.test.ts: it closes a client in one of several situations, given by name, while the
 * gateway at the given address lives on. If anything of the client remains, the program does not end.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { SmsServiceEvent } from '../../src/calls/events/events.js';
import { httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient, type SmsServiceClientOptions } from '../../src/client/index.js';

const [, , scenario = '', url = ''] = process.argv;
const NEVER = 3_600_000;

function clientWith(options: Partial<SmsServiceClientOptions> = {}): SmsServiceClient {
  return new SmsServiceClient({ url, credentials: { username: 'demo', password: 'demo-password' }, ...options });
}

/** Lets everything happen that is ready to happen. */
async function turns(): Promise<void> {
  for (let n = 0; n < 50; n++) await turn();
}

const ignore = (): undefined => undefined;

const SCENARIOS: Readonly<Record<string, () => Promise<void>>> = {
  idle: async () => {
    const client = clientWith();
    await Promise.all([client.checkPoints(), client.checkPoints(), client.getSenders()]);
    await client.close();
  },
  busy: async () => {
    const client = clientWith({ maxConcurrency: 2 });
    const calls = Array.from({ length: 20 }, () => client.checkPoints({ timeoutMs: NEVER }));
    await client.close();
    await Promise.all(calls);
  },
  waiting: async () => {
    const client = clientWith({ maxConcurrency: 2 });
    for (let n = 0; n < 20; n++) client.checkPoints({ timeoutMs: NEVER }).catch(ignore);
    await turns();
    await client.close({ abort: true });
  },
  retrying: async () => {
    const { promise, resolve } = withResolvers();
    const retry = { baseDelayMs: NEVER, maxDelayMs: NEVER, maxTotalMs: 10 * NEVER };
    const onEvent = ({ type }: SmsServiceEvent): void => {
      if (type === 'retry') resolve();
    };
    const client = clientWith({ url: 'http://127.0.0.1:9/', retry, onEvent });
    client.checkPoints().catch(ignore);
    await promise;
    await client.close({ abort: true });
  },
  streaming: async () => {
    const client = clientWith();
    const { groupId } = await client.addGroup({ name: 'All' });
    await client.addNumber({ groupId, number: '500100200' });
    await client.addNumber({ groupId, number: '500100201' });
    await client.streamNumbers(groupId).next();
    await client.close({ timeoutMs: 20 });
  },
  credentials: async () => {
    const client = clientWith({ credentials: () => new Promise(ignore) });
    client.checkPoints({ timeoutMs: NEVER }).catch(ignore);
    await client.close({ abort: true });
  },
  borrowed: async () => {
    const transport = httpTransport();
    const client = clientWith({ transport });
    await client.checkPoints();
    await client.close();
    await transport.close?.();
  },
};

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = ignore;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

await SCENARIOS[scenario]?.();
console.log('closed');
