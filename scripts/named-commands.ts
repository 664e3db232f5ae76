import { SUITES } from '../vitest.config.js';

/** Commands by name. Options that a contributor adds go to the last command of the name. */
export type NamedCommands = Readonly<Record<string, readonly string[]>>;

const BUILD = 'npm run --silent build';
const BUILT = 'tsx --tsconfig tsconfig.build.json';

/** The names that `npm run test:slow`, `npm run random` and `npm run bench` accept. */
export const NAMED_COMMANDS: Readonly<Record<'test:slow' | 'random' | 'bench', NamedCommands>> = {
  // The suites that are not part of `npm test`.
  'test:slow': {
    ...Object.fromEntries(Object.keys(SUITES).map((name) => [name, [`vitest run --project ${name}`]])),
    frameworks: ['vitest run --config vitest.frameworks.config.ts'],
    interop: ['vitest run --config vitest.interop.config.ts'],
    network: ['vitest run --config vitest.network.config.ts'],
    toolchains: ['vitest run --config vitest.toolchains.config.ts'],
    faults: ['node --expose-gc --import tsx scripts/faults.ts'],
    'http-faults': ['tsx scripts/http-faults.ts'],
    fuzz: ['tsx scripts/fuzz.ts'],
    packaging: [BUILD, 'publint --strict', 'env npm_config_ignore_scripts=true attw --pack .'],
    mutation: ['stryker run'],
  },
  // Random machines: each prints the seed of a failure.
  random: {
    callbacks: ['tsx scripts/callbacks.ts'],
    locks: ['tsx scripts/locks.ts'],
    migration: ['tsx scripts/migration.ts'],
    moves: ['tsx scripts/moves.ts'],
    parallel: ['tsx scripts/parallel-tests.ts'],
  },
  bench: {
    default: ['tsx test/bench/run.ts'],
    accounts: ['node --expose-gc --import tsx test/bench/accounts/run.ts'],
    books: [BUILD, `${BUILT} test/bench/books/run.ts`],
    callbacks: ['tsx test/bench/callbacks/run.ts'],
    http: ['tsx test/bench/http/run.ts'],
    start: [BUILD, 'tsx test/bench/start/run.ts'],
    telemetry: [BUILD, `${BUILT} test/bench/telemetry/run.ts`],
  },
};
