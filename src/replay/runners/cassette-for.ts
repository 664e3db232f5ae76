import path from 'node:path';
import { invalid, isObject } from '../../options/check.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { Track } from '../cassette/track-run.js';

/** The context of a vitest test: `it('…', async (context) => …)`. Only the members in use. */
export interface VitestContext {
  readonly task: {
    readonly name: string;
    readonly suite?: { readonly name: string; readonly suite?: object | undefined } | undefined;
    readonly file: { readonly name: string; readonly filepath?: string | undefined };
    readonly result?: { readonly state?: string | undefined } | undefined;
  };
  onTestFinished(act: () => Promise<void>): void;
}

/** The context of a node:test test: `test('…', async (t) => …)`. Only the members in use. */
export interface NodeTestContext {
  readonly name: string;
  readonly fullName?: string | undefined;
  readonly passed?: boolean | undefined;
  after(act: () => Promise<void>): void;
}

/** The `expect` of Jest or vitest, which provides the running test. Only the members in use. */
export interface RunnersExpect {
  getState(): { readonly currentTestName?: string | undefined; readonly testPath?: string | undefined };
}

/** A test, as the test runner passes it. */
export type RunningTest = VitestContext | NodeTestContext | RunnersExpect;

interface KnownTest {
  readonly name: string;
  readonly owner?: object;
  readonly atEnd?: (act: (hasPassed: boolean) => Promise<void>) => void;
}

const SEPARATOR = ' > ';

function knownTest(test: RunningTest, cassette: string): KnownTest {
  // The context of vitest is a function, like `expect`.
  const input: Partial<VitestContext & NodeTestContext & RunnersExpect> =
    typeof test === 'function' || isObject(test) ? test : {};
  if (input.task !== undefined) return ofVitest(input as VitestContext, cassette);
  if (input.after !== undefined) return ofNode(input as NodeTestContext);
  if (input.getState === undefined) {
    return invalid('test', 'is neither the context of a test of vitest or node:test nor an expect of Jest or vitest');
  }
  const { currentTestName: name, testPath } = input.getState();
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
  // Not every version of Node.js provides the file, and a name must be the same in all.
  return { name: fullName, owner: test, atEnd: (act) => test.after(() => act(test.passed === true)) };
}

function inFile(file: string | undefined, name: string, cassette: string): string {
  if (file === undefined) return name;
  const place = path.isAbsolute(file) ? path.relative(path.dirname(cassette), file) : file;
  return place.replaceAll(path.sep, '/') + SEPARATOR + name;
}

/** Returns the track of a test, which ends with the test. @throws ValidationError that names the argument */
export function trackFor(test: RunningTest, tape: Cassette): Track {
  const opened = open(tape);
  const { name, owner, atEnd } = knownTest(test, opened.file);
  const { attempt, isNew } = opened.trackOf(name, owner);
  if (isNew) atEnd?.((hasPassed) => (hasPassed ? attempt.close() : attempt.fail()));
  return attempt;
}

/** Runs a test in the track with its name. @throws the error of the test, or of the track's `close()` */
export async function runInTrack<T>(test: RunningTest, tape: Cassette, act: (track: Track) => T): Promise<Awaited<T>> {
  const opened = open(tape);
  const { name, owner } = knownTest(test, opened.file);
  const { attempt } = opened.trackOf(name, owner);
  let result: Awaited<T>;
  try {
    result = await act(attempt);
  } catch (error) {
    await attempt.fail();
    throw error;
  }
  await attempt.close();
  return result;
}

function open(tape: Cassette): CassetteTransport {
  return tape instanceof CassetteTransport ? tape : invalid('tape', 'is not what cassette() makes');
}
