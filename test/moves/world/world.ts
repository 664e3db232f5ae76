import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../../fuzz/random.js';
import { fillBook } from './books.js';
import { type Manners, type MovesGateway, passwordOf, startGateway } from './gateway.js';
import { Ledger } from './ledger.js';
import type { Account } from './store.js';

const USERNAMES = ['old', 'new', 'other'] as const;

/** Accounts of one gateway or of two, and the configuration file that names them. */
export interface World {
  readonly ledger: Ledger;
  readonly gateways: readonly MovesGateway[];
  /** By profile name; some accounts have two profiles. */
  readonly profiles: ReadonlyMap<string, Account>;
  /** Each account once. */
  readonly accounts: readonly Account[];
  /** The passwords. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Options of a world. */
export interface WorldUse {
  readonly folder: string;
  readonly manners: Manners;
  /** Without duplicates, and with at least one group in each account. */
  readonly plain: boolean;
}

/** Creates a world. */
export async function makeWorld({ folder, manners, plain }: WorldUse, random: Random): Promise<World> {
  const ledger = new Ledger();
  const isOne = random.chance(0.7);
  const gateways: MovesGateway[] = [];
  const profiles = new Map<string, Account>();
  const config: Record<string, object> = {};
  for (const usernames of isOne ? [USERNAMES] : [['old', 'other'], ['new']]) {
    const gateway = await startGateway(usernames, ledger, manners, random);
    gateways.push(gateway);
    for (const [username, account] of gateway.accounts) {
      const url = `http://127.0.0.1:${gateway.port}/soap`;
      const second = random.pick([
        `http://localhost:${gateway.port}/soap`,
        `http://127.0.0.1:${gateway.port}/other`,
        `${url}?a=1`,
      ]);
      for (const [name, address] of [
        [username, url],
        [`${username}2`, second],
      ] as const) {
        profiles.set(name, account);
        config[name] = { url: address, username, passwordEnv: `${username.toUpperCase()}_PASSWORD`, timeoutMs: 10_000 };
      }
    }
  }
  const accounts = USERNAMES.map((name) => accountOf(profiles, name));
  for (const account of accounts) fillBook(account, random, account.username === 'old' ? 4 : 3, plain);
  ledger.begun = ledger.seq;
  writeFileSync(path.join(folder, 'sms-service.json'), JSON.stringify({ profiles: config }));
  return {
    ledger,
    gateways,
    profiles,
    accounts,
    environment: Object.fromEntries(USERNAMES.map((name) => [`${name.toUpperCase()}_PASSWORD`, passwordOf(name)])),
    close: async () => {
      for (const gateway of gateways) await gateway.close();
    },
  };
}

/** The account of a profile. */
export function accountOf(profiles: ReadonlyMap<string, Account>, profile: string): Account {
  const account = profiles.get(profile);
  if (account === undefined) throw new Error(`there is no profile ${profile}`);
  return account;
}
