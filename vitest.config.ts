import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/**/*.test.ts'],
    // The suites with peers of others have commands of their own (README: development).
    exclude: ['test/interop/**', 'test/network/**', 'node_modules/**'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 20_000,
  },
};

export default config;
