import pg from 'pg';
import { postgresStore } from '../../../src/callbacks/stores/postgres/index.js';
import { testStore } from '../../callbacks/stores/contract.js';
import { startPostgres } from './servers.js';

testStore('PostgreSQL', async () => {
  const server = await startPostgres();
  const pools = [0, 1].map(() => new pg.Pool({ host: server.socket, user: 'postgres', max: 5 }));
  let opened = 0;
  return {
    async open() {
      const schema = `store_${opened++}`;
      const [one, other] = pools.map((pool) => postgresStore({ pool, schema }));
      if (one === undefined || other === undefined) throw new Error('there are two');
      await Promise.all([one.migrate(), other.migrate()]);
      return [one, other];
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.stop();
    },
  };
});
