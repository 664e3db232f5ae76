import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { type RedisStoreOptions, redisStore } from '../../../src/callbacks/stores/redis/index.js';
import { testStore } from '../../callbacks/stores/contract.js';
import { hasValkey, startRedis } from './servers.js';

interface Clients {
  readonly clients: readonly RedisStoreOptions['client'][];
  close(): Promise<void>;
}

async function nodeRedis(socket: string): Promise<Clients> {
  const clients = [0, 1].map(() => createClient({ socket: { path: socket, tls: false } }));
  for (const client of clients) await client.on('error', () => undefined).connect();
  return { clients, close: async () => void (await Promise.all(clients.map((client) => client.close()))) };
}

async function ioRedis(socket: string): Promise<Clients> {
  const clients = [0, 1].map(() => new Redis(socket, { keyPrefix: 'theirs:' }));
  return { clients, close: async () => void (await Promise.all(clients.map((client) => client.quit()))) };
}

const SERVERS = ['redis-server', ...(hasValkey() ? ['valkey-server'] : [])];

for (const server of SERVERS) {
  for (const connect of [nodeRedis, ioRedis]) {
    testStore(`${server}, through ${connect.name}`, async () => {
      const running = await startRedis(server);
      const { clients, close } = await connect(running.socket);
      let opened = 0;
      return {
        async open() {
          const prefix = `store-${opened++}`;
          const [one, other] = clients.map((client) => redisStore({ client, prefix, leaseMs: 2000 }));
          if (one === undefined || other === undefined) throw new Error('there are two');
          return [one, other];
        },
        async close() {
          await close();
          await running.stop();
        },
      };
    });
  }
}
