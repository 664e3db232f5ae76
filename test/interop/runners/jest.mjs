import { cassette, cassetteFor } from 'sms-service-client/replay';
import { run, testsOf } from './thirty.mjs';

const { TAPE_MODE: mode, TAPE: file, FAKE_TIMERS: fakeTimers } = process.env;

export function define(part, jest) {
  const { afterAll, afterEach, beforeEach, expect, it } = globalThis;
  const tape = cassette(file, { mode }, {});
  jest.retryTimes(2);
  afterAll(() => tape.close());
  beforeEach(() => void (fakeTimers === undefined || jest.useFakeTimers()));
  afterEach(() => void jest.useRealTimers());
  for (const test of testsOf(part)) it(test.name, () => cassetteFor(expect, tape, (track) => run(test, track, true)));
}
