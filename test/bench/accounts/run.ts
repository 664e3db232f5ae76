/**
 * Many accounts of one gateway, with separate clients and with one `SmsServiceGateway`: memory, sockets, attempts at an
 * unreachable address, and requests per second.
 *
 * `node --expose-gc --import tsx test/bench/accounts/run.ts [--accounts 500]`
 */
import { createServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { SmsServiceClient, SmsServiceGateway } from '../../../src/client/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';

const { accounts: given } = parseArgs({ options: { accounts: { type: 'string', default: '500' } } }).values;
const COUNT = Number(given);
const CALLS = 4;
const PER_SECOND = 200;

const credentialsOf = (index: number): { username: string; password: string } => ({
  username: `tenant-${index}`,
  password: `password-${index}`,
});

/** Memory in use after garbage collection. */
async function heapUsed(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

interface Clients {
  readonly clients: readonly SmsServiceClient[];
  close(): Promise<void>;
}

const WAYS: Readonly<Record<string, (url: readonly string[], maxPerSecond: number) => Clients>> = {
  'a client each': (url, maxPerSecond) => {
    const clients = Array.from({ length: COUNT }, (_, index) => {
      return new SmsServiceClient({ url, credentials: credentialsOf(index), maxPerSecond });
    });
    return { clients, close: async () => void (await Promise.all(clients.map((client) => client.close()))) };
  },
  'one gateway': (url, maxPerSecond) => {
    const gateway = new SmsServiceGateway({ url, maxPerSecond });
    const clients = Array.from({ length: COUNT }, (_, index) => gateway.client({ credentials: credentialsOf(index) }));
    return { clients, close: () => gateway.close() };
  },
};

async function measured(name: string, make: (typeof WAYS)[string]): Promise<Record<string, unknown>> {
  const sandbox = await startSandbox({
    accounts: Array.from({ length: COUNT }, (_, index) => ({ ...credentialsOf(index), points: 1 })),
  });
  let attempts = 0;
  const dead = createServer((socket: Socket) => {
    attempts += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void dead.listen(0, '127.0.0.1', resolve));
  const { port } = dead.address() as { port: number };
  const limit = name === 'one gateway' ? PER_SECOND : PER_SECOND / COUNT;
  const before = await heapUsed();
  const { clients, close } = make([`http://127.0.0.1:${port}/`, sandbox.url], limit);
  const perIdleAccount = Math.round(((await heapUsed()) - before) / COUNT);
  let [sockets, most] = [0, 0];
  const timer = setInterval(() => {
    sockets = process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;
    most = Math.max(most, sockets);
  }, 20);
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let call = 0; call < CALLS; call++) await client.checkPoints();
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  const perUsedAccount = Math.round(((await heapUsed()) - before) / COUNT);
  await close();
  await sandbox.close();
  dead.close();
  return {
    way: name,
    'bytes of an account': perIdleAccount,
    'bytes after its calls': perUsedAccount,
    'most sockets (both ends)': most,
    'attempts at the dead address': attempts,
    'requests in a second': Math.round((COUNT * CALLS) / seconds),
  };
}

const rows: Record<string, unknown>[] = [];
for (const [name, make] of Object.entries(WAYS)) rows.push(await measured(name, make));
console.log(`${COUNT} accounts, ${CALLS} calls each, a limit of ${PER_SECOND} requests in a second for all together`);
console.table(rows);
