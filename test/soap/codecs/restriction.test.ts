import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { list, restriction } from '../../../src/soap/codecs/simple-types.js';
import { writeElement } from '../../../src/soap/decoder/codec.js';
import { readElement } from '../../support/read-element.js';

const COLOR = restriction('ns1:Color', string);
const SIZE = restriction('ns1:Size', int);

describe('a restriction of a simple type', () => {
  it('is written without a type', () => {
    expect(COLOR.write('c', 'a<b')).toBe('<c>a&lt;b</c>');
    expect(restriction('ns1:Small', SIZE).write('s', 7)).toBe('<s>7</s>');
    expect(writeElement(COLOR, 'c', null)).toBe('<c xsi:nil="true"/>');
  });

  it('is the item type of its arrays', () => {
    expect(array('ns1:Colors', COLOR).write('c', ['red', null])).toBe(
      '<c SOAP-ENC:arrayType="ns1:Color[2]" xsi:type="ns1:Colors"><item>red</item><item xsi:nil="true"/></c>',
    );
  });

  it('may be of a list', () => {
    const few = restriction('ns1:Few', list('ns1:Sizes', int));
    expect(few.write('f', [1, 2])).toBe('<f>1 2</f>');
    expect(readElement(few, '<f>1 2</f>')).toEqual([1, 2]);
  });

  it('is read as its base, for any xsi:type', () => {
    expect(readElement(SIZE, '<s xsi:type="xsd:int"> 7 </s>')).toBe(7);
    expect(readElement(COLOR, '<c xsi:type="SOAP-ENC:base64">xbw=</c>')).toBe('ż');
    expect(() => readElement(SIZE, '<s>x</s>')).toThrow('must be a whole number');
  });

  it('refuses values that its base refuses', () => {
    expect(() => SIZE.write('s', 1.5)).toThrow('must be a whole number');
  });
});
