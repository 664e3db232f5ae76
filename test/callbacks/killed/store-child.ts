// A program that handles what it is told of, until it is killed: `store-child <kind> <mode> <socket> <its name>`. Each line of its
// input is a name, or several of one sequence; each of its output says what became of one.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackEvent } from '../../../src/callbacks/index.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';
import { entry, key } from '../stores/given.js';
import { openEffects } from './effects.js';

const [kind = '', mode = '', socket = '', own = ''] = process.argv.slice(2);

/** How long a delivery may wait, how many are taken of the inbox at once, and the share of those that fail. */
const [TIMEOUT_MS, WORKERS, FAILING] = [20_000, 4, 0.05];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mayFail = (): void => {
  if (Math.random() < FAILING) throw new Error('as it happens');
};

async function run(): Promise<void> {
  const effects = await openEffects(kind, socket, own, say);
  const { inbox, once } = bound(effects.store);
  const handle = async (name: string, transaction: unknown): Promise<void> => {
    await effects.begin(name, transaction);
    try {
      await sleep(Math.random() * 8);
      mayFail();
      await effects.write(name, transaction);
      await sleep(Math.random() * 8);
      // What is written in no transaction would stay.
      if (kind === 'postgres') mayFail();
    } finally {
      await effects.end(name);
    }
  };
  if (mode === 'inbox') {
    const work = async (): Promise<void> => {
      for (;;) {
        try {
          const step = await inbox.next(
            (event, transaction) => handle(nameOf(event), transaction),
            (failures) => failures * 5,
          );
          if (step.kind === 'nothing-due') await sleep(Math.min(step.waitMs, 20));
        } catch {
          await sleep(20);
        }
      }
    };
    for (let count = 0; count < WORKERS; count++) void work();
  }
  const take = async (line: string): Promise<void> => {
    try {
      if (mode === 'inbox') await inbox.put(line.split(' ').map(entryOf));
      else await once(key(line), (transaction) => handle(line, transaction), AbortSignal.timeout(TIMEOUT_MS));
      say(`ok ${line}`);
    } catch {
      say(`no ${line}`);
    }
  };
  createInterface({ input: process.stdin }).on('line', (line) => void take(line));
  say('ready');
}

/** The third of message 7 is `7.3`: its sequence, and its place there. */
function entryOf(name: string): ReturnType<typeof entry> {
  const [sequence = '', order] = name.split('.');
  return entry(name, { sequence, order: Number(order) });
}

const nameOf = (event: CallbackEvent): string => ('messageId' in event ? String(event.messageId) : '');

function bound(store: CallbackStore<unknown>): Required<CallbackStore<unknown>> {
  const { inbox } = store;
  if (inbox === undefined) throw new Error('the store has no inbox');
  return { inbox, once: store.once.bind(store) };
}

void run();
