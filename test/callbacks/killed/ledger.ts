import { clientOf, EFFECTS, poolOf } from './effects.js';

/** The effects of the processes, read by a process that is never killed. */
export interface Ledger {
  /** The effects in their order, each with its process. */
  effects(): Promise<readonly (readonly [name: string, by: string])[]>;
  /** Returns true if the inbox is empty. */
  isEmpty(): Promise<boolean>;
  /** Ends connections of the processes, some of them. */
  cutConnections(): Promise<void>;
  /** Removes everything, for another run. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the ledger of a server. */
export async function openLedger(kind: 'postgres' | 'redis', socket: string): Promise<Ledger> {
  return kind === 'postgres' ? ofPostgres(socket) : ofRedis(socket);
}

async function ofPostgres(socket: string): Promise<Ledger> {
  const pool = poolOf(socket, 1);
  return {
    async effects() {
      const { rows } = await pool.query(`SELECT name, process FROM ${EFFECTS} ORDER BY id`);
      return rows.map(({ name, process }) => [name, process]);
    },
    async isEmpty() {
      const { rows } = await pool.query('SELECT 1 FROM sms_callback_events WHERE event IS NOT NULL LIMIT 1');
      return rows.length === 0;
    },
    async cutConnections() {
      await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND random() < 0.4`);
    },
    async clear() {
      await pool.query('DROP SCHEMA public CASCADE');
      await pool.query('CREATE SCHEMA public');
      await pool.query(`CREATE TABLE ${EFFECTS} (id bigint GENERATED ALWAYS AS IDENTITY, name text, process text)`);
    },
    close: () => pool.end(),
  };
}

async function ofRedis(socket: string): Promise<Ledger> {
  const client = clientOf(socket);
  await client.connect();
  return {
    async effects() {
      const lines = await client.lRange(EFFECTS, 0, -1);
      return lines.map((line) => line.split(' ') as [string, string]);
    },
    isEmpty: async () => (await client.zCard('{sms-callbacks}:queue')) === 0,
    cutConnections: async () => undefined,
    clear: async () => void (await client.flushAll()),
    close: async () => client.destroy(),
  };
}
