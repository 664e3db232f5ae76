import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PostgresStore, postgresStore, StoreError } from '../../../src/callbacks/stores/postgres/index.js';
import { entry, key, tick } from '../../callbacks/stores/entries.js';
import { eventually } from '../../support/eventually.js';
import { type StoreServer, startPostgres } from './servers.js';

let server: StoreServer;
let admin: pg.Pool;
let opened = 0;
let schema = '';
const pools: pg.Pool[] = [];
const { signal } = new AbortController();
const nothing = async (): Promise<void> => undefined;

beforeAll(async () => {
  server = await startPostgres();
  admin = poolOf({ max: 3 });
  await admin.query('CREATE TABLE effects (name text)');
  await admin.query('CREATE TABLE checked (name text UNIQUE DEFERRABLE INITIALLY DEFERRED)');
}, 60_000);

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
});

beforeEach(async () => {
  schema = `transactions_${opened++}`;
  await postgresStore({ pool: admin, schema }).migrate();
  await admin.query('TRUNCATE effects, checked');
});

function poolOf(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ host: server.socket, user: 'postgres', ...options });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

function storeOf(pool: pg.Pool): PostgresStore<pg.PoolClient> {
  return postgresStore({ pool, schema });
}

/** A store with its own pool. */
function ownStore(options: pg.PoolConfig = {}): {
  readonly store: PostgresStore<pg.PoolClient>;
  readonly pool: pg.Pool;
} {
  const pool = poolOf({ max: 2, ...options });
  return { pool, store: storeOf(pool) };
}

const write =
  (name: string) =>
  async (client: pg.PoolClient): Promise<void> =>
    void (await client.query('INSERT INTO effects VALUES ($1)', [name]));

async function effects(): Promise<readonly string[]> {
  return (await admin.query<{ readonly name: string }>('SELECT name FROM effects ORDER BY name')).rows.map(
    ({ name }) => name,
  );
}

/** Ends the connection of an event's handler, like a server that shuts down. */
async function cut(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
}

/** Returns a promise that resolves when the given number of callers have arrived. */
function meeting(count: number): readonly [there: () => void, all: Promise<void>] {
  let there = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    let left = count;
    there = () => {
      left -= 1;
      if (left === 0) resolve();
    };
  });
  return [there, all];
}

