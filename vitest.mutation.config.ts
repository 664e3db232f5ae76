import type { ViteUserConfig } from 'vitest/config';

const rooms = (process.env['MUTATION_TESTS'] ?? 'test').split(',');

/** For mutation testing: the tests of some rooms, without the suites that start programs, fuzz or measure memory. */
const config: ViteUserConfig = {
  test: {
    include: rooms.map((room) => (room.endsWith('.ts') ? room : `${room}/**/*.test.ts`)),
    exclude: ['test/{interop,package,faults,fuzz,bench,conformance,docs,examples}/**', 'node_modules/**'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 20_000,
  },
};

export default config;
