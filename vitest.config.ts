import { availableParallelism } from 'node:os';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';

/** A suite: test files that one command runs. */
interface Suite {
  /** Folders, with a slash at their end, and files. */
  readonly files: readonly string[];
  /** One file after the other: files beside each other would change what is measured. */
  readonly oneByOne?: boolean;
  /** Each module is loaded once for many files, which leave behind what they found. */
  readonly shares?: boolean;
}

/**
 * The files of `npm test` that have a process each, because they replace modules that must not be loaded before, or for
 * good what all share, as nock does. The others are in `quick`: a process runs many files, and loads each module once.
 */
export const APART: readonly string[] = [
  'test/address-book/apply/disk.test.ts',
  'test/callbacks/handler/frameworks.test.ts',
  'test/files/clocks.test.ts',
  'test/files/interrupted.test.ts',
  'test/files/new-file.test.ts',
  'test/files/owner.test.ts',
  'test/files/placing.test.ts',
  'test/files/refused-calls.test.ts',
  'test/files/lock-queue.test.ts',
  'test/replay/cassette/misses.test.ts',
  'test/replay/file/lock.test.ts',
  'test/replay/http/serving.test.ts',
  'test/replay/serving/handed-on.test.ts',
  'test/replay/serving/load-nock.test.ts',
  'test/replay/serving/nock-15.test.ts',
  'test/replay/serving/nock.test.ts',
  'test/replay/serving/served-tracks.test.ts',
  'test/transport/nock.test.ts',
  'test/transport/test-tools/msw.test.ts',
  'test/transport/test-tools/nock-13.test.ts',
  'test/transport/test-tools/nock-14.test.ts',
  'test/transport/test-tools/nock-15.test.ts',
];

/**
 * The suites besides those of `npm test`: what starts programs, waits in real time, measures memory, or takes its time.
 * `npm run test:slow -- cli` runs the suite `cli`, and so on.
 */
export const SUITES: Readonly<Record<string, Suite>> = {
  // The built command, as a program of its own for each line of a shell, and in the process of the tests.
  cli: { files: ['test/cli/'], shares: true },
  // Programs that are killed, stopped and started beside each other, and locks that are waited for in real time.
  processes: {
    files: [
      'test/address-book/killed/',
      'test/client/close-and-end.test.ts',
      'test/files/held-lock.test.ts',
      'test/files/namespaces.test.ts',
      'test/files/with-lock.test.ts',
      'test/replay/durability.test.ts',
      'test/replay/tracks/killed.test.ts',
      'test/transport/early-responses.test.ts',
      'test/transport/stale-responses.test.ts',
    ],
  },
  // The package as it is packed and installed, its types, the programs in the documents, and the tools of this repository.
  package: {
    files: ['test/docs/programs.test.ts', 'test/package/', 'test/types/'],
  },
  // What a million records, hostile files and floods take of memory.
  memory: {
    files: [
      'test/address-book/formats/memory.test.ts',
      'test/address-book/million/million.test.ts',
      'test/batches/memory.test.ts',
      'test/client/streaming-memory.test.ts',
      'test/fuzz/memory.test.ts',
      'test/sandbox/amplification.test.ts',
      'test/sandbox/messages/memory.test.ts',
      'test/sandbox/scale.test.ts',
    ],
    oneByOne: true,
  },
  // Regular expressions that are proved to take linear time, and random cases by the hundred.
  proofs: {
    files: [
      'test/address-book/apply/dry-run.test.ts',
      'test/address-book/apply/resuming.test.ts',
      'test/address-book/formats/other-delimiter.test.ts',
      'test/batches/machine.test.ts',
      'test/callbacks/handler/machine.test.ts',
      'test/contract-check/hostile.test.ts',
      'test/faults/can-fail.test.ts',
      'test/faults/http/http-faults.test.ts',
      'test/fuzz/files.test.ts',
      'test/fuzz/kinds.test.ts',
      'test/http-client/once-random.test.ts',
      'test/regular-expressions.test.ts',
      'test/replay/privacy/nothing-left-of-many.test.ts',
      'test/replay/privacy/private.test.ts',
      'test/replay/tracks/machine.test.ts',
      'test/replay/truth/',
      'test/sandbox/mail/random.test.ts',
      'test/soap/streams-and-wholes.test.ts',
    ],
  },
};

/** The files of these folders need programs of others, and have configurations of their own. */
const OTHERS = ['test/frameworks/**', 'test/interop/**', 'test/network/**', 'test/toolchains/**', 'node_modules/**'];

const globsOf = (files: readonly string[]): string[] =>
  files.map((file) => (file.endsWith('/') ? `${file}**/*.test.ts` : file));

/** Tests wait for sockets and programs now and then: one file for each core, and at least two. */
const WORKERS = Math.max(2, availableParallelism());

/** A project of Vitest: a suite, or one of the two of `npm test`. */
export function project(
  name: string,
  include: string[],
  exclude: string[],
  { oneByOne = false, isolate = true, testTimeout = 20_000 } = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude,
      isolate,
      setupFiles: ['test/support/properties.ts', ...(isolate ? [] : ['test/support/as-before.ts'])],
      testTimeout,
      hookTimeout: testTimeout,
      maxWorkers: oneByOne ? 1 : WORKERS,
      // All at once are for who names files to `npx vitest run`: then one suite after the other.
      sequence: { groupOrder: oneByOne ? 1 : 0 },
    },
  };
}

const suites = Object.entries(SUITES);
/** The test files that the project `quick` excludes. */
export const NOT_QUICK: string[] = [...OTHERS, ...[APART, ...suites.map(([, { files }]) => files)].flatMap(globsOf)];

const config: ViteUserConfig = {
  test: {
    projects: [
      project('quick', ['test/**/*.test.ts'], NOT_QUICK, { isolate: false }),
      project('apart', globsOf(APART), OTHERS),
      // They start programs, beside another suite.
      ...suites.map(([name, { files, oneByOne, shares = false }]) =>
        project(name, globsOf(files), OTHERS, { oneByOne, isolate: !shares, testTimeout: 60_000 }),
      ),
    ],
  },
};

export default config;
