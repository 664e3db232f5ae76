const { existsSync, rmSync } = require('node:fs');
const path = require('node:path');
const { SmsServiceClient } = require('sms-service-client');
const { cassette, cassetteFor } = require('sms-service-client/replay');
const { createSandbox } = require('sms-service-client/sandbox');

const file = path.join(__dirname, 'tests.har');
const options = { url: 'http://gateway.test/', credentials: { username: 'demo', password: 'demo-password' } };

/** Plays the tests of a file twice: first they are recorded. */
describe.each(['record', 'locked'])('%s', (mode) => {
  let tape;
  beforeAll(() => {
    tape = cassette(file, { mode, ...(mode === 'record' && { transport: createSandbox().transport() }) });
  });
  afterAll(() => tape.close());

  test.each(['A', 'B'])('group %s', (name) =>
    cassetteFor(
      // The track has the name of the test, which is another one in each round.
      { getState: () => ({ ...expect.getState(), currentTestName: name }) },
      tape,
      async (transport) => {
        const client = new SmsServiceClient({ ...options, transport });
        expect(await client.addGroup({ name })).toEqual({ groupId: name === 'A' ? 1 : 2 });
      },
    ),
  );
});

afterAll(() => {
  expect(existsSync(file)).toBe(true);
  rmSync(file);
});
