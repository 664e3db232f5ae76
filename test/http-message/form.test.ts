import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { type FormFields, readForm, writeForm } from '../../src/http-message/form.js';

describe('a form', () => {
  it.each<[FormFields, string]>([
    [[], ''],
    [[['a', '1']], 'a=1'],
    [
      [
        ['to', '+48 500'],
        ['to', 'Łódź & co'],
        ['empty', ''],
      ],
      'to=%2B48+500&to=%C5%81%C3%B3d%C5%BA+%26+co&empty=',
    ],
    [[['a=b', '100%\r\n']], 'a%3Db=100%25%0D%0A'],
  ])('of %j is written as %s, and read again', (fields, text) => {
    expect(Buffer.from(writeForm(fields)).toString()).toBe(text);
    expect(readForm(Buffer.from(text))).toEqual(fields);
  });

  it.each<[FormFields, string]>([
    [[['text', 'a\ud83d']], 'the field text has half a character'],
    [[['\ude00', 'b']], 'the name of a field has half a character'],
  ])('with half a character is not written: %#', (fields, why) => {
    expect(() => writeForm(fields)).toThrow(new Problem(why));
  });

  it.each<[string, FormFields]>([
    ['flag', [['flag', '']]],
    [
      'a=1&&b=2&',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['=x', [['', 'x']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a=%c5%82ż', [['a', 'łż']]],
  ])('may be written as %s', (text, fields) => {
    expect(readForm(Buffer.from(text))).toEqual(fields);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from('a=\u00b3', 'latin1'), 'the form is not valid UTF-8'],
    ['an escape that is no UTF-8', Buffer.from('a=%B3'), 'an escape of the form is not valid UTF-8'],
    ['half an escape', Buffer.from('a=%4'), 'an escape of the form is not valid UTF-8'],
  ])('is refused for %s', (_what, body, message) => {
    expect(() => readForm(body)).toThrow(new Problem(message));
  });
});
