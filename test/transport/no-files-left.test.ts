import { expect, it } from 'vitest';
import { run } from '../support/run.js';

const LIMIT = 'this process has as many files and connections open as it may (ulimit -n); nothing was sent';

it('where no further file can be opened, a request over either transport says so, also where a name is looked up', async () => {
  const program = 'test/transport/no-files-left.ts';
  const { output } = await run('bash', ['-c', `ulimit -n 200; exec node --import tsx ${program}`]);
  expect(output.trim().split('\n')).toEqual([
    `soap_X: could not connect to 127.0.0.1:1: ${LIMIT}`,
    `soap_X: could not connect to localhost:1: ${LIMIT}`,
    `soap_X: could not connect to 127.0.0.1:1: ${LIMIT}`,
    `soap_X: could not connect to localhost:1: ${LIMIT}`,
  ]);
});
