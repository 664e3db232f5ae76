import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, checkCassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile('yaml');
let file = '';

beforeEach(() => {
  file = fileOf();
});

const REQUEST = `  request: |
    <ns1:soap_AddGroup xmlns:ns1="urn:sms-service">
      <group xsi:type="ns1:Group">
        <name xsi:type="xsd:string">Łódź</name>
      </group>
    </ns1:soap_AddGroup>
`;
const RESPONSE = `  response: |
    <ns1:soap_AddGroupResponse xmlns:ns1="urn:sms-service">
      <result xsi:type="xsd:int">0</result>
      <id_group xsi:type="xsd:int">7</id_group>
    </ns1:soap_AddGroupResponse>
`;
const CALL = `- began: 2026-11-23T12:00:00.000Z\n${REQUEST}${RESPONSE}  ended: 2026-11-23T12:00:00.012Z\n`;
const HEAD = 'cassette: 3\ncalls:\n';

async function played(text: string): Promise<unknown> {
  writeFileSync(file, text);
  const transport = cassette(file, { mode: 'locked' }, {});
  const client = new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'a', password: 'b' },
    transport,
  });
  const result = await client.addGroup({ name: 'Łódź' });
  await client.close();
  await transport.close();
  return result;
}

describe('a handwritten cassette in YAML is replayed', () => {
  it.each([
    ['in the form of this library', HEAD + CALL],
    ['with a byte order mark', `\ufeff${HEAD}${CALL}`],
    ['with CRLF', (HEAD + CALL).replaceAll('\n', '\r\n')],
    ['with comments', `# mine\n${HEAD}# of this call\n${CALL.replace('  ended', '  # when\n  ended')}# the end\n`],
    ['with its list indented', HEAD + CALL.replace(/^/gm, '    ')],
    ['with a body in quotation marks', HEAD + CALL.replace(/request: \|\n(?: {4}.*\n)+/, `request: ${quoted()}\n`)],
    ['with other calls in tracks', `${HEAD}${CALL}tracks:\n- track: other\n  calls: []\n- track: none\n`],
  ])('%s', async (_name, text) => {
    expect(await played(text)).toEqual({ groupId: 7 });
  });
});

function quoted(): string {
  const lines = REQUEST.split('\n').slice(1, -1);
  return JSON.stringify(lines.map((line) => line.trim()).join(''));
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const BOMB = `x: &a [1]\ny: &b [*a, *a]\n${HEAD}`;

describe('an invalid cassette in YAML is rejected with position and reason, and never quoted', () => {
  it.each([
    ['another document', 'hush: 1\n', 'cassette', 'is missing'],
    ['a later version', 'cassette: 99\n', 'cassette', 'is 99, but this version of the library reads 3'],
    ['a merge conflict', `${HEAD}<<<<<<< HEAD\n${CALL}=======\n${CALL}>>>>>>> hush\n`, 'line 3', 'merge conflict'],
    ['a duplicate key', HEAD + CALL.replace(RESPONSE, RESPONSE + RESPONSE), 'line 15', 'duplicate key'],
    ['an unknown key', `${HEAD}${CALL}  hush: 1\n`, 'calls[0]', 'has a key that is none of began, account'],
    ['an anchor', `${HEAD}${CALL.replace('request: |', 'request: &hush |')}`, 'line 4', 'anchors are not supported'],
    ['an alias', `${HEAD}${CALL}  account: *hush\n`, 'line 16', 'aliases are not supported'],
    ['a tag', `${HEAD}${CALL}  account: !!str hush\n`, 'line 16', 'tags are not supported'],
    ['a second document', `${HEAD}${CALL}---\nhush: 1\n`, 'line 16', 'MULTIPLE_DOCS'],
    ['a bomb of aliases', BOMB, 'line 1', 'anchors are not supported'],
    ['deep lists', `${HEAD}- ${DEEP}\n`, 'line 3', 'RESOURCE_EXHAUSTION'],
    ['unclosed objects', `${HEAD}- ${'{a: '.repeat(20_000)}\n`, 'line 3', 'RESOURCE_EXHAUSTION'],
    ['an invalid date', HEAD + CALL.replace('2026-11-23T12:00:00.000Z', 'hush'), 'calls[0].began', 'must be a date'],
    [
      'an end before its beginning',
      HEAD + CALL.replace('00.012Z', '00.000Z').replace('00:00.000Z', '00:09.000Z'),
      'calls[0].ended',
      'is before the call began',
    ],
    ['no response', HEAD + CALL.replace(RESPONSE, ''), 'calls[0]', 'has neither a response nor a failure'],
  ])('%s', (_name, text, path, reason) => {
    writeFileSync(file, text);
    for (const open of [() => cassette(file, { mode: 'replay' }, {}), () => checkCassette(file)]) {
      let error: unknown;
      try {
        open();
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ name: 'ValidationError', path, message: expect.stringContaining(reason) });
      expect(error).toMatchObject({ message: expect.stringContaining(`(in the cassette ${file})`) });
      expect(inspect(error, { depth: 9 })).not.toContain('hush');
    }
  });
});

it.each([
  ['empty lines', '\n'],
  ['comments', '#\n'],
  ['entries', '- \n'],
])('a file that is mostly %s is rejected early', (_what, line) => {
  const text = HEAD + line.repeat(190_000 / line.length) + CALL;
  writeFileSync(file, text);
  let message = '';
  try {
    cassette(file, { mode: 'replay' }, {});
  } catch (error) {
    ({ message } = error as Error);
  }
  const [, number] = /^line (\d+): too many lines for a file of this length/.exec(message) ?? [];
  // 5,000 lines, and one for each eight characters.
  expect(Number(number)).toBe(Math.floor(5000 + text.length / 8) + 1);
  // A file within the limit is read.
  writeFileSync(file, HEAD + '\n'.repeat(4900) + CALL);
  expect(checkCassette(file).checked).toBe(1);
});

it('an unknown operation is reported with its position', async () => {
  const other = CALL.replaceAll('soap_AddGroup', 'soap_AddNothing');
  await expect(played(`${HEAD}${CALL}${other}`)).rejects.toMatchObject({
    path: expect.stringMatching(/^calls\[1\]\.request/),
    message: expect.stringContaining('calls.yaml'),
  });
});
