import { describe, expect, it } from 'vitest';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { readElement } from '../../support/read-element.js';

const ask = operation<{ a: string; Bb: number }, { r: number; text: string }>({
  name: 'ask',
  namespace: 'urn:x',
  soapAction: 'urn:x#ask',
  input: { a: string, Bb: int },
  output: { r: int, text: string },
});

describe('the parts of a message', () => {
  it.each([
    ['in order', '<a>x</a><Bb>5</Bb>'],
    ['in any order', '<Bb>5</Bb><a>x</a>'],
    ['in another case, if no name matches exactly', '<A>x</A><bB>5</bB>'],
    ['among others', '<z/><a>x</a><z>9</z><Bb>5</Bb><z/>'],
    ['as an Apache Map', '<item><key>a</key><value>x</value></item><item><key>Bb</key><value>5</value></item>'],
  ])('are found %s', (name, parts) => {
    const type = name === 'as an Apache Map' ? ' xsi:type="apache:Map"' : '';
    expect(readElement(ask.input, `<w${type}>${parts}</w>`)).toEqual({ a: 'x', Bb: 5 });
  });

  it('are all needed of an input, by its own names', () => {
    const missing = (path: string): object => expect.objectContaining({ message: 'is missing', path });
    expect(() => readElement(ask.input, '<w><Bb>5</Bb></w>')).toThrow(missing('a'));
    expect(() => readElement(ask.input, '<w><a>x</a></w>')).toThrow(missing('Bb'));
    expect(() => readElement(ask.input, '<w><z>x</z><Bb>5</Bb></w>')).toThrow(missing('a'));
    expect(readElement(ask.input, '<w><a xsi:nil="1"/><Bb>5</Bb></w>')).toEqual({ a: null, Bb: 5 });
  });

  it('may be absent of an output, whose first one may have another name', () => {
    expect(readElement(ask.output, '<w/>')).toEqual({ r: undefined, text: undefined });
    expect(readElement(ask.output, '<w><z>7</z></w>')).toEqual({ r: 7, text: undefined });
    expect(readElement(ask.output, '<w><z>7</z><text>t</text></w>')).toEqual({ r: 7, text: 't' });
    expect(readElement(ask.output, '<w><text>t</text><z>7</z></w>')).toEqual({ r: undefined, text: 't' });
    const map = '<item><key>z</key><value>7</value></item>';
    expect(readElement(ask.output, `<w xsi:type="apache:Map">${map}</w>`)).toEqual({ r: undefined, text: undefined });
  });

  it.each([
    ['<r>1</r><r>2</r>', 'r'],
    ['<r>1</r><R>2</R>', 'r'],
    ['<z>1</z><text/><TEXT/>', 'text'],
  ])('must not occur twice: %s', (parts, path) => {
    expect(() => readElement(ask.output, `<w>${parts}</w>`)).toThrow(
      expect.objectContaining({ message: 'occurs twice', path, offset: expect.any(Number) }),
    );
  });
});

describe('a service', () => {
  const other = operation<object, object>({ name: 'ask', namespace: '', soapAction: '', input: {}, output: {} });
  const namespaces = { t: 'urn:t', u: 'urn:"u"' };
  it('knows its operations by their names on the wire', () => {
    const talk = service({ name: 'Talk', namespaces, operations: { ask, again: other } });
    expect(talk.named('ask')).toEqual(['ask', 'again']);
    expect(talk.named('again')).toEqual([]);
    expect(talk.named('toString')).toEqual([]);
  });
});
