import { after, describe, it } from 'node:test';
import { cassette, cassetteFor } from 'sms-service-client/replay';
import { run, testsOf } from './thirty.mjs';

const { TAPE_MODE: mode, TAPE: file, FAKE_TIMERS: fakeTimers, AT_ONCE: atOnce } = process.env;

export function define(part) {
  const tape = cassette(file, { mode }, {});
  after(() => tape.close());
  void describe(`part ${part}`, { concurrency: atOnce !== undefined }, () => {
    for (const test of testsOf(part)) {
      void it(test.name, async (t) => {
        if (fakeTimers !== undefined && atOnce === undefined) t.mock.timers.enable();
        await run(test, cassetteFor(t, tape));
      });
    }
  });
}
