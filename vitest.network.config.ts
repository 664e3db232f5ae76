import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/network/**/*.test.ts'],
    globalSetup: ['test/network/global-setup.ts'],
    // Two kinds of traffic on one machine would be pressure on each other.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 30_000,
  },
});

export default config;
