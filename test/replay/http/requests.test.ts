import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/errors/errors.js';
import { formReaderFor } from '../../../src/http-message/multipart/read-multipart.js';
import type { HttpRequest } from '../../../src/replay/contract/contract.js';
import { httpContract } from '../../../src/replay/http/contract.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';

const FORM = 'application/x-www-form-urlencoded';

function post(path: string, body: string, headers: Readonly<Record<string, string>> = {}): HttpRequest {
  return {
    method: 'POST',
    url: `https://gateway.test/api/${path}`,
    headers: { 'content-type': FORM, ...headers },
    body: Buffer.from(body, 'latin1'),
  };
}

const formReader = await formReaderFor('multipart/form-data; boundary=x');
const valuesOf = (request: HttpRequest): unknown =>
  Object.values(httpContract.readRequest({ ...request, formReader }).input)[0];

describe('a request is read:', () => {
  it.each<[string, HttpRequest, object]>([
    [
      'numbers and idx as lists, flags as booleans, dates as seconds',
      post('sms.do', 'to=500,48501&idx=a|b&flash=1&test=0&date=2026-11-23T10:00:00%2B01:00&max_parts=06&format=json'),
      { to: ['500', '48501'], idx: ['a', 'b'], flash: true, date: 1_795_424_400, max_parts: 6, format: 'json' },
    ],
    ['the same in a query', { ...post('sms.do?to=500&message=Hi', ''), method: 'GET' }, { to: ['500'], message: 'Hi' }],
    [
      'the same in JSON',
      {
        ...post('sms.do', '{"to":["500"],"message":"Hi","test":true}'),
        headers: { 'content-type': 'application/json' },
      },
      { to: ['500'], message: 'Hi', test: true },
    ],
    ['a text in windows-1250', post('sms.do', 'to=500&message=%B3'), { to: ['500'], message: 'ł' }],
    [
      'values of recipients by column',
      post('sms.do', 'to=500,501&message=x&param1=a|b&param2=|c'),
      { to: ['500', '501'], message: 'x', param1: ['a', 'b'], param2: ['', 'c'] },
    ],
    [
      'without a generated idx',
      post('sms.do', `to=500,501&check_idx=1&idx=once${'0'.repeat(28)}|once${'z'.repeat(28)}`),
      { to: ['500', '501'], check_idx: true },
    ],
    [
      'without the query of notify_url',
      post('sms.do', 'to=500&notify_url=https%3A%2F%2Fu:p@a.test%2Fb%3Fkey%3Dsecret%23c'),
      { to: ['500'], notify_url: 'https://a.test/b' },
    ],
    [
      'without the signature in the path of notify_url',
      post('sms.do', `to=500&notify_url=https%3A%2F%2Fa.test%2Fb%2Fsms-1800000000-${'a'.repeat(43)}`),
      { to: ['500'], notify_url: 'https://a.test/b' },
    ],
    [
      'invalid values unchanged',
      post('sms.do', 'to=500&date=soon&max_parts=many'),
      { to: ['500'], date: 'soon', max_parts: 'many' },
    ],
    ['without unknown fields', post('sms.do', 'to=500&mystery=1'), { to: ['500'] }],
    [
      'without passwords',
      post('user.do', 'add_user=anna&pass=sesame&pass_api=sesame2&active=1&limit=7.50'),
      { add_user: 'anna', active: true, limit: 7.5 },
    ],
    [
      'an uploaded file as its digest',
      {
        ...post(
          'vms.do',
          '--x\r\nContent-Disposition: form-data; name="to"\r\n\r\n500\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nabc\r\n--x--',
        ),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
      // printf abc | sha256sum
      { to: ['500'], file: 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    ],
  ])('%s', (_what, request, values) => {
    expect(valuesOf(request)).toEqual(values);
  });

  it('with its secret credentials', () => {
    const request = post('user.do', 'add_user=anna&pass=one&pass_api=two&access_token=three', {
      authorization: 'Bearer  four',
    });
    expect(httpContract.readRequest(request).credentials).toEqual([
      { path: 'authorization', value: 'four', isSecret: true, identifiesAccount: true },
      { path: 'user.do.access_token', value: 'three', isSecret: true, identifiesAccount: true },
      { path: 'user.do.pass', value: 'one', isSecret: true },
      { path: 'user.do.pass_api', value: 'two', isSecret: true },
    ]);
  });

  it.each<[string, HttpRequest, string]>([
    ['another path', post('other.do', ''), 'url: is no request: it names no endpoint'],
    [
      'a body of another type',
      post('sms.do', '<a/>', { 'content-type': 'image/png' }),
      'body: is no request: the body is neither a form nor JSON',
    ],
    ['a body with invalid bytes', post('vms.do', 'tts=%B3'), 'body: is no request: the bytes are not valid UTF-8'],
  ])('not with %s', (_what, request, message) => {
    expect(() => httpContract.readRequest(request)).toThrow(ValidationError);
    expect(() => httpContract.readRequest(request)).toThrow(message);
  });
});

describe('the protocol of a request', () => {
  const isHttp = (request: HttpRequest): boolean => PROTOCOLS.of(request) === httpContract;

  it.each<[string, HttpRequest, boolean]>([
    ['a path that ends with an endpoint', post('sms.do', ''), true],
    ['an envelope at any path', post('sms.do', '', { soapaction: '"urn:sms-service#soap_SendSms"' }), false],
    ['another path', post('soap', ''), false],
    ['another method', { ...post('sms.do', ''), method: 'PUT' }, false],
    ['a profile with a token', { ...post('profile', ''), method: 'GET', headers: { authorization: 'Bearer x' } }, true],
    ['a profile without a token', { ...post('profile', ''), method: 'GET' }, false],
  ])('by %s', (_what, request, expected) => {
    expect(isHttp(request)).toBe(expected);
  });
});

describe('a recorded request is written', () => {
  const written = (request: HttpRequest): unknown => httpContract.writeRequest(httpContract.readRequest(request));

  it('as the library sends it', () => {
    const json = {
      ...post('sms.do', '{"to":"500","message":"\\u0142 & |"}'),
      headers: { 'content-type': 'application/json' },
    };
    expect(written(json)).toEqual({
      method: 'POST',
      target: 'sms.do',
      headers: { 'content-type': FORM },
      text: 'to=500&message=%C5%82+%26+%7C&encoding=utf-8',
    });
    expect(written({ ...post('hlr.do?number=500', ''), method: 'GET' })).toMatchObject({
      method: 'POST',
      text: 'number=500',
    });
  });

  it('without its secrets', () => {
    const request = post('user.do', 'set_user=anna&pass=sesame&access_token=t0ken', { authorization: 'Bearer t0ken' });
    expect(written(request)).toMatchObject({ text: 'set_user=anna' });
  });
});
