import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/interop/**/*.test.ts'],
    globalSetup: ['test/interop/global-setup.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: '100%',
  },
});

export default config;
