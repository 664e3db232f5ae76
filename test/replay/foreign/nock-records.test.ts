import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ForeignCall, ForeignMessage } from '../../../src/replay/foreign/foreign-call.js';
import { Amounts } from '../../../src/replay/foreign/given-folder.js';
import { readNockCall } from '../../../src/replay/foreign/nock-records.js';

/** An object of nock's recorder. */
const RECORD = {
  scope: 'https://gateway.test:443',
  method: 'post',
  path: '/sms.do?a=b',
  body: 'to=5',
  reqheaders: { 'Content-Type': 'text/plain', 'X-Sum': '1' },
  status: 201,
  response: '<ok/>',
  rawHeaders: ['Content-Type', 'text/xml', 'X-Id', '7'],
};

const read = (changed: object = {}): ForeignCall =>
  readNockCall({ ...RECORD, ...changed }, '[0]', new Amounts(), new Set(['GET', 'POST'] as const));
const textOf = (message: ForeignMessage | undefined): string => Buffer.from(message?.body ?? []).toString('utf8');

describe('a record of nock', () => {
  it('is a call with its address, its headers and its bodies', () => {
    const { place, request, response } = read();
    expect(place).toBe('[0]');
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://gateway.test:443/sms.do?a=b',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-sum': '1' },
    });
    expect(response).toMatchObject({
      status: 201,
      headers: { 'content-type': 'text/xml; charset=utf-8', 'x-id': '7' },
    });
    expect([textOf(request), textOf(response)]).toEqual(['to=5', '<ok/>']);
  });

  it('has an address of what it names of it', () => {
    expect(read({ scope: undefined }).request.url).toBe('/sms.do?a=b');
    expect(read({ path: 5 }).request.url).toBe('https://gateway.test:443');
    expect(read({ scope: null, path: undefined }).request.url).toBe('');
  });

  it('has headers in pairs, in turns, or none, by whatever version of nock', () => {
    const headersOf = (changed: object): unknown => read({ response: 'OK', ...changed }).response?.headers;
    expect(headersOf({ rawHeaders: { 'X-Id': '7' } })).toEqual({ 'x-id': '7' });
    expect(headersOf({ rawHeaders: undefined, headers: { 'X-Id': ['7', '8'] } })).toEqual({ 'x-id': '7, 8' });
    expect(headersOf({ rawHeaders: ['X-Id', '7', 'X-Odd'] })).toEqual({ 'x-id': '7' });
    expect(headersOf({ rawHeaders: undefined })).toEqual({});
    expect(headersOf({ rawHeaders: null, headers: null })).toEqual({});
  });

  it.each([undefined, null, '200'])('is not usable without a status: %s', (status) => {
    expect(() => read({ status })).toThrow('has no status');
  });

  it('is not usable as anything but an object', () => {
    expect(() => readNockCall('x', '[0]', new Amounts(), new Set(['POST'] as const))).toThrow('has no content');
  });
});

describe('a body in a record of nock', () => {
  const responseOf = (response: unknown, headers: object = {}): ForeignMessage | undefined =>
    read({ response, rawHeaders: headers }).response;

  it('is JSON where it is a value', () => {
    const message = responseOf({ count: 1 }, { 'Content-Encoding': 'gzip' });
    expect(textOf(message)).toBe('{"count":1}');
    expect(message?.headers).toEqual({ 'content-type': 'application/json; charset=utf-8' });
    expect(textOf(responseOf([1, 'a']))).toBe('[1,"a"]');
  });

  it('is bytes where it is hexadecimal digits, whatever coding it had', () => {
    const message = responseOf('a3bc', {
      'Content-Type': 'text/plain; charset=iso-8859-2',
      'Content-Encoding': 'gzip',
    });
    expect([...(message?.body ?? [])]).toEqual([0xa3, 0xbc]);
    expect(message?.headers).toEqual({ 'content-type': 'text/plain; charset=iso-8859-2' });
  });

  it('is what was compressed where it is a list of such digits', () => {
    const digits = gzipSync('<ok/>').toString('hex');
    const pieces = [digits.slice(0, 10), digits.slice(10)];
    const message = responseOf(pieces, { 'Content-Encoding': 'gzip' });
    expect([textOf(message), message?.headers]).toEqual(['<ok/>', {}]);
  });

  it.each([5, null, undefined, true])('is none as anything else: %s', (body) => {
    expect(() => responseOf(body)).toThrow('has no text as its response');
    expect(() => read({ body })).toThrow('has no text as its body');
  });
});
