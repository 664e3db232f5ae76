import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import schemas from 'har-schema';
import { beforeEach, expect, it } from 'vitest';
import { SmsServiceClient } from '../../src/client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { cassetteFile } from './cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** The schema of HAR 1.2, as others have written it down. */
function harValidator(): (value: unknown) => readonly string[] {
  // The formats of dates and addresses are looked at here, where they are known.
  const formats = {
    'date-time': (text: string) => new Date(text).toISOString() === text,
    uri: (text: string) => URL.canParse(text),
    // Of cookies and address of the server, of which there are none.
    ipv4: false,
    ipv6: false,
  } as const;
  const ajv = new Ajv({ strict: false, allErrors: true, formats: formats as never });
  for (const { $schema: _draft, ...schema } of Object.values(schemas)) ajv.addSchema(schema);
  const validate = ajv.getSchema('har.json');
  if (validate === undefined) throw new Error('there is no schema of HAR');
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

it('cassettes are HAR 1.2, with responses, Faults and failures of every kind', async () => {
  const sandbox = createSandbox();
  const key = 'a key of more than 16 characters';
  const tape = cassette(file, { mode: 'record', transport: sandbox.transport(), privacy: { numbers: true, key } });
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport: tape, retry: false });
  await client.addGroup({ name: 'Łódź' });
  await rejection(client.getNumbers(99));
  sandbox.failNext('*', { drop: 'after' });
  await rejection(client.getGroups());
  sandbox.failNext('*', { fault: { code: 'Server', string: 'sorry' } });
  await rejection(client.getGroups());
  sandbox.failNext('*', { delayMs: 1000 });
  await rejection(client.getSenders({ timeoutMs: 1 }));
  await tape.close();
  const har: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const validate = harValidator();
  expect(validate(har)).toEqual([]);
  expect((har as { readonly log: { readonly entries: readonly unknown[] } }).log.entries).toHaveLength(5);
  expect(
    validate({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [{ time: 'soon' }] } }),
  ).toContain('/log/entries/0/time must be number');
});
