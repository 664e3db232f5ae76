import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thousand, thousandMessages, thousandNumbers } from '../cases/thousand.js';

/** The initial state of every server with a gateway. */
const SEED = join(import.meta.dirname, '../seed.json');

/** Writes the initial state of a server: `seed.json`, and the account with a thousand items of each kind. */
export async function writeSeed(file: string): Promise<void> {
  const seed = JSON.parse(await readFile(SEED, 'utf8')) as { accounts: unknown[] };
  const numbers = thousandNumbers.map(({ number, name }) => ({ number, name }));
  seed.accounts.push({
    ...thousand,
    points: 1000,
    senders: [],
    groups: [{ id: 5, name: 'Tysiąc', info: null, numbers }],
    messages: thousandMessages,
  });
  await writeFile(file, JSON.stringify(seed));
}
