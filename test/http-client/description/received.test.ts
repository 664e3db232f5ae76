import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../../src/http-client/description/endpoints.js';
import { type ReceivedRequest, readRequestFields } from '../../../src/http-client/description/request-fields.js';
import { formReaderFor } from '../../../src/http-message/multipart/read-multipart.js';

const formReader = await formReaderFor('multipart/form-data; boundary=x');
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=utf-8';

function read(request: Partial<Omit<ReceivedRequest, 'body'>> & { readonly body?: string }): unknown {
  const { body = '', ...others } = request;
  const given = {
    path: 'sms.do',
    query: '',
    contentType: undefined,
    ...others,
    body: Buffer.from(body, 'latin1'),
    formReader,
  };
  return Object.fromEntries(readRequestFields(given).fields);
}

describe('the fields of a request', () => {
  it.each<[string, Parameters<typeof read>[0], object]>([
    ['a query', { query: 'to=500&message=a+b%26' }, { to: '500', message: 'a b&' }],
    ['a form', { contentType: FORM, body: 'to=500' }, { to: '500' }],
    ['a form that says nothing of itself', { body: 'to=500' }, { to: '500' }],
    ['a form behind a query, which it corrects', { query: 'to=1&test=1', body: 'to=2&to=3' }, { test: '1', to: '3' }],
    ['windows-1250, where sms.do names no charset', { body: 'message=%B3%9F' }, { message: 'łź' }],
    [
      'the charset that encoding names',
      { body: 'message=%BC&encoding=ISO-8859-2' },
      { message: 'ź', encoding: 'ISO-8859-2' },
    ],
    [
      'the charset that the query names',
      { query: 'encoding=utf-8', body: 'message=%C5%82' },
      { message: 'ł', encoding: 'utf-8' },
    ],
    ['UTF-8 at other endpoints', { path: 'vms.do', body: 'tts=%C5%82' }, { tts: 'ł' }],
    [
      'an object of JSON',
      { contentType: JSON_TYPE, body: '{"to":"500","test":true,"limit":1.5,"x":null,"message":"\\u0142"}' },
      { to: '500', test: 'true', limit: '1.5', message: 'ł' },
    ],
    [
      'lists of JSON',
      { contentType: JSON_TYPE, body: '{"to":["1",2],"idx":["a","b"],"param1":["x","y"],"fallback":[{"type":"vms"}]}' },
      { to: '1,2', idx: 'a|b', param1: 'x|y', 'fallback[0][type]': 'vms' },
    ],
    [
      'a form with files',
      {
        contentType: 'multipart/form-data; boundary=x',
        query: 'test=1',
        body: '--x\r\nContent-Disposition: form-data; name="tts"\r\n\r\n\xc5\x82\r\n--x--',
      },
      { test: '1', tts: 'ł' },
    ],
    [
      'tokens that are not escaped',
      { query: 'test=100%', body: 'message=Hi [%1%]&to=%35' },
      { test: '100%', message: 'Hi [%1%]', to: '5' },
    ],
    ['nothing', {}, {}],
  ])('are read from %s', (_what, request, fields) => {
    expect(read(request)).toEqual(fields);
  });

  it('include files', () => {
    const body = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n\xff\r\n--x--',
      'latin1',
    );
    const { files } = readRequestFields({
      path: 'vms.do',
      query: '',
      contentType: 'multipart/form-data; boundary=x',
      body,
      formReader,
    });
    expect([...files]).toEqual([
      ['file', { name: 'a.wav', type: 'application/octet-stream', bytes: Buffer.from([0xff]) }],
    ]);
  });

  it.each<[string, Parameters<typeof read>[0], string]>([
    ['another type', { contentType: 'text/xml', body: '<a/>' }, 'the body is neither a form nor JSON'],
    ['what is no JSON', { contentType: JSON_TYPE, body: '{' }, 'the body is not valid JSON'],
    ['JSON that is not an object', { contentType: JSON_TYPE, body: '[1]' }, 'the body is not a JSON object'],
    ['JSON that is no UTF-8', { contentType: JSON_TYPE, body: '{"message":"\xb3"}' }, 'the bytes are not valid UTF-8'],
    ['deep JSON', { contentType: JSON_TYPE, body: '{"a":[{"b":{"c":[[]]}}]}' }, 'the body is nested too deep'],
    ['a charset that nobody knows', { body: 'message=a&encoding=ebcdic' }, 'the charset is not supported'],
    ['a text that is not in its charset', { body: 'message=%B3&encoding=utf-8' }, 'the bytes are not valid UTF-8'],
  ])('are not read from %s', (_what, request, why) => {
    expect(() => read(request)).toThrow(why);
  });
});

describe('the endpoint of a request', () => {
  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['sms.do', { to: '500' }, 'Sends a message to one recipient, to many, or to a group'],
    ['sms.do', { sch_del: '1' }, 'Deletes scheduled messages before they are sent'],
    ['profile', {}, 'Reads the profile of the account'],
    ['user.do', { credits: '1' }, 'Reads the points of the account'],
    ['user.do', { credits: '0' }, undefined],
    ['user.do', { list: '1' }, 'Lists the sub-users'],
    ['user.do', { get_user: 'anna' }, 'Reads a sub-user'],
    ['user.do', {}, undefined],
    ['sender.do', { default: 'Shop' }, 'Makes a sender name the default'],
    ['hlr.do', { number: '500' }, 'Looks up numbers; the results are sent to the HLR callback'],
    ['other', {}, undefined],
  ])('at %s with %j', (path, fields, title) => {
    expect(endpointOf(path, new Map(Object.entries(fields)))?.title).toBe(title);
  });
});
