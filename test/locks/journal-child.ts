/**
 * Begins lines of a plan in a journal until it is killed, and prints each line: `FOLDER NAME journal|account`. Of two
 * programs with different journals and the same account, only one may run.
 */
import { appendFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Journal } from '../../src/address-book/journal/journal.js';
import { STATES } from '../../src/address-book/journal/read-journal.js';
import { FileLockedError } from '../../src/errors/errors.js';
import { standStillBetweenCalls } from './stalls.js';

const [folder = '', name = '', kind = ''] = process.argv.slice(2);
const isOfAccount = kind === 'account';
const file = path.join(folder, isOfAccount ? `${name.replace(/-.*/, '')}.journal` : 'plan.journal');
const options = { plan: 'hash of the plan', dryRun: false, ...(isOfAccount ? { account: 'a'.repeat(64) } : {}) };

async function work(session: string): Promise<void> {
  const journal = await Journal.open(file, options);
  try {
    const end = Date.now() + Math.random() * 3000;
    // A line that was begun and not done belongs to a killed process: it is looked up, and not begun again.
    for (let line = 1; Date.now() < end; line++) {
      if (journal.steps.stateOf(line) !== STATES.open) continue;
      await journal.begin(line);
      appendFileSync(path.join(folder, 'log'), `${session}\n`);
      writeSync(1, `${path.basename(file)} ${line}\n`);
      await sleep(Math.random() * 60);
      journal.done(line);
    }
  } finally {
    await journal.close();
  }
}

standStillBetweenCalls(0.3, 6);
for (let session = 0; ; session++) {
  try {
    await work(`${name}.${session}`);
  } catch (error) {
    if (!(error instanceof FileLockedError)) throw error;
    writeSync(1, `refused: ${error.message}\n`);
  }
  await sleep(Math.random() * 100);
}
