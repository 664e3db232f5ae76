import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NotKept, Recording } from '../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { checkCassette, redactCassette, responseXml } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const XML = { 'content-type': 'text/xml; charset=utf-8' };
const NO_GROUPS = responseXml('soap_GetGroups', { result: 0, description: 'OK', arGroups: [] });

/** A request for the groups of an account. */
const requestXml = (operation = 'soap_GetGroups'): string =>
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
  `<${operation}><client><username>u</username><password>p</password></client></${operation}></e:Body></e:Envelope>`;

/** Writes a cassette with one call for the groups that ended so. */
function recorded(more: Partial<Recording> & { readonly xml?: string }): void {
  const { xml = requestXml(), ...end } = more;
  const request = { method: 'POST', target: '', headers: { ...XML, soapaction: '""' }, text: xml };
  writeFileSync(file, harText([entryText({ request, startedAtMs: 0, durationMs: 1, ...end })], undefined));
}

const lost = { code: 'CONNECTION', outcome: 'unknown', systemCode: 'ECONNRESET' } as const;
const notKept = (code: NotKept['code']): Partial<Recording> => ({
  response: { status: 200, headers: XML, text: '[not kept]', notKept: { code, outcome: 'unknown', bytes: 9 } },
});

describe('a recorded failure', () => {
  it.each<readonly [string, Partial<Recording>]>([
    ['it was lost', { failure: lost }],
    ['its response broke off', { failure: lost, response: { status: 200, headers: XML, text: NO_GROUPS } }],
    ['its status was none of SOAP, and its page is not kept', notKept('HTTP_STATUS')],
  ])('is not compared with the contract: %s', (_why, end) => {
    recorded(end);
    expect(checkCassette(file)).toEqual({ checked: 0, notChecked: 1, drift: [], isBreaking: false });
  });

  it('is a breaking change if its response could not be decoded', () => {
    recorded(notKept('DECODE'));
    const what = 'could not be decoded when it was recorded';
    const [operation, place] = ['soap_GetGroups', 'log.entries[0]'];
    expect(checkCassette(file)).toEqual({
      ...{ checked: 1, notChecked: 0, isBreaking: true },
      drift: [{ kind: 'breaking', operation, path: '', what, place, count: 1 }],
    });
  });

  it('is a breaking change if its request is invalid', () => {
    recorded({ xml: requestXml('soap_Explode'), response: { status: 200, headers: XML, text: NO_GROUPS } });
    expect(checkCassette(file)).toMatchObject({ checked: 1, notChecked: 0, isBreaking: true });
    recorded({ xml: '<a/>', response: { status: 200, headers: XML, text: NO_GROUPS } });
    const [{ operation, what } = { operation: undefined, what: undefined }] = checkCassette(file).drift;
    expect(operation).toBe('');
    expect(what).toMatch(/^is no request any more: /);
  });

  it.each<readonly [string, Partial<Recording>]>([
    ['lost', { failure: lost }],
    ['not kept', notKept('DECODE')],
  ])('is unchanged by redactCassette: %s', async (_why, end) => {
    recorded(end);
    await redactCassette(file);
    const after = readFileSync(file, 'utf8');
    recorded(end);
    const [before, entry] = [readFileSync(file, 'utf8'), /"response": [^]*/];
    expect(entry.exec(after)?.[0]).toBe(entry.exec(before)?.[0]);
  });
});

describe('redactCassette', () => {
  it('does not change the kinds of existing pseudonyms', async () => {
    const text = harText([], { kinds: ['names'], key: 'another key' });
    writeFileSync(file, text);
    for (const kind of ['numbers', 'names']) {
      const privacy = { [kind]: true, key: 'a key of more than 16 characters' };
      await expect(redactCassette(file, { privacy })).rejects.toThrow(
        expect.objectContaining({ name: 'ValidationError', path: kind === 'names' ? 'privacy.key' : 'privacy' }),
      );
    }
    await redactCassette(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('accepts secrets of at least four characters', async () => {
    recorded({ account: 'abcd', track: 'of abcd', failure: lost });
    await expect(redactCassette(file, { secrets: ['abc'] })).rejects.toThrow('secrets[0]: has fewer than 4 characters');
    const { recordings, changed } = await redactCassette(file, { secrets: ['abcd'] });
    expect([recordings, changed]).toEqual([1, 1]);
    const after = readFileSync(file, 'utf8');
    expect(after).not.toContain('abcd');
    expect(after).toMatch(/"_track": "of ./);
  });
});
