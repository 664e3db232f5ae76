import { cassette, cassetteFor } from 'sms-service-client/replay';
import { run, testsOf } from './thirty.mjs';

const { afterAll, beforeEach, it, vi } = globalThis;
const { TAPE_MODE: mode, TAPE: file, FAKE_TIMERS: fakeTimers, AT_ONCE: atOnce } = process.env;

export function define(part) {
  const tape = cassette(file, { mode }, {});
  afterAll(() => tape.close());
  beforeEach(() => {
    if (fakeTimers !== undefined) vi.useFakeTimers();
    return () => void vi.useRealTimers();
  });
  for (const test of testsOf(part)) {
    const define = atOnce === undefined ? it : it.concurrent;
    define(test.name, { retry: 2 }, (context) => run(test, cassetteFor(context, tape), true));
  }
}