describe('an event that is handled with PostgreSQL', () => {
  it('commits its effects together with its handled state, or rolls back both', async () => {
    const { store, pool } = ownStore();
    const failing = store.once(
      key('a'),
      async (client) => {
        await write('a')(client);
        throw new Error('no');
      },
      signal,
    );
    await expect(failing).rejects.toThrow('no');
    expect(await effects()).toEqual([]);
    await store.once(
      key('a'),
      async (client) => {
        await write('a')(client);
        expect(await effects()).toEqual([]);
      },
      signal,
    );
    expect(await effects()).toEqual(['a']);
    expect(await store.once(key('a'), write('again'), signal)).toBe('double');
    expect([await effects(), pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([['a'], 1, 1, 0]);
  });

  it('is handled once with one connection, also with duplicates', async () => {
    const [one, other] = [ownStore({ max: 1 }), ownStore({ max: 1 })];
    const calls = Array.from({ length: 90 }, (_, at) =>
      (at % 2 ? one : other).store.once(
        key(at % 9),
        async (client) => {
          await tick(3);
          await write(String(at % 9))(client);
        },
        new AbortController().signal,
      ),
    );
    const ends = await Promise.all(calls);
    expect(ends.filter((end) => end === 'handled')).toHaveLength(9);
    expect(await effects()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('occupies no connection in another process that waits for its end', async () => {
    const [one, other] = [ownStore({ max: 1 }), ownStore({ max: 1 })];
    const [begin, begun] = meeting(1);
    const [open, opened] = meeting(1);
    const handle = (): Promise<void> => {
      begin();
      return opened;
    };
    const first = one.store.once(key('a'), handle, signal);
    await begun;
    const waiting = other.store.once(key('a'), nothing, signal);
    await tick(40);
    expect(await other.store.once(key('b'), write('b'), signal)).toBe('handled');
    open();
    expect([await first, await waiting]).toEqual(['handled', 'double']);
  });

  it('is not handled if its signal aborts while it waits for a connection, which is later released', async () => {
    const { store, pool } = ownStore({ max: 1 });
    const taken = await pool.connect();
    const ends = new AbortController();
    const [once, next] = [store.once(key('a'), nothing, ends.signal), store.inbox.next(nothing, () => 0, ends.signal)];
    ends.abort(new Error('enough'));
    await expect(once).rejects.toThrow('enough');
    await expect(next).rejects.toThrow('enough');
    taken.release();
    expect(await store.once(key('a'), nothing, signal)).toBe('handled');
    await eventually(() => expect([pool.idleCount, pool.waitingCount]).toEqual([1, 0]));
  });

  it('is repeated if its connection is lost, and its signal aborts', async () => {
    const { store, pool } = ownStore();
    let lost: AbortSignal | undefined;
    const cutOff = store.once(
      key('a'),
      async (client, signal) => {
        lost = signal;
        await write('a')(client);
        await cut(client);
        await eventually(() => expect(lost?.aborted).toBe(true));
      },
      signal,
    );
    await expect(cutOff).rejects.toBeInstanceOf(StoreError);
    expect(lost?.reason).toBeInstanceOf(StoreError);
    expect([await effects(), pool.totalCount]).toEqual([[], 0]);
    expect(await store.once(key('a'), write('a'), signal)).toBe('handled');
    expect(await effects()).toEqual(['a']);
  });

  it.each(['COMMIT', 'ROLLBACK', 'COMMIT; BEGIN', 'ROLLBACK; BEGIN'])(
    'fails and counts as not handled if the program executes %s',
    async (statement) => {
      const { store } = ownStore();
      const ended = store.once(key('a'), async (client) => void (await client.query(statement)), signal);
      await expect(ended).rejects.toThrow('onEvent ended the transaction of the event');
      expect(await store.once(key('a'), write('a'), signal)).toBe('handled');
      expect(await store.once(key('a'), write('a'), signal)).toBe('double');
      expect(await effects()).toEqual(['a']);
    },
  );

  it('counts as not handled if the program ignores the error of a statement', async () => {
    const { store } = ownStore();
    const handle = async (client: pg.PoolClient): Promise<void> => {
      await write('a')(client);
      await client.query('SELECT nonsense').catch(() => undefined);
    };
    const failed = store.once(key('a'), handle, signal);
    await expect(failed).rejects.toMatchObject({ code: 'CALLBACK_STORE', cause: { code: '25P02' } });
    expect(await effects()).toEqual([]);
    expect(await store.once(key('a'), write('a'), signal)).toBe('handled');
  });

  it('supports savepoints of the program', async () => {
    const { store } = ownStore();
    const handle = async (client: pg.PoolClient): Promise<void> => {
      await client.query('SAVEPOINT mine');
      await client.query('SELECT nonsense').catch(() => undefined);
      await client.query('ROLLBACK TO SAVEPOINT mine');
      await write('a')(client);
    };
    expect(await store.once(key('a'), handle, signal)).toBe('handled');
    expect(await effects()).toEqual(['a']);
  });

  it('does not let the program release its connection', async () => {
    const { store, pool } = ownStore({ max: 1 });
    const released = store.once(key('a'), async (client) => client.release(), signal);
    await expect(released).rejects.toThrow('only the store may release the connection');
    expect(await store.once(key('a'), nothing, signal)).toBe('handled');
    expect(pool.idleCount).toBe(1);
  });

  it('fails with the error of a deadlock, and is repeated', async () => {
    const { store } = ownStore({ max: 4 });
    await admin.query("INSERT INTO effects VALUES ('x'), ('y')");
    const [ready, both] = meeting(2);
    const cross = (first: string, second: string) => async (client: pg.PoolClient) => {
      await client.query('UPDATE effects SET name = name WHERE name = $1', [first]);
      ready();
      await both;
      await client.query('UPDATE effects SET name = name WHERE name = $1', [second]);
    };
    const ends = await Promise.allSettled([
      store.once(key('a'), cross('x', 'y'), signal),
      store.once(key('b'), cross('y', 'x'), signal),
    ]);
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(failed).toEqual(['40P01']);
    for (const name of ['a', 'b']) await store.once(key(name), nothing, signal);
    expect(await store.once(key('a'), nothing, signal)).toBe('double');
  });

  it('is handled with any default settings of its connection', async () => {
    const settings = [
      'default_transaction_isolation=serializable',
      'default_transaction_read_only=on',
      'search_path=nowhere',
      'lock_timeout=50',
    ];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const [one, other] = [ownStore({ options, max: 5 }), ownStore({ options, max: 5 })];
    const handle = async (client: pg.PoolClient): Promise<void> => {
      await tick(80);
      await client.query('INSERT INTO public.effects VALUES ($1)', ['a']);
    };
    const calls = Array.from({ length: 8 }, (_, at) =>
      (at % 2 ? one : other).store.once(key('a'), handle, new AbortController().signal),
    );
    expect((await Promise.all(calls)).filter((end) => end === 'handled')).toHaveLength(1);
    expect(await effects()).toEqual(['a']);
  });

  it('is handled once if it still waits in the inbox', async () => {
    const { store } = ownStore();
    await store.inbox.put([entry('a')]);
    expect(await store.once(key('a'), write('a'), signal)).toBe('handled');
    expect((await store.inbox.next(nothing, () => 0)).kind).toBe('nothing-due');
  });
});

describe('the inbox in PostgreSQL', () => {
  it.each([
    ['its connection dies', async (client: pg.PoolClient): Promise<void> => cut(client)],
    ['the program ends the transaction', async (client: pg.PoolClient) => void (await client.query('COMMIT'))],
    ['the program rolls it back', async (client: pg.PoolClient) => void (await client.query('ROLLBACK'))],
    [
      'a deferred check fails',
      async (client: pg.PoolClient) => void (await client.query("INSERT INTO checked VALUES ('a'), ('a')")),
    ],
    ['a statement fails', async (client: pg.PoolClient) => void (await client.query('SELECT nonsense'))],
  ])('counts a failure if %s, with a pool of one connection', async (_, fail) => {
    const { store } = ownStore({ max: 1 });
    await store.inbox.put([entry('a', { order: 1 }), entry('b', { order: 2 })]);
    for (const failures of [1, 2]) {
      const step = await store.inbox.next(
        (_, client) => fail(client),
        () => 0,
      );
      expect(step).toMatchObject({ kind: 'failed', failures });
    }
    expect(
      (
        await store.inbox.next(
          (_, client) => fail(client),
          () => 60_000,
        )
      ).kind,
    ).toBe('failed');
    expect((await store.inbox.next(nothing, () => 0)).kind).toBe('nothing-due');
    expect(await effects()).toEqual([]);
  });

  it('does not poll for events that follow an event with a delayed retry', async () => {
    const { store } = ownStore();
    await store.inbox.put([entry('a', { order: 1 }), entry('b', { order: 2 })]);
    const failed = await store.inbox.next(
      () => Promise.reject(new Error('no')),
      () => 50_000,
    );
    expect(failed.kind).toBe('failed');
    await store.inbox.put([entry('c', { order: 3 })]);
    const step = await store.inbox.next(nothing, () => 0);
    expect(step.kind === 'nothing-due' && step.waitMs).toBeGreaterThan(40_000);
  });

  it('makes events due at the same time as the failed event before them', async () => {
    const { store } = ownStore();
    await store.inbox.put([entry('a', { order: 1 }), entry('b', { order: 2 })]);
    await store.inbox.next(
      () => Promise.reject(new Error('no')),
      () => 150,
    );
    const { rows } = await admin.query(
      `SELECT count(DISTINCT due_at)::int AS times FROM ${schema}.sms_callback_events`,
    );
    expect(rows).toEqual([{ times: 1 }]);
  });

  it('keeps its events if the server is killed, and reports that the server is unreachable', async () => {
    const { store } = ownStore();
    await store.inbox.put([entry('a'), entry('b')]);
    await store.inbox.next(nothing, () => 0);
    await server.restart();
    await eventually(async () => expect(await store.inbox.put([entry('a')])).toEqual(['double']));
    expect(await store.inbox.next(nothing, () => 0)).toEqual({ kind: 'handled' });
    expect((await store.inbox.next(nothing, () => 0)).kind).toBe('nothing-due');
    const nowhere = postgresStore({ pool: poolOf({ host: '/nowhere' }) });
    await expect(nowhere.once(key('a'), nothing, signal)).rejects.toThrow('no connection to PostgreSQL');
  });

  it('contains only the key of a handled event', async () => {
    const { store } = ownStore();
    await store.inbox.put([entry('private', { sequence: 'secret', order: 5 })]);
    await store.inbox.next(
      () => Promise.reject(new Error('no')),
      () => 0,
    );
    await store.inbox.next(nothing, () => 0);
    const { rows } = await admin.query(`SELECT * FROM ${schema}.sms_callback_events`);
    expect(rows).toEqual([
      {
        id: key('private').id,
        forget_at: expect.any(Date),
        failures: 0,
        ...{ sequence: null, sort: null, place: null, event: null, same_for_ms: null, due_at: null },
      },
    ]);
  });
});

describe('the tables in PostgreSQL', () => {
  it('are created once by many concurrent processes', async () => {
    const stores = Array.from({ length: 6 }, () => postgresStore({ pool: poolOf({ max: 1 }), schema: 'Made_by_many' }));
    await Promise.all(stores.map((store) => store.migrate()));
    await stores[0]?.migrate();
    expect(await stores[1]?.once(key('a'), nothing, signal)).toBe('handled');
  });

  it('are required: missing tables give an error that names the remedy', async () => {
    const store = postgresStore({ pool: admin, tablePrefix: 'never_made_' });
    await expect(store.once(key('a'), nothing, signal)).rejects.toThrow('the tables are missing: call migrate()');
    await expect(store.inbox.put([entry('a')])).rejects.toThrow('the tables are missing: call migrate()');
    await expect(store.inbox.next(nothing, () => 0)).rejects.toThrow('the tables are missing: call migrate()');
  });

  it('are not changed if they have a later version', async () => {
    await admin.query(`UPDATE ${schema}.sms_callback_version SET version = 99`);
    await expect(storeOf(admin).migrate()).rejects.toThrow('have version 99');
  });

  it('are independent for two prefixes', async () => {
    const [one, other] = ['one_', 'other_'].map((tablePrefix) => postgresStore({ pool: admin, schema, tablePrefix }));
    await one?.migrate();
    await other?.migrate();
    const inner = vi.fn(nothing);
    await one?.once(key('a'), async () => void (await other?.once(key('a'), inner, signal)), signal);
    expect(inner).toHaveBeenCalledTimes(1);
  });

  it('lose entries after their retention time', async () => {
    const { pool } = ownStore({ max: 4 });
    const store = postgresStore({ pool, schema, keepMs: 1 });
    for (let count = 0; count < 450; count++) await store.once(key(count), nothing, signal);
    const { rows } = await admin.query(`SELECT count(*)::int AS count FROM ${schema}.sms_callback_events`);
    expect(rows[0].count).toBeLessThan(60);
  });
});
