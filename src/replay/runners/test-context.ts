import path from 'node:path';
import { invalid, isObject } from '../../options/check.js';

/** The context of a test of vitest: `it('…', async (context) => …)`. Only what is used of it. */
export interface VitestContext {
  readonly task: {
    readonly name: string;
    readonly suite?: { readonly name: string; readonly suite?: object | undefined } | undefined;
    readonly file: { readonly name: string; readonly filepath?: string | undefined };
    readonly result?: { readonly state?: string | undefined } | undefined;
  };
  onTestFinished(act: () => Promise<void>): void;
}

/** The context of a test of node:test: `test('…', async (t) => …)`. Only what is used of it. */
export interface NodeTestContext {
  readonly name: string;
  readonly fullName?: string | undefined;
  readonly passed?: boolean | undefined;
  after(act: () => Promise<void>): void;
}

/** The `expect` of Jest or vitest, which knows the test that runs. Only what is used of it. */
export interface RunnersExpect {
  getState(): { readonly currentTestName?: string | undefined; readonly testPath?: string | undefined };
}

/** A test, as its runner shows it. */
export type RunningTest = VitestContext | NodeTestContext | RunnersExpect;

/** The parts of a test that a track needs. */
export interface KnownTest {
  readonly name: string;
  /** The same for every attempt of a test; absent where the runner does not tell. */
  readonly owner?: object;
  /** Calls a function when the attempt has ended, and tells whether it has passed; absent where the runner cannot. */
  readonly atEnd?: (act: (hasPassed: boolean) => Promise<void>) => void;
}

/** What vitest and node:test put between the names of suites and of the test. */
const SEPARATOR = ' > ';

/**
 * Reads what a runner shows of a test.
 *
 * @param cassette - the path of the cassette: that of a test file is told from its folder on, wherever the runner runs
 * @throws ValidationError when it is none, or none runs
 */
export function knownTest(test: RunningTest, cassette: string): KnownTest {
  // The context of vitest is a function, as `expect` is.
  const given: Partial<VitestContext & NodeTestContext & RunnersExpect> =
    typeof test === 'function' || isObject(test) ? test : {};
  if (given.task !== undefined) return ofVitest(given as VitestContext, cassette);
  if (given.after !== undefined) return ofNode(given as NodeTestContext);
  if (given.getState === undefined) {
    return invalid('test', 'is neither the context of a test of vitest or node:test nor an expect of Jest or vitest');
  }
  const { currentTestName: name, testPath } = given.getState();
  if (name === undefined || name === '') return invalid('test', 'knows of no test that runs');
  return { name: inFile(testPath, name, cassette) };
}

function ofVitest({ task, onTestFinished }: VitestContext, cassette: string): KnownTest {
  const names = [task.name];
  let suite: object | undefined = task.suite;
  while (suite !== undefined) {
    const { name, suite: outer } = suite as { readonly name: string; readonly suite?: object };
    names.unshift(name);
    suite = outer;
  }
  return {
    name: inFile(task.file.filepath ?? task.file.name, names.join(SEPARATOR), cassette),
    owner: task,
    atEnd: (act) => onTestFinished(() => act(task.result?.state === 'pass')),
  };
}

function ofNode(test: NodeTestContext): KnownTest {
  const { name, fullName = name } = test;
  // The file is not told by every version of Node.js, and a name is to be the same in all.
  return { name: fullName, owner: test, atEnd: (act) => test.after(() => act(test.passed === true)) };
}

function inFile(file: string | undefined, name: string, cassette: string): string {
  if (file === undefined) return name;
  const place = path.isAbsolute(file) ? path.relative(path.dirname(cassette), file) : file;
  return place.replaceAll(path.sep, '/') + SEPARATOR + name;
}
