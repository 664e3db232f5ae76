// A program that receives callbacks until it is killed: `handler-child <kind> <mode> <socket> <name>`. It prints its
// port, the events that its store has marked as handled, and broken promises.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallbackEvent, callbackHandler } from '../../../src/callbacks/index.js';
import type { CallbackStore } from '../../../src/callbacks/stores/store.js';
import { nameOf } from './deliveries.js';
import { openEffects } from './effects.js';

const [kind = '', mode = '', socket = '', own = ''] = process.argv.slice(2);

/** The longest pause before and behind an effect, and the share of events that fail. */
const [PAUSE_MS, FAILING] = [8, 0.05];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const mayFail = (): void => {
  if (Math.random() < FAILING) throw new Error('as it happens');
};

async function run(): Promise<void> {
  const effects = await openEffects(kind, socket, own, say);
  const names = new AsyncLocalStorage<{ name: string }>();
  const onEvent = async (event: CallbackEvent, transaction: unknown): Promise<void> => {
    const name = nameOf(event);
    const current = names.getStore();
    if (current !== undefined) current.name = name;
    await effects.begin(name, transaction);
    try {
      await sleep(Math.random() * PAUSE_MS);
      mayFail();
      await effects.write(name, transaction);
      await sleep(Math.random() * PAUSE_MS);
      // Without a transaction, the write would stay.
      if (kind === 'postgres') mayFail();
    } finally {
      await effects.end(name);
    }
  };
  /** Reports each event that is marked as handled. */
  const telling = ({ once, inbox }: Required<CallbackStore<unknown>>): CallbackStore<unknown> => {
    const noted = async <End>(step: () => Promise<End>, isHandled: (end: End) => boolean): Promise<End> => {
      const current = { name: '' };
      const end = await names.run(current, step);
      if (isHandled(end)) say(`noted ${current.name}`);
      return end;
    };
    return {
      once: (...args) =>
        noted(
          () => once(...args),
          (end) => end === 'handled',
        ),
      inbox: {
        put: (entries) => inbox.put(entries),
        next: (...args) =>
          noted(
            () => inbox.next(...args),
            ({ kind }) => kind === 'handled',
          ),
      },
    };
  };
  const handler = callbackHandler<unknown>({
    store: telling(effects.store),
    inbox: mode === 'inbox' && { pauseMs: 5, maxPauseMs: 40 },
    timeoutMs: 20_000,
    secret: { query: 'key', value: 'opensesame' },
    onEvent: (event, { transaction }) => onEvent(event, transaction),
  });
  const server = createServer((request, response) => void handler.node(request, response));
  server.listen(0, '127.0.0.1', () => say(`port ${(server.address() as AddressInfo).port}`));
}

// Ends if the parent process has crashed.
process.stdin.on('end', () => process.exit()).resume();
void run();
