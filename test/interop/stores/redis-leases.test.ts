import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/index.js';
import {
  type NodeRedisClient,
  type RedisStore,
  redisStore,
  StoreError,
} from '../../../src/callbacks/stores/redis/index.js';
import type { CallbackInbox, InboxEntry } from '../../../src/callbacks/stores/store.js';
import { entry, key, tick } from '../../callbacks/stores/entries.js';
import { eventually } from '../../support/eventually.js';
import { type StoreServer, startRedis } from './servers.js';

const LEASE_MS = 300;
const { signal } = new AbortController();
const nothing = async (): Promise<void> => undefined;

let server: StoreServer;
let client: ReturnType<typeof connect>;
let [opened, prefix] = [0, ''];

const connect = (socket: string) => createClient({ socket: { path: socket, tls: false, reconnectStrategy: 20 } });

beforeAll(async () => {
  server = await startRedis();
  client = connect(server.socket);
  await client.on('error', () => undefined).connect();
}, 60_000);

afterAll(async () => {
  client.destroy();
  await server.stop();
});

beforeEach(() => {
  prefix = `leases-${opened++}`;
});

/** A store of another process. @param through - called with each of its commands */
function storeOf(through: (args: string[]) => Promise<unknown> = (args) => client.sendCommand(args)): RedisStore {
  return redisStore({ client: { sendCommand: through } satisfies NodeRedisClient, prefix, leaseMs: LEASE_MS });
}

/** A process that can be stopped. After that, its commands do not reach the server. */
function stoppable(): { readonly store: RedisStore; stop(): void } {
  let isStopped = false;
  const store = storeOf((args) => (isStopped ? new Promise(() => undefined) : client.sendCommand(args)));
  return {
    store,
    stop: () => {
      isStopped = true;
    },
  };
}

function inboxOf(store: RedisStore): CallbackInbox {
  return store.inbox;
}

describe('an event with files that is added to the inbox', () => {
  /** An MMS whose picture has a unique name. */
  const mms = (path: string): InboxEntry => {
    const files = [{ name: 'a.png', type: 'image/png', size: 1, path }];
    return { ...entry('mms'), event: { type: 'incoming-mms', files, unknownFields: {} } as unknown as CallbackEvent };
  };

  it('is new if its command was repeated after a lost response, and a duplicate in another request', async () => {
    let isLost = false;
    const store = storeOf(async (args) => {
      const answer = await client.sendCommand(args);
      if (isLost || !args.some((text) => text.includes('incoming-mms'))) return answer;
      isLost = true;
      throw new Error('Socket closed unexpectedly');
    });
    expect(await inboxOf(store).put([mms('/files/one')])).toEqual(['new']);
    expect(isLost).toBe(true);
    expect(await inboxOf(store).put([mms('/files/other')])).toEqual(['double']);
    const report = entry('report');
    expect(await inboxOf(store).put([report])).toEqual(['new']);
    expect(await inboxOf(store).put([report])).toEqual(['double']);
  });
});

