import path from 'node:path';
import { cassette, cassetteFor } from 'sms-service-client/replay';
import { run, testsOf } from './thirty.mjs';

const { TAPE_MODE: mode, TAPE: tapeFile, FAKE_TIMERS: fakeTimers, AT_ONCE: atOnce } = process.env;

export function define(part, jest) {
  const { afterAll, afterEach, beforeEach, expect, it } = globalThis;
  const tape = cassette(tapeFile, { mode }, {});
  jest.retryTimes(2);
  afterAll(() => tape.close());
  beforeEach(() => void (fakeTimers === undefined || jest.useFakeTimers()));
  afterEach(() => void jest.useRealTimers());
  const file = path.basename(expect.getState().testPath);
  for (const test of testsOf(part)) {
    if (atOnce === undefined) it(test.name, () => cassetteFor(expect, tape, (track) => run(test, track, true)));
    else it.concurrent(test.name, () => runAtOnce(test, tape.track(`${file} > ${test.name}`)));
  }
}

/** Runs concurrent tests, for which `expect` of the runner does not know the test. */
async function runAtOnce(test, track) {
  await run(test, track);
  await track.close();
}
