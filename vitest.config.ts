import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/**/*.test.ts'],
    // The interoperability suite has a command of its own (README: development).
    exclude: ['test/interop/**', 'node_modules/**'],
    testTimeout: 20_000,
  },
};

export default config;
