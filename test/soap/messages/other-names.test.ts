import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { required } from '../../../src/soap/codecs/members.js';
import { record } from '../../../src/soap/codecs/record.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import type { FieldCodecs } from '../../../src/soap/codecs/struct.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';

const person = record<{ readonly name: string }>('ns1:P', { name: required(string) });
const words = array('ns1:W', string);

/** Reads a response whose wrapper holds this, as the output of an operation with these parts. */
function read(output: FieldCodecs<object>, content: string): unknown {
  const definition = { name: 'op', namespace: 'urn:t', soapAction: '', input: {}, output };
  const op = operation<object, object>(definition);
  const wrapper = content.startsWith('<n:') ? content : `<n:opResponse>${content}</n:opResponse>`;
  const document =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="urn:t"' +
    ' xmlns:c="http://schemas.xmlsoap.org/soap/encoding/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">' +
    `<e:Body>${wrapper}</e:Body></e:Envelope>`;
  const T = service({ name: 'T', namespaces: { ns1: 'urn:t' }, operations: { op } });
  const result = readEnvelope(T, op, Buffer.from(document), DEFAULT_LIMITS);
  return result.kind === 'output' ? result.output : result;
}

const WORDS = '<s c:arrayType="xsd:string[2]"><i>a</i><i>b</i></s>';

describe('parts under other names', () => {
  it.each<[string, FieldCodecs<object>, string, object]>([
    ['a number', { sum: int }, '<s-gensym3>5</s-gensym3>', { sum: 5 }],
    ['a struct', { one: person }, '<s><name>Ann</name></s>', { one: { name: 'Ann' } }],
    ['an array', { words }, WORDS, { words: ['a', 'b'] }],
    ['an empty array', { words }, '<s c:arrayType="xsd:string[0]"/>', { words: [] }],
    [
      'all in their order',
      { a: int, b: string, words },
      `<x>5</x><y>five</y>${WORDS}`,
      { a: 5, b: 'five', words: ['a', 'b'] },
    ],
    ['all, one of them nil', { a: int, b: string }, '<x>5</x><y i:nil="true"/>', { a: 5, b: null }],
    ['the first alone, of others than there are parts', { a: int, b: string }, '<x>5</x>', { a: 5, b: undefined }],
    ['the first alone, before more', { a: int }, '<x>5</x><y>6</y>', { a: 5 }],
    ['the value that one refers to', { a: int }, '<x href="#r"/></n:opResponse><m id="r">5</m><n:y>', { a: 5 }],
  ])('are %s', (_name, output, content, wanted) => {
    const closed = content.endsWith('<n:y>') ? content.slice(0, -5) : content;
    const given = closed === content ? content : `<n:opResponse>${closed}`;
    expect(read(output, given)).toEqual(wanted);
  });

  it.each<[string, FieldCodecs<object>, string, object]>([
    ['what does not fit', { a: int }, '<x>five</x>', { a: undefined }],
    ['a struct of other fields', { one: person }, '<s><name>Ann</name><age>5</age></s>', { one: undefined }],
    ['a struct without a field', { one: person }, '<s/>', { one: undefined }],
    ['a list without an array type', { words }, '<s><i>a</i></s>', { words: [] }],
    ['only nil values', { a: int }, '<x i:nil="1"/>', { a: undefined }],
    ['the first next to the part of that name', { a: int }, '<x>5</x><a i:nil="1"/>', { a: null }],
    ['another than the first', { a: int, b: int }, '<b>1</b><x>5</x>', { a: undefined, b: 1 }],
    ['in order what does not fit all parts', { a: string, b: int }, '<x>5</x><y>five</y>', { a: '5', b: undefined }],
  ])('are not %s', (_name, output, content, wanted) => {
    expect(read(output, content)).toEqual(wanted);
  });

  it('are none in a wrapper of another name', () => {
    expect(read({ a: int }, '<n:other><x>5</x></n:other>')).toEqual({ a: undefined });
  });

  it('is only the first, with other parts by their names', () => {
    expect(read({ a: int, b: string }, '<x>5</x><z/><b>five</b>')).toEqual({ a: 5, b: 'five' });
  });
});

describe('a response that is nil', () => {
  it('has no parts', () => {
    expect(read({ a: int, words }, '<n:opResponse i:nil="true"/>')).toEqual({ a: undefined, words: [] });
  });
});