describe('a lease in Redis', () => {
  it('is renewed while the event is handled', async () => {
    const handled = storeOf().once(key('a'), () => tick(3 * LEASE_MS), signal);
    await tick(20);
    const other = vi.fn(nothing);
    expect(await storeOf().once(key('a'), other, signal)).toBe('double');
    expect(other).not.toHaveBeenCalled();
    expect(await handled).toBe('handled');
  });

  it('expires if its process is killed, and the event is repeated', async () => {
    const { store, stop } = stoppable();
    let lost: AbortSignal | undefined;
    void store.once(
      key('a'),
      async (_, signal) => {
        lost = signal;
        stop();
        await new Promise(() => undefined);
      },
      signal,
    );
    await eventually(() => expect(lost).toBeDefined());
    expect(await storeOf().once(key('a'), nothing, signal)).toBe('handled');
    // The stopped process is notified.
    await eventually(() => expect(lost?.aborted).toBe(true));
    expect(lost?.reason).toBeInstanceOf(StoreError);
  });

  it('that another process has taken over aborts the signal, and does not mark the event as handled', async () => {
    let claims = 0;
    let wake = (): void => undefined;
    const awake = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // Its renewals are late, as with a blocked event loop.
    const slow = storeOf(async (args) => {
      if (claims++ > 0) await awake;
      return client.sendCommand(args);
    });
    let lost: AbortSignal | undefined;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = slow.once(
      key('a'),
      (_, signal) => {
        lost = signal;
        return ended;
      },
      signal,
    );
    await eventually(() => expect(lost).toBeDefined());
    let [begun, open] = [false, (): void => undefined];
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const second = storeOf().once(
      key('a'),
      () => {
        begun = true;
        return opened;
      },
      signal,
    );
    await eventually(() => expect(begun).toBe(true));
    wake();
    await eventually(() => expect(lost?.aborted).toBe(true));
    end();
    expect(await first).toBe('handled');
    expect(await client.get(`{${prefix}}:event:${key('a').id}`)).not.toBe('done');
    open();
    expect(await second).toBe('handled');
    expect(await client.get(`{${prefix}}:event:${key('a').id}`)).toBe('done');
  });

  it('of an inbox event also expires, together with its sequence', async () => {
    const { store, stop } = stoppable();
    await store.inbox?.put([entry('a', { order: 1 }), entry('b', { order: 2 })]);
    void inboxOf(store).next(
      async () => {
        stop();
        await new Promise(() => undefined);
      },
      () => 0,
    );
    const inbox = inboxOf(storeOf());
    const seen: string[] = [];
    const note = async (event: { readonly messageId?: string | null }): Promise<void> =>
      void seen.push(String(event.messageId));
    const step = await eventually(async () => {
      const step = await inbox.next(note as never, () => 0);
      expect(step.kind).toBe('handled');
      return step;
    });
    expect(step).toEqual({ kind: 'handled' });
    expect(await inbox.next(note as never, () => 0)).toEqual({ kind: 'handled' });
    expect(seen).toEqual(['a', 'b']);
  });

  it('of an inbox event is renewed', async () => {
    const [one, other] = [inboxOf(storeOf()), inboxOf(storeOf())];
    await one.put([entry('a', { order: 1 }), entry('b', { order: 2 })]);
    const handled = one.next(
      () => tick(3 * LEASE_MS),
      () => 0,
    );
    await tick(2 * LEASE_MS);
    expect((await other.next(nothing, () => 0)).kind).toBe('nothing-due');
    expect(await handled).toEqual({ kind: 'handled' });
  });

  it('that is acquired after the end of the wait is released', async () => {
    const late = storeOf(async (args) => {
      await tick(50);
      return client.sendCommand(args);
    });
    const ends = new AbortController();
    const claimed = late.once(key('a'), nothing, ends.signal);
    ends.abort(new Error('enough'));
    await expect(claimed).rejects.toThrow('enough');
    await eventually(async () => expect(await client.exists(`{${prefix}}:event:${key('a').id}`)).toBe(0));
    await tick(60);
    await eventually(async () => expect(await client.exists(`{${prefix}}:event:${key('a').id}`)).toBe(0));
  });
});

describe('the Redis server', () => {
  it('may lose its scripts at any time', async () => {
    const store = storeOf();
    await store.once(key('a'), async () => void (await client.scriptFlush()), signal);
    expect(await store.once(key('a'), nothing, signal)).toBe('double');
    await client.scriptFlush();
    expect(await inboxOf(store).put([entry('a'), entry('b')])).toEqual(['double', 'new']);
  });

  it('gets a command again if its response is lost', async () => {
    let count = 0;
    const losing = storeOf(async (args) => {
      const answer = await client.sendCommand(args);
      if (count++ % 2 === 0) throw new Error('Socket closed unexpectedly');
      return answer;
    });
    const handle = vi.fn(nothing);
    expect(await losing.once(key('a'), handle, signal)).toBe('handled');
    expect(handle).toHaveBeenCalledTimes(1);
    expect(await storeOf().once(key('a'), handle, signal)).toBe('double');
  });

  it('causes an error of the store if it is unreachable or refuses; the event counts as not handled', async () => {
    const away = storeOf(() => Promise.reject(new Error('connect ECONNREFUSED')));
    await expect(away.once(key('a'), nothing, signal)).rejects.toThrow('Redis is unreachable');
    await client.lPush(`{${prefix}}:event:${key('a').id}`, 'x');
    const refused = storeOf().once(key('a'), nothing, signal);
    await expect(refused).rejects.toMatchObject({
      code: 'CALLBACK_STORE',
      message: 'Redis refused a script',
    });
  });

  it('keeps its data if it is killed', async () => {
    const store = storeOf();
    await inboxOf(store).put([entry('a'), entry('b')]);
    await inboxOf(store).next(nothing, () => 0);
    // It writes to the disk once a second.
    await tick(1100);
    await server.restart();
    expect(await inboxOf(store).put([entry('a'), entry('b'), entry('c')])).toEqual(['double', 'double', 'new']);
    expect(await inboxOf(store).next(nothing, () => 0)).toEqual({ kind: 'handled' });
  });

  it('contains only the key of a handled event', async () => {
    const inbox = inboxOf(storeOf());
    await inbox.put([entry('private', { sequence: 'secret' })]);
    await inbox.next(
      () => Promise.reject(new Error('no')),
      () => 0,
    );
    await inbox.next(nothing, () => 0);
    const keys = await client.keys(`{${prefix}}:*`);
    expect(keys.sort()).toEqual([`{${prefix}}:event:${key('private').id}`, `{${prefix}}:places`]);
    expect(await client.get(`{${prefix}}:event:${key('private').id}`)).toBe('done');
    // Thirty days.
    expect(await client.pTTL(`{${prefix}}:event:${key('private').id}`)).toBeGreaterThan(2_591_900_000);
  });
});
