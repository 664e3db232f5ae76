import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import {
  type Cassette,
  type CassetteMode,
  cassette,
  cassetteFor,
  type RunnersExpect,
} from '../../../src/replay/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';
let sandbox: Sandbox;

beforeEach(() => {
  file = fileOf();
  sandbox = createSandbox();
});

const open = (mode: CassetteMode): Cassette => cassette(file, { mode, transport: sandbox.transport() }, {});

async function addGroup(transport: Transport, name = 'Customers'): Promise<number> {
  const credentials = { username: 'demo', password: 'demo-password' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  return (await client.addGroup({ name })).groupId;
}

function tracksInFile(): readonly string[] {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { entries: { _track: string; _unfinished?: true }[] };
  };
  return log.entries.map(({ _track, _unfinished }) => `${_track}${_unfinished ? '?' : ''}`);
}

/** A test of vitest, with the state that it has at its end. @returns it, and a function that ends it */
function vitestTest(name: string, state: string) {
  const acts: (() => Promise<void>)[] = [];
  const task = {
    name,
    suite: { name: 'groups', suite: { name: 'customers' } },
    file: { name: 'test/deep/customers.test.ts', filepath: path.join(path.dirname(file), '../deep/customers.test.ts') },
    result: { state: 'run' },
  };
  const end = async (): Promise<void> => {
    task.result.state = state;
    for (const act of acts.splice(0)) await act();
    task.result.state = 'run';
  };
  return { context: { task, onTestFinished: (act: () => Promise<void>) => void acts.push(act) }, end };
}

/** A test of node:test. */
function nodeTest(name: string, passed: boolean) {
  const acts: (() => Promise<void>)[] = [];
  const context = {
    name,
    fullName: `groups > ${name}`,
    passed,
    after: (act: () => Promise<void>) => void acts.push(act),
  };
  return { context, end: async () => void (await Promise.all(acts.map((act) => act()))) };
}

describe('the track of a test', () => {
  it('has the name of the file, the suites and the test, under vitest itself', async (context) => {
    const tape = open('auto');
    const track = cassetteFor(context, tape);
    const place = path.relative(path.dirname(tape.file), import.meta.filename);
    expect(track.name).toBe(
      `${place} > the track of a test > has the name of the file, the suites and the test, under vitest itself`,
    );
    expect(cassetteFor(expect, open('auto')).name).toBe(track.name);
  });

  it('differs between files with the same name', () => {
    const tape = open('auto');
    const names = ['a', 'b'].map((folder) => {
      const testPath = path.join(path.dirname(tape.file), folder, 'same.test.js');
      return cassetteFor({ getState: () => ({ currentTestName: 'same', testPath }) }, tape).name;
    });
    expect(names).toEqual(['a/same.test.js > same', 'b/same.test.js > same']);
  });

  it.each([
    ['vitest', vitestTest('adds', 'pass')],
    ['node:test', nodeTest('adds', true)],
  ])('is complete after a passed test: %s', async (_name, { context, end }) => {
    const tape = open('record');
    expect(await addGroup(cassetteFor(context, tape))).toBe(1);
    expect(tracksInFile()[0]).toMatch(/adds\?$/);
    await end();
    expect(tracksInFile()[0]).toMatch(/adds$/);
  });

  it.each([
    ['vitest, failed', vitestTest('adds', 'fail')],
    ['vitest, skipped', vitestTest('adds', 'skip')],
    ['node:test', nodeTest('adds', false)],
  ])('is unfinished after another result: %s', async (_name, { context, end }) => {
    const tape = open('record');
    await addGroup(cassetteFor(context, tape));
    await end();
    expect(tracksInFile()[0]).toMatch(/adds\?$/);
  });

  it('is the same during one attempt, and another one in a retry', async () => {
    const { context, end } = vitestTest('adds', 'pass');
    const tape = open('record');
    const track = cassetteFor(context, tape);
    expect(cassetteFor(context, tape)).toBe(track);
    await end();
    expect(cassetteFor(context, tape)).not.toBe(track);
  });

  it('is rejected if another test of the cassette has the same name', () => {
    const tape = open('record');
    cassetteFor(nodeTest('adds', true).context, tape);
    expect(() => cassetteFor(nodeTest('adds', true).context, tape)).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: 'test',
        message: expect.stringContaining('groups > adds'),
      }),
    );
  });

  it('ends with the given function', async () => {
    const jest = { getState: () => ({ currentTestName: 'adds' }) };
    const tape = open('record');
    expect(await cassetteFor(jest, tape, (track) => addGroup(track))).toBe(1);
    expect(tracksInFile()).toEqual(['adds']);
    const failing = cassetteFor(jest, tape, async (track) => {
      await addGroup(track, 'Suppliers');
      throw new Error('the test has failed');
    });
    expect(await rejection(failing)).toMatchObject({ message: 'the test has failed' });
    expect(tracksInFile()).toEqual(['adds']);
    const locked = open('locked');
    const unused = cassetteFor(jest, locked, () => undefined);
    expect(await rejection(unused)).toMatchObject({ name: 'ReplayMissError' });
  });

  it.each([
    ['test', undefined],
    ['test', {}],
    ['test', { getState: () => ({}) }],
  ])('requires a test: %s %j', async (path, test) => {
    const refused = expect.objectContaining({ name: 'ValidationError', path });
    expect(() => cassetteFor(test as unknown as RunnersExpect, open('auto'))).toThrow(refused);
    expect(await rejection(cassetteFor(test as unknown as RunnersExpect, open('auto'), () => 1))).toEqual(refused);
  });

  it('requires a cassette', (context) => {
    expect(() => cassetteFor(context, 'calls.har' as unknown as Cassette)).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'tape' }),
    );
  });
});
