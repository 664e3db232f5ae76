/**
 * `npm run random -- callbacks --seconds N --seed S`: two processes receive callbacks, with a store in PostgreSQL and
 * in Redis, and are killed and restarted. Each call is repeated until the response is `OK`, some calls at the same time.
 * With PostgreSQL each effect occurs exactly once; with Redis at most twice, if it ended when the process was
 * killed. `--seconds` is the time of each of the four runs.
 */
import { parseArgs } from 'node:util';
import { buildHandler } from '../test/callbacks/killed/children.js';
import { killAndDeliver } from '../test/callbacks/killed/kills.js';
import { openLedger } from '../test/callbacks/killed/ledger.js';
import { ensureStoreServers, startPostgres, startRedis } from '../test/interop/stores/servers.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await ensureStoreServers();
const child = buildHandler();
try {
  for (const [kind, start] of [['postgres', startPostgres] as const, ['redis', () => startRedis()] as const]) {
    const server = await start();
    const ledger = await openLedger(kind, server.socket);
    try {
      for (const mode of ['once', 'inbox'] as const) {
        await ledger.clear();
        const use = { kind, mode, seconds, seed, file: child.file, socket: server.socket, ledger };
        const { events, deliveries, kills, otherFaults, again, broken } = await killAndDeliver(use);
        say(
          `${server.name}, ${mode}: ${events} events in ${deliveries} deliveries, ${kills} kills, ${otherFaults} other faults, ` +
            `${again} handled again, ${broken.length} promises broken, seed ${seed}`,
        );
        for (const line of broken.slice(0, 20)) say(`*** ${line}`);
        if (broken.length > 0) process.exitCode = 1;
      }
    } finally {
      await ledger.close();
      await server.stop();
    }
  }
} finally {
  child.remove();
}
