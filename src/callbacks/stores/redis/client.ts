import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../../errors/incoming-error.js';

/** The part of a client of `redis` (node-redis) that the store uses. */
export interface NodeRedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/** The part of a client of `ioredis` that the store uses. */
export interface IoRedisClient {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A connected client of `redis` (node-redis) or of `ioredis`. */
export type RedisClient = NodeRedisClient | IoRedisClient;

export interface Script {
  readonly text: string;
  readonly sha: string;
  /** The script can be repeated if its response was lost: a second execution changes nothing. */
  readonly isRepeatable: boolean;
}

export function script(text: string, { isRepeatable = true }: { readonly isRepeatable?: boolean } = {}): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex'), isRepeatable };
}

const PAUSES_MS: readonly number[] = [50, 200, 500];

/**
 * Executes a script.
 *
 * @throws StoreError with the error of the client as its cause
 */
export async function runScript(
  client: RedisClient,
  { text, sha, isRepeatable }: Script,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...values.map(String)];
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(client, ['EVALSHA', sha, ...rest]).catch((error: unknown) => {
        if (!(isAnswer(error) && error.message.startsWith('NOSCRIPT'))) throw error;
        return send(client, ['EVAL', text, ...rest]);
      });
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (isAnswer(error)) throw new StoreError('Redis refused a script', error);
      if (pauseMs === undefined || !isRepeatable) throw new StoreError('Redis is unreachable', error);
      await sleep(pauseMs);
    }
  }
}

function send(client: RedisClient, [command = '', ...args]: readonly string[]): Promise<unknown> {
  return 'call' in client ? client.call(command, ...args) : client.sendCommand([command, ...args]);
}

function isAnswer(error: unknown): error is Error {
  return error instanceof Error && /^[A-Z]+ /.test(error.message);
}
