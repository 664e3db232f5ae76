import { readFileSync } from 'node:fs';
import type { ViteUserConfig } from 'vitest/config';
import type { Job } from './job.js';

const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8')) as Job;
const files = Object.keys(job.tests);

/** Files one after the other, in the order in which the job names them. */
class InOrder {
  sort<Specification extends { readonly moduleId: string }>(specifications: Specification[]): Specification[] {
    const place = ({ moduleId }: Specification): number => files.findIndex((file) => moduleId.endsWith(`/${file}`));
    return specifications.sort((one, other) => place(one) - place(other));
  }

  shard<Specification>(specifications: Specification[]): Specification[] {
    return specifications;
  }
}

const config: ViteUserConfig = {
  test: {
    include: files,
    exclude: [],
    runner: 'scripts/mutation/runner.ts',
    setupFiles: ['test/support/properties.ts', 'scripts/mutation/setup.ts'],
    isolate: job.apart,
    pool: 'forks',
    maxWorkers: job.mode === 'cover' ? 2 : 1,
    execArgv: ['--max-old-space-size=2500', '--expose-gc'],
    sequence: { sequencer: InOrder },
    testTimeout: 60_000,
    passWithNoTests: true,
    dangerouslyIgnoreUnhandledErrors: true,
    disableConsoleIntercept: true,
    silent: true,
    reporters: [{}],
    cache: false,
  },
};

export default config;
