import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/index.js';
import { type RedisStore, redisStore } from '../../../src/callbacks/stores/redis/index.js';
import type { InboxEntry } from '../../../src/callbacks/stores/store.js';
import { entry, key, tick } from '../../callbacks/stores/entries.js';
import { type StoreServer, startRedis } from './servers.js';

const { signal } = new AbortController();

let server: StoreServer;
let client: ReturnType<typeof connect>;
let [opened, prefix] = [0, 'lost'];

const connect = (socket: string) => createClient({ socket: { path: socket, tls: false, reconnectStrategy: 20 } });

beforeAll(async () => {
  server = await startRedis();
  client = connect(server.socket);
  await client.on('error', () => undefined).connect();
  // The scripts are loaded now, so that each step is one command.
  const { store } = losing(Number.POSITIVE_INFINITY, 'after');
  await store.once(key('warm'), async () => undefined, signal);
  await store.inbox.put([entry('warm'), entry('worm')]);
  await store.inbox.next(
    async () => undefined,
    () => 0,
  );
  await store.inbox.next(
    () => Promise.reject(new Error('no')),
    () => 0,
  );
}, 60_000);

afterAll(async () => {
  client.destroy();
  await server.stop();
});

beforeEach(() => {
  prefix = `lost-${opened++}`;
});

/** A store that loses its connection before the command with a number is sent, or after it was executed. */
function losing(number: number, when: 'before' | 'after'): { readonly store: RedisStore } {
  let sent = 0;
  const sendCommand = async (args: string[]): Promise<unknown> => {
    const isThis = sent++ === number;
    if (isThis && when === 'before') throw new Error('Socket closed unexpectedly');
    const answer = await client.sendCommand(args);
    if (isThis) throw new Error('Socket closed unexpectedly');
    return answer;
  };
  const store = redisStore({ client: { sendCommand }, prefix, leaseMs: 300 });
  return { store };
}

/** An MMS whose picture has a unique name. */
const mms = (path: string): InboxEntry => {
  const files = [{ name: 'a.png', type: 'image/png', size: 1, path }];
  return { ...entry('mms'), event: { type: 'incoming-mms', files, unknownFields: {} } as unknown as CallbackEvent };
};

/** The number of the command whose connection is lost. There are more numbers than commands. */
const COMMANDS = Array.from({ length: 6 }, (_, number) => number);
const CASES = COMMANDS.flatMap((number) => [[number, 'before'] as const, [number, 'after'] as const]);

describe.each(CASES)('a connection that is lost at command %i, %s it was executed,', (number, when) => {
  it('keeps the files of an MMS, which is handled once, also if it was handled before the repetition', async () => {
    const lossy = losing(number, when);
    const { store: other } = losing(Number.POSITIVE_INFINITY, when);
    const seen: string[] = [];
    const note = async (event: CallbackEvent): Promise<void> => {
      seen.push(event.type === 'incoming-mms' ? String(event.files[0]?.path) : event.type);
    };
    const work = { isOver: false };
    const working = (async (): Promise<void> => {
      while (!work.isOver) {
        await other.inbox.next(note, () => 0);
        await tick(5);
      }
    })();
    try {
      expect(await lossy.store.inbox.put([mms('/files/one'), entry('report')])).toEqual(['new', 'new']);
      await tick(60);
      expect(await lossy.store.inbox.put([mms('/files/other'), entry('report')])).toEqual(['double', 'double']);
      for (let end = Date.now() + 5000; seen.length < 2 && Date.now() < end; ) await tick(5);
    } finally {
      work.isOver = true;
      await working;
    }
    expect(seen.sort()).toEqual(['/files/one', 'sms-report']);
  });

  it('lets the process that lost it handle inbox events once', async () => {
    const { store: other } = losing(Number.POSITIVE_INFINITY, when);
    await other.inbox.put([entry('a'), entry('b', { order: 1 })]);
    const lossy = losing(number, when);
    const seen: string[] = [];
    const note = async (event: CallbackEvent): Promise<void> =>
      void seen.push('messageId' in event ? `${event.messageId}` : '');
    for (let end = Date.now() + 3000; seen.length < 2 && Date.now() < end; ) {
      const step = await lossy.store.inbox.next(note, () => 0).catch(() => undefined);
      if (step?.kind !== 'handled') await tick(50);
    }
    await tick(350);
    await other.inbox.next(note, () => 0);
    expect(seen).toEqual(['a', 'b']);
  });

  it('repeats an event that fails, and counts its failures', async () => {
    const { store: other } = losing(Number.POSITIVE_INFINITY, when);
    await other.inbox.put([entry('a')]);
    const lossy = losing(number, when);
    const failures: number[] = [];
    const fail = async (_event: CallbackEvent, _transaction: undefined, count: number): Promise<void> => {
      failures.push(count);
      if (failures.length < 3) throw new Error('no');
    };
    for (let end = Date.now() + 3000; failures.length < 3 && Date.now() < end; ) {
      const step = await lossy.store.inbox.next(fail, () => 0).catch(() => undefined);
      if (step?.kind === undefined || step.kind === 'nothing-due') await tick(50);
    }
    expect(failures).toEqual([0, 1, 2]);
  });

  it('handles an event without an inbox once', async () => {
    const lossy = losing(number, when);
    let count = 0;
    const handle = async (): Promise<void> => {
      count += 1;
      await tick(120);
    };
    expect(await lossy.store.once(key('a'), handle, signal)).toBe('handled');
    expect(await lossy.store.once(key('a'), handle, signal)).toBe('double');
    expect(count).toBe(1);
  });
});
