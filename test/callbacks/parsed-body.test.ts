import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { parseCallback } from '../../src/callbacks/index.js';
import { form, refusalOf } from './support/requests.js';

const SMS = { sms_to: '1', sms_from: '2', sms_text: 'Hi' };

describe('a form from another parser', () => {
  it.each<[string, object, Readonly<Record<string, unknown>>]>([
    ['texts', { ...SMS, other: '' }, { other: '' }],
    ['texts of an object without a prototype', parse('sms_to=1&sms_from=2&sms_text=Hi&x=1'), { x: '1' }],
    ['a name that stood there twice', { ...SMS, x: ['1', '2'] }, { x: ['1', '2'] }],
    ['a name with empty brackets', { ...SMS, x: ['1'] }, { 'x[]': '1' }],
    ['names with brackets', { ...SMS, a: { b: '1', c: { d: '2' } } }, { 'a[b]': '1', 'a[c][d]': '2' }],
    ['names in a list with brackets', { ...SMS, a: { 0: '1', 30: '2' } }, { 'a[0]': '1', 'a[30]': '2' }],
  ])('is read: %s', async (_what, body, unknownFields) => {
    expect(await parseCallback(form(body))).toMatchObject([{ text: 'Hi', unknownFields }]);
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['true', true],
    ['null', null],
    ['nothing', undefined],
    ['a date', new Date(0)],
    ['bytes', Buffer.from('x')],
    ['a list of lists', [['1'], '2']],
    ['a list of objects', ['1', { x: '2' }]],
    ['a number far inside', { a: { b: { c: 5 } } }],
  ])('is refused if a value is %s', async (_what, value) => {
    const why = 'must be a string after the body parser in front of the handler';
    const [field, message] = await refusalOf(parseCallback(form({ ...SMS, sms_date: value })));
    expect(field).toMatch(/^sms_date/);
    expect(message).toBe(`${field}: ${why}`);
  });

  it('is read to a limited depth', async () => {
    let nested: object = { x: '1' };
    for (let depth = 0; depth < 100_000; depth++) nested = { a: nested };
    expect(await refusalOf(parseCallback(form({ ...SMS, nested })))).toEqual([
      expect.stringMatching(/^(nested(\[a\])+)?$/),
      expect.stringMatching(/must be a string after the body parser/),
    ]);
  });

  it.each([
    ['a list', ['sms_to', '1']],
    ['a list that is empty', []],
  ])('is refused if it is %s', async (_what, body) => {
    const why = 'the result of the body parser in front of the handler has an unknown form';
    expect(await refusalOf(parseCallback(form(body)))).toEqual(['', why]);
  });

  it('is refused if it was JSON', async () => {
    const [, why] = await refusalOf(parseCallback(form(SMS, 'application/json')));
    expect(why).toMatch(/is neither/);
  });
});

describe('parseCallback', () => {
  it.each<[string, unknown, object, string]>([
    ['no method', { url: '/' }, {}, 'request.method'],
    ['a kind that is none', { method: 'GET', url: '/' }, { kind: 'sms' }, 'kind'],
    ['a limit that is none', { method: 'GET', url: '/' }, { limits: { fields: 0 } }, 'limits.fields'],
    ['a limit that nobody knows', { method: 'GET', url: '/' }, { limits: { field: 1 } }, 'limits.field'],
    ['limits that are none', { method: 'GET', url: '/' }, { limits: 5 }, 'limits'],
    ['an empty folder', { method: 'GET', url: '/' }, { filesFolder: '' }, 'filesFolder'],
    ['parameters that are no list', { method: 'GET', url: '/' }, { ownParameters: 'secret' }, 'ownParameters'],
    ['an option that nobody knows', { method: 'GET', url: '/' }, { secret: 'x' }, 'secret'],
  ])('refuses %s and names its path', async (_what, request, options, path) => {
    await expect(parseCallback(request as never, options)).rejects.toMatchObject({ name: 'ValidationError', path });
  });
});
