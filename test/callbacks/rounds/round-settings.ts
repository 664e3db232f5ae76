import type { Random } from '../../fuzz/random.js';

/** The way in which a round's handler is set up, as its processes are told it. */
export interface RoundSettings {
  readonly store: 'memory' | 'postgres' | 'redis';
  readonly inbox: boolean;
  /** How requests are given to the handler. */
  readonly way: 'node' | 'fetch' | 'lambda';
  readonly secret: 'none' | 'query' | 'path';
  /** Addresses of reports are signed. */
  readonly signs: boolean;
  /** The handler stands behind a proxy, and asks for the address of the caller. */
  readonly isBehindProxy: boolean;
  /** Files of MMS go to a folder. */
  readonly keepsFiles: boolean;
  /** Callbacks are recorded into a cassette. */
  readonly records: boolean;
  /** Processes are killed, and servers started again. */
  readonly kills: boolean;
  /** A tenth of what the store is asked fails. */
  readonly storeFails: boolean;
  readonly timeoutMs: number;
}

/** What a process is told besides. */
export interface ProcessSettings extends RoundSettings {
  /** The folder of the round: files, the cassette, what was done. */
  readonly folder: string;
  readonly socket: string;
  /** The names of the keys and tables of this round begin with it. */
  readonly prefix: string;
}

export const SECRET = 'open-sesame-17';
export const NOTIFY_KEY = 'the key of signed addresses';
/** The gateway's address, which the proxy names. */
export const GATEWAY = '192.0.2.7';

/** Draws the settings of a round. */
export function drawSettings(random: Random): RoundSettings {
  const store = random.pick(['memory', 'postgres', 'redis'] as const);
  const inbox = random.chance(0.5);
  const secret = random.pick(['none', 'query', 'path', 'query'] as const);
  const isBehindProxy = random.chance(0.3);
  return {
    store,
    inbox,
    way: random.pick(['node', 'node', 'fetch', 'lambda'] as const),
    secret,
    // Without a secret and an address, only reports get in: the other kinds would be refused.
    signs: random.chance(0.5) && (secret !== 'none' || isBehindProxy),
    isBehindProxy,
    keepsFiles: random.chance(0.7),
    records: random.chance(0.3),
    // What an inbox in memory holds is lost with its process, as the guide says.
    kills: random.chance(0.5) && !(store === 'memory' && inbox),
    storeFails: random.chance(0.3),
    timeoutMs: 3000,
  };
}
