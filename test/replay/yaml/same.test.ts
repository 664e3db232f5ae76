import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HAR } from '../../../src/replay/har/read-har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
import { entryText } from '../../../src/replay/har/write-har.js';
import { jsonInLines, jsonInOne, xmlInLines, xmlInOne } from '../../../src/replay/yaml/bodies.js';
import { YAML } from '../../../src/replay/yaml/read-yaml.js';
import { envelope } from '../../../src/soap/messages/envelope.js';

/** Parts of bodies: mark-up, white space, and YAML syntax. */
const PIECE = fc.constantFrom(
  ...[
    '<a>',
    '</a>',
    '<b x="1">',
    '</b>',
    '<c/>',
    '<?xml version="1.0"?>',
    '<!-- - -->',
    '<![CDATA[>\n  <]]>',
    '>',
    '<',
  ],
  ...[...' \n\t\r\u2028\u0085\ufeff\u202e\0\u{1f600}', '  ', '\n\n', '\r\n', '\ud800'],
  ...['- ', ': ', '#', ' #', '|', '"', "'", '\\', '&a', '*a', '!!str ', '---', '...', '%', '{', '}', '[', ']', ','],
  ...['null', 'true', '0', '1e3', '~', 'Łódź', '{"a":1}', '[1,"x"]', 'a=1&b=%20+', 'ended: x', '<<<<<<< x'],
);
const TEXT = fc.array(PIECE, { maxLength: 12 }).map((pieces) => pieces.join(''));
const BODY = fc.oneof(
  TEXT,
  TEXT.map((text) => envelope(text)),
  TEXT.map((text) =>
    envelope(
      '<ns1:soap_AddGroup xmlns:ns1="urn:sms-service"><client xsi:type="ns1:Client">' +
        '<username xsi:type="xsd:string">username</username>' +
        `<password xsi:type="xsd:string">password</password></client>${text}</ns1:soap_AddGroup>`,
    ),
  ),
  fc.json({ maxDepth: 3 }),
  fc.dictionary(TEXT, TEXT, { maxKeys: 3 }).map((fields) => new URLSearchParams(fields).toString()),
);
const TYPE = fc.constantFrom(
  ...['text/xml; charset=utf-8', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain'],
);
const LABEL = fc
  .array(fc.constantFrom('a', 'Łódź', ' ', ': ', '#', '- ', '"', '\u200d', '\\', '>', 'null', '7'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.join(''));
const OUTCOME = fc.constantFrom('not-sent', 'rejected', 'unknown');
const HEADERS = fc.record(
  { 'content-type': TYPE, 'retry-after': fc.constant('5'), soapaction: fc.constant('"urn:sms-service#soap_AddGroup"') },
  { requiredKeys: [] },
);
const RESPONSE = fc.record(
  {
    status: fc.constantFrom(200, 302, 500),
    headers: HEADERS,
    text: BODY,
    notKept: fc.record({ code: fc.constantFrom('HTTP_STATUS', 'DECODE'), outcome: OUTCOME, bytes: fc.nat() }),
  },
  { requiredKeys: ['status', 'headers', 'text'] },
);
const FAILURE = fc.record(
  {
    code: fc.constantFrom('CONNECTION', 'TIMEOUT', 'TLS'),
    outcome: OUTCOME,
    systemCode: fc.constantFrom('ECONNRESET', 'E1', '5', 'true'),
    timeoutMs: fc.nat(),
    retryable: fc.boolean(),
  },
  { requiredKeys: ['code', 'outcome'] },
);
const RECORDING = fc
  .record(
    {
      track: LABEL,
      account: LABEL,
      isUnfinished: fc.constant(true as const),
      request: fc.oneof(
        fc.record({ method: fc.constant('POST'), target: fc.constantFrom('', 'sms.do'), headers: HEADERS, text: BODY }),
        fc.record({ method: fc.constant('GET'), target: TEXT, headers: fc.constant({}) }),
      ),
      response: fc.oneof(
        RESPONSE,
        fc.record({ headers: HEADERS, bytes: fc.uint8Array({ maxLength: 9 }) }).map(({ headers, bytes }) => ({
          status: 200,
          headers,
          text: Buffer.from(bytes).toString('base64'),
          encoding: 'base64' as const,
        })),
      ),
      failure: FAILURE,
      startedAtMs: fc.nat({ max: 4_000_000_000_000 }),
      durationMs: fc.nat({ max: 100_000 }),
    },
    { requiredKeys: ['request', 'failure', 'startedAtMs', 'durationMs'] },
  )
  .map((made) => made as Recording);

const written = (recordings: readonly Recording[], format: typeof YAML): string => {
  const entries = recordings.map((recording) => ({ recording, text: format.textOf(recording) }));
  return format.write(
    [...entries].sort((one, other) => ((one.recording.track ?? '') < (other.recording.track ?? '') ? -1 : 1)),
    undefined,
  );
};
const textsOf = (recordings: readonly Recording[]): readonly string[] => recordings.map(entryText).sort();

describe('a recording is the same in both formats', () => {
  it('after a round trip from HAR to YAML and back', () => {
    fc.assert(
      fc.property(fc.array(RECORDING, { maxLength: 4 }), (recordings) => {
        const yaml = written(recordings, YAML);
        const read = YAML.read(yaml, 'calls.yaml').entries;
        expect(textsOf(read.map(({ recording }) => recording))).toEqual(textsOf(recordings));
        // A cassette that was read is written unchanged.
        expect(YAML.write(read, undefined)).toBe(yaml);
        expect(read.map(({ text }) => text)).toEqual(read.map(({ recording }) => YAML.textOf(recording)));
        const har = HAR.read(written(recordings, HAR), 'calls.har').entries;
        expect(
          written(
            har.map(({ recording }) => recording),
            YAML,
          ),
        ).toBe(yaml);
      }),
    );
  });

  it('a cassette in YAML contains no invisible characters', () => {
    fc.assert(
      fc.property(RECORDING, (recording) => {
        expect(written([recording], YAML).replaceAll('\n', '')).not.toMatch(/(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('a body in lines', () => {
  it('has one XML element per line and is reversible', () => {
    const xml = '<?xml version="1.0"?>\n<a><b>x y</b><c></c><d/><e><f>1</f></e></a>\n';
    const lines = '<?xml version="1.0"?>\n<a>\n  <b>x y</b>\n  <c></c>\n  <d/>\n  <e>\n    <f>1</f>\n  </e>\n</a>\n';
    expect(xmlInLines(xml)).toBe(lines);
    expect(xmlInOne(lines)).toBe(xml);
  });

  it('has one JSON value per line and is reversible', () => {
    const json = '{"a":[1,"b, {c}"],"d":{},"e":[],"f":"\\"["}';
    const lines = '{\n  "a":[\n    1,\n    "b, {c}"\n  ],\n  "d":{},\n  "e":[],\n  "f":"\\"["\n}';
    expect(jsonInLines(json)).toBe(lines);
    expect(jsonInOne(lines)).toBe(json);
  });
});
