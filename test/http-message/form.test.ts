import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { type FormFields, readForm, writeForm } from '../../src/http-message/form.js';

const decodeLatin1 = (text: string): string =>
  text.replace(/%(..)/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

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
    [[['text', 'a\ud83d']], 'the field text contains a lone surrogate'],
    [[['\ude00', 'b']], 'the name of a field contains a lone surrogate'],
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
    ['bytes that are no UTF-8', Buffer.from('a=\u00b3', 'latin1'), 'a', 'the bytes are not valid UTF-8'],
    ['an escape that is no UTF-8', Buffer.from('a=%B3'), 'a', 'the bytes are not valid UTF-8'],
    ['a letter that is cut', Buffer.from('a=%C5&b=%82'), 'a', 'the bytes are not valid UTF-8'],
    ['a name that is no UTF-8', Buffer.from('%B3=1'), '', 'the bytes are not valid UTF-8'],
    ['half an escape', Buffer.from('a=%4'), 'a', 'an escape of the form is not two hexadecimal digits'],
    [
      'an escape of other letters',
      Buffer.from('b=1&a=%zz'),
      'a',
      'an escape of the form is not two hexadecimal digits',
    ],
  ])('is refused for %s, with the name of the field', (_what, body, path, message) => {
    expect(() => readForm(body)).toThrow(expect.objectContaining({ name: 'Problem', message, path }));
  });

  // The bytes by `iconv -t CHARSET | xxd`.
  it.each([
    ['iso-8859-1', 'a=%E9%FF', 'éÿ'],
    ['iso-8859-2', 'a=%B3%F3d%BC', 'łódź'],
    ['windows-1250', 'a=%B3%F3d%9F', 'łódź'],
    ['utf-8', 'a=%C5%82', 'ł'],
  ])('may be in %s', (charset, text, value) => {
    expect(readForm(Buffer.from(text), charset)).toEqual([['a', value]]);
    const unescaped = decodeLatin1(text);
    expect(readForm(Buffer.from(unescaped, 'latin1'), charset)).toEqual([['a', value]]);
  });

  it('is refused in a charset that has no such letter, and in one that nobody knows', () => {
    expect(() => readForm(Buffer.from('a=%A5'), 'iso-8859-3')).toThrow('the bytes are not valid iso-8859-3');
    expect(() => readForm(Buffer.from(''), 'ebcdic')).toThrow('the charset is not supported');
  });
});

describe('a percent sign that begins no escape', () => {
  const body = Buffer.from('message=[%1%] 100%+%zz%4&%=%41%4');

  it('stands for itself where that is asked for', () => {
    expect(readForm(body, 'utf-8', 'itself')).toEqual([
      ['message', '[%1%] 100% %zz%4'],
      ['%', 'A%4'],
    ]);
  });
});
