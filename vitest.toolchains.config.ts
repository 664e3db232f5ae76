import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/toolchains/*.test.ts'],
    globalSetup: ['test/toolchains/install.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;
