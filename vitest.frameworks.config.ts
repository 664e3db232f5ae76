import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/frameworks/*.test.ts'],
    globalSetup: ['test/frameworks/install.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default config;
